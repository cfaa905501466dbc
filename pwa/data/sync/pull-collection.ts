import type { ApiClient } from '#shared/api/client.ts';
import { ROUTES } from '#shared/api/routes.ts';
import type { Clock } from '#shared/kernel/clock.ts';
import { AppError } from '#shared/kernel/app-error.ts';
import { RESET, SCOPE_CHANGED, type PullPage } from '#shared/sync/messages.ts';
import type { LocalDatabase } from '../store/database.ts';
import { applyPage } from './apply-page.ts';
import { listStates } from './local-states.ts';
import type { MaySend } from './lost-states.ts';
import { moveCheckpoint, readCheckpoint } from './checkpoints.ts';
import {
  isOutdated,
  isPulled,
  isSameCheckpoint,
  toGiven,
  toUnfinished,
  type CheckpointRecord,
} from './checkpoint-record.ts';
import { beginRestart, endRestart } from './restart.ts';

export interface PullOptions {
  readonly database: LocalDatabase;
  readonly client: ApiClient;
  readonly pageSize: number;
  readonly clock: Clock;
  /** Everything unless told otherwise. */
  readonly maySend?: MaySend;
  /** Told when the server's data have begun another life. */
  readonly onReset?: () => void;
}

/** How an attempt ended: nothing newer is there, there is more, or why everything must be pulled anew. */
type Outcome = 'up to date' | 'more' | AppError;

/**
 * Pulls a collection until the server has nothing newer for this reader. A reset or a change of rights restarts it in
 * place: everything is pulled anew, and what doesn't come again is taken off this device, pending writes excepted.
 * @throws AppError as the client does
 */
export async function pullCollection(options: PullOptions, collection: string): Promise<void> {
  const { database, maySend = () => true } = options;
  for (;;) {
    const record = await readCheckpoint(database, collection);
    const outcome = (await isAnew(database, record))
      ? await pullAnew(options, record)
      : await pullPage(options, record);
    if (outcome === 'up to date') return;
    if (!(outcome instanceof AppError)) continue;
    await beginRestart({ database, maySend }, collection, outcome);
    if (outcome.reason === RESET) options.onReset?.();
  }
}

/**
 * A first pull too, where anything is here already: a push may have brought a state that the server has lost since, and
 * no checkpoint tells of it.
 */
async function isAnew(database: LocalDatabase, record: CheckpointRecord): Promise<boolean> {
  if (record.isRestarting) return true;
  return record.checkpoint === '' && (await listStates(database, record.collectionName)).length > 0;
}

async function pullPage(options: PullOptions, record: CheckpointRecord): Promise<Outcome> {
  const { database } = options;
  const page = await fetchPage(options, record);
  if (await isOvertaken(database, record)) return 'more';
  if (page instanceof AppError) return page;
  const isWhole = await applyPage(database, record.collectionName, page.documents, {
    isOutdated: async () => isOutdated(record, await readCheckpoint(database, record.collectionName)),
  });
  // Not all of it could be told from what this device has written since: the same page is asked for once more.
  if (!isWhole) return 'more';
  const isLast = page.documents.length < options.pageSize;
  const checkpoint = isLast || isPulled(record) ? page.checkpoint : toUnfinished(page.checkpoint);
  await moveCheckpoint(database, record, { checkpoint });
  return isLast ? 'up to date' : 'more';
}

/** Pulls everything; the checkpoint moves only at the end, so that whatever is cut off begins again at the first page. */
async function pullAnew(options: PullOptions, record: CheckpointRecord): Promise<Outcome> {
  const { database, clock } = options;
  const { collectionName: collection } = record;
  const received = new Set<string>();
  let checkpoint = '';
  for (;;) {
    // At first they only say in which life of the server's data this device has pushed.
    const rewinds = checkpoint === '' ? record.rewinds : [];
    const page = await fetchPage(options, { ...record, checkpoint, rewinds });
    if (await isOvertaken(database, record)) return 'more';
    if (page instanceof AppError) return page;
    await applyPage(database, collection, page.documents, { restart: { checkpoint: record, clock } });
    for (const { FBUID } of page.documents) received.add(FBUID);
    checkpoint = page.checkpoint;
    if (page.documents.length < options.pageSize) break;
  }
  await endRestart({ database, clock }, record, received);
  await moveCheckpoint(database, record, { checkpoint, isRestarting: false, lost: {} });
  return 'up to date';
}

/** Another tab has gone on meanwhile, perhaps to another life of the data: a page asked for before says nothing now. */
async function isOvertaken(database: LocalDatabase, record: CheckpointRecord): Promise<boolean> {
  return !isSameCheckpoint(await readCheckpoint(database, record.collectionName), record);
}

/** The page, or why everything must be pulled anew. */
async function fetchPage(
  { client, pageSize }: PullOptions,
  record: CheckpointRecord,
): Promise<PullPage | AppError> {
  const { collectionName: collection, checkpoint, rewinds } = record;
  try {
    const query = { after: toGiven(checkpoint), rewind: rewinds, limit: pageSize };
    return await client.call(ROUTES.pull, { params: { collection }, query });
  } catch (error) {
    // Whoever refuses even the beginning is asked again later, not at once.
    const isBeginning = checkpoint === '' && rewinds.length === 0;
    if (!isBeginning && error instanceof AppError && isAboutCheckpoint(error)) return error;
    throw error;
  }
}

/** Of another life, of other rights, or of a version of the server that wrote checkpoints in another way. */
function isAboutCheckpoint({ code, path, reason }: AppError): boolean {
  return reason === RESET || reason === SCOPE_CHANGED || (code === 'invalid-argument' && path === 'after');
}
