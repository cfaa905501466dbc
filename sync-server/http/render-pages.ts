import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { PAGE_DATA_ID, PAGE_PLACES } from '#shared/api/render.ts';
import type { PageContent, RenderedPage, RenderPage } from '#shared/api/render.ts';
import type { RenderResult } from '#server/metrics/metrics.ts';
import type { PageRenderer, PageRequest } from './app-pages.ts';
import type { FinishedPage, PageCache } from './page-cache.ts';
import type { BucketRule, TokenBuckets } from './token-buckets.ts';

/** Bounds the memory of pages that are being rendered. */
const MOST_AT_ONCE = 8;

/** Pages that are not kept, per network. */
export const UNCACHED_PAGES: BucketRule = { capacity: 60, perMinute: 60 };

interface PageSource {
  readonly renderPage: RenderPage;
  /** Returns the same products array until a product changes. */
  readonly content: () => Promise<PageContent>;
  readonly cache: PageCache;
  /** Counts the pages that are not kept by network. */
  readonly uncached: TokenBuckets;
  readonly onRender: (result: RenderResult) => void;
  readonly onFailure: (error: unknown) => void;
}

/**
 * Renders pages and keeps those at their canonical address until a product changes. All others are rendered for each
 * request: there is no end of searches and of addresses without a page. What fails here is left to the browser, and so
 * is what is one too many at the same time or for its network.
 */
export function createPageRenderer(source: PageSource): PageRenderer {
  const { renderPage, content, cache, uncached, onRender, onFailure } = source;
  let underWay = new Map<string, Promise<FinishedPage | undefined>>();
  let products: PageContent['products'] | undefined;

  async function render(
    { address, shell, network }: PageRequest,
    present: PageContent,
  ): Promise<FinishedPage | undefined> {
    const page = await renderPage(address, present);
    if (!page) return undefined;
    const isKept = page.status === 200 && page.canonical === address;
    const finished = finish(shell, page);
    onRender(isKept ? 'cached' : 'uncached');
    if (!isKept && network !== undefined) uncached.take(network);
    if (isKept && present.products === products) cache.set(address, finished);
    return finished;
  }

  return async (request) => {
    const { address, network } = request;
    const present = await content();
    if (present.products !== products) {
      products = present.products;
      cache.clear();
      underWay = new Map();
    }
    const known = cache.get(address) ?? underWay.get(address);
    if (known) return known;
    const isOverdrawn = network !== undefined && uncached.wait(network) !== undefined;
    if (isOverdrawn || underWay.size >= MOST_AT_ONCE) {
      onRender('skipped');
      return undefined;
    }
    const all = underWay;
    const rendering = render(request, present)
      .catch((error: unknown) => {
        onFailure(error);
        return undefined;
      })
      .finally(() => all.delete(address));
    all.set(address, rendering);
    return rendering;
  };
}

function finish(shell: string, { status, head, html, data }: RenderedPage): FinishedPage {
  const parts = {
    head,
    html,
    data: `<script id="${PAGE_DATA_ID}" type="application/json">${data}</script>`,
  };
  const text = Object.entries(parts).reduce(
    // A function, because a replacement string treats `$` as special.
    (page, [place, part]) => page.replace(PAGE_PLACES[place as keyof typeof parts], () => part),
    shell,
  );
  const bytes = new Uint8Array(Buffer.from(text));
  return { status, bytes, etag: `"${createHash('sha256').update(bytes).digest('base64url')}"` };
}

/**
 * Finds the app's render build.
 * @param folder absolute path of `dist/render`
 */
export function loadRenderBuild(folder: string): RenderPage | undefined {
  const file = join(folder, 'render.js');
  if (!existsSync(file)) return undefined;
  // Imported on the first page, because pure sync servers never need it.
  return async (url, content) => {
    const { renderPage } = (await import(pathToFileURL(file).href)) as { readonly renderPage: RenderPage };
    return renderPage(url, content);
  };
}
