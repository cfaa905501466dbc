import type { RxJsonSchema } from 'rxdb';
import type { PokePage } from '#shared/sync/messages.ts';
import { CHECKPOINTS_VERSION } from '../store/data-loss.ts';

/** How far a collection has been pulled. */
export interface CheckpointRecord {
  readonly collectionName: string;
  /** Opaque; empty before the first page. Marked until the first pull is complete, see `isPulled`. */
  readonly checkpoint: string;
  /** Checkpoints the next pull also starts from. */
  readonly rewinds: readonly string[];
  /** Number of push responses with a rewind: two responses may carry the same one. */
  readonly answers?: number;
  /**
   * Set while everything is pulled again after a reset or a change of rights. After the last page, documents the
   * server didn't send leave this device.
   */
  readonly isRestarting: boolean;
  /**
   * While restarting: states the server acknowledged and then lost in a restore, id → `writeId`. They are pushed again
   * and don't leave this device.
   */
  readonly lost?: Readonly<Record<string, string>>;
  /** While restarting after a reset: the newest sequence the server kept of its earlier epoch, or `UNKNOWN`. */
  readonly restoredTo?: number;
  /** Number of restarts. A response to a request made before the latest one says nothing about the current epoch. */
  readonly restarts?: number;
}

/** `restoredTo`: the server doesn't know which sequence its data was restored to. */
export const UNKNOWN = -1;
/** `restoredTo`: no sequence this device knows is certain to have survived. */
export const NONE_SURVIVED = 0;

/** Whether the sequences that this device knows say nothing about the server's present data. */
export function isRenumbered({ restoredTo }: Pick<CheckpointRecord, 'restoredTo'>): boolean {
  return restoredTo === UNKNOWN || restoredTo === NONE_SURVIVED;
}

/**
 * RxDB refuses to open a store whose schema changed without a new version, so every change needs one. The new version
 * starts empty: checkpoints are only a cache, everything is pulled again, and waiting writes stay.
 */
export const checkpointSchema: RxJsonSchema<CheckpointRecord> = {
  title: 'checkpoints',
  version: CHECKPOINTS_VERSION,
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

/** The checkpoint before the first page. */
export function startCheckpoint(collectionName: string): CheckpointRecord {
  return { collectionName, checkpoint: '', rewinds: [], isRestarting: false };
}

/** Prefix of the stored checkpoint until the first pull is complete; no server checkpoint starts with it. */
const UNFINISHED = '~';

/** The checkpoint as stored after a page of the first pull that isn't the last. */
export function markUnfinished(checkpoint: string): string {
  return UNFINISHED + checkpoint;
}

/** The checkpoint as the server gave it. */
export function toServerCheckpoint(checkpoint: string): string {
  return checkpoint.startsWith(UNFINISHED) ? checkpoint.slice(1) : checkpoint;
}

/** Whether a collection was pulled completely at least once: a document missing here doesn't exist. */
export function isPulled(record: Pick<CheckpointRecord, 'checkpoint'> | null): boolean {
  const { checkpoint = '' } = record ?? {};
  return checkpoint !== '' && checkpoint === toServerCheckpoint(checkpoint);
}

/**
 * Whether a checkpoint from a response has another epoch than the one this collection was pulled in, or pushed in
 * before its first pull. A checkpoint is `version.epoch.scope.sequence`.
 */
export function isOfAnotherEpoch({ checkpoint, rewinds }: CheckpointRecord, received: string): boolean {
  const known = checkpoint === '' ? rewinds : [checkpoint];
  return known.some((one) => one.split('.')[1] !== received.split('.')[1]);
}

/**
 * Whether a push got its response in another epoch than a page's, after the page was requested. Of the rewinds that the
 * request named the server says so itself, with a reset.
 */
export function hasPushedInAnotherEpoch(
  requested: CheckpointRecord,
  latest: CheckpointRecord,
  received: string,
): boolean {
  const rewinds = latest.rewinds.filter((rewind) => !requested.rewinds.includes(rewind));
  return latest.checkpoint === '' && isOfAnotherEpoch({ ...latest, rewinds }, received);
}

/** Whether a push got its response after a page was requested: the page may lack what that push wrote. */
export function isOutdated(requested: CheckpointRecord, latest: CheckpointRecord): boolean {
  return requested.answers !== latest.answers;
}

/** Whether two records have the same checkpoint, restart state and epoch; rewinds don't count. */
export function isSameCheckpoint(a: CheckpointRecord, b: CheckpointRecord): boolean {
  return a.checkpoint === b.checkpoint && a.isRestarting === b.isRestarting && toEpoch(a) === toEpoch(b);
}

/** The server's epoch as far as this device can tell: it changes with each restart and with the first page. */
export function toEpoch({ restarts = 0, checkpoint, isRestarting }: CheckpointRecord): string {
  return checkpoint === '' && !isRestarting ? 'none' : String(restarts);
}

/**
 * Whether a page that came with a poke goes on from where this collection is: of the same epoch and rights, and nothing
 * lies between.
 */
export function isNextPage(
  { checkpoint }: CheckpointRecord,
  page: Pick<PokePage, 'after' | 'checkpoint'>,
): boolean {
  const [here, there] = [splitCheckpoint(checkpoint), splitCheckpoint(page.checkpoint)];
  return here.view === there.view && page.after <= here.sequence && here.sequence < there.sequence;
}

/** Whether a collection is known at least as far as a page's checkpoint. */
export function isKnownPage({ checkpoint }: CheckpointRecord, page: Pick<PokePage, 'checkpoint'>): boolean {
  const [here, there] = [splitCheckpoint(checkpoint), splitCheckpoint(page.checkpoint)];
  return here.view === there.view && here.sequence >= there.sequence;
}

function splitCheckpoint(checkpoint: string): { readonly view: string; readonly sequence: number } {
  const end = checkpoint.lastIndexOf('.');
  return { view: checkpoint.slice(0, end), sequence: Number(checkpoint.slice(end + 1)) };
}
