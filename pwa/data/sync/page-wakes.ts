export interface PageEvents {
  readonly window: Pick<EventTarget, 'addEventListener' | 'removeEventListener'>;
  readonly document: Pick<EventTarget, 'addEventListener' | 'removeEventListener'> & {
    readonly visibilityState: string;
  };
}

/**
 * Calls back when the page may have missed something: the network came back, the tab became visible, or the page was
 * restored from the back-forward cache. @returns a function that stops it
 */
export function onPageWake({ window, document }: PageEvents, wake: () => void): () => void {
  const onVisibilityChange = () => {
    if (document.visibilityState === 'visible') wake();
  };
  const onPageShow = (event: Event) => {
    if ((event as PageTransitionEvent).persisted) wake();
  };
  window.addEventListener('online', wake);
  window.addEventListener('pageshow', onPageShow);
  document.addEventListener('visibilitychange', onVisibilityChange);
  return () => {
    window.removeEventListener('online', wake);
    window.removeEventListener('pageshow', onPageShow);
    document.removeEventListener('visibilitychange', onVisibilityChange);
  };
}

const CHANNEL = 'nankeen-wake';

/** Asks the replicating tab to sync at once. */
export function requestSync(): void {
  const channel = new BroadcastChannel(CHANNEL);
  channel.postMessage('wake');
  channel.close();
}

/** Calls `wake` when another tab asks for a sync. @returns a function that stops it */
export function onSyncRequest(wake: () => void): () => void {
  const channel = new BroadcastChannel(CHANNEL);
  channel.addEventListener('message', wake);
  return () => channel.close();
}
