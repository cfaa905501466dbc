import type { Context } from 'hono';
import { ENDPOINTS } from '#shared/api/endpoints.ts';
import type { Clock } from '#shared/kernel/clock.ts';
import { createId } from '#shared/kernel/ids.ts';
import { toContent, type WireDocument } from '#shared/sync/wire-document.ts';
import {
  changeDocument,
  isTaken,
  readDocument,
  readHistory,
  type DocumentChange,
} from '#server/core/document-calls.ts';
import type { DocumentStore } from '#server/core/document-store.ts';
import type { DocumentKey } from '#server/core/stored-document.ts';
import { restoreEntry } from '#server/core/restore.ts';
import { stampNow } from '#server/core/stamp.ts';
import { assertDocumentId, type ApiRouter } from './api-router.ts';
import type { AppEnv } from './app-env.ts';
import type { NetworkReader } from './caller-network.ts';
import { createCollectionResponses } from './collection-responses.ts';
import { countDocument, type WriteQuota } from './write-quota.ts';

export interface DocumentParts {
  readonly store: DocumentStore;
  readonly clock: Clock;
  readonly quota: WriteQuota;
  readonly networkOf: NetworkReader;
}

/** The specification's document calls: collections, documents, their history and restoring from it. */
export function documentRoutes(api: ApiRouter, { store, clock, quota, networkOf }: DocumentParts): void {
  async function change(
    c: Context<AppEnv>,
    key: DocumentKey,
    changeOf: DocumentChange,
  ): Promise<WireDocument> {
    const mayCreate = changeOf.kind === 'create' || changeOf.kind === 'set';
    const admitted = await quota.admit(c, store, countDocument(key.collection, mayCreate));
    return changeDocument(admitted, key, changeOf, stampNow(clock, c.get('actor')));
  }

  const respond = createCollectionResponses({ store, networkOf });
  api.onRaw(ENDPOINTS.documents, (c, { params: { collection }, query, actor }) =>
    respond(c, { collection, ...query }, actor),
  );
  api.on(ENDPOINTS.createDocument, ({ params: { collection }, body }, c) => {
    const data = toContent(body);
    const id = typeof data['FBUID'] === 'string' && data['FBUID'] !== '' ? data['FBUID'] : createId();
    assertDocumentId(id);
    return change(c, { collection, id }, { kind: 'create', data });
  });
  api.on(ENDPOINTS.document, ({ params, actor }) => readDocument(store, params, actor));
  api.on(ENDPOINTS.setDocument, ({ params, body }, c) =>
    change(c, params, { kind: 'set', data: toContent(body) }),
  );
  api.on(ENDPOINTS.mergeDocument, ({ params, body }, c) =>
    change(c, params, { kind: 'merge', data: toContent(body) }),
  );
  api.on(ENDPOINTS.deleteDocument, ({ params }, c) => change(c, params, { kind: 'delete' }));
  api.on(ENDPOINTS.exists, ({ params, actor }) => isTaken(store, params, actor));
  api.on(ENDPOINTS.history, async ({ params, query, actor }) => {
    const { rows, isCut } = await readHistory(store, params, query, actor);
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
    return isCut ? { entries, isCut } : { entries };
  });
  api.on(ENDPOINTS.restore, async ({ params, body, actor }, c) => {
    const admitted = await quota.admit(c, store, countDocument(params.collection, false));
    return restoreEntry(admitted, params, body.at, stampNow(clock, actor));
  });
}
