import type { WorkboxPlugin } from 'workbox-core/types.js';

declare const self: ServiceWorkerGlobalScope;

/** Notifies the page that a picture it requested was cached: the page enforces the budget. */
export const notifyCached: WorkboxPlugin = {
  async cacheDidUpdate({ event }) {
    const page = await self.clients.get((event as FetchEvent).clientId);
    page?.postMessage({ type: 'PICTURE_KEPT' });
  },
};
