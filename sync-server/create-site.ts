import { join } from 'node:path';
import type { Hono } from 'hono';
import type { PublicConfig } from '#shared/api/messages.ts';
import type { ServerContext } from './context.ts';
import type { AppEnv } from './http/app-env.ts';
import { appFiles } from './http/app-files.ts';
import { appPages, type PageRenderer } from './http/app-pages.ts';
import { archiveAssets } from './http/asset-archive.ts';
import { crawlerRoutes } from './http/crawler-routes.ts';
import { createPageRenderer, loadRenderBuild } from './http/render-pages.ts';

/**
 * The app's files and pages, the previous build's files, and the crawlers' files.
 * @param buildFolder absolute path of `dist`
 */
export function createSite(
  context: ServerContext,
  publicConfig: PublicConfig,
  buildFolder: string,
): readonly Hono<AppEnv>[] {
  const { config, clock, products } = context;
  const appFolder = join(buildFolder, 'app');
  const oldAppFolder = join(config.dataDir, 'old-app');
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
    appPages(appFolder, createRenderer(context, { publicConfig, origin, buildFolder })),
  ];
}

interface RenderSettings {
  readonly publicConfig: PublicConfig;
  readonly origin: string;
  readonly buildFolder: string;
}

/** Renders pages with the app's render build; without it the browser renders them. */
function createRenderer(
  { products, log }: ServerContext,
  { publicConfig, origin, buildFolder }: RenderSettings,
): PageRenderer {
  const renderPage = loadRenderBuild(join(buildFolder, 'render'));
  if (!renderPage) return () => Promise.resolve(undefined);
  return createPageRenderer({
    renderPage,
    content: async () => ({
      products: await products.list(),
      config: publicConfig,
      origin,
    }),
    onFailure: (err) => log.error({ err }, 'A page could not be rendered; the browser will render it.'),
  });
}
