import type { AppStore } from '#pwa/data/app-store.ts';
import { importPart } from '#pwa/import-part.ts';
import { toTrustedWorkerUrl } from '#pwa/trusted-worker-url.ts';
import { whenIdle } from '#pwa/when-idle.ts';

export interface WorkerUpdates {
  /** Activates the waiting worker, then reloads the page. @param onStuck called if that takes longer than 10 s */
  accept(onStuck: () => void): void;
}

/** Activation is immediate unless another tab blocks it. */
const TAKE_OVER_MS = 10_000;
/** How long the new worker has to take over by itself. */
const NUDGE_MS = 1000;

/** Latest registration on a first visit, even if the page or its store is still busy. */
const MAX_DELAY_MS = 5000;

const WORKER_PATH = '/service-worker.js';

/**
 * Registers the service worker and reports a waiting update. The page reloads on `controllerchange` only after consent
 * in this tab: another tab's consent must not discard this tab's form
 * (github.com/vite-pwa/vite-plugin-pwa/issues/789).
 */
export async function registerWorker(
  { localStore }: Pick<AppStore, 'localStore'>,
  onWaiting: (updates: WorkerUpdates) => void,
): Promise<void> {
  if (!('serviceWorker' in navigator)) return;
  if (!(await navigator.serviceWorker.getRegistration())) await whenFirstVisitIsUnderWay(localStore);
  const { Workbox } = await importPart(() => import('workbox-window'));
  const workbox = new Workbox(toTrustedWorkerUrl(WORKER_PATH));
  let hasConsent = false;
  let registration: ServiceWorkerRegistration | undefined;
  navigator.serviceWorker.addEventListener('controllerchange', () => {
    if (hasConsent) window.location.reload();
  });
  const reportWaiting = () =>
    onWaiting({
      accept(onStuck) {
        hasConsent = true;
        // Another tab has activated it already.
        if (registration && !registration.waiting) return window.location.reload();
        workbox.messageSkipWaiting();
        setTimeout(nudge, NUDGE_MS);
        setTimeout(onStuck, TAKE_OVER_MS);
      },
    });
  workbox.addEventListener('waiting', reportWaiting);
  registration = await workbox.register();
  // Workbox misses an update that another page or the browser found and that is still installing.
  const { active, installing } = registration ?? {};
  if (active)
    installing?.addEventListener('statechange', () => installing.state === 'installed' && reportWaiting());
}

/**
 * Opens a hidden frame. A request that the old worker handles at the wrong moment can leave Chromium waiting with the new
 * one for minutes, whatever it is told; a navigation makes it look again. A reload of this page would hang.
 */
function nudge(): void {
  const frame = document.createElement('iframe');
  frame.hidden = true;
  frame.src = '/nothing.txt';
  document.body.append(frame);
}

/** On a first visit the worker downloads the whole app, so it waits until the page has what it needs. */
async function whenFirstVisitIsUnderWay(localStore: AppStore['localStore']): Promise<void> {
  const isOpen = localStore.whenDue().catch(() => undefined);
  const isIdle = isOpen.then(() => new Promise<void>((resolve) => whenIdle(resolve)));
  await Promise.race([isIdle, new Promise((resolve) => setTimeout(resolve, MAX_DELAY_MS))]);
}
