import type { ShopDatabase } from '../store/database.ts';
import { isOutdated, isSamePosition, startPosition, toLife, type PositionRecord } from './position-record.ts';

export async function readPosition(database: ShopDatabase, collection: string): Promise<PositionRecord> {
  const record = await database.positions.findOne(collection).exec();
  return record ? record.toJSON() : startPosition(collection);
}

/** Changes a position; the change is made on the newest one, whoever wrote it. */
export async function changePosition(
  database: ShopDatabase,
  collection: string,
  change: (position: PositionRecord) => PositionRecord,
): Promise<void> {
  const record =
    (await database.positions.findOne(collection).exec()) ??
    (await database.positions.insertIfNotExists(startPosition(collection)));
  await record.incrementalModify((position) => ({ ...position, ...change(position) }));
}

/** Makes the next pull go back to a checkpoint once; kept over restarts. */
export async function addRewind(database: ShopDatabase, collection: string, rewind: string): Promise<void> {
  await changePosition(database, collection, (position) => ({
    ...position,
    rewinds: position.rewinds.includes(rewind) ? position.rewinds : [...position.rewinds, rewind],
    answers: (position.answers ?? 0) + 1,
  }));
}

/**
 * Moves on from a position after its page was taken; the rewinds that went along with it are done, unless another came
 * meanwhile.
 */
export async function movePosition(
  database: ShopDatabase,
  from: PositionRecord,
  to: Pick<PositionRecord, 'checkpoint'> & Partial<PositionRecord>,
): Promise<void> {
  await changePosition(database, from.collectionName, (latest) => {
    if (isSamePosition(latest, from)) {
      return { ...latest, ...to, rewinds: isOutdated(from, latest) ? latest.rewinds : [] };
    }
    // Overtaken by another tab while the page was being taken. A page of the same life does no harm.
    if (toLife(latest) === toLife(from) && !from.isRestarting) return latest;
    return { ...latest, isRestarting: true, restarts: (latest.restarts ?? 0) + 1 };
  });
}
