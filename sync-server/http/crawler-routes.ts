import { Hono } from 'hono';
import { toProductPath } from '#shared/api/document-paths.ts';
import { INDEXED_PAGES } from '#shared/api/pages.ts';
import type { Product } from '#shared/collections/products.ts';
import { listProducts, toCategory } from '#shared/domain/product-entries.ts';
import type { AppEnv } from './app-env.ts';

interface CrawlerOptions {
  /** The shop's public origin, without a trailing slash. */
  readonly origin: string;
  readonly products: () => Promise<readonly Product[]>;
}

/** Serves robots.txt and the sitemap, and an address without content. */
export function crawlerRoutes({ origin, products }: CrawlerOptions): Hono<AppEnv> {
  return (
    new Hono<AppEnv>()
      .get('/robots.txt', (c) => {
        c.header('Cache-Control', 'no-cache');
        return c.text(`User-agent: *\nDisallow: /api/\nSitemap: ${origin}/sitemap.xml\n`);
      })
      // Opened by `nudge` in `pwa/features/install/register-worker.ts`: no page can be framed, but an answer without content.
      .get('/nothing.txt', (c) => c.body(null, 204))
      .get('/sitemap.xml', async (c) => {
        const all = await products();
        c.header('Cache-Control', 'no-cache');
        return c.body(
          toSitemap(origin, [...INDEXED_PAGES.map((path) => toListEntry(path, all)), ...all.map(toEntry)]),
          200,
          {
            'Content-Type': 'application/xml; charset=utf-8',
          },
        );
      })
  );
}

interface SitemapEntry {
  readonly path: string;
  /** ISO time of the last change, where it is known. */
  readonly changedAt?: string | undefined;
}

function toEntry({ FBUID, sync }: Product): SitemapEntry {
  return { path: toProductPath(FBUID), changedAt: sync.updatedAt };
}

/** A list of products changes with each of them. */
function toListEntry(path: string, products: readonly Product[]): SitemapEntry {
  if (!path.startsWith('/products')) return { path };
  const times = listProducts(products, toCategory(path)).map(({ sync }) => sync.updatedAt);
  return { path, changedAt: times.toSorted().at(-1) };
}

/** https://www.sitemaps.org/protocol.html. Only `&` needs escaping in these URLs. */
function toSitemap(origin: string, entries: readonly SitemapEntry[]): string {
  const urls = entries.map(({ path, changedAt }) => {
    const changed = changedAt ? `<lastmod>${changedAt}</lastmod>` : '';
    return `<url><loc>${(origin + path).replaceAll('&', '&amp;')}</loc>${changed}</url>`;
  });
  return (
    '<?xml version="1.0" encoding="UTF-8"?>\n' +
    `<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${urls.join('\n')}\n</urlset>\n`
  );
}
