import type { ApiClient } from '#shared/api/client.ts';
import { ROUTES } from '#shared/api/routes.ts';
import { AppError } from '#shared/kernel/app-error.ts';
import type { Clock } from '#shared/kernel/clock.ts';
import { MAX_PUSH_ROWS, MAX_PUSH_BYTES, type PushRow } from '#shared/sync/messages.ts';
import type { WireDocument } from '#shared/sync/wire-document.ts';
import type { LocalDatabase } from '../store/database.ts';
import { applyVerdict, isFinal, rejectTooLarge } from './apply-verdict.ts';
import { dropOrphans, listRecords } from './outbox.ts';
import { countFailure } from './parked-writes.ts';
import { addRewind, readCheckpoint } from './checkpoints.ts';
import { isOfAnotherEpoch, toEpoch, type CheckpointRecord } from './checkpoint-record.ts';
import { readState } from './local-states.ts';
import { withoutMeta } from './on-disk.ts';
import {
  toChain,
  type Chain,
  type OutboxEntry,
  type OutboxRecord,
  type PreparedRow,
} from './outbox-record.ts';

/** Rows per request: fewer after a request without a response, so that a slow link makes progress. */
export interface PushPace {
  maxRows: number;
}

export interface PushOptions {
  readonly database: LocalDatabase;
  readonly client: ApiClient;
  readonly clock: Clock;
  /** The account whose store this is; `undefined` for the device's own. */
  readonly accountId?: string | undefined;
  /** Called after each push, so that the new master states are pulled. */
  readonly onPushed: (collection: string) => void;
  /** Kept from one run to the next. */
  readonly pace?: PushPace;
  /** Whether a document's writes are pushed now. Default: all. */
  readonly isSent?: IsSent;
}

export type IsSent = (collection: string, record: OutboxRecord) => boolean;

export function createPushPace(): PushPace {
  return { maxRows: MAX_PUSH_ROWS };
}

/** Rows a run could not settle, which it doesn't try twice, and their first failure, which it throws at its end. */
interface RunState {
  readonly leftOut: Set<string>;
  failure: unknown;
}

/**
 * Pushes until nothing waits except rows the server fails on.
 * @throws AppError when a row got no final verdict; it stays in the outbox
 */
export async function pushWrites(options: PushOptions): Promise<void> {
  const pace = options.pace ?? createPushPace();
  const run: RunState = { leftOut: new Set(), failure: undefined };
  for (;;) {
    const { database, isSent } = options;
    const limits = { maxRows: pace.maxRows, leftOut: run.leftOut, ...(isSent ? { isSent } : {}) };
    const batch = await nextBatch(database, limits);
    if (batch.length === 0) break;
    try {
      await pushPart(options, batch, run);
      pace.maxRows = Math.min(MAX_PUSH_ROWS, pace.maxRows * 2);
    } catch (error) {
      pace.maxRows = Math.max(1, Math.floor(batch.length / 2));
      throw error;
    }
  }
  await dropOrphans(options.database, options.clock.now());
  if (run.failure !== undefined) throw run.failure;
}

/** Pushes rows. If one of them makes the server fail, bisects the batch so that the others go through. */
async function pushPart(options: PushOptions, batch: PushBatch, run: RunState): Promise<void> {
  try {
    return await pushBatch(options, batch, run);
  } catch (error) {
    const [first, ...others] = batch;
    const failure = toPushFailure(error);
    if (failure === 'request') throw error;
    if (others.length > 0) {
      const half = Math.ceil(batch.length / 2);
      await pushPart(options, batch.slice(0, half), run);
      await pushPart(options, batch.slice(half), run);
    } else if (first && failure === 'too large') {
      await rejectTooLarge(options, first);
    } else if (first) {
      await countFailure(options.database, first.record.id);
      leaveOut(run, first, error);
    }
  }
}

async function pushBatch(options: PushOptions, rows: PushBatch, run: RunState): Promise<void> {
  const { database, client, clock, accountId: account } = options;
  const epochs = new Map<string, string>();
  for (const { collection } of rows.map(({ row }) => row)) {
    if (!epochs.has(collection)) epochs.set(collection, toEpoch(await readCheckpoint(database, collection)));
  }
  const body = { rows: rows.map(({ row }) => row), ...(account !== undefined && { account }) };
  const response = await client.call(ROUTES.push, { body });
  const rewinds = new Map(response.rewinds.map(({ collection, checkpoint }) => [collection, checkpoint]));
  const checkpoints = new Map<string, CheckpointRecord>();
  for (const [collection, epoch] of epochs) {
    const checkpoint = await readCheckpoint(database, collection);
    // Verdicts from an older epoch are void: the restore may have dropped those writes. Keep the rows and push again.
    if (toEpoch(checkpoint) !== epoch) continue;
    checkpoints.set(collection, checkpoint);
    // Comes first: accepted writes must be pulled even if this tab ends before it has applied the verdicts.
    const rewind = rewinds.get(collection);
    if (rewind !== undefined) await addRewind(database, collection, rewind);
  }
  const verdicts = new Map(response.verdicts.map((verdict) => [verdict.writeId, verdict]));
  for (const pushed of rows) {
    const { collection, newDocumentState } = pushed.row;
    const checkpoint = checkpoints.get(collection);
    if (!checkpoint) continue;
    const verdict = verdicts.get(newDocumentState.writeId ?? '');
    if (!verdict)
      throw new AppError('unavailable', 'The server sent no verdict on a write. The write is pushed again.');
    // A conflict with a state this device may not see can't be merged now; its rights may have changed.
    const isSettled =
      isFinal(verdict) &&
      (verdict.verdict !== 'conflict' || verdict.master !== undefined) &&
      (verdict.verdict === 'accepted' || !hasLostBase(pushed, checkpoint, rewinds.get(collection)));
    if (isSettled) await applyVerdict({ database, clock }, pushed, verdict);
    else leaveOut(run, pushed, new AppError(verdict.code ?? 'unknown', verdict.message ?? 'Not now.'));
  }
  for (const [collection, { restarts }] of checkpoints) {
    const rewind = rewinds.get(collection);
    // A pull since then has used the rewind up, and left out the documents whose writes were still in the outbox.
    const isCurrent = (await readCheckpoint(database, collection)).restarts === restarts;
    if (rewind !== undefined && isCurrent) await addRewind(database, collection, rewind);
    options.onPushed(collection);
  }
}

