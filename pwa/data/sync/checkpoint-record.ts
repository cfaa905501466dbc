import type { RxJsonSchema } from 'rxdb';

/** How far a collection has been pulled. */
export interface CheckpointRecord {
  readonly collectionName: string;
  /** Opaque; empty before the first page. Marked until the first pull has come to its end: see `isPulled`. */
  readonly checkpoint: string;
  /** Checkpoints to go back to with the next page. */
  readonly rewinds: readonly string[];
  /** How many pushes were answered with a rewind: two answers may bring the same one. */
  readonly answers?: number;
  /**
   * Set while everything is pulled anew after a reset or a change of rights: what the server doesn't send again is
   * taken off this device when the last page has come.
   */
  readonly isRestarting: boolean;
  /**
   * While restarting: states the server acknowledged and then lost (a copy was put back), id → `writeId`. What this
   * device may write of them is sent again instead of being taken off it.
   */
  readonly lost?: Readonly<Record<string, string>>;
  /** While restarting after such a loss: the newest sequence the server still has of its earlier life, or `UNKNOWN`. */
  readonly restoredTo?: number;
  /** How often everything was begun anew: what was asked of the server before says nothing of its present life. */
  readonly restarts?: number;
}

/** The server doesn't know how its present data came out of this device's. */
export const UNKNOWN = -1;
/** No sequence of the server's present data is one that this device's outlived. */
export const NOTHING = 0;

/**
 * A change of it takes a new version, which begins empty: RxDB opens no store whose schema of a version has become
 * another one, and checkpoints are only a cache. Everything is pulled anew then, and what waits stays.
 */
export const checkpointSchema: RxJsonSchema<CheckpointRecord> = {
  title: 'checkpoints',
  version: 2,
  primaryKey: 'collectionName',
  type: 'object',
  properties: {
    collectionName: { type: 'string', maxLength: 64 },
    checkpoint: { type: 'string' },
    rewinds: { type: 'array', items: { type: 'string' } },
    answers: { type: 'number' },
    isRestarting: { type: 'boolean' },
    lost: { type: 'object', additionalProperties: true },
    restoredTo: { type: 'number' },
    restarts: { type: 'number' },
  },
  required: ['collectionName', 'checkpoint', 'rewinds', 'isRestarting'],
};

/** The checkpoint from which everything is pulled. */
export function startCheckpoint(collectionName: string): CheckpointRecord {
  return { collectionName, checkpoint: '', rewinds: [], isRestarting: false };
}

/** Stands before the checkpoint of a first pull that hasn't come to its end; no server's checkpoint begins with it. */
const UNFINISHED = '~';

/** The checkpoint as it is kept after a page of the first pull that isn't the last one. */
export function toUnfinished(checkpoint: string): string {
  return UNFINISHED + checkpoint;
}

/** The checkpoint as the server gave it. */
export function toGiven(checkpoint: string): string {
  return checkpoint.startsWith(UNFINISHED) ? checkpoint.slice(1) : checkpoint;
}

/** Whether a collection has come to its end once, so that what isn't here isn't anywhere. */
export function isPulled(record: Pick<CheckpointRecord, 'checkpoint'> | null): boolean {
  const { checkpoint = '' } = record ?? {};
  return checkpoint !== '' && checkpoint === toGiven(checkpoint);
}

/**
 * Whether a checkpoint that came with an answer is of another life of the server's data than the one this collection
 * was pulled in, or pushed in before anything was pulled. Of a checkpoint, `version.epoch.scope.sequence`, a device reads
 * nothing else.
 */
export function isOfAnotherEpoch({ checkpoint, rewinds }: CheckpointRecord, answered: string): boolean {
  const known = checkpoint === '' ? rewinds : [checkpoint];
  return known.some((one) => one.split('.')[1] !== answered.split('.')[1]);
}

/** Whether a push was answered since: what was asked for before says nothing of what it wrote. */
export function isOutdated(asked: CheckpointRecord, latest: CheckpointRecord): boolean {
  return asked.answers !== latest.answers;
}

/** Whether a collection stands where it stood; rewinds only say where else to look. */
export function isSameCheckpoint(a: CheckpointRecord, b: CheckpointRecord): boolean {
  return a.checkpoint === b.checkpoint && a.isRestarting === b.isRestarting && toEpoch(a) === toEpoch(b);
}

/** The server's life, as far as this device can tell: another one after each restart, and after the first page. */
export function toEpoch({ restarts = 0, checkpoint, isRestarting }: CheckpointRecord): string {
  return checkpoint === '' && !isRestarting ? 'none' : String(restarts);
}
