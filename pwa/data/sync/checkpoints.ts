import type { LocalDatabase } from '../store/database.ts';
import {
  isOutdated,
  isSameCheckpoint,
  startCheckpoint,
  toEpoch,
  type CheckpointRecord,
} from './checkpoint-record.ts';

export async function readCheckpoint(database: LocalDatabase, collection: string): Promise<CheckpointRecord> {
  const record = await database.checkpoints.findOne(collection).exec();
  return record ? record.toJSON() : startCheckpoint(collection);
}

/** Changes a checkpoint; the change is made on the newest one, whoever wrote it. */
export async function changeCheckpoint(
  database: LocalDatabase,
  collection: string,
  change: (checkpoint: CheckpointRecord) => CheckpointRecord,
): Promise<void> {
  const record =
    (await database.checkpoints.findOne(collection).exec()) ??
    (await database.checkpoints.insertIfNotExists(startCheckpoint(collection)));
  await record.incrementalModify((checkpoint) => ({ ...checkpoint, ...change(checkpoint) }));
}

/** Makes the next pull go back to a checkpoint once; kept over restarts. */
export async function addRewind(database: LocalDatabase, collection: string, rewind: string): Promise<void> {
  await changeCheckpoint(database, collection, (checkpoint) => ({
    ...checkpoint,
    rewinds: checkpoint.rewinds.includes(rewind) ? checkpoint.rewinds : [...checkpoint.rewinds, rewind],
    answers: (checkpoint.answers ?? 0) + 1,
  }));
}

/**
 * Moves on from a checkpoint after its page was taken; the rewinds that went along with it are done, unless another came
 * meanwhile.
 */
export async function moveCheckpoint(
  database: LocalDatabase,
  from: CheckpointRecord,
  to: Pick<CheckpointRecord, 'checkpoint'> & Partial<CheckpointRecord>,
): Promise<void> {
  await changeCheckpoint(database, from.collectionName, (latest) => {
    if (isSameCheckpoint(latest, from)) {
      return { ...latest, ...to, rewinds: isOutdated(from, latest) ? latest.rewinds : [] };
    }
    // Overtaken by another tab while the page was being taken. A page of the same life does no harm.
    if (toEpoch(latest) === toEpoch(from) && !from.isRestarting) return latest;
    return { ...latest, isRestarting: true, restarts: (latest.restarts ?? 0) + 1 };
  });
}
