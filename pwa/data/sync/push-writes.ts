import type { ApiClient } from '#shared/api/client.ts';
import { ROUTES } from '#shared/api/routes.ts';
import { AppError } from '#shared/kernel/app-error.ts';
import type { Clock } from '#shared/kernel/clock.ts';
import { MAX_PUSH_ROWS, type PushAnswer } from '#shared/sync/messages.ts';
import type { LocalDatabase } from '../store/database.ts';
import { applyVerdict, isFinal, keepTooLarge } from './apply-verdict.ts';
import { dropOrphans } from './outbox.ts';
import { countFailure } from './parked-writes.ts';
import { addRewind, readCheckpoint } from './checkpoints.ts';
import { isOfAnotherEpoch, toEpoch, type CheckpointRecord } from './checkpoint-record.ts';
import { nextBatch, type PreparedRow, type PushBatch } from './push-rows.ts';

/** How many rows go in one request; fewer after a request that brought no answer, so that a slow link gets on. */
export interface PushPace {
  maxRows: number;
}

export interface PushOptions {
  readonly database: LocalDatabase;
  readonly client: ApiClient;
  readonly clock: Clock;
  /** Told when a push has written something, so that its master state is pulled. */
  readonly onPushed: (collection: string) => void;
  /** Kept from one run to the next. */
  readonly pace?: PushPace;
  /** Whether a collection's writes go out now; all of them unless told otherwise. */
  readonly isSent?: (collection: string) => boolean;
}

export function createPushPace(): PushPace {
  return { maxRows: MAX_PUSH_ROWS };
}

/** What a run remembers of rows that couldn't be settled: they aren't tried twice, and the first failure is told. */
interface RunState {
  readonly leftOut: Set<string>;
  failure: unknown;
}

/**
 * Pushes until nothing waits any more but what the server fails on.
 * @throws AppError when no verdict came for something; then it stays in the outbox
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

/** Pushes rows; where one of them makes the server fail, it is found by halving, and its neighbours go through. */
async function pushPart(options: PushOptions, batch: PushBatch, run: RunState): Promise<void> {
  try {
    return await pushBatch(options, batch, run);
  } catch (error) {
    const [lone, ...others] = batch.rows;
    const about = toPushFailure(error);
    if (about === 'call' && !(others.length === 0 && (await isServerWell(options.client)))) throw error;
    if (others.length > 0) {
      const half = Math.ceil(batch.rows.length / 2);
      await pushPart(options, { ...batch, rows: batch.rows.slice(0, half) }, run);
      await pushPart(options, { ...batch, rows: batch.rows.slice(half) }, run);
    } else if (lone && about === 'too large') {
      await keepTooLarge(options, lone);
    } else if (lone) {
      if (!(await countFailure(options.database, lone.record.id, about === 'row'))) throw error;
      leaveOut(run, lone, error);
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
  const answer = await client.call(ROUTES.push, { params: { collection }, body });
  // What an earlier life of the server's data took may be lost since, and its states outrank nothing: the rows still
  // wait, and are sent again at once.
  const checkpoint = await readCheckpoint(database, collection);
  if (toEpoch(checkpoint) !== epoch) return;
  // First of all: what was accepted must be pulled, even if this tab ends before it has read the verdicts.
  if (answer.rewind !== undefined) await addRewind(database, collection, answer.rewind);
  const verdicts = new Map(answer.verdicts.map((verdict) => [verdict.writeId, verdict]));
  for (const pushed of rows) {
    const verdict = verdicts.get(pushed.row.newDocumentState.writeId ?? '');
    if (!verdict)
      throw new AppError('unavailable', 'The server did not say what became of a write. It is asked again.');
    // A conflict with a state this device isn't shown can't be merged now; its rights may have changed.
    const isAnswered =
      isFinal(verdict) &&
      (verdict.verdict !== 'conflict' || verdict.master !== undefined) &&
      (verdict.verdict === 'accepted' || !isAboutLostBase(pushed, checkpoint, answer));
    if (isAnswered) await applyVerdict({ database, clock }, pushed, verdict);
    else leaveOut(run, pushed, new AppError(verdict.code ?? 'unknown', verdict.message ?? 'Not now.'));
  }
  options.onPushed(collection);
}

/**
 * Whether a write may stand on what a restore has lost and this device hasn't dealt with yet: the restart decides what
 * becomes of that first.
 */
function isAboutLostBase(
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

/** Whether a request that wasn't answered failed because of itself: the server is there and answers others. */
async function isServerWell(client: ApiClient): Promise<boolean> {
  try {
    await client.call(ROUTES.health);
    return true;
  } catch {
    return false;
  }
}

/** Drops notes of writes that were never made, and what is left of old ones. */
export async function tidyOutbox(database: LocalDatabase, at: number): Promise<void> {
  await dropOrphans(database, at);
  await database.outbox.cleanup(0);
}

/** What a failed push is about. */
type PushFailure =
  /** The network, the server as a whole, or who calls: the same rows will do later. */
  | 'call'
  /** One of the rows made the server fail, or the request was refused because of one. */
  | 'row'
  | 'too large';

/** Answers that say nothing of the rows: token, rights of the device, a reset, too many calls, too old a client. */
const ABOUT_THE_CALL: ReadonlySet<number> = new Set([401, 403, 408, 409, 425, 426, 429, 499, 502, 503, 504]);

function toPushFailure(error: unknown): PushFailure {
  if (!(error instanceof AppError)) return 'call';
  if (error.status === 413) return 'too large';
  return error.code === 'unavailable' || ABOUT_THE_CALL.has(error.status) ? 'call' : 'row';
}
