import { useState, useEffect, useEffectEvent } from 'react';
import { Link } from 'react-router-dom';
import { IconButton } from '#pwa/ui/icon-button.tsx';
import { ArrowLeftIcon, ArrowRightIcon, PauseIcon, PlayIcon } from '#pwa/ui/icons/action-icons.tsx';
import { useSlides } from '#pwa/ui/use-slides.ts';
import { Picture } from '#pwa/ui/picture.tsx';
import { CAROUSEL_INTERVAL_MS } from '#shared/domain/product-entries.ts';
import { useReducedMotion } from '#pwa/ui/use-reduced-motion.ts';
import styles from './home-page.module.css';
import { SLIDES, type Slide } from './slides.ts';

/**
 * W3C carousel pattern: the rotation button comes first, hovering and a hidden tab pause, focus stops.
 * https://www.w3.org/WAI/ARIA/apg/patterns/carousel/
 */
export function ProductCarousel() {
  const { row, index, goTo } = useSlides(SLIDES.length);
  const [isHovered, setIsHovered] = useState(false);
  const rotation = useRotation({ isHeld: isHovered, onTurn: () => goTo(index + 1) });
  return (
    // What happens on the way through: the controls inside stay the only things to operate.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <section
      className={styles.productCarousel}
      aria-roledescription="carousel"
      aria-label="Three to start with"
      onPointerEnter={() => setIsHovered(true)}
      onPointerLeave={() => setIsHovered(false)}
      onFocus={rotation.stop}
    >
      <div className={styles.productCarouselControls}>
        <IconButton
          label={rotation.isOn ? 'Stop automatic slide show' : 'Start automatic slide show'}
          // Focus anywhere else stops the show; here it would turn the stop button into a start button under the press.
          onFocus={(event) => event.stopPropagation()}
          onClick={rotation.toggle}
        >
          {rotation.isOn ? <PauseIcon /> : <PlayIcon />}
        </IconButton>
        <IconButton label="Previous slide" onClick={() => goTo(index - 1)}>
          <ArrowLeftIcon />
        </IconButton>
        <IconButton label="Next slide" onClick={() => goTo(index + 1)}>
          <ArrowRightIcon />
        </IconButton>
        <span className={styles.productCarouselCount} aria-hidden="true">
          {index + 1} / {SLIDES.length}
        </span>
      </div>
      <div {...row} aria-live={rotation.isOn ? 'off' : 'polite'}>
        {SLIDES.map((slide, place) => (
          <CarouselSlide
            key={slide.id}
            slide={slide}
            place={place}
            count={SLIDES.length}
            isShown={place === index}
          />
        ))}
      </div>
    </section>
  );
}

interface CarouselSlideProps {
  readonly slide: Slide;
  readonly place: number;
  readonly count: number;
  readonly isShown: boolean;
}

function CarouselSlide({ slide, place, count, isShown }: CarouselSlideProps) {
  return (
    <div
      role="group"
      aria-roledescription="slide"
      aria-label={`${place + 1} of ${count}`}
      inert={!isShown}
      className={styles.carouselSlide}
    >
      <Picture src={`/pictures/${slide.id}/1.webp`} alt={slide.alt} sizes="(min-width: 60rem) 55vw, 94vw" />
      <div className={styles.carouselSlideWords}>
        <p className={styles.carouselSlideCategory}>{slide.category}</p>
        <h2>{slide.name}</h2>
        <p className={styles.carouselSlideLine}>{slide.line}</p>
        <Link to={`/product/${slide.id}`} className={styles.carouselSlideLink}>
          See {slide.name}
          <ArrowRightIcon size="small" />
        </Link>
      </div>
    </div>
  );
}

interface RotationOptions {
  /** Paused for the moment, e.g. while the pointer rests on it. */
  readonly isHeld: boolean;
  readonly onTurn: () => void;
}

interface Rotation {
  readonly isOn: boolean;
  readonly toggle: () => void;
  readonly stop: () => void;
}

/** Calls `onTurn` every 10000 ms while it is on, not held, and the tab is seen. Never starts under reduced motion. */
function useRotation({ isHeld, onTurn }: RotationOptions): Rotation {
  const isReduced = useReducedMotion();
  const [choice, setChoice] = useState<boolean>();
  const isOn = choice ?? !isReduced;
  const turn = useEffectEvent(onTurn);

  useEffect(() => {
    if (!isOn || isHeld) return undefined;
    const timer = setInterval(() => {
      if (document.visibilityState !== 'hidden') turn();
    }, CAROUSEL_INTERVAL_MS);
    return () => clearInterval(timer);
  }, [isOn, isHeld]);

  return { isOn, toggle: () => setChoice(!isOn), stop: () => setChoice(false) };
}
