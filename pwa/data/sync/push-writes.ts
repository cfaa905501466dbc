import type { ApiClient } from '#shared/api/client.ts';
import { ROUTES } from '#shared/api/routes.ts';
import { AppError } from '#shared/kernel/app-error.ts';
import type { Clock } from '#shared/kernel/clock.ts';
import { MAX_PUSH_ROWS, type PushAnswer } from '#shared/sync/messages.ts';
import type { LocalDatabase } from '../store/database.ts';
import { applyVerdict, isFinal, rejectTooLarge } from './apply-verdict.ts';
import { dropOrphans } from './outbox.ts';
import { countFailure } from './parked-writes.ts';
import { addRewind, readCheckpoint } from './checkpoints.ts';
import { isOfAnotherEpoch, toEpoch, type CheckpointRecord } from './checkpoint-record.ts';
import { nextBatch, type PreparedRow, type PushBatch } from './push-rows.ts';

/** Rows per request: fewer after a request without a response, so that a slow link makes progress. */
export interface PushPace {
  maxRows: number;
}

export interface PushOptions {
  readonly database: LocalDatabase;
  readonly client: ApiClient;
  readonly clock: Clock;
  /** Called after each push, so that the new master states are pulled. */
  readonly onPushed: (collection: string) => void;
  /** Kept from one run to the next. */
  readonly pace?: PushPace;
  /** Whether a collection's writes are pushed now. Default: all. */
  readonly isSent?: (collection: string) => boolean;
}

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
    if (!batch) break;
    try {
      await pushPart(options, batch, run);
      pace.maxRows = Math.min(MAX_PUSH_ROWS, pace.maxRows * 2);
    } catch (error) {
      pace.maxRows = Math.max(1, Math.floor(batch.rows.length / 2));
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
    const [first, ...others] = batch.rows;
    const failure = toPushFailure(error);
    if (failure === 'call' && !(others.length === 0 && (await isServerWell(options.client)))) throw error;
    if (others.length > 0) {
      const half = Math.ceil(batch.rows.length / 2);
      await pushPart(options, { ...batch, rows: batch.rows.slice(0, half) }, run);
      await pushPart(options, { ...batch, rows: batch.rows.slice(half) }, run);
    } else if (first && failure === 'too large') {
      await rejectTooLarge(options, first);
    } else if (first) {
      if (!(await countFailure(options.database, first.record.id, failure === 'row'))) throw error;
      leaveOut(run, first, error);
    }
  }
}

async function pushBatch(
  options: PushOptions,
  { collection, rows }: PushBatch,
  run: RunState,
): Promise<void> {
  const { database, client, clock } = options;
  const body = { rows: rows.map(({ row }) => row) };
  const epoch = toEpoch(await readCheckpoint(database, collection));
  const response = await client.call(ROUTES.push, { params: { collection }, body });
  // Verdicts from an older epoch are void: the restore may have dropped those writes. Keep the rows and push again.
  const checkpoint = await readCheckpoint(database, collection);
  if (toEpoch(checkpoint) !== epoch) return;
  // Comes first: accepted writes must be pulled even if this tab ends before it has applied the verdicts.
  if (response.rewind !== undefined) await addRewind(database, collection, response.rewind);
  const verdicts = new Map(response.verdicts.map((verdict) => [verdict.writeId, verdict]));
  for (const pushed of rows) {
    const verdict = verdicts.get(pushed.row.newDocumentState.writeId ?? '');
    if (!verdict)
      throw new AppError('unavailable', 'The server sent no verdict on a write. The write is pushed again.');
    // A conflict with a state this device may not see can't be merged now; its rights may have changed.
    const isSettled =
      isFinal(verdict) &&
      (verdict.verdict !== 'conflict' || verdict.master !== undefined) &&
      (verdict.verdict === 'accepted' || !hasLostBase(pushed, checkpoint, response));
    if (isSettled) await applyVerdict({ database, clock }, pushed, verdict);
    else leaveOut(run, pushed, new AppError(verdict.code ?? 'unknown', verdict.message ?? 'Not now.'));
  }
  options.onPushed(collection);
}

/**
 * Whether a write's base may have been lost in a restore this device hasn't handled yet: the restart must decide about
 * the base first.
 */
function hasLostBase(
  { record, row }: PreparedRow,
  checkpoint: CheckpointRecord,
  { rewind }: PushAnswer,
): boolean {
  if (rewind !== undefined && isOfAnotherEpoch(checkpoint, rewind)) return true;
  const lost = checkpoint.isRestarting ? checkpoint.lost?.[record.documentId] : undefined;
  return lost !== undefined && row.assumedMasterState?.writeId === lost;
}

function leaveOut(run: RunState, { record }: PreparedRow, failure: unknown): void {
  run.leftOut.add(record.id);
  run.failure ??= failure;
}

/** Whether the server responds to other requests, so that a failed one failed because of its content. */
async function isServerWell(client: ApiClient): Promise<boolean> {
  try {
    await client.call(ROUTES.health);
    return true;
  } catch {
    return false;
  }
}

/** Drops notes of writes that never happened, and RxDB's leftovers of deleted records. */
export async function tidyOutbox(database: LocalDatabase, at: number): Promise<void> {
  await dropOrphans(database, at);
  await database.outbox.cleanup(0);
}

/** The cause of a failed push. */
type PushFailure =
  /** The network, the whole server or the caller's rights: the same rows may succeed later. */
  | 'call'
  /** One of the rows made the server fail or refuse the request. */
  | 'row'
  | 'too large';

/** Statuses that say nothing about the rows: token, rights, reset, rate limit, outdated client. */
const CALL_STATUSES: ReadonlySet<number> = new Set([401, 403, 408, 409, 425, 426, 429, 499, 502, 503, 504]);

function toPushFailure(error: unknown): PushFailure {
  if (!(error instanceof AppError)) return 'call';
  if (error.status === 413) return 'too large';
  return error.code === 'unavailable' || CALL_STATUSES.has(error.status) ? 'call' : 'row';
}
