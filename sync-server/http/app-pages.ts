import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Hono } from 'hono';
import { etag } from 'hono/etag';
import { isPage } from '#shared/api/pages.ts';
import { PAGE_DATA_ID, PAGE_PLACES, type RenderedPage } from '#shared/api/render.ts';
import type { AppEnv } from './app-env.ts';

/** The page that the service worker caches for offline visits to any address. */
const SHELL_PATH = '/index.html';

/** @returns the server-rendered page; `undefined` when only the browser can render it */
export type PageRenderer = (url: string) => Promise<RenderedPage | undefined>;

/**
 * Serves the app's pages, revalidated every time: rendered when they are the same for everyone, otherwise the empty
 * shell. Unknown paths get the not-found page with status 404.
 * @param folder absolute path of the build
 */
export function appPages(folder: string, render: PageRenderer): Hono<AppEnv> {
  const shell = readFile(join(folder, 'index.html'), 'utf8');
  // The first page reports a missing build; without this it is an unhandled rejection at start.
  shell.catch(() => undefined);
  return new Hono<AppEnv>().use('*', etag()).get('*', async (c, next) => {
    // The raw path: Hono's own is partly percent-decoded.
    const { pathname: path, search } = new URL(c.req.url);
    const isShell = path === SHELL_PATH;
    const isFile = /\.\w+$/.test(path) && !isShell && !isPage(path);
    if (isFile || path.startsWith('/assets/') || path.startsWith('/api/')) return next();
    c.header('Cache-Control', 'no-cache');
    const page = isShell ? undefined : await render(path + search);
    if (!page) return c.html(await shell, isShell || isPage(path) ? 200 : 404);
    return c.html(fill(await shell, page), page.status);
  });
}

function fill(shell: string, { head, html, data }: RenderedPage): string {
  const parts = {
    head,
    html,
    data: `<script id="${PAGE_DATA_ID}" type="application/json">${data}</script>`,
  };
  return Object.entries(parts).reduce(
    // A function, because a replacement string treats `$` as special.
    (page, [place, part]) => page.replace(PAGE_PLACES[place as keyof typeof parts], () => part),
    shell,
  );
}
