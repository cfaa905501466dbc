import { useEffect, useRef } from 'react';
import { useLocation, useNavigationType, type Location } from 'react-router-dom';

/** State of a navigation that wants to search: the search box gets the focus instead of the heading. */
export const SEARCH_ARRIVAL = { focus: 'search' } as const;

const HEADING = 'h1:not([data-loading])';
const SEARCH_BOX = 'input[type="search"]';

/** After every navigation: the top of the page, and the focus on its main heading. */
export function useRouteArrival(): void {
  const location = useLocation();
  const type = useNavigationType();
  const last = useRef<Location>(undefined);

  useEffect(() => {
    history.scrollRestoration = 'manual';
  }, []);

  useEffect(() => {
    const before = last.current;
    last.current = location;
    if (!before || location.hash !== '') return undefined;
    // A list that is being narrowed writes that into its address; nobody has gone anywhere. A link to where one is does.
    const isNarrowed = location.pathname === before.pathname && location.search !== before.search;
    if (type === 'REPLACE' && isNarrowed) return undefined;
    window.scrollTo(0, 0);
    const { focus } = (location.state ?? {}) as Partial<typeof SEARCH_ARRIVAL>;
    return focusOnArrival(focus === 'search' ? SEARCH_BOX : HEADING);
    // oxlint-disable-next-line react/exhaustive-deps
  }, [location]);
}

/** Focuses an element as soon as there is one: a lazy screen or its data may come a moment later. */
function focusOnArrival(selector: string): (() => void) | undefined {
  const main = document.querySelector('main');
  if (!main || tryFocus(main, selector)) return undefined;
  const observer = new MutationObserver(() => {
    if (tryFocus(main, selector)) observer.disconnect();
  });
  observer.observe(main, { childList: true, subtree: true });
  return () => observer.disconnect();
}

function tryFocus(main: HTMLElement, selector: string): boolean {
  const target = main.querySelector<HTMLElement>(selector);
  if (!target) return false;
  if (target.tagName === 'H1') target.tabIndex = -1;
  target.focus({ preventScroll: true });
  return true;
}
