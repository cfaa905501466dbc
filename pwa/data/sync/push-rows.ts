import { MAX_PUSH_BYTES, MAX_PUSH_ROWS, type PushRow } from '#shared/sync/messages.ts';
import type { ShopDatabase } from '../database.ts';
import { readState, withoutMeta } from './local-states.ts';
import { listRecords } from './outbox.ts';
import { toChain, type OutboxRecord } from './outbox-record.ts';

export interface PreparedRow {
  readonly record: OutboxRecord;
  readonly row: PushRow;
}

/** Rows of one collection that go in one request. */
export interface PushBatch {
  readonly collection: string;
  readonly rows: readonly PreparedRow[];
}

/** Room for the envelope and for what JSON escapes. */
const MAX_BATCH_CHARACTERS = MAX_PUSH_BYTES / 2;

/** The next rows to push, in the order of writing; neighbours of one collection share a request. */
export async function nextBatch(database: ShopDatabase): Promise<PushBatch | undefined> {
  const rows: PreparedRow[] = [];
  let characters = 0;
  for (const record of await listRecords(database)) {
    const first = rows[0]?.record.collectionName ?? record.collectionName;
    if (record.collectionName !== first || rows.length === MAX_PUSH_ROWS) break;
    const row = await toRow(database, record);
    if (!row) continue;
    characters += JSON.stringify(row).length;
    if (rows.length > 0 && characters > MAX_BATCH_CHARACTERS) break;
    rows.push({ record, row });
  }
  const collection = rows[0]?.record.collectionName;
  return collection === undefined ? undefined : { collection, rows };
}

async function toRow(database: ShopDatabase, record: OutboxRecord): Promise<PushRow | undefined> {
  const state = await readState(database, record.collectionName, record.documentId);
  if (state?.writeId === undefined) return undefined;
  const { entries, base } = toChain(record, state.writeId);
  const newest = entries.at(-1);
  if (!newest) return undefined;
  const { sync: _sync, ...newDocumentState } = withoutMeta(state);
  const trail = entries.slice(0, -1).map(({ writeId, at, data }) => ({ writeId, at, data }));
  return {
    ...(base ? { assumedMasterState: base.writeId ? { writeId: base.writeId } : base } : {}),
    newDocumentState: newDocumentState as PushRow['newDocumentState'],
    madeAt: newest.at,
    ...(trail.length > 0 ? { trail } : {}),
  };
}
