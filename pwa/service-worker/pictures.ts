import type { RouteHandlerCallbackOptions } from 'workbox-core/types.js';
import type { CacheFirst } from 'workbox-strategies';
import { PICTURE_WIDTHS } from '#shared/domain/picture-widths.ts';

const WIDTH = /-(\d+)\.avif$/;

type Precache = (url: string) => Promise<Response | undefined>;

/**
 * Responds with a cached picture of this width or larger, or else from the network. Offline, any cached width is better
 * than none; without one the response is empty, and the page shows its own text.
 */
export async function fetchPicture(
  { request, event, url }: RouteHandlerCallbackOptions,
  strategy: CacheFirst,
  fromPrecache: Precache,
): Promise<Response> {
  const own = await findOwn(url);
  if (own) return own;
  const wanted = Number(WIDTH.exec(url.pathname)?.[1] ?? PICTURE_WIDTHS[0]);
  const larger = await findCached(
    toSiblings(url, (width) => width >= wanted),
    fromPrecache,
  );
  if (larger) return larger;
  try {
    return await strategy.handle({ request, event });
  } catch {
    const others = [...toSiblings(url, () => true).toReversed(), url.pathname.replace(WIDTH, '.webp')];
    const smaller = await findCached(others, fromPrecache);
    return smaller ?? new Response(null, { status: 204 });
  }
}

/** A file that this device keeps until it is sent, see `data/files/own-pictures.ts`. A picture has one size only. */
export async function findOwn({ pathname }: URL): Promise<Response | undefined> {
  if (!/^\/(?:pictures\/u|documents)\//.test(pathname)) return undefined;
  return caches.match(pathname.replace(WIDTH, '.webp'), { cacheName: 'own-pictures' });
}

function toSiblings({ pathname }: URL, fits: (width: number) => boolean): readonly string[] {
  if (!WIDTH.test(pathname)) return [];
  return PICTURE_WIDTHS.filter(fits).map((width) => pathname.replace(WIDTH, `-${width}.avif`));
}

async function findCached(paths: readonly string[], fromPrecache: Precache): Promise<Response | undefined> {
  for (const path of paths) {
    const found = (await caches.match(path)) ?? (await fromPrecache(path));
    if (found) return found;
  }
  return undefined;
}
