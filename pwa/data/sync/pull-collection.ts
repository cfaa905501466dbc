import type { ApiClient } from '#shared/api/client.ts';
import { ROUTES } from '#shared/api/routes.ts';
import { AppError } from '#shared/kernel/app-error.ts';
import { RESET, SCOPE_CHANGED, type PullPage } from '#shared/sync/messages.ts';
import type { WireDocument } from '#shared/sync/wire-document.ts';
import type { ShopDatabase } from '../database.ts';
import { applyPage } from './apply-page.ts';
import { listSettledIds, readStates, replaceStates } from './local-states.ts';
import { changePosition, readPosition } from './positions.ts';
import { startPosition, type PositionRecord } from './position-record.ts';

export interface PullOptions {
  readonly database: ShopDatabase;
  readonly client: ApiClient;
  readonly pageSize: number;
}

/**
 * Pulls a collection until the server has nothing newer for this reader. A reset or a change of rights restarts it in
 * place: everything is pulled anew, and what doesn't come again is taken off this device, pending writes excepted.
 * @throws AppError as the client does
 */
export async function pullCollection(options: PullOptions, collection: string): Promise<void> {
  // What came since the restart; a restart that was cut off begins again from the first page.
  let received: Set<string> | undefined;
  for (;;) {
    let position = await readPosition(options.database, collection);
    if (position.isRestarting && !received) {
      received = new Set();
      position = { ...startPosition(collection), isRestarting: true };
    }
    const page = await fetchPage(options, position);
    if (page === 'restart') {
      received = undefined;
      await changePosition(options.database, collection, () => ({
        ...startPosition(collection),
        isRestarting: true,
      }));
      continue;
    }
    await applyPage(options.database, collection, page.documents, position.isRestarting);
    for (const { FBUID } of page.documents) received?.add(FBUID);
    const isLast = page.documents.length < options.pageSize;
    if (isLast && received) await evictMissing(options.database, collection, received);
    await changePosition(options.database, collection, (latest) => ({
      ...latest,
      checkpoint: page.checkpoint,
      rewinds: latest.rewinds.filter((rewind) => !position.rewinds.includes(rewind)),
      isRestarting: latest.isRestarting && !isLast,
    }));
    if (isLast) return;
  }
}

async function fetchPage(
  { client, pageSize }: PullOptions,
  position: PositionRecord,
): Promise<PullPage | 'restart'> {
  const { collectionName: collection, checkpoint, rewinds } = position;
  try {
    const query = { after: checkpoint, rewind: rewinds, limit: pageSize };
    return (await client.call(ROUTES.pull, { params: { collection }, query })) as PullPage;
  } catch (error) {
    const reason = error instanceof AppError ? error.reason : undefined;
    if (reason === RESET || reason === SCOPE_CHANGED) return 'restart';
    throw error;
  }
}

/** Takes settled documents that the server no longer shows off this device; nothing of it is pushed. */
async function evictMissing(
  database: ShopDatabase,
  collection: string,
  received: ReadonlySet<string>,
): Promise<void> {
  const missing = (await listSettledIds(database, collection)).filter((id) => !received.has(id));
  const states = await readStates(database, collection, missing);
  const changes = [...states.values()].map((previous) => {
    const { updatedAt = '', updatedBy = '', acknowledged = '' } = previous.sync ?? {};
    // Sequence 0: a tombstone the server never had, so that writing to it is a create.
    const sync = { updatedAt, updatedBy, acknowledged, sequence: 0 };
    return { previous, next: { ...(previous as WireDocument), _deleted: true, sync } };
  });
  await replaceStates(database, collection, changes);
}
