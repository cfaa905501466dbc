import type { WorkboxPlugin } from 'workbox-core/types.js';

declare const self: ServiceWorkerGlobalScope;

/** Tells the page that a picture it brought along is kept now: the page knows how many may be. */
export const noteKept: WorkboxPlugin = {
  async cacheDidUpdate({ event }) {
    const page = await self.clients.get((event as FetchEvent).clientId);
    page?.postMessage({ type: 'PICTURE_KEPT' });
  },
};
