import { Link } from 'react-router-dom';
import { ArrowRightIcon } from '#pwa/ui/icons/action-icons.tsx';
import { Picture } from '#pwa/ui/picture.tsx';
import styles from './home-page.module.css';
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
