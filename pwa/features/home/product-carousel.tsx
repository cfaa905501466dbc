import { useState, useEffect, useEffectEvent } from 'react';
import { Link } from '#pwa/ui/link.tsx';
import { IconButton } from '#pwa/ui/icon-button.tsx';
import { ArrowLeftIcon, ArrowRightIcon, PauseIcon, PlayIcon } from '#pwa/ui/icons/action-icons.tsx';
import { useSlides } from '#pwa/ui/use-slides.ts';
import { Picture } from '#pwa/ui/picture.tsx';
import { CAROUSEL_INTERVAL_MS } from '#shared/domain/product-entries.ts';
import { useReducedMotion } from '#pwa/ui/use-reduced-motion.ts';
import styles from './home-page.module.css';
import type { OfferProps } from './offer.ts';

/**
 * W3C carousel pattern: the rotation button comes first; hovering and a hidden tab pause the rotation, focus stops it.
 * https://www.w3.org/WAI/ARIA/apg/patterns/carousel/
 */
export function ProductCarousel({ Offer }: OfferProps) {
  const { row, index, goTo } = useSlides(SLIDES.length);
  const [isHovered, setIsHovered] = useState(false);
  const rotation = useRotation({ isPaused: isHovered, onTurn: () => goTo(index + 1) });
  return (
    // These handlers only pause the rotation; the interactive elements are the controls inside.
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
          // Focus elsewhere stops the rotation; here that would turn Stop into Start before the press takes effect.
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
        {SLIDES.map((slide, position) => (
          <CarouselSlide
            key={slide.id}
            slide={slide}
            Offer={Offer}
            position={position}
            count={SLIDES.length}
            isShown={position === index}
          />
        ))}
      </div>
    </section>
  );
}

interface CarouselSlideProps extends OfferProps {
  readonly slide: Slide;
  readonly position: number;
  readonly count: number;
  readonly isShown: boolean;
}

function CarouselSlide({ slide, Offer, position, count, isShown }: CarouselSlideProps) {
  return (
    <div
      role="group"
      aria-roledescription="slide"
      aria-label={`${position + 1} of ${count}`}
      inert={!isShown}
      className={styles.carouselSlide}
    >
      <Picture
        src={`/pictures/${PICTURES[position]}.webp`}
        alt={slide.alt}
        sizes="(min-width: 60rem) 45vw, 85vw"
      />
      <div className={styles.carouselSlideWords}>
        <p className={styles.carouselSlideCategory}>{slide.category}</p>
        <h2>{slide.name}</h2>
        <p className={styles.carouselSlideLine}>{slide.line}</p>
        <div className={styles.carouselSlideOffer}>
          <Offer id={slide.id} />
        </div>
        <Link to={`/product/${slide.id}`} className={styles.carouselSlideLink}>
          See {slide.name}
          <ArrowRightIcon size="small" />
        </Link>
      </div>
    </div>
  );
}

interface RotationOptions {
  /** Paused temporarily, e.g. while the pointer is over it. */
  readonly isPaused: boolean;
  readonly onTurn: () => void;
}

interface Rotation {
  readonly isOn: boolean;
  readonly toggle: () => void;
  readonly stop: () => void;
}

/**
 * Calls `onTurn` every `CAROUSEL_INTERVAL_MS` while on, not paused, and in a visible tab. Off at first if reduced motion
 * is preferred.
 */
function useRotation({ isPaused, onTurn }: RotationOptions): Rotation {
  const isReduced = useReducedMotion();
  const [choice, setChoice] = useState<boolean>();
  const isOn = choice ?? !isReduced;
  const turn = useEffectEvent(onTurn);

  useEffect(() => {
    if (!isOn || isPaused) return undefined;
    const timer = setInterval(() => {
      if (document.visibilityState !== 'hidden') turn();
    }, CAROUSEL_INTERVAL_MS);
    return () => clearInterval(timer);
  }, [isOn, isPaused]);

  return { isOn, toggle: () => setChoice(!isOn), stop: () => setChoice(false) };
}

interface Slide {
  readonly id: string;
  readonly name: string;
  readonly category: string;
  readonly line: string;
  readonly alt: string;
}

/** The home page's first three products. They are hard-coded, so that the first paint needs no data. */
const SLIDES: readonly [Slide, Slide, Slide] = [
  {
    id: 'recon-vtol',
    name: 'Recon VTOL',
    category: 'Drones',
    line: 'Ninety minutes aloft, straight up and straight down. Five metres of clear ground is enough.',
    alt: 'White fixed-wing aircraft with two graphite booms and four lift rotors',
  },
  {
    id: '6s-19000-mah-battery',
    name: '6S 19000 mAh Battery',
    category: 'Batteries',
    line: 'The pack behind the ninety minutes: 421.8 Wh, matched cell by cell, and it keeps count of its own hours.',
    alt: 'Graphite battery pack with its label and connector',
  },
  {
    id: 'recon-vtol-propeller-set',
    name: 'Recon VTOL Propeller Set',
    category: 'Propellers',
    line: 'Four to lift and one to push, carbon, balanced and numbered as a set. Change them in ten minutes.',
    alt: 'Five carbon propellers laid out as a set',
  },
];

/** Below `/pictures/`, in the order of the slides. The first differs from the hero, which shows the same aircraft. */
const PICTURES = ['home/field-above', '6s-19000-mah-battery/1', 'recon-vtol-propeller-set/1'];

/** Ids of the products on the home page. */
export const FEATURED: readonly string[] = SLIDES.map(({ id }) => id);
