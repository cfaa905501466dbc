import { Hono, type Context } from 'hono';
import { toReadScope } from '#shared/access/decide-access.ts';
import type { ChecksumAnswer } from '#shared/api/messages.ts';
import { findCollectionNameProblem } from '#shared/documents/document-ids.ts';
import { AppError } from '#shared/kernel/app-error.ts';
import type { Clock } from '#shared/kernel/clock.ts';
import {
  MAX_PAGE_DOCUMENTS,
  MAX_PUSH_BYTES,
  MAX_PUSH_ROWS,
  pushRequestSchema,
} from '#shared/sync/messages.ts';
import type { DocumentStore } from '#server/core/document-store.ts';
import { pull } from '#server/core/pull.ts';
import { push } from '#server/core/push.ts';
import { stampNow } from '#server/core/stamp.ts';
import type { Metrics } from '#server/metrics/metrics.ts';
import type { AppEnv } from './app-env.ts';
import type { EnquiryQuota } from './enquiry-quota.ts';
import { readInteger } from './read-query.ts';
import { readJson } from './read-body.ts';

export interface SyncParts {
  readonly store: DocumentStore;
  readonly clock: Clock;
  readonly quota: EnquiryQuota;
  readonly metrics: Metrics;
}

/** `/{collection}/pull`, `/{collection}/push` and `/{collection}/checksum`. */
export function syncRoutes({ store, clock, quota, metrics }: SyncParts): Hono<AppEnv> {
  return new Hono<AppEnv>()
    .get('/:collection/pull', async (c) => {
      const request = {
        collection: readCollection(c),
        after: c.req.query('after') ?? '',
        rewinds: c.req.queries('rewind') ?? [],
        limit: readInteger(c, 'limit', { min: 1, max: MAX_PAGE_DOCUMENTS, fallback: 200 }),
      };
      const { json, ...page } = await pull(store, request, c.get('actor'));
      const bytes = toBytes(json);
      metrics.pulled({ ...page, bytes: bytes.length, device: c.get('actor').fid });
      c.set('bodyBytes', bytes);
      return c.body(bytes, 200, { 'Content-Type': 'application/json' });
    })
    .get('/:collection/checksum', async (c) => {
      const collection = readCollection(c);
      const answer = await store.checksum(collection, toReadScope(collection, c.get('actor')));
      return c.json<ChecksumAnswer>({ ...answer });
    })
    .post('/:collection/push', async (c) => {
      const collection = readCollection(c);
      const { rows } = await readJson(c, pushRequestSchema, MAX_PUSH_BYTES);
      if (rows.length > MAX_PUSH_ROWS) {
        const message = `A push carries at most ${MAX_PUSH_ROWS} rows. Send them in smaller parts.`;
        throw new AppError('resource-exhausted', message, { status: 413, path: 'rows' });
      }
      quota.take(c, collection, rows.filter(isCreate).length);
      const answer = await push(store, collection, rows, stampNow(clock, c.get('actor')));
      metrics.pushed(answer.verdicts);
      return c.json(answer);
    });
}

function toBytes(texts: readonly string[]): Buffer<ArrayBuffer> {
  const bytes = Buffer.allocUnsafe(texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0));
  let end = 0;
  for (const text of texts) end += bytes.write(text, end);
  return bytes;
}

function isCreate(row: unknown): boolean {
  return (row as { assumedMasterState?: unknown } | null)?.assumedMasterState === undefined;
}

/** @throws AppError `invalid-argument` for a name no collection can have */
export function readCollection(c: Context): string {
  const collection = c.req.param('collection') ?? '';
  const problem = findCollectionNameProblem(collection);
  if (problem) throw new AppError('invalid-argument', problem, { path: 'collection' });
  return collection;
}
