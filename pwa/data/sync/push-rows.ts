import { MAX_PUSH_BYTES, MAX_PUSH_ROWS, type PushRow } from '#shared/sync/messages.ts';
import type { WireDocument } from '#shared/sync/wire-document.ts';
import type { LocalDatabase } from '../store/database.ts';
import { readState, withoutMeta } from './local-states.ts';
import { listRecords } from './outbox.ts';
import { toChain, type Chain, type OutboxEntry, type OutboxRecord } from './outbox-record.ts';

export interface PreparedRow {
  readonly record: OutboxRecord;
  readonly row: PushRow;
  /** Whether the row holds only the older part of a chain too long for one request; the newer part follows. */
  readonly isPiece?: boolean;
}

/** Rows of one collection for one request. */
export interface PushBatch {
  readonly collection: string;
  readonly rows: readonly PreparedRow[];
}

export interface BatchLimits {
  readonly maxRows: number;
  /** Ids of records not to send in this run. */
  readonly leftOut: ReadonlySet<string>;
  /** Whether a collection's writes are pushed now. Default: all. */
  readonly isSent?: (collection: string) => boolean;
}

/** Half the limit: leaves room for the envelope and for JSON escapes. */
const MAX_BATCH_CHARACTERS = MAX_PUSH_BYTES / 2;
/** Most writes of one document in one request. */
const MAX_TRAIL = 500;

const NO_LIMITS: BatchLimits = { maxRows: MAX_PUSH_ROWS, leftOut: new Set() };

/**
 * The next rows to push, in the order of writing; consecutive rows of one collection share a request. Documents the
 * server has failed on come last, one per request.
 */
export async function nextBatch(
  database: LocalDatabase,
  limits: BatchLimits = NO_LIMITS,
): Promise<PushBatch | undefined> {
  const { leftOut, isSent = () => true } = limits;
  const waiting = (await listRecords(database)).filter(
    ({ id, isParked, collectionName }) => isParked !== true && !leftOut.has(id) && isSent(collectionName),
  );
  const isSuspect = (record: OutboxRecord) => (record.failures ?? 0) >= 1;
  const rows: PreparedRow[] = [];
  let characters = 0;
  for (const record of [...waiting.filter((one) => !isSuspect(one)), ...waiting.filter(isSuspect)]) {
    const first = rows[0]?.record;
    const isAnotherCall = first && (record.collectionName !== first.collectionName || isSuspect(record));
    if (isAnotherCall || rows.length >= limits.maxRows) break;
    const prepared = await prepareRow(database, record);
    if (!prepared) continue;
    characters += JSON.stringify(prepared.row).length;
    if (rows.length > 0 && characters > MAX_BATCH_CHARACTERS) break;
    rows.push(prepared);
    if (isSuspect(record)) break;
  }
  const collection = rows[0]?.record.collectionName;
  return collection === undefined ? undefined : { collection, rows };
}

async function prepareRow(database: LocalDatabase, record: OutboxRecord): Promise<PreparedRow | undefined> {
  const state = await readState(database, record.collectionName, record.documentId);
  if (state?.writeId === undefined) return undefined;
  const chain = toChain(record, state.writeId);
  const newest = chain.entries.at(-1);
  if (!newest) return undefined;
  const fitting = countFitting(chain.entries);
  if (fitting === chain.entries.length) return { record, row: toRow(chain, withoutMeta(state)) };
  // A merge has its own master state as base: the writes before it can't be sent without it.
  const merge = chain.entries.findLastIndex(({ rebasedOn }) => rebasedOn !== undefined);
  const head = chain.entries[fitting - 1];
  if (merge >= fitting || !head) {
    return { record, row: toRow({ ...chain, entries: [newest] }, withoutMeta(state)) };
  }
  const piece = { ...chain, entries: chain.entries.slice(0, fitting) };
  return { record, row: toRow(piece, toState(record, head)), isPiece: true };
}

/** How many of a chain's writes, oldest first, fit in one request; at least one. */
function countFitting(entries: readonly OutboxEntry[]): number {
  let characters = 0;
  for (const [index, entry] of entries.entries()) {
    characters += JSON.stringify(entry.data).length;
    if (index > 0 && (characters > MAX_BATCH_CHARACTERS || index >= MAX_TRAIL)) return index;
  }
  return entries.length;
}

function toState(record: OutboxRecord, { writeId, data, deleted }: OutboxEntry): WireDocument {
  return { ...data, FBUID: record.documentId, writeId, ...(deleted ? { _deleted: true } : {}) };
}

function toRow({ entries, base }: Chain, state: WireDocument): PushRow {
  const { sync: _sync, ...newDocumentState } = state;
  // A deletion in conflict was not accepted and the merge deletes again: the history needs it only once.
  const merge = entries.findLastIndex(({ rebasedOn }) => rebasedOn !== undefined);
  const earlier = entries.slice(0, -1).filter(({ deleted }, index) => !(deleted && index < merge));
  const trail = earlier.map(({ writeId, at, data }) => ({ writeId, at, data }));
  return {
    ...(base ? { assumedMasterState: base.writeId ? { writeId: base.writeId } : base } : {}),
    newDocumentState,
    madeAt: entries.at(-1)?.at,
    ...(trail.length > 0 ? { trail } : {}),
  };
}
