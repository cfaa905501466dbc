import type { Clock } from '#shared/kernel/clock.ts';
import type { AppError } from '#shared/kernel/app-error.ts';
import { RESET } from '#shared/sync/messages.ts';
import type { WireDocument } from '#shared/sync/wire-document.ts';
import type { ShopDatabase } from '../database.ts';
import { listStates, readStates, replaceStates, toEvicted, toUnplaced } from './local-states.ts';
import { findLostStates, isLostState, resendState, type MaySend } from './lost-states.ts';
import { findRecords } from './outbox.ts';
import { toChain } from './outbox-record.ts';
import { changePosition } from './positions.ts';
import { startPosition, type PositionRecord } from './position-record.ts';

/** Begins to pull a collection anew, because the server's data or this reader's rights are others. Rewinds are dropped. */
export async function beginRestart(
  { database, maySend }: { readonly database: ShopDatabase; readonly maySend: MaySend },
  collection: string,
  { reason, restoredTo }: Pick<AppError, 'reason' | 'restoredTo'>,
): Promise<void> {
  const lost = reason === RESET ? await findLostStates(database, collection, { restoredTo, maySend }) : {};
  await changePosition(database, collection, (position) => ({
    ...startPosition(collection),
    isRestarting: true,
    lost: { ...position.lost, ...lost },
    restoredTo: restoredTo ?? 0,
    restarts: (position.restarts ?? 0) + 1,
  }));
}

/** Settles what didn't come again: states the server has lost are sent again, the others are taken off this device. */
export async function endRestart(
  { database, clock }: { readonly database: ShopDatabase; readonly clock: Clock },
  position: PositionRecord,
  received: ReadonlySet<string>,
): Promise<void> {
  const { collectionName: collection } = position;
  await resendMissing({ database, clock }, position, received);
  const missing = (await listStates(database, collection)).filter(({ FBUID }) => !received.has(FBUID));
  const ids = missing.map(({ FBUID }) => FBUID);
  const records = await findRecords(database, collection, ids);
  // A write that was accepted and never pulled doesn't wait any more; tombstones of the earlier life go too.
  const isWaiting = ({ FBUID, writeId = '' }: WireDocument) => {
    const record = records.get(FBUID);
    return record !== undefined && toChain(record, writeId).entries.length > 0;
  };
  const changes = missing.map((previous) => ({
    previous,
    next: isWaiting(previous) ? toUnplaced(previous) : toEvicted(previous),
  }));
  await replaceStates(database, collection, changes);
}

async function resendMissing(
  { database, clock }: { readonly database: ShopDatabase; readonly clock: Clock },
  position: PositionRecord,
  received: ReadonlySet<string>,
): Promise<void> {
  const { collectionName: collection } = position;
  const ids = Object.keys(position.lost ?? {}).filter((id) => !received.has(id));
  const [states, records] = await Promise.all([
    readStates(database, collection, ids),
    findRecords(database, collection, ids),
  ]);
  for (const local of states.values()) {
    const record = records.get(local.FBUID);
    const base = record && toChain(record, local.writeId ?? '').base;
    // What was deleted here is gone there too.
    if (local._deleted || !isLostState(position, local, base)) continue;
    await resendState({ database, clock, collection, local, master: undefined });
  }
}
