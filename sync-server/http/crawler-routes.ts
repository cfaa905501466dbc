import { Hono } from 'hono';
import { toProductPath } from '#shared/api/document-paths.ts';
import { INDEXED_PAGES } from '#shared/api/pages.ts';
import type { Product } from '#shared/collections/products.ts';
import type { AppEnv } from './app-env.ts';

interface CrawlerOptions {
  /** The shop's public origin, without a trailing slash. */
  readonly origin: string;
  readonly products: () => Promise<readonly Product[]>;
}

/** Serves robots.txt and the sitemap. */
export function crawlerRoutes({ origin, products }: CrawlerOptions): Hono<AppEnv> {
  return new Hono<AppEnv>()
    .get('/robots.txt', (c) => {
      c.header('Cache-Control', 'no-cache');
      return c.text(`User-agent: *\nDisallow: /api/\nSitemap: ${origin}/sitemap.xml\n`);
    })
    .get('/sitemap.xml', async (c) => {
      const paths = [...INDEXED_PAGES, ...(await products()).map(({ FBUID }) => toProductPath(FBUID))];
      c.header('Cache-Control', 'no-cache');
      return c.body(toSitemap(paths.map((path) => origin + path)), 200, {
        'Content-Type': 'application/xml; charset=utf-8',
      });
    });
}

/** https://www.sitemaps.org/protocol.html. Only `&` needs escaping in these URLs. */
function toSitemap(urls: readonly string[]): string {
  const entries = urls.map((url) => `<url><loc>${url.replaceAll('&', '&amp;')}</loc></url>`);
  return (
    '<?xml version="1.0" encoding="UTF-8"?>\n' +
    `<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${entries.join('\n')}\n</urlset>\n`
  );
}
