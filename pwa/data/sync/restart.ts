import type { Clock } from '#shared/kernel/clock.ts';
import type { AppError } from '#shared/kernel/app-error.ts';
import { RESET } from '#shared/sync/messages.ts';
import type { LocalDatabase } from '../store/database.ts';
import { listStates, replaceStates, toEvicted, resetSequence, type StateChange } from './local-states.ts';
import { findLostStates, isLostState, resendState, toReplaced, type MaySend } from './lost-states.ts';
import { findRecords, settleBase } from './outbox.ts';
import { toChain, toOutboxId } from './outbox-record.ts';
import { changeCheckpoint } from './checkpoints.ts';
import {
  isRenumbered,
  NONE_SURVIVED,
  startCheckpoint,
  toServerCheckpoint,
  UNKNOWN,
  type CheckpointRecord,
} from './checkpoint-record.ts';

/** Starts pulling a whole collection again, after a reset of the server's data or a change of this reader's rights. */
export async function beginRestart(
  { database, maySend }: { readonly database: LocalDatabase; readonly maySend: MaySend },
  collection: string,
  { reason, restoredTo }: Pick<AppError, 'reason' | 'restoredTo'>,
): Promise<void> {
  const lost = reason === RESET ? await findLostStates(database, collection, { restoredTo, maySend }) : {};
  await changeCheckpoint(database, collection, (checkpoint) => {
    const kept = restoredTo ?? toRestoredTo(checkpoint, reason);
    return {
      ...startCheckpoint(collection),
      rewinds: reason === RESET ? [] : toKnownEpoch(checkpoint),
      answers: checkpoint.answers ?? 0,
      isRestarting: true,
      lost: { ...checkpoint.lost, ...lost },
      ...(kept === undefined ? {} : { restoredTo: kept }),
      restarts: (checkpoint.restarts ?? 0) + 1,
    };
  });
}

/** A checkpoint that carries the epoch of the local states: the server may be restored before the first page comes. */
function toKnownEpoch({ checkpoint, rewinds }: CheckpointRecord): readonly string[] {
  return checkpoint === '' ? rewinds : [toServerCheckpoint(checkpoint)];
}

/** The `restoredTo` of a restart when the server doesn't send one. */
function toRestoredTo(
  { isRestarting, restoredTo }: CheckpointRecord,
  reason: AppError['reason'],
): number | undefined {
  // A change of rights doesn't change what was lost, and numbers stay valid.
  if (reason !== RESET) return isRestarting ? restoredTo : undefined;
  // States an interrupted restart knew to be lost stay lost, and no sequence is certain to predate the new epoch.
  return isRestarting && restoredTo !== undefined && restoredTo !== UNKNOWN ? NONE_SURVIVED : UNKNOWN;
}

const MAX_ROUNDS = 20;

interface EndRestartOptions {
  readonly database: LocalDatabase;
  readonly clock: Clock;
  /** Whether the pages lack a write that was accepted meanwhile; then everything stays until it is pulled again. */
  readonly isStale: () => Promise<boolean>;
}

/** Settles documents that didn't come: states the server has lost are pushed again, the others leave this device. */
export async function endRestart(
  options: EndRestartOptions,
  checkpoint: CheckpointRecord,
  received: ReadonlySet<string>,
): Promise<void> {
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const overtaken = await settleMissing(options, checkpoint, received);
    // Documents written to in between are decided again, on their newer state.
    if (overtaken === 0) return;
  }
}

/** @returns how many documents changed in the meantime */
async function settleMissing(
  { database, clock, isStale }: EndRestartOptions,
  checkpoint: CheckpointRecord,
  received: ReadonlySet<string>,
): Promise<number> {
  const { collectionName: collection } = checkpoint;
  const missing = (await listStates(database, collection)).filter(({ FBUID }) => !received.has(FBUID));
  const ids = missing.map(({ FBUID }) => FBUID);
  const records = await findRecords(database, collection, ids);
  // Check after reading the outbox: a write leaves the outbox only once its rewind is noted.
  if (await isStale()) return 0;
  const changes: StateChange[] = [];
  let overtaken = 0;
  for (const local of missing) {
    const record = records.get(local.FBUID);
    const { entries = [], base } = record ? toChain(record, local.writeId ?? '') : {};
    // A deleted document the server doesn't have needs no push.
    if (!local._deleted && isLostState(checkpoint, local, base)) {
      if (!(await resendState({ database, clock, collection, local, master: undefined }))) overtaken += 1;
    } else if (entries.length > 0) {
      if (base && isRenumbered(checkpoint))
        await settleBase(database, toOutboxId(collection, local.FBUID), toReplaced(base, undefined));
      if ((local.sync?.sequence ?? 0) > 0) changes.push({ previous: local, next: resetSequence(local) });
    } else {
      // Includes accepted writes that were never pulled, and tombstones of the earlier epoch.
      changes.push({ previous: local, next: toEvicted(local) });
    }
  }
  return overtaken + (await replaceStates(database, collection, changes)).length;
}
