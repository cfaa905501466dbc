import { useEffect, useRef, useState, type RefObject } from 'react';
import styles from './slides.module.css';

/** How long a row must be still before its slide counts as chosen, in milliseconds. */
const SETTLED_MS = 100;

interface Slides {
  /** Props for the element whose children are the slides. */
  readonly row: {
    readonly ref: RefObject<HTMLDivElement | null>;
    readonly className: string | undefined;
    readonly onScroll: () => void;
  };
  readonly index: number;
  readonly goTo: (index: number) => void;
}

/**
 * The index of a carousel's visible slide, shared by swipes, buttons and timers. The browser scrolls the row and snaps
 * to its slides, even before any script has run.
 */
export function useSlides(count: number): Slides {
  const ref = useRef<HTMLDivElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const [index, setIndex] = useState(0);

  // The row may have been swiped before hydration.
  useEffect(() => {
    setIndex(readIndex(ref.current));
    return () => clearTimeout(timer.current);
  }, []);

  function handleScroll() {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setIndex(readIndex(ref.current)), SETTLED_MS);
  }

  function goTo(wanted: number) {
    const next = (wanted + count) % count;
    setIndex(next);
    ref.current?.scrollTo({ left: next * toSlideWidth(ref.current) });
  }

  return { row: { ref, className: styles.row, onScroll: handleScroll }, index, goTo };
}

/** The slide a row is scrolled to. The last one may be scrolled less far than its own width, if two show at its end. */
function readIndex(row: HTMLElement | null): number {
  return row && row.clientWidth > 0 ? Math.round(row.scrollLeft / toSlideWidth(row)) : 0;
}

/** Less than the row's width where a part of the next slide shows. */
function toSlideWidth(row: HTMLElement): number {
  return row.firstElementChild?.clientWidth || row.clientWidth;
}
