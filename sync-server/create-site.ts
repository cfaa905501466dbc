import { join } from 'node:path';
import type { Hono } from 'hono';
import type { PublicConfig } from '#shared/api/messages.ts';
import type { ServerContext } from './context.ts';
import type { AppEnv } from './http/app-env.ts';
import { createArrivedFiles } from './files/arrived-files.ts';
import { appFiles } from './http/app-files.ts';
import { appPages, type PageRenderer } from './http/app-pages.ts';
import { archiveAssets } from './http/asset-archive.ts';
import { crawlerRoutes } from './http/crawler-routes.ts';
import type { PageCache } from './http/page-cache.ts';
import { createPageRenderer, loadRenderBuild, UNCACHED_PAGES } from './http/render-pages.ts';
import { createTokenBuckets } from './http/token-buckets.ts';
import type { Metrics } from './metrics/metrics.ts';

interface SiteParts {
  readonly publicConfig: PublicConfig;
  /** Absolute path of `dist`. */
  readonly buildFolder: string;
  readonly pages: PageCache;
  readonly metrics: Metrics;
}

/** The app's files and pages, the previous build's files, and the crawlers' files. */
export function createSite(context: ServerContext, parts: SiteParts): readonly Hono<AppEnv>[] {
  const { config, clock, products } = context;
  const appFolder = join(parts.buildFolder, 'app');
  const oldAppFolder = join(config.filesDir, 'old-app');
  archiveAssets({
    assets: join(appFolder, 'assets'),
    archive: join(oldAppFolder, 'assets'),
    now: clock.now(),
  });
  const origin = config.publicUrl.replace(/\/$/, '');
  return [
    crawlerRoutes({ origin, products: () => products.list() }),
    appFiles(appFolder),
    appFiles(oldAppFolder),
    appPages({
      folder: appFolder,
      render: createRenderer(context, parts, origin),
      hasProduct: async (id) => (await products.list()).some(({ FBUID }) => FBUID === id),
      networkOf: context.networkOf,
    }),
  ];
}

/** Renders pages with the app's render build; without it the browser renders them. */
function createRenderer(
  context: ServerContext,
  { publicConfig, buildFolder, pages, metrics }: SiteParts,
  origin: string,
): PageRenderer {
  const { products, log, clock } = context;
  const listProducts = createArrivedFiles(products.list, context);
  const renderPage = loadRenderBuild(join(buildFolder, 'render'));
  if (!renderPage) return () => Promise.resolve(undefined);
  return createPageRenderer({
    renderPage,
    content: async () => ({
      products: await listProducts(),
      config: publicConfig,
      origin,
    }),
    cache: pages,
    uncached: createTokenBuckets(clock, UNCACHED_PAGES),
    onRender: metrics.rendered,
    onFailure: (err) => log.error({ err }, 'A page could not be rendered; the browser will render it.'),
  });
}
