import type createEmblaCarousel from 'embla-carousel';
import type { EmblaCarouselType } from 'embla-carousel';
import { useEffect, useRef, useState, type RefObject } from 'react';
import { whenIdle } from '#pwa/when-idle.ts';
import { isMotionReduced } from './use-reduced-motion.ts';

interface EmblaModule {
  readonly default: typeof createEmblaCarousel;
}

interface Slides {
  /** Goes on the element that clips the slides; its only child is the row they stand in. */
  readonly viewport: RefObject<HTMLDivElement | null>;
  readonly index: number;
  readonly goTo: (index: number) => void;
}

/**
 * Which of a carousel's slides shows; fingers, buttons and a timer all move the same index. The library that follows
 * the fingers comes when the page is idle; until then, and without it, the row is scrolled in place.
 */
export function useSlides(count: number, isLoop: boolean): Slides {
  const viewport = useRef<HTMLDivElement>(null);
  const carousel = useRef<EmblaCarouselType>(undefined);
  const [index, setIndex] = useState(0);

  useEffect(() => {
    let isGone = false;
    function attach({ default: createCarousel }: EmblaModule) {
      if (isGone || !viewport.current) return;
      const startIndex = Math.round(viewport.current.scrollLeft / (viewport.current.clientWidth || 1));
      viewport.current.scrollTo({ left: 0 });
      const created = createCarousel(viewport.current, {
        loop: isLoop,
        align: 'start',
        duration: 22,
        startIndex,
      });
      created.on('select', () => setIndex(created.selectedScrollSnap()));
      carousel.current = created;
    }
    whenIdle(() => {
      if (!isGone) import('embla-carousel').then(attach, () => undefined);
    });
    return () => {
      isGone = true;
      carousel.current?.destroy();
      carousel.current = undefined;
    };
  }, [isLoop]);

  function goTo(wanted: number) {
    const next = (wanted + count) % count;
    setIndex(next);
    if (carousel.current) carousel.current.scrollTo(next, isMotionReduced());
    else viewport.current?.scrollTo({ left: next * viewport.current.clientWidth });
  }

  return { viewport, index, goTo };
}
