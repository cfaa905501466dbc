import { basename, join } from 'node:path';
import { serveStatic } from '@hono/node-server/serve-static';
import { Hono } from 'hono';
import { toFileIdOf } from '#shared/api/file-storage.ts';
import { AppError } from '#shared/kernel/app-error.ts';
import { toNames } from '#server/files/file-library.ts';
import type { FileStore } from '#server/files/file-store.ts';
import type { AppEnv } from './app-env.ts';

/** An address names the hash of its content, so it never changes. */
const IMMUTABLE = 'public, max-age=31536000, immutable';
/** Whatever is inside the file: no script, no request, no origin. */
const SANDBOX = "default-src 'none'; sandbox";

interface ServedFilesParts {
  readonly storage: { readonly files: FileStore };
  readonly filesFolder: string;
}

/** Serves stored pictures, and documents as downloads. A missing one is a 404 that nothing may keep. */
export function servedFiles({ storage, filesFolder }: ServedFilesParts): Hono<AppEnv> {
  const serveFile = serveStatic<AppEnv>({
    rewriteRequestPath: (path) => join(filesFolder, basename(path)),
  });
  const app = new Hono<AppEnv>();
  for (const path of ['/pictures/u/:name', '/documents/:name']) {
    app.get(path, async (c) => {
      const { name } = c.req.param() as { readonly name: string };
      const row = await storage.files.find(toFileIdOf(c.req.path) ?? '');
      const isStored = row?.state === 'stored' && toNames(row).includes(name);
      const file = isStored ? await serveFile(c, () => Promise.resolve()) : undefined;
      if (!file) throw new AppError('not-found', 'There is no such file.');
      file.headers.set('Cache-Control', IMMUTABLE);
      file.headers.set('Content-Security-Policy', SANDBOX);
      if (name.endsWith('.pdf')) file.headers.set('Content-Disposition', `attachment; filename="${name}"`);
      return file;
    });
  }
  return app;
}
