import type { ShopDatabase } from '../database.ts';
import { startPosition, type PositionRecord } from './position-record.ts';

export async function readPosition(database: ShopDatabase, collection: string): Promise<PositionRecord> {
  const record = await database.positions.findOne(collection).exec();
  return record ? (record.toJSON() as PositionRecord) : startPosition(collection);
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
  }));
}
