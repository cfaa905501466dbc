import useEmblaCarousel from 'embla-carousel-react';
import { useCallback, useEffect, useState } from 'react';
import { isMotionReduced } from './use-reduced-motion.ts';

interface Slides {
  /** Goes on the element that clips the slides. */
  readonly viewportRef: (viewport: HTMLElement | null) => void;
  readonly index: number;
  readonly goTo: (index: number) => void;
}

/** Which of a carousel's slides shows; fingers, buttons and a timer all move the same index. */
export function useSlides(count: number, isLoop: boolean): Slides {
  const [viewportRef, embla] = useEmblaCarousel({ loop: isLoop, align: 'start', duration: 22 });
  const [index, setIndex] = useState(0);

  useEffect(() => {
    if (!embla) return undefined;
    const follow = () => setIndex(embla.selectedScrollSnap());
    embla.on('select', follow);
    return () => {
      embla.off('select', follow);
    };
  }, [embla]);

  const goTo = useCallback(
    (wanted: number) => {
      const next = (wanted + count) % count;
      setIndex(next);
      embla?.scrollTo(next, isMotionReduced());
    },
    [count, embla],
  );

  return { viewportRef, index, goTo };
}
