import type { WorkboxPlugin } from 'workbox-core/types.js';
import {
  cleanupOutdatedCaches,
  createHandlerBoundToURL,
  matchPrecache,
  precacheAndRoute,
} from 'workbox-precaching';
import { NavigationRoute, registerRoute } from 'workbox-routing';
import { CacheFirst } from 'workbox-strategies';
import { toOwnCase } from '#shared/api/pages.ts';
import { fetchPicture, findOwn } from './pictures.ts';

declare const self: ServiceWorkerGlobalScope & {
  readonly __WB_MANIFEST: (string | { url: string; revision: string | null })[];
};

/** Not in the types yet: https://w3c.github.io/ServiceWorker/#service-worker-router-interfaces */
interface RoutingEvent {
  addRoutes(rules: readonly object[]): Promise<void>;
}

precacheAndRoute(self.__WB_MANIFEST);
cleanupOutdatedCaches();

/** Paths of files, which come from the server. Ids in page paths and searches may look like file names. */
const FILE = /^\/(?!(?:product|contact|history)\/)[^?]*\.\w+(?:\?|$)/;

// API calls bypass this worker. A call that wakes it while the next worker takes over can leave that one waiting for
// good: github.com/joCur/quorum/issues/216. Browsers without static routing still call it, and it lets calls through.
self.addEventListener('install', (event) => {
  const { addRoutes } = event as Partial<RoutingEvent>;
  const calls = { condition: { urlPattern: { pathname: '/api/*' } }, source: 'network' };
  if (addRoutes) event.waitUntil(addRoutes.call(event, [calls]));
});

const openShell = createHandlerBoundToURL('/index.html');

// Every page is the app shell, also offline and for deep links; a path in another case leads to the page's own, as on the
// server. API calls never get a response from here.
registerRoute(
  new NavigationRoute(
    async (context) => {
      const { origin, pathname, search } = context.url;
      const own = toOwnCase(pathname);
      return own === pathname ? openShell(context) : Response.redirect(origin + own + search, 308);
    },
    {
      denylist: [/^\/api\//, /^\/test-payment\//, FILE],
    },
  ),
);

/** Notifies the page that a picture it requested was cached: the page enforces the budget. */
const notifyCached: WorkboxPlugin = {
  async cacheDidUpdate({ event }) {
    const page = await self.clients.get((event as FetchEvent).clientId);
    page?.postMessage({ type: 'PICTURE_KEPT' });
  },
};

const pictures = new CacheFirst({ cacheName: 'pictures', plugins: [notifyCached] });
registerRoute(
  ({ url, sameOrigin }) => sameOrigin && url.pathname.startsWith('/pictures/'),
  (context) => fetchPicture(context, pictures, matchPrecache),
);

registerRoute(
  ({ url, sameOrigin }) => sameOrigin && url.pathname.startsWith('/documents/'),
  async ({ request, url }) => (await findOwn(url)) ?? fetch(request),
);

// A new version waits until the page asks for it, so that an update never loses an unsaved form.
self.addEventListener('message', (event) => {
  if ((event.data as { type?: string } | null)?.type === 'SKIP_WAITING') void self.skipWaiting();
});

// Take control of the first visit as soon as the worker is ready, so that it works offline.
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));

/** Pages register this background sync while writes wait, see `features/install/prompts.tsx`. */
const TAG = 'nankeen-outbox';
/** The channel that wakes the replicating tab, see `data/sync/page-wakes.ts`. */
const CHANNEL = 'nankeen-wake';

// Background sync is not in the types: https://wicg.github.io/background-sync/spec/
self.addEventListener('sync', (event) => wakePages(event as Event & { readonly tag: string }));

/**
 * Wakes the open pages when the browser reports that the network is back. Only a page can push: without one the writes
 * wait for the next start.
 */
function wakePages({ tag }: { readonly tag: string }): void {
  if (tag !== TAG) return;
  const channel = new BroadcastChannel(CHANNEL);
  channel.postMessage('wake');
  channel.close();
}
