import type { ApiClient } from '#shared/api/client.ts';
import { ROUTES } from '#shared/api/routes.ts';
import type { Clock } from '#shared/kernel/clock.ts';
import { AppError } from '#shared/kernel/app-error.ts';
import {
  LEAST_PAGE_DOCUMENTS,
  MAX_PAGE_DOCUMENTS,
  PAGE_TOO_LARGE,
  RESET,
  SCOPE_CHANGED,
  type PokePage,
  type PullPage,
} from '#shared/sync/messages.ts';
import type { LocalDatabase } from '../store/database.ts';
import { applyPage } from './apply-page.ts';
import { listStates } from './local-states.ts';
import type { MaySend } from './lost-states.ts';
import { moveCheckpoint, readCheckpoint } from './checkpoints.ts';
import {
  hasPushedInAnotherEpoch,
  isKnownPage,
  isNextPage,
  isOutdated,
  isPulled,
  isSameCheckpoint,
  toServerCheckpoint,
  markUnfinished,
  type CheckpointRecord,
} from './checkpoint-record.ts';
import { beginRestart, endRestart } from './restart.ts';

/** Documents per page: more as long as full pages come quickly, fewer after a failed request. */
export interface PullPace {
  size: number;
  readonly most: number;
}

const FIRST_SIZE = 200;
/** A page that takes longer is large enough for its link. */
const QUICK_MS = 2000;

export function createPullPace(): PullPace {
  return { size: FIRST_SIZE, most: MAX_PAGE_DOCUMENTS };
}

export interface PullOptions {
  readonly database: LocalDatabase;
  readonly client: ApiClient;
  /** Kept from one run to the next. */
  readonly pace: PullPace;
  readonly clock: Clock;
  /** Default: everything. */
  readonly maySend?: MaySend;
  /** Called when everything is pulled again: what this reader may see is not what the last `hello` said. */
  readonly onRestart?: () => void;
  /** Called when the server's data has a new epoch. */
  readonly onReset?: () => void;
}

/** How an attempt ended: nothing newer, more to pull, or the reason to pull everything again. */
type Outcome = 'up to date' | 'more' | AppError;

/**
 * Pulls a collection until the server has nothing newer for this reader. A reset or a change of rights restarts it in
 * place: everything is pulled again, and documents that don't come leave this device, except those with waiting writes.
 * @throws AppError as the client does
 */
export async function pullCollection(options: PullOptions, collection: string): Promise<void> {
  const { database, maySend = () => true } = options;
  for (;;) {
    const record = await readCheckpoint(database, collection);
    const outcome = (await mustPullFromStart(database, record))
      ? await pullFromStart(options, record)
      : await pullPage(options, record);
    if (outcome === 'up to date') return;
    if (!(outcome instanceof AppError)) continue;
    await beginRestart({ database, maySend }, collection, outcome);
    options.onRestart?.();
    if (outcome.reason === RESET) options.onReset?.();
  }
}

/**
 * True also for a first pull with local documents: a push may have been acknowledged and lost since, and no checkpoint
 * would show that.
 */
async function mustPullFromStart(database: LocalDatabase, record: CheckpointRecord): Promise<boolean> {
  if (record.isRestarting) return true;
  return record.checkpoint === '' && (await listStates(database, record.collectionName)).length > 0;
}

/**
 * Applies a page that came with a poke, as if it had been pulled.
 * @returns whether the collection is up to date with it; if not, it must be pulled
 */
export async function applyPokePage(
  database: LocalDatabase,
  collection: string,
  page: PokePage,
): Promise<boolean> {
  const record = await readCheckpoint(database, collection);
  if (!isPulled(record) || record.isRestarting || record.rewinds.length > 0) return false;
  if (isKnownPage(record, page)) return true;
  if (!isNextPage(record, page)) return false;
  // It may be late, and then it lacks what was accepted since.
  const outcome = await takePage(database, record, { ...page, isFull: false }, async () => true);
  return outcome === 'up to date';
}

async function pullPage(options: PullOptions, record: CheckpointRecord): Promise<Outcome> {
  const page = await fetchPage(options, record);
  if (await isOvertaken(options.database, record)) return 'more';
  if (page instanceof AppError) return page;
  const { database } = options;
  const isLate = async () => isOutdated(record, await readCheckpoint(database, record.collectionName));
  return takePage(database, record, page, isLate);
}

