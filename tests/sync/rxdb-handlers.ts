import { Subject } from 'rxjs';
import type { RxCollection, WithDeleted } from 'rxdb/plugins/core';
import { replicateRxCollection, type RxReplicationState } from 'rxdb/plugins/replication';
import type { ApiClient } from '#shared/api/client.ts';
import { ROUTES } from '#shared/api/routes.ts';
import type { PullPage, PushResponse } from '#shared/sync/messages.ts';

/** A checkpoint for RxDB: an object, because RxDB would spread a string into one. */
interface Checkpoint {
  readonly at: string;
}

type Document = Record<string, unknown>;

export interface StockReplication {
  readonly state: RxReplicationState<Document, Checkpoint>;
  /** Signals a change on the server. */
  poke(): void;
}

/** RxDB's stock replication over this server's pull and push. Maps ids and omits fields added by the server. */
export function replicateWithRxdb(
  collection: RxCollection<Document>,
  client: ApiClient,
  options: { readonly isLive: boolean; readonly idField: string },
): StockReplication {
  const { isLive, idField } = options;
  const stream$ = new Subject<'RESYNC'>();
  const rewinds = new Set<string>();
  const params = { collection: collection.name };
  const toWire = (document: Document) => ({ ...document, FBUID: document[idField] });
  const fromWire = ({ FBUID: _FBUID, writeId: _writeId, sync: _sync, _deleted, ...document }: Document) =>
    ({ ...document, _deleted: _deleted ?? false }) as WithDeleted<Document>;

  const state = replicateRxCollection<Document, Checkpoint>({
    collection,
    replicationIdentifier: `stock-${collection.database.token}-${String(isLive)}`,
    live: isLive,
    retryTime: 100,
    waitForLeadership: false,
    pull: {
      batchSize: 50,
      stream$: stream$.asObservable(),
      async handler(checkpoint, limit) {
        const query = { after: checkpoint?.at ?? '', rewind: [...rewinds], limit };
        rewinds.clear();
        const page = (await client.call(ROUTES.pull, { params, query })) as PullPage;
        return { documents: page.documents.map(fromWire), checkpoint: { at: page.checkpoint } };
      },
    },
    push: {
      batchSize: 50,
      async handler(rows) {
        const body = {
          rows: rows.map(({ newDocumentState, assumedMasterState }) => ({
            ...params,
            newDocumentState: toWire(newDocumentState),
            ...(assumedMasterState ? { assumedMasterState: toWire(assumedMasterState) } : {}),
          })),
        };
        const answer = (await client.call(ROUTES.push, { body })) as PushResponse;
        for (const { checkpoint } of answer.rewinds) rewinds.add(checkpoint);
        const refused = answer.verdicts.find(({ verdict }) => verdict === 'rejected' || verdict === 'gone');
        if (refused) throw new Error(`${refused.verdict}: ${refused.message ?? ''}`);
        return answer.verdicts.flatMap(({ master }) => (master ? [fromWire(master)] : []));
      },
    },
  });
  return { state, poke: () => stream$.next('RESYNC') };
}
