import { Link } from 'react-router-dom';
import { ArrowRightIcon } from '#pwa/ui/icons/action-icons.tsx';
import { Picture } from '#pwa/ui/picture.tsx';
import styles from './carousel-slide.module.css';
import type { Slide } from './slides.ts';

interface CarouselSlideProps {
  readonly slide: Slide;
  readonly place: number;
  readonly count: number;
  readonly isShown: boolean;
}

export function CarouselSlide({ slide, place, count, isShown }: CarouselSlideProps) {
  return (
    <div
      role="group"
      aria-roledescription="slide"
      aria-label={`${place + 1} of ${count}`}
      inert={!isShown}
      className={styles.slide}
    >
      <Picture
        src={`/pictures/${slide.id}/1.webp`}
        alt={slide.alt}
        sizes="(min-width: 60rem) 55vw, 94vw"
        className={styles.picture}
      />
      <div className={styles.words}>
        <p className={styles.category}>{slide.category}</p>
        <h2>{slide.name}</h2>
        <p className={styles.line}>{slide.line}</p>
        <Link to={`/product/${slide.id}`} className={styles.link}>
          See {slide.name}
          <ArrowRightIcon size="small" />
        </Link>
      </div>
    </div>
  );
}
