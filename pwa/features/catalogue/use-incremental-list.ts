import { startTransition, useEffect, useRef, useState, type RefObject } from 'react';
import { flushSync } from 'react-dom';

/** More items than the first screens show, and few enough to render between two keystrokes of a search. */
const STEP = 24;
/** Grows the list two screens before its end. */
const ROOT_MARGIN = '200%';

interface IncrementalList {
  /** How many of the list's items to render. */
  readonly visibleCount: number;
  /** Ref for an element after the last item; `undefined` once the list is complete. */
  readonly end: RefObject<HTMLDivElement | null> | undefined;
}

/**
 * Renders a long list step by step as it is scrolled. Printing and the browser's find render all of it.
 * @param name another list begins with its first step again
 * @param isWhole the list at first is rendered whole, and what is added to it later step by step
 */
export function useIncrementalList(name: string, length: number, isWhole: boolean): IncrementalList {
  const first = isWhole ? Math.max(length, STEP) : STEP;
  const [shown, setShown] = useState({ name, count: first });
  if (shown.name !== name) setShown({ name, count: first });
  const visibleCount = shown.count;
  const end = useRef<HTMLDivElement>(null);

  useEffect(() => {
    const setVisibleCount = (count: number) => setShown({ name, count });
    if (!end.current) return undefined;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting))
          startTransition(() => setVisibleCount(visibleCount + STEP));
      },
      { rootMargin: ROOT_MARGIN },
    );
    observer.observe(end.current);
    const showAll = () => flushSync(() => setVisibleCount(length));
    // The browser's find sees only rendered items, so the rest renders while its box is open.
    const showAllForFind = ({ key, ctrlKey, metaKey }: KeyboardEvent) => {
      if (key === 'F3' || ((ctrlKey || metaKey) && key.toLowerCase() === 'f'))
        startTransition(() => setVisibleCount(length));
    };
    addEventListener('beforeprint', showAll);
    addEventListener('keydown', showAllForFind);
    return () => {
      observer.disconnect();
      removeEventListener('beforeprint', showAll);
      removeEventListener('keydown', showAllForFind);
    };
  }, [name, visibleCount, length]);

  return { visibleCount, end: visibleCount < length ? end : undefined };
}
