import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Hono } from 'hono';
import { etag } from 'hono/etag';
import { isPage, toRenderedAddress } from '#shared/api/pages.ts';
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
  readonly networkOf: NetworkReader;
}

/**
 * Serves the app's pages, revalidated every time: rendered when they are the same for everyone, otherwise the empty
 * shell. Unknown paths get the not-found page with status 404.
 */
export function appPages({ folder, render, networkOf }: PagesParts): Hono<AppEnv> {
  const shell = readFile(join(folder, 'index.html'), 'utf8');
  // The first page reports a missing build; without this it is an unhandled rejection at start.
  shell.catch(() => undefined);
  return new Hono<AppEnv>().use('*', etag()).get('*', async (c, next) => {
    // The raw path: Hono's own is partly percent-decoded.
    const { pathname: path, searchParams } = new URL(c.req.url);
    const isShell = path === SHELL_PATH;
    const isFile = /\.\w+$/.test(path) && !isShell && !isPage(path);
    if (isFile || path.startsWith('/assets/') || path.startsWith('/api/')) return next();
    c.header('Cache-Control', 'no-cache');
    const empty = await shell;
    const address = toRenderedAddress(path, searchParams);
    const request = { address, shell: empty, network: networkOf(c) };
    const page = isShell ? undefined : await render(request);
    if (!page) return c.html(empty, isShell || isPage(path) ? 200 : 404);
    const { status, bytes, etag: tag } = page;
    c.set('bodyBytes', bytes);
    return c.body(bytes, status, { 'Content-Type': 'text/html; charset=UTF-8', ETag: tag });
  });
}
