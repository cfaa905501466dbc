import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router-dom';

/** After every navigation: the top of the page, and the focus on its main heading. */
export function useRouteArrival(): void {
  const location = useLocation();
  const isFirst = useRef(true);

  useEffect(() => {
    history.scrollRestoration = 'manual';
  }, []);

  useEffect(() => {
    if (isFirst.current) {
      isFirst.current = false;
      return undefined;
    }
    if (location.hash !== '') return undefined;
    window.scrollTo(0, 0);
    return focusHeading();
  }, [location]);
}

/** Focuses the heading as soon as there is one: a lazy screen or its data may come a moment later. */
function focusHeading(): (() => void) | undefined {
  const main = document.querySelector('main');
  if (!main || tryFocus(main)) return undefined;
  const observer = new MutationObserver(() => {
    if (tryFocus(main)) observer.disconnect();
  });
  observer.observe(main, { childList: true, subtree: true });
  return () => observer.disconnect();
}

function tryFocus(main: HTMLElement): boolean {
  const heading = main.querySelector<HTMLElement>('h1:not([data-loading])');
  if (!heading) return false;
  heading.tabIndex = -1;
  heading.focus({ preventScroll: true });
  return true;
}
