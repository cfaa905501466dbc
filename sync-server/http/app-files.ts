import { serveStatic } from '@hono/node-server/serve-static';
import { Hono } from 'hono';
import type { AppEnv } from './app-env.ts';

const IMMUTABLE = 'public, max-age=31536000, immutable';
const PICTURES = 'public, max-age=86400';

/**
 * Serves the files of the built app: hashed assets are immutable, the worker is revalidated every time. A missing file
 * is a 404, never a page. A file that the build also compressed is sent so to browsers that take it.
 * @param folder absolute path of the build
 */
export function appFiles(folder: string): Hono<AppEnv> {
  const serveFile = serveStatic<AppEnv>({ root: folder, precompressed: true });
  return new Hono<AppEnv>().use('*', async (c, next) => {
    if (c.req.path === '/' || c.req.path === '/index.html') return next();
    // Headers set in `onFound` are lost, because the response exists by then.
    const file = await serveFile(c, () => Promise.resolve());
    if (!file) return next();
    file.headers.set('Cache-Control', toCacheControl(c.req.path));
    return file;
  });
}

function toCacheControl(path: string): string {
  if (path.startsWith('/assets/')) return IMMUTABLE;
  return path.startsWith('/pictures/') ? PICTURES : 'no-cache';
}
