import {
  cleanupOutdatedCaches,
  createHandlerBoundToURL,
  matchPrecache,
  precacheAndRoute,
} from 'workbox-precaching';
import { NavigationRoute, registerRoute } from 'workbox-routing';
import { CacheFirst } from 'workbox-strategies';
import { fetchPicture } from './pictures.ts';
import { noteKept } from './tell-kept.ts';
import { wakePages } from './wake-pages.ts';

declare const self: ServiceWorkerGlobalScope & {
  readonly __WB_MANIFEST: (string | { url: string; revision: string | null })[];
};

/** Not in the types yet: https://w3c.github.io/ServiceWorker/#service-worker-router-interfaces */
interface RoutingEvent {
  addRoutes(rules: readonly object[]): Promise<void>;
}

precacheAndRoute(self.__WB_MANIFEST);
cleanupOutdatedCaches();

/** Files are asked of the server. An id or a search may end like one. */
const FILE = /^\/(?!(?:product|contact|history)\/)[^?]*\.\w+(?:\?|$)/;

// API calls bypass this worker. A call that wakes it while the next worker takes over can leave that one waiting for
// good: github.com/joCur/quorum/issues/216. Browsers without static routes still ask it, and it lets calls through.
self.addEventListener('install', (event) => {
  const { addRoutes } = event as Partial<RoutingEvent>;
  const calls = { condition: { urlPattern: { pathname: '/api/*' } }, source: 'network' };
  if (addRoutes) event.waitUntil(addRoutes.call(event, [calls]));
});

// Every page is the one shell: it answers by reload and by deep link, with or without a network. Calls are never answered here.
registerRoute(
  new NavigationRoute(createHandlerBoundToURL('/index.html'), {
    denylist: [/^\/api\//, /^\/test-payment\//, FILE],
  }),
);

const pictures = new CacheFirst({ cacheName: 'pictures', plugins: [noteKept] });
registerRoute(
  ({ url, sameOrigin }) => sameOrigin && url.pathname.startsWith('/pictures/'),
  (context) => fetchPicture(context, pictures, matchPrecache),
);

// The new version waits until the person says so: a form that is being filled in is never lost to an update.
self.addEventListener('message', (event) => {
  if ((event.data as { type?: string } | null)?.type === 'SKIP_WAITING') void self.skipWaiting();
});

// The first visit is controlled as soon as the worker is ready, so that it can be repeated offline.
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));

// Background sync is not in the types: https://wicg.github.io/background-sync/spec/
self.addEventListener('sync', (event) => wakePages(event as Event & { readonly tag: string }));
