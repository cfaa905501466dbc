import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { serveStatic } from '@hono/node-server/serve-static';
import { Hono } from 'hono';
import { isPage } from '#shared/api/pages.ts';
import type { AppEnv } from './app-env.ts';

const IMMUTABLE = 'public, max-age=31536000, immutable';
const PICTURES = 'public, max-age=86400';

/**
 * The built app: hashed assets for ever, the page and the worker asked for anew each time. A file that isn't there is
 * a 404 and never the page; a path the app has no page for gets the page with status 404.
 * @param folder absolute path of the build
 */
export function appFiles(folder: string): Hono<AppEnv> {
  const shell = readFile(join(folder, 'index.html'), 'utf8');
  // Asked for by the first page; a missing build is told then, not as an unhandled rejection at start.
  shell.catch(() => undefined);
  const serveFile = serveStatic<AppEnv>({ root: folder });
  return new Hono<AppEnv>()
    .use('*', async (c, next) => {
      // Its own `onFound` is called when the answer is made already; headers set there are lost.
      const file = await serveFile(c, () => Promise.resolve());
      if (!file) return next();
      file.headers.set('Cache-Control', toCacheControl(c.req.path));
      return file;
    })
    .get('*', async (c, next) => {
      const { path } = c.req;
      if (/\.\w+$/.test(path) || path.startsWith('/assets/') || path.startsWith('/api/')) return next();
      c.header('Cache-Control', 'no-cache');
      return c.html(await shell, isPage(path) ? 200 : 404);
    });
}

function toCacheControl(path: string): string {
  if (path.startsWith('/assets/')) return IMMUTABLE;
  return path.startsWith('/pictures/') ? PICTURES : 'no-cache';
}
