import { APP_ID, APP_VERSION } from '#shared/kernel/product-facts.ts';
import type { Fetch } from '#shared/api/client.ts';
import { createAccessMemory } from './session/access-memory.ts';
import { createCartMirror } from './cart/cart-mirror.ts';
import { createInstallation } from './session/installation.ts';
import { createPageStorage } from './store/page-storage.ts';
import { createConnectionMonitor } from './sync/connection.ts';

/** Local storage, or memory where the browser has switched it off. */
export const storage = createPageStorage(() => localStorage);

/** A request that hasn't been answered after this long counts as failed. */
const TIMEOUT_MS = 30_000;

export const timedFetch: Fetch = (url, init) => {
  const signals = [AbortSignal.timeout(TIMEOUT_MS), ...(init?.signal ? [init.signal as AbortSignal] : [])];
  return fetch(url, { ...init, signal: AbortSignal.any(signals) });
};

export const cartMirror = createCartMirror(storage, () => Date.now());
export const accessMemory = createAccessMemory(storage);
export const connection = createConnectionMonitor(isOnline());
export const installation = createInstallation({
  app: { appId: APP_ID, authVersion: 'FIS_v2', sdkVersion: APP_VERSION },
  storage,
  fetch: timedFetch,
  origin: '',
  isOnline,
  now: () => Date.now(),
});

/** Where pages are rendered for others there is no browser to ask. */
function isOnline(): boolean {
  return globalThis.navigator?.onLine ?? true;
}
