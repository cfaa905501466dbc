import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { PageContent, RenderedPage, RenderPage } from '#shared/api/render.ts';
import type { PageRenderer } from './app-pages.ts';

/** Bounds the memory that addresses with made-up queries can use. */
const MAX_CACHED = 500;

interface PageSource {
  readonly renderPage: RenderPage;
  /** Returns the same products array until a product changes. */
  readonly content: () => Promise<PageContent>;
  readonly onFailure: (error: unknown) => void;
}

/** Caches rendered pages until a product changes. A page that fails to render is left to the browser. */
export function createPageRenderer({ renderPage, content, onFailure }: PageSource): PageRenderer {
  let cache = new Map<string, Promise<RenderedPage | undefined>>();
  let cachedProducts: PageContent['products'] | undefined;
  return async (url) => {
    const present = await content();
    if (present.products !== cachedProducts) {
      cache = new Map();
      cachedProducts = present.products;
    }
    const page = cache.get(url) ?? renderPage(url, present);
    if (cache.size < MAX_CACHED) cache.set(url, page);
    return page.catch((error: unknown) => {
      onFailure(error);
      return undefined;
    });
  };
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
