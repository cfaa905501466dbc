import type { LocalDatabase } from '../store/database.ts';
import {
  hasPushedInAnotherEpoch,
  isOutdated,
  isSameCheckpoint,
  startCheckpoint,
  toEpoch,
  type CheckpointRecord,
} from './checkpoint-record.ts';
import { changeOnDisk, readFromDisk, withoutMeta } from './on-disk.ts';

export async function readCheckpoint(database: LocalDatabase, collection: string): Promise<CheckpointRecord> {
  const [record] = await readFromDisk(database.checkpoints, [collection]);
  return record ? withoutMeta<CheckpointRecord>(record) : startCheckpoint(collection);
}

/** Changes a checkpoint atomically, whichever tab wrote it last. */
export async function changeCheckpoint(
  database: LocalDatabase,
  collection: string,
  change: (checkpoint: CheckpointRecord) => CheckpointRecord,
): Promise<void> {
  const make = () =>
    changeOnDisk(database.checkpoints, collection, (checkpoint) => ({
      ...checkpoint,
      ...change(checkpoint),
    }));
  if (await make()) return;
  await database.checkpoints.insertIfNotExists(startCheckpoint(collection));
  await make();
}

/** Makes the next pull also start from an earlier checkpoint, once; survives a reload of the page. */
export async function addRewind(database: LocalDatabase, collection: string, rewind: string): Promise<void> {
  await changeCheckpoint(database, collection, (checkpoint) => ({
    ...checkpoint,
    rewinds: checkpoint.rewinds.includes(rewind) ? checkpoint.rewinds : [...checkpoint.rewinds, rewind],
    answers: (checkpoint.answers ?? 0) + 1,
  }));
}

/**
 * Moves a checkpoint on after its page was applied. Its rewinds are done, unless another one came meanwhile.
 * @returns whether it may have moved; `false` when this device has pushed in another epoch than the page's, so that
 *   everything must be pulled again, with that push's rewind
 */
export async function moveCheckpoint(
  database: LocalDatabase,
  from: CheckpointRecord,
  to: Pick<CheckpointRecord, 'checkpoint'> & Partial<CheckpointRecord>,
): Promise<boolean> {
  let isOfOneEpoch = true;
  await changeCheckpoint(database, from.collectionName, (latest) => {
    isOfOneEpoch = !isSameCheckpoint(latest, from) || !hasPushedInAnotherEpoch(from, latest, to.checkpoint);
    if (!isOfOneEpoch) return latest;
    if (isSameCheckpoint(latest, from)) {
      return { ...latest, ...to, rewinds: isOutdated(from, latest) ? latest.rewinds : [] };
    }
    // Another tab moved on while the page was applied. A page of the same epoch does no harm.
    if (toEpoch(latest) === toEpoch(from) && !from.isRestarting) return latest;
    return { ...latest, isRestarting: true, restarts: (latest.restarts ?? 0) + 1 };
  });
  return isOfOneEpoch;
}
