import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Hono } from 'hono';
import { etag } from 'hono/etag';
import { readSegment, toProductPath } from '#shared/api/document-paths.ts';
import { isIndexed, isPage, toOwnCase, toRenderedAddress } from '#shared/api/pages.ts';
import { NOT_INDEXED, PAGE_PLACES } from '#shared/api/render.ts';
import type { AppEnv } from './app-env.ts';
import type { NetworkReader } from './caller-network.ts';
import type { FinishedPage } from './page-cache.ts';

/** The page that the service worker caches for offline visits to any address. */
const SHELL_PATH = '/index.html';

export interface PageRequest {
  /** See `toRenderedAddress`. */
  readonly address: string;
  /** The page that the rendered parts are filled into. */
  readonly shell: string;
  /** The caller's network; undefined for this machine. */
  readonly network: string | undefined;
}

/** @returns the server-rendered page; `undefined` when the browser is to render it */
export type PageRenderer = (request: PageRequest) => Promise<FinishedPage | undefined>;

interface PagesParts {
  /** Absolute path of the build. */
  readonly folder: string;
  readonly render: PageRenderer;
  readonly hasProduct: (id: string) => Promise<boolean>;
  readonly networkOf: NetworkReader;
}

/**
 * Serves the app's pages, revalidated every time: rendered when they are the same for everyone, otherwise the empty
 * shell. Unknown paths get the not-found page with status 404.
 */
export function appPages({ folder, render, hasProduct, networkOf }: PagesParts): Hono<AppEnv> {
  const shell = readFile(join(folder, 'index.html'), 'utf8');
  // The first page reports a missing build; without this it is an unhandled rejection at start.
  shell.catch(() => undefined);
  return new Hono<AppEnv>().use('*', etag()).get('*', async (c, next) => {
    // The raw path: Hono's own is partly percent-decoded.
    const { pathname: path, search, searchParams } = new URL(c.req.url);
    const own = await toOwnPath(path, hasProduct);
    if (own !== path) {
      c.header('Cache-Control', 'no-cache');
      return c.redirect(own + search, 308);
    }
    const isShell = path === SHELL_PATH;
    const isFile = /\.\w+$/.test(path) && !isShell && !isPage(path);
    if (isFile || path.startsWith('/assets/') || path.startsWith('/api/')) return next();
    c.header('Cache-Control', 'no-cache');
    const empty = await shell;
    const address = toRenderedAddress(path, searchParams);
    const request = { address, shell: empty, network: networkOf(c) };
    const page = isShell ? undefined : await render(request);
    if (!page) {
      const isListed = isShell || isIndexed(path);
      const html = isListed ? empty : empty.replace(PAGE_PLACES.head, NOT_INDEXED);
      return c.html(html, isShell || isPage(path) ? 200 : 404);
    }
    const { status, bytes, etag: tag } = page;
    c.set('bodyBytes', bytes);
    return c.body(bytes, status, { 'Content-Type': 'text/html; charset=UTF-8', ETag: tag });
  });
}

const PRODUCT_PAGE = /^\/product\/[^/]+\/?$/;

/**
 * The path that a page has, for one in another case. An id stays as it is, unless it is a product's only in lower case.
 */
async function toOwnPath(path: string, hasProduct: PagesParts['hasProduct']): Promise<string> {
  const own = toOwnCase(path);
  const id = PRODUCT_PAGE.test(own) ? readSegment(own, 1) : '';
  const lower = id.toLowerCase();
  if (id === lower || (await hasProduct(id)) || !(await hasProduct(lower))) return own;
  return toProductPath(lower);
}
