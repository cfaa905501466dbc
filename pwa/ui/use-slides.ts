import { useEffect, useRef, useState, type RefObject } from 'react';
import styles from './slides.module.css';

/** For how long a row stands still before the slide it stands on counts as chosen, in milliseconds. */
const SETTLED_MS = 100;

interface Slides {
  /** Goes on the element whose children are the slides. */
  readonly row: {
    readonly ref: RefObject<HTMLDivElement | null>;
    readonly className: string | undefined;
    readonly onScroll: () => void;
  };
  readonly index: number;
  readonly goTo: (index: number) => void;
}

/**
 * Which of a carousel's slides shows; fingers, buttons and a timer all move the same index. The row is scrolled by the
 * browser and snaps to its slides, before any script has run too.
 */
export function useSlides(count: number): Slides {
  const ref = useRef<HTMLDivElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const [index, setIndex] = useState(0);

  // Whoever was faster than the app stands somewhere already.
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
    ref.current?.scrollTo({ left: next * ref.current.clientWidth });
  }

  return { row: { ref, className: styles.row, onScroll: handleScroll }, index, goTo };
}

/** The slide that a row stands on. */
function readIndex(row: HTMLElement | null): number {
  return row && row.clientWidth > 0 ? Math.round(row.scrollLeft / row.clientWidth) : 0;
}
