import type { AppStore } from '#pwa/data/app-store.ts';
import { whenIdle } from '#pwa/when-idle.ts';

export interface WorkerUpdates {
  /** Lets the waiting worker take over; the page reloads when it has. @param onStuck told when it hasn't for long */
  accept(onStuck: () => void): void;
}

/** A worker that takes over does so at once, unless another tab keeps it from that. */
const TAKE_OVER_MS = 10_000;

/** A page that is busy for longer, or whose store is, gets its worker all the same. */
const LATEST_MS = 5000;

/**
 * Registers the service worker and reports an update that waits. The page is reloaded on `controllerchange`, and only
 * after consent: another tab's consent must not take this one's form away (github.com/vite-pwa/vite-plugin-pwa/issues/789).
 */
export async function registerWorker(
  { localStore }: Pick<AppStore, 'localStore'>,
  onWaiting: (updates: WorkerUpdates) => void,
): Promise<void> {
  if (!('serviceWorker' in navigator)) return;
  if (!(await navigator.serviceWorker.getRegistration())) await whenFirstVisitIsUnderWay(localStore);
  const { Workbox } = await import('workbox-window');
  const workbox = new Workbox('/service-worker.js');
  let hasConsent = false;
  let registration: ServiceWorkerRegistration | undefined;
  navigator.serviceWorker.addEventListener('controllerchange', () => {
    if (hasConsent) window.location.reload();
  });
  const tell = () =>
    onWaiting({
      accept(onStuck) {
        hasConsent = true;
        // Another tab has let it take over already.
        if (registration && !registration.waiting) return window.location.reload();
        workbox.messageSkipWaiting();
        setTimeout(onStuck, TAKE_OVER_MS);
      },
    });
  workbox.addEventListener('waiting', tell);
  registration = await workbox.register();
  // Of an update that was found earlier, by another page or the browser itself, the library tells only once it waits.
  const { active, installing } = registration ?? {};
  if (active) installing?.addEventListener('statechange', () => installing.state === 'installed' && tell());
}

/** On a first visit the worker fetches the whole app: what the page itself needs comes first. */
async function whenFirstVisitIsUnderWay(localStore: AppStore['localStore']): Promise<void> {
  const isOpen = localStore.whenDue().catch(() => undefined);
  const isIdle = isOpen.then(() => new Promise<void>((resolve) => whenIdle(resolve)));
  await Promise.race([isIdle, new Promise((resolve) => setTimeout(resolve, LATEST_MS))]);
}