/**
 * Whether a write's base may have been lost in a restore this device hasn't handled yet: the restart must decide about
 * the base first.
 */
function hasLostBase(
  { record, row }: PreparedRow,
  checkpoint: CheckpointRecord,
  rewind: string | undefined,
): boolean {
  if (rewind !== undefined && isOfAnotherEpoch(checkpoint, rewind)) return true;
  const lost = checkpoint.isRestarting ? checkpoint.lost?.[record.documentId] : undefined;
  return lost !== undefined && row.assumedMasterState?.writeId === lost;
}

function leaveOut(run: RunState, { record }: PreparedRow, failure: unknown): void {
  run.leftOut.add(record.id);
  run.failure ??= failure;
}

/** Drops notes of writes that never happened, and RxDB's leftovers of deleted records. */
export async function tidyOutbox(database: LocalDatabase, at: number): Promise<void> {
  await dropOrphans(database, at);
  await database.outbox.cleanup(0);
}

/** The cause of a failed push. */
type PushFailure =
  /** The network, the whole server or the caller's rights: says nothing about the rows, which may succeed later. */
  | 'request'
  /** One of the rows made the server fail. */
  | 'row'
  | 'too large';

function toPushFailure(error: unknown): PushFailure {
  const status = error instanceof AppError ? error.status : undefined;
  return status === 500 ? 'row' : status === 413 ? 'too large' : 'request';
}

/** Rows for one request. */
type PushBatch = readonly PreparedRow[];

interface BatchLimits {
  readonly maxRows: number;
  /** Ids of records not to send in this run. */
  readonly leftOut: ReadonlySet<string>;
  /** Whether a document's writes are pushed now. Default: all. */
  readonly isSent?: IsSent;
}

/** Half the limit: leaves room for the envelope and for JSON escapes. */
const MAX_BATCH_CHARACTERS = MAX_PUSH_BYTES / 2;
/** Most writes of one document in one request. */
const MAX_TRAIL = 500;

const NO_LIMITS: BatchLimits = { maxRows: MAX_PUSH_ROWS, leftOut: new Set() };

/**
 * The next rows to push, in the order of writing; none when nothing waits. Documents the server has failed on come last,
 * one per request.
 */
export async function nextBatch(
  database: LocalDatabase,
  limits: BatchLimits = NO_LIMITS,
): Promise<PushBatch> {
  const { leftOut, isSent = () => true } = limits;
  const waiting = (await listRecords(database)).filter(
    (record) => record.isParked !== true && !leftOut.has(record.id) && isSent(record.collectionName, record),
  );
  const isSuspect = (record: OutboxRecord) => (record.failures ?? 0) >= 1;
  const rows: PreparedRow[] = [];
  let characters = 0;
  for (const record of [...waiting.filter((one) => !isSuspect(one)), ...waiting.filter(isSuspect)]) {
    if (rows.length >= limits.maxRows || (rows.length > 0 && isSuspect(record))) break;
    const prepared = await prepareRow(database, record);
    if (!prepared) continue;
    characters += JSON.stringify(prepared.row).length;
    if (rows.length > 0 && characters > MAX_BATCH_CHARACTERS) break;
    rows.push(prepared);
    if (isSuspect(record)) break;
  }
  return rows;
}

async function prepareRow(database: LocalDatabase, record: OutboxRecord): Promise<PreparedRow | undefined> {
  const state = await readState(database, record.collectionName, record.documentId);
  if (state?.writeId === undefined) return undefined;
  const chain = toChain(record, state.writeId);
  const newest = chain.entries.at(-1);
  if (!newest) return undefined;
  const fitting = countFitting(chain.entries);
  if (fitting === chain.entries.length) return { record, row: toRow(record, chain, withoutMeta(state)) };
  // A merge has its own master state as base: the writes before it can't be sent without it.
  const merge = chain.entries.findLastIndex(({ rebasedOn }) => rebasedOn !== undefined);
  const head = chain.entries[fitting - 1];
  if (merge >= fitting || !head) {
    return { record, row: toRow(record, { ...chain, entries: [newest] }, withoutMeta(state)) };
  }
  const piece = { ...chain, entries: chain.entries.slice(0, fitting) };
  return { record, row: toRow(record, piece, toState(record, head)), isPiece: true };
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

function toRow({ collectionName }: OutboxRecord, { entries, base }: Chain, state: WireDocument): PushRow {
  const { sync: _sync, ...newDocumentState } = state;
  // A deletion in conflict was not accepted and the merge deletes again: the history needs it only once.
  const merge = entries.findLastIndex(({ rebasedOn }) => rebasedOn !== undefined);
  const earlier = entries.slice(0, -1).filter(({ deleted }, index) => !(deleted && index < merge));
  const trail = earlier.map(({ writeId, at, data }) => ({ writeId, at, data }));
  return {
    collection: collectionName,
    ...(base ? { assumedMasterState: base.writeId ? { writeId: base.writeId } : base } : {}),
    newDocumentState,
    madeAt: entries.at(-1)?.at,
    ...(trail.length > 0 ? { trail } : {}),
  };
}
