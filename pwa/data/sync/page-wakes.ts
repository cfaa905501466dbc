export interface PageEvents {
  readonly window: Pick<EventTarget, 'addEventListener' | 'removeEventListener'>;
  readonly document: Pick<EventTarget, 'addEventListener' | 'removeEventListener'> & {
    readonly visibilityState: string;
  };
}

/**
 * Calls back when the page may have slept through something: the network came back, the tab is looked at again, or the
 * page was taken out of the back-forward cache. Returns how to stop.
 */
export function onPageWake({ window, document }: PageEvents, wake: () => void): () => void {
  const seen = () => {
    if (document.visibilityState === 'visible') wake();
  };
  const shown = (event: Event) => {
    if ((event as PageTransitionEvent).persisted) wake();
  };
  window.addEventListener('online', wake);
  window.addEventListener('pageshow', shown);
  document.addEventListener('visibilitychange', seen);
  return () => {
    window.removeEventListener('online', wake);
    window.removeEventListener('pageshow', shown);
    document.removeEventListener('visibilitychange', seen);
  };
}
