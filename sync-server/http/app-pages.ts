import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Hono } from 'hono';
import { etag } from 'hono/etag';
import { isPage } from '#shared/api/pages.ts';
import { PAGE_DATA_ID, PAGE_PLACES, type RenderedPage } from '#shared/api/render.ts';
import type { AppEnv } from './app-env.ts';

/** What the worker keeps, for every address that is opened without a network. */
const SHELL_PATH = '/index.html';

/** @returns the page as its first visit gets it; `undefined` when it is rendered in the browser alone */
export type PageRenderer = (url: string) => Promise<RenderedPage | undefined>;

/**
 * The app's pages, asked for anew each time: rendered where they look the same to everybody, the empty shell otherwise.
 * A path without a page gets one that says so, with status 404.
 * @param folder absolute path of the build
 */
export function appPages(folder: string, render: PageRenderer): Hono<AppEnv> {
  const shell = readFile(join(folder, 'index.html'), 'utf8');
  // Asked for by the first page; a missing build is told then, not as an unhandled rejection at start.
  shell.catch(() => undefined);
  return new Hono<AppEnv>().use('*', etag()).get('*', async (c, next) => {
    // As it was asked for: the framework's path has some of its percent signs undone.
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
    // As a function: a dollar sign in a text means nothing.
    (page, [place, part]) => page.replace(PAGE_PLACES[place as keyof typeof parts], () => part),
    shell,
  );
}
