import { startTransition, useEffect, useRef, useState, type RefObject } from 'react';
import { flushSync } from 'react-dom';

/** More than the first screens show, and few enough to be made between two letters of a search. */
const STEP = 24;
/** Two screens ahead of who scrolls. */
const AHEAD = '200%';

interface IncrementalList {
  /** How many of the list's items are to be shown. */
  readonly reach: number;
  /** Goes to an element behind the last of them; there is none once the list is whole. */
  readonly end: RefObject<HTMLDivElement | null> | undefined;
}

/**
 * A long list grows while one scrolls to its end: what nobody has come near to isn't made. For the printer and for the
 * browser's own search it is whole.
 */
export function useIncrementalList(length: number): IncrementalList {
  const [reach, setReach] = useState(STEP);
  const end = useRef<HTMLDivElement>(null);

  useEffect(() => {
    if (!end.current) return undefined;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting))
          startTransition(() => setReach(reach + STEP));
      },
      { rootMargin: AHEAD },
    );
    observer.observe(end.current);
    const showAll = () => flushSync(() => setReach(length));
    // The browser's own search finds what there is: the rest is made behind its box.
    const showBehind = ({ key, ctrlKey, metaKey }: KeyboardEvent) => {
      if (key === 'F3' || ((ctrlKey || metaKey) && key.toLowerCase() === 'f'))
        startTransition(() => setReach(length));
    };
    addEventListener('beforeprint', showAll);
    addEventListener('keydown', showBehind);
    return () => {
      observer.disconnect();
      removeEventListener('beforeprint', showAll);
      removeEventListener('keydown', showBehind);
    };
  }, [reach, length]);

  return { reach, end: reach < length ? end : undefined };
}
