import type { Clock } from '#shared/kernel/clock.ts';
import type { AppError } from '#shared/kernel/app-error.ts';
import { RESET } from '#shared/sync/messages.ts';
import type { LocalDatabase } from '../store/database.ts';
import { listStates, replaceStates, toEvicted, toUnplaced, type StateChange } from './local-states.ts';
import { findLostStates, isLostState, resendState, type MaySend } from './lost-states.ts';
import { findRecords } from './outbox.ts';
import { toChain } from './outbox-record.ts';
import { changeCheckpoint } from './checkpoints.ts';
import { NOTHING, startCheckpoint, toGiven, UNKNOWN, type CheckpointRecord } from './checkpoint-record.ts';

/** Begins to pull a collection anew, because the server's data or this reader's rights are others. */
export async function beginRestart(
  { database, maySend }: { readonly database: LocalDatabase; readonly maySend: MaySend },
  collection: string,
  { reason, restoredTo }: Pick<AppError, 'reason' | 'restoredTo'>,
): Promise<void> {
  const lost = reason === RESET ? await findLostStates(database, collection, { restoredTo, maySend }) : {};
  await changeCheckpoint(database, collection, (checkpoint) => ({
    ...startCheckpoint(collection),
    rewinds: reason === RESET ? [] : toKnownEpoch(checkpoint),
    answers: checkpoint.answers ?? 0,
    isRestarting: true,
    lost: { ...checkpoint.lost, ...lost },
    restoredTo: restoredTo ?? toRestoredTo(checkpoint, reason),
    restarts: (checkpoint.restarts ?? 0) + 1,
  }));
}

/** What tells the server of which life the states here are: it may begin another one before the first page comes. */
function toKnownEpoch({ checkpoint, rewinds }: CheckpointRecord): readonly string[] {
  return checkpoint === '' ? rewinds : [toGiven(checkpoint)];
}

/** What a restart goes on with when the server doesn't say to which sequence this device's data outlived. */
function toRestoredTo(
  { isRestarting, restoredTo = UNKNOWN }: CheckpointRecord,
  reason: AppError['reason'],
): number {
  // Other rights in the middle of a restart say nothing of what was lost.
  if (reason !== RESET) return restoredTo;
  // What a restart that was cut off knew to be lost stays lost, and nothing of the next life is older for certain.
  return isRestarting && restoredTo !== UNKNOWN ? NOTHING : UNKNOWN;
}

const MAX_ROUNDS = 20;

/** Settles what didn't come again: states the server has lost are sent again, the others are taken off this device. */
export async function endRestart(
  options: { readonly database: LocalDatabase; readonly clock: Clock },
  checkpoint: CheckpointRecord,
  received: ReadonlySet<string>,
): Promise<void> {
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const outrun = await settleMissing(options, checkpoint, received);
    // Somebody wrote in between: that is decided again on the newer state.
    if (outrun === 0) return;
  }
}

/** @returns how many documents somebody else changed in the meantime */
async function settleMissing(
  { database, clock }: { readonly database: LocalDatabase; readonly clock: Clock },
  checkpoint: CheckpointRecord,
  received: ReadonlySet<string>,
): Promise<number> {
  const { collectionName: collection } = checkpoint;
  const missing = (await listStates(database, collection)).filter(({ FBUID }) => !received.has(FBUID));
  const ids = missing.map(({ FBUID }) => FBUID);
  const records = await findRecords(database, collection, ids);
  const changes: StateChange[] = [];
  let outrun = 0;
  for (const local of missing) {
    const record = records.get(local.FBUID);
    const { entries = [], base } = record ? toChain(record, local.writeId ?? '') : {};
    // What was deleted here is gone there too.
    if (!local._deleted && isLostState(checkpoint, local, base)) {
      if (!(await resendState({ database, clock, collection, local, master: undefined }))) outrun += 1;
    } else if (entries.length > 0) {
      if ((local.sync?.sequence ?? 0) > 0) changes.push({ previous: local, next: toUnplaced(local) });
    } else {
      // A write that was accepted and never pulled doesn't wait any more; tombstones of the earlier life go too.
      changes.push({ previous: local, next: toEvicted(local) });
    }
  }
  return outrun + (await replaceStates(database, collection, changes)).length;
}
