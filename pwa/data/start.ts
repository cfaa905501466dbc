import { logError } from './log.ts';
import { cartMirror, connection } from './platform.ts';
import { refreshSession, rereadSession, SESSION_KEY } from './session.ts';
import { refreshShopConfig } from './shop-config.ts';
import { whenShop } from './shop-handle.ts';

/**
 * Attaches the data layer to the page. The local store opens at once when a service worker controls the page, and on
 * an uncontrolled first visit when the page has loaded and the browser is idle; a screen that needs data opens it sooner.
 */
export function startDataLayer(): void {
  addEventListener('online', () => connection.setOnline(true));
  addEventListener('offline', () => connection.setOnline(false));
  addEventListener('storage', ({ key }) => {
    if (key === 'checkouts') cartMirror.reread();
    if (key === SESSION_KEY) rereadSession();
  });
  void refreshSession();
  void refreshShopConfig();
  if (navigator.serviceWorker?.controller) open();
  else if (document.readyState === 'complete') whenIdle(open);
  else addEventListener('load', () => whenIdle(open), { once: true });
}

function open(): void {
  whenShop().catch((error: unknown) => logError('The local store could not be opened.', error));
}

function whenIdle(task: () => void): void {
  if ('requestIdleCallback' in globalThis) requestIdleCallback(task, { timeout: 3000 });
  else setTimeout(task, 200);
}
