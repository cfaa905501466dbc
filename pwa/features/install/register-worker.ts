export interface WorkerUpdates {
  /** Lets the waiting worker take over; the page reloads when it has. @param onStuck told when it hasn't for long */
  accept(onStuck: () => void): void;
}

/** A worker that takes over does so at once, unless another tab keeps it from that. */
const TAKE_OVER_MS = 10_000;

/**
 * Registers the service worker and reports an update that waits. The page is reloaded on `controllerchange`, and only
 * after consent: another tab's consent must not take this one's form away (github.com/vite-pwa/vite-plugin-pwa/issues/789).
 */
export async function registerWorker(onWaiting: (updates: WorkerUpdates) => void): Promise<void> {
  if (!('serviceWorker' in navigator)) return;
  const { Workbox } = await import('workbox-window');
  const workbox = new Workbox('/service-worker.js');
  let hasConsent = false;
  let registration: ServiceWorkerRegistration | undefined;
  navigator.serviceWorker.addEventListener('controllerchange', () => {
    if (hasConsent) window.location.reload();
  });
  workbox.addEventListener('waiting', () =>
    onWaiting({
      accept(onStuck) {
        hasConsent = true;
        // Another tab has let it take over already.
        if (registration && !registration.waiting) return window.location.reload();
        workbox.messageSkipWaiting();
        setTimeout(onStuck, TAKE_OVER_MS);
      },
    }),
  );
  registration = await workbox.register();
}
