import { Hono, type Context } from 'hono';
import * as v from 'valibot';
import { findIdProblem } from '#shared/documents/document-ids.ts';
import { AppError } from '#shared/kernel/app-error.ts';
import type { Clock } from '#shared/kernel/clock.ts';
import { createId } from '#shared/kernel/ids.ts';
import { isJsonObject, type JsonObject } from '#shared/kernel/json.ts';
import { toContent, type WireDocument } from '#shared/sync/wire-document.ts';
import { readCollectionDocuments } from '#server/core/collection-read.ts';
import {
  changeDocument,
  readDocument,
  readHistory,
  type DocumentChange,
} from '#server/core/document-calls.ts';
import type { DocumentKey, DocumentStore } from '#server/core/document-store.ts';
import { stampNow } from '#server/core/stamp.ts';
import type { AppEnv } from './app-env.ts';
import type { EnquiryQuota } from './enquiry-quota.ts';
import { readJson } from './read-body.ts';
import { readInstant, readInteger } from './read-query.ts';
import { readCollection } from './sync-routes.ts';

const MAX_BYTES = 1_200_000;
// Not `looseObject`: its copy lacks fields named `constructor`, `prototype` and `__proto__`.
const bodySchema = v.custom<JsonObject>(isJsonObject, 'A document is an object.');

/** The specification's document calls: whole collections, single documents, and their history. */
export function documentRoutes(store: DocumentStore, clock: Clock, quota: EnquiryQuota): Hono<AppEnv> {
  async function change(
    c: Context<AppEnv>,
    key: DocumentKey,
    changeOf: DocumentChange,
  ): Promise<WireDocument> {
    const mayCreate = changeOf.kind === 'create' || changeOf.kind === 'set';
    quota.take(c, key.collection, mayCreate ? 1 : 0);
    return changeDocument(store, key, changeOf, stampNow(clock, c.get('actor')));
  }
  const readData = async (c: Context) => toContent(await readJson(c, bodySchema, MAX_BYTES));

  return new Hono<AppEnv>()
    .get('/:collection', async (c) => {
      const { orderBy, direction, field, value } = c.req.query();
      const query = { collection: readCollection(c), orderBy, direction, field, value };
      return c.json({ documents: await readCollectionDocuments(store, query, c.get('actor')) });
    })
    .post('/:collection', async (c) => {
      const data = await readData(c);
      const id = typeof data['FBUID'] === 'string' && data['FBUID'] !== '' ? data['FBUID'] : createId();
      return c.json(await change(c, toKey(readCollection(c), id), { kind: 'create', data }), 201);
    })
    .get('/:collection/:id', async (c) => c.json(await readDocument(store, readKey(c), c.get('actor'))))
    .put('/:collection/:id', async (c) =>
      c.json(await change(c, readKey(c), { kind: 'set', data: await readData(c) })),
    )
    .patch('/:collection/:id', async (c) =>
      c.json(await change(c, readKey(c), { kind: 'merge', data: await readData(c) })),
    )
    .delete('/:collection/:id', async (c) => c.json(await change(c, readKey(c), { kind: 'delete' })))
    .get('/:collection/:id/history', async (c) => {
      const page = {
        before: readInstant(c, 'before'),
        limit: readInteger(c, 'limit', { min: 1, max: 200, fallback: 50 }),
      };
      const rows = await readHistory(store, readKey(c), page, c.get('actor'));
      const entries = rows.map(({ at, madeAt, operation, writeId, data, updatedBy, device }) => ({
        at,
        madeAt: madeAt ?? null,
        operation,
        writeId,
        data,
        updatedAt: at,
        updatedBy,
        device: device ?? null,
      }));
      return c.json({ entries });
    });
}

/** @throws AppError `invalid-argument` for names and ids that can't be */
export function readKey(c: Context): DocumentKey {
  return toKey(readCollection(c), c.req.param('id') ?? '');
}

function toKey(collection: string, id: string): DocumentKey {
  const problem = findIdProblem(id);
  if (problem) throw new AppError('invalid-argument', problem, { path: 'FBUID' });
  return { collection, id };
}
