export interface WorkerUpdates {
  /** Lets the waiting worker take over; the page reloads when it has. */
  accept(): void;
}

/**
 * Registers the service worker and reports an update that waits. The page is reloaded on `controllerchange`, and only
 * after consent: another tab's consent must not take this one's form away (github.com/vite-pwa/vite-plugin-pwa/issues/789).
 */
export async function registerWorker(onWaiting: (updates: WorkerUpdates) => void): Promise<void> {
  if (!('serviceWorker' in navigator)) return;
  const { Workbox } = await import('workbox-window');
  const workbox = new Workbox('/service-worker.js');
  let hasConsent = false;
  navigator.serviceWorker.addEventListener('controllerchange', () => {
    if (hasConsent) window.location.reload();
  });
  workbox.addEventListener('waiting', () =>
    onWaiting({
      accept() {
        hasConsent = true;
        workbox.messageSkipWaiting();
      },
    }),
  );
  await workbox.register();
}
