import { Hono, type MiddlewareHandler } from 'hono';
import { AppError } from '#shared/kernel/app-error.ts';
import type { DocumentStore } from '#server/core/document-store.ts';
import { exportLines } from '#server/core/export-lines.ts';
import type { AppEnv } from './app-env.ts';
import { readInstant } from './read-query.ts';
import { readCollection } from './sync-routes.ts';

/** Calls of the command line and of the migration screen: admin token or staff. */
export function adminRoutes(store: DocumentStore): Hono<AppEnv> {
  return new Hono<AppEnv>()
    .use('/admin/*', adminOnly)
    .get('/admin/collections', async (c) => c.json({ collections: await store.collections() }))
    .get('/admin/export/:collection', (c) => {
      const collection = readCollection(c);
      const query = {
        collection,
        since: readInstant(c, 'since'),
        withHistory: c.req.query('history') === '1',
        withEnvelope: c.req.query('envelope') === '1',
      };
      const lines = exportLines(store, query, c.get('actor'));
      return c.body(ReadableStream.from(lines), 200, {
        'Content-Type': 'application/x-ndjson',
        'Cache-Control': 'no-store',
      });
    });
}

const adminOnly: MiddlewareHandler<AppEnv> = async (c, next) => {
  const { isAdmin, isStaff } = c.get('actor');
  if (!isAdmin && !isStaff) {
    throw new AppError('unauthenticated', 'This needs the admin token or a staff sign-in.');
  }
  await next();
};
