import { useEffect, useRef } from 'react';
import { useLocation, useNavigationType, type Location } from 'react-router-dom';

/** Navigation state that moves the focus to the search box instead of the heading. */
export const SEARCH_ARRIVAL = { focus: 'search' } as const;

const HEADING = 'h1:not([data-loading])';
const FIRST = '[data-initial-focus]';
const SEARCH_BOX = 'input[type="search"]';

/** After every navigation, scrolls to the top and focuses the main heading, or what asks for the focus. */
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
    // Filtering a list replaces only the query string: no new page. A link to the current page is a navigation.
    const isNarrowed = location.pathname === before.pathname && location.search !== before.search;
    if (type === 'REPLACE' && isNarrowed) return undefined;
    window.scrollTo(0, 0);
    const { focus } = (location.state ?? {}) as Partial<typeof SEARCH_ARRIVAL>;
    return focusOnArrival(focus === 'search' ? SEARCH_BOX : HEADING);
    // oxlint-disable-next-line react/exhaustive-deps
  }, [location]);
}

/** Focuses an element as soon as it exists: a lazy screen or its data may arrive later. */
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
  const target = main.querySelector<HTMLElement>(FIRST) ?? main.querySelector<HTMLElement>(selector);
  if (!target) return false;
  if (target.tagName === 'H1') target.tabIndex = -1;
  target.focus({ preventScroll: true });
  return true;
}