async function takePage(
  database: LocalDatabase,
  record: CheckpointRecord,
  page: FetchedPage,
  isLate: () => Promise<boolean>,
): Promise<'up to date' | 'more'> {
  const isWhole = await applyPage(database, record.collectionName, page.documents, { isOutdated: isLate });
  // The page may predate accepted writes of this device: fetch it again.
  if (!isWhole) return 'more';
  const isLast = !page.isFull;
  const checkpoint = isLast || isPulled(record) ? page.checkpoint : markUnfinished(page.checkpoint);
  const isMoved = await moveCheckpoint(database, record, { checkpoint });
  return isLast && isMoved ? 'up to date' : 'more';
}

/** Pulls everything. The checkpoint moves only at the end, so an interrupted run starts again at the first page. */
async function pullFromStart(options: PullOptions, record: CheckpointRecord): Promise<Outcome> {
  const { database, clock } = options;
  const { collectionName: collection } = record;
  const received = new Set<string>();
  let checkpoint = '';
  // A write that was pushed meanwhile, in an epoch that has ended: the pages lack it, and only a reset tells so.
  const isStale = async () =>
    hasPushedInAnotherEpoch(record, await readCheckpoint(database, collection), checkpoint);
  for (;;) {
    // With the first page the rewinds only carry the epoch this device has pushed in.
    const rewinds = checkpoint === '' ? record.rewinds : [];
    const page = await fetchPage(options, { ...record, checkpoint, rewinds });
    if (await isOvertaken(database, record)) return 'more';
    if (page instanceof AppError) return page;
    checkpoint = page.checkpoint;
    const restart = { checkpoint: record, clock };
    const isWhole = await applyPage(database, collection, page.documents, { restart, isOutdated: isStale });
    if (!isWhole) return 'more';
    for (const { FBUID } of page.documents) received.add(FBUID);
    if (!page.isFull) break;
  }
  await endRestart({ database, clock, isStale }, record, received);
  const isMoved = await moveCheckpoint(database, record, { checkpoint, isRestarting: false, lost: {} });
  return isMoved ? 'up to date' : 'more';
}

/** Whether another tab moved on meanwhile, perhaps to a new epoch: then the page is stale. */
async function isOvertaken(database: LocalDatabase, record: CheckpointRecord): Promise<boolean> {
  return !isSameCheckpoint(await readCheckpoint(database, record.collectionName), record);
}

/** The page, or the reason to pull everything again. */
async function fetchPage(
  { client, clock, pace }: Pick<PullOptions, 'client' | 'clock' | 'pace'>,
  record: CheckpointRecord,
): Promise<FetchedPage | AppError> {
  const { collectionName: collection, checkpoint, rewinds } = record;
  const { size } = pace;
  const from = clock.now();
  try {
    const query = { after: toServerCheckpoint(checkpoint), rewind: rewinds, limit: size };
    const page = await client.call(ROUTES.pull, { params: { collection }, query });
    const isFull = page.documents.length >= size;
    if (isFull && clock.now() - from < QUICK_MS) pace.size = Math.min(pace.most, size * 2);
    return { ...page, isFull };
  } catch (error) {
    // A refusal of a request from the start is retried later, not at once.
    const isBeginning = checkpoint === '' && rewinds.length === 0;
    if (!isBeginning && error instanceof AppError && isCheckpointRefused(error)) return error;
    pace.size = Math.max(Math.min(LEAST_PAGE_DOCUMENTS, size), Math.floor(size / 2));
    if (error instanceof AppError && error.reason === PAGE_TOO_LARGE && pace.size < size)
      return fetchPage({ client, clock, pace }, record);
    throw error;
  }
}

type FetchedPage = PullPage & {
  /** Whether more may follow. */
  readonly isFull: boolean;
};

/** Whether the checkpoint is refused: another epoch, other rights, or another checkpoint format. */
function isCheckpointRefused({ code, path, reason }: AppError): boolean {
  return reason === RESET || reason === SCOPE_CHANGED || (code === 'invalid-argument' && path === 'after');
}
