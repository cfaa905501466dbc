import { Hono, type MiddlewareHandler } from 'hono';
import { AppError } from '#shared/kernel/app-error.ts';
import type { Clock } from '#shared/kernel/clock.ts';
import { isJsonObject } from '#shared/kernel/json.ts';
import type { DocumentStore } from '#server/core/document-store.ts';
import { exportLines } from '#server/core/export-lines.ts';
import { importDocuments } from '#server/core/import-documents.ts';
import { stampNow } from '#server/core/stamp.ts';
import type { AppEnv } from './app-env.ts';
import { readText } from './read-body.ts';
import { readInstant } from './read-query.ts';
import { readCollection } from './sync-routes.ts';

const MAX_IMPORT_BYTES = 2 * 1_048_576;

/** Calls of the command line and of the migration screen: admin token or staff. */
export function adminRoutes(store: DocumentStore, clock: Clock): Hono<AppEnv> {
  return new Hono<AppEnv>()
    .use('/admin/*', adminOnly)
    .get('/admin/collections', async (c) => c.json({ collections: await store.collections() }))
    .post('/admin/import/:collection', async (c) => {
      const documents = parseLines(await readText(c, MAX_IMPORT_BYTES));
      const mode = c.req.query('mode') ?? 'upsert';
      if (mode !== 'insert' && mode !== 'upsert') {
        throw new AppError('invalid-argument', 'mode is insert or upsert.', { path: 'mode' });
      }
      const options = { mode, isDryRun: c.req.query('dryRun') === '1' } as const;
      const stamp = stampNow(clock, c.get('actor'));
      return c.json(await importDocuments(store, readCollection(c), documents, options, stamp));
    })
    .get('/admin/export/:collection', (c) => {
      const collection = readCollection(c);
      const query = {
        collection,
        since: readInstant(c, 'since'),
        withHistory: c.req.query('history') === '1',
        withEnvelope: c.req.query('envelope') === '1',
      };
      const lines = exportLines(store, query, c.get('actor'));
      return c.body(ReadableStream.from(lines).pipeThrough(new TextEncoderStream()), 200, {
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

function parseLines(text: string): readonly Readonly<Record<string, unknown>>[] {
  return text.split('\n').flatMap((line, index) => {
    if (line.trim() === '') return [];
    const document = parseLine(line, index);
    if (!isJsonObject(document)) {
      throw new AppError('invalid-argument', 'A document is an object.', { path: `line ${index + 1}` });
    }
    return [document];
  });
}

function parseLine(line: string, index: number): unknown {
  try {
    return JSON.parse(line);
  } catch (cause) {
    throw new AppError('invalid-argument', `Not JSON: ${(cause as Error).message}.`, {
      path: `line ${index + 1}`,
      cause,
    });
  }
}
