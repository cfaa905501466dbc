import { createId } from '#shared/kernel/ids.ts';
import { startCheckpoint } from '../sync/checkpoint-record.ts';
import { storeDataLoss, toMarkerKey } from './data-loss.ts';
import type { LocalDatabase } from './database.ts';

/** Id of the marker's record: kept among the checkpoints, so that it is evicted with them. */
const RECORD = 'sentinel';

/**
 * Detects that the browser has evicted a local store, by an id kept both in the store and in local storage. The new
 * store pulls everything again, but unsent writes are lost and the app has to report that.
 * @param now epoch milliseconds @returns whether data was lost since the store was last open
 */
export async function detectEviction(
  database: LocalDatabase,
  storage: Pick<Storage, 'getItem' | 'setItem'>,
  now: number,
): Promise<boolean> {
  const key = toMarkerKey(database.name);
  const expected = storage.getItem(key);
  const found = (await database.checkpoints.findOne(RECORD).exec())?.checkpoint;
  const id = found ?? createId();
  if (found === undefined) {
    await database.checkpoints.insertIfNotExists({ ...startCheckpoint(RECORD), checkpoint: id });
  }
  if (expected !== id) storage.setItem(key, id);
  const isLost = expected !== null && found === undefined;
  if (isLost) storeDataLoss(storage, now);
  return isLost;
}
