import type { RouteHandlerCallbackOptions } from 'workbox-core/types.js';
import type { CacheFirst } from 'workbox-strategies';

const WIDTH = /-(\d+)\.avif$/;
const WIDTHS = [480, 960, 1600];

/** A cached picture at this width or larger; without a network any width, rather than none. */
export async function fetchPicture(
  { request, event, url }: RouteHandlerCallbackOptions,
  strategy: CacheFirst,
  fromPrecache: (url: string) => Promise<Response | undefined>,
): Promise<Response> {
  const wanted = Number(WIDTH.exec(url.pathname)?.[1] ?? 0);
  const cached = await findCached(url, WIDTHS.filter((width) => width >= wanted), fromPrecache);
  if (cached) return cached;
  try {
    return await strategy.handle({ request, event });
  } catch (error) {
    const smaller = await findCached(url, WIDTHS.toReversed(), fromPrecache);
    if (smaller) return smaller;
    throw error;
  }
}

async function findCached(
  url: URL,
  widths: readonly number[],
  fromPrecache: (url: string) => Promise<Response | undefined>,
): Promise<Response | undefined> {
  if (!WIDTH.test(url.pathname)) return undefined;
  for (const width of widths) {
    const sibling = url.pathname.replace(WIDTH, `-${width}.avif`);
    const found = (await caches.match(sibling)) ?? (await fromPrecache(sibling));
    if (found) return found;
  }
  return undefined;
}
