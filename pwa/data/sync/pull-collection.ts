import type { ApiClient } from '#shared/api/client.ts';
import { ROUTES } from '#shared/api/routes.ts';
import type { Clock } from '#shared/kernel/clock.ts';
import { AppError } from '#shared/kernel/app-error.ts';
import { RESET, SCOPE_CHANGED, type PullPage } from '#shared/sync/messages.ts';
import type { ShopDatabase } from '../database.ts';
import { applyPage } from './apply-page.ts';
import type { MaySend } from './lost-states.ts';
import { changePosition, readPosition } from './positions.ts';
import type { PositionRecord } from './position-record.ts';
import { beginRestart, endRestart } from './restart.ts';

export interface PullOptions {
  readonly database: ShopDatabase;
  readonly client: ApiClient;
  readonly pageSize: number;
  readonly clock: Clock;
  /** Everything unless told otherwise. */
  readonly maySend?: MaySend;
}

/**
 * Pulls a collection until the server has nothing newer for this reader. A reset or a change of rights restarts it in
 * place: everything is pulled anew, and what doesn't come again is taken off this device, pending writes excepted.
 * @throws AppError as the client does
 */
export async function pullCollection(options: PullOptions, collection: string): Promise<void> {
  const { database, clock, maySend = () => true } = options;
  // What came since the restart; a restart that was cut off begins again from the first page.
  let received: Set<string> | undefined;
  for (;;) {
    let position = await readPosition(database, collection);
    // A first pull too: what was accepted before it and isn't there any more was lost in between.
    if ((position.isRestarting || position.checkpoint === '') && !received) {
      received = new Set();
      position = { ...position, checkpoint: '' };
    }
    const page = await fetchPage(options, position);
    if (page instanceof AppError) {
      received = undefined;
      await beginRestart({ database, clock, maySend }, collection, page);
      continue;
    }
    const restart = position.isRestarting ? { position, clock } : undefined;
    await applyPage(database, collection, page.documents, restart);
    for (const { FBUID } of page.documents) received?.add(FBUID);
    const isLast = page.documents.length < options.pageSize;
    if (isLast && received) await endRestart({ database, clock, maySend }, collection, received);
    await changePosition(database, collection, (latest) => ({
      ...latest,
      checkpoint: page.checkpoint,
      rewinds: latest.rewinds.filter((rewind) => !position.rewinds.includes(rewind)),
      ...(isLast ? { isRestarting: false, lost: {} } : {}),
    }));
    if (isLast) return;
  }
}

/** The page, or why everything must be pulled anew. */
async function fetchPage(
  { client, pageSize }: PullOptions,
  position: PositionRecord,
): Promise<PullPage | AppError> {
  const { collectionName: collection, checkpoint, rewinds } = position;
  try {
    const query = { after: checkpoint, rewind: rewinds, limit: pageSize };
    return (await client.call(ROUTES.pull, { params: { collection }, query })) as PullPage;
  } catch (error) {
    const reason = error instanceof AppError ? error.reason : undefined;
    if (error instanceof AppError && (reason === RESET || reason === SCOPE_CHANGED)) return error;
    throw error;
  }
}
