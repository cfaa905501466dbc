import { useState } from 'react';
import { IconButton } from '#pwa/ui/icon-button.tsx';
import { ArrowLeftIcon, ArrowRightIcon, PauseIcon, PlayIcon } from '#pwa/ui/icons/action-icons.tsx';
import { useSlides } from '#pwa/ui/use-slides.ts';
import { CarouselSlide } from './carousel-slide.tsx';
import styles from './home-page.module.css';
import { SLIDES } from './slides.ts';
import { useRotation } from './use-rotation.ts';

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
