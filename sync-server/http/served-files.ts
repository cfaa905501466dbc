import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
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

const TYPES: Readonly<Record<string, string>> = {
  webp: 'image/webp',
  avif: 'image/avif',
  pdf: 'application/pdf',
};

interface ServedFilesParts {
  readonly storage: { readonly files: FileStore };
  readonly filesFolder: string;
}

/** Serves stored pictures, and documents as downloads. A missing one is a 404 that nothing may keep. */
export function servedFiles({ storage, filesFolder }: ServedFilesParts): Hono<AppEnv> {
  const app = new Hono<AppEnv>();
  for (const path of ['/pictures/u/:name', '/documents/:name']) {
    app.get(path, async (c) => {
      const { name } = c.req.param() as { readonly name: string };
      const row = storage.files.find(toFileIdOf(c.req.path) ?? '');
      if (row?.state !== 'stored' || !toNames(row).includes(name)) throw notFound();
      const bytes = await readFile(join(filesFolder, name)).catch((cause: unknown) => {
        throw notFound(cause);
      });
      return c.body(new Uint8Array(bytes), 200, {
        'Content-Type': TYPES[name.split('.')[1] ?? ''] ?? '',
        'Cache-Control': IMMUTABLE,
        'Content-Security-Policy': SANDBOX,
        ...(name.endsWith('.pdf') ? { 'Content-Disposition': `attachment; filename="${name}"` } : {}),
      });
    });
  }
  return app;
}

function notFound(cause?: unknown): AppError {
  return new AppError('not-found', 'There is no such file.', { cause });
}
