import { rulesOf } from '#shared/access/decide-access.ts';
import { UNSYNCED } from '#shared/collections/collection.ts';
import { isoNow, type Clock } from '#shared/kernel/clock.ts';
import { createId } from '#shared/kernel/ids.ts';
import { toContent, type WireDocument } from '#shared/sync/wire-document.ts';
import type { LocalDatabase } from '../store/database.ts';
import { listStates, replaceState, withoutMeta, type LocalState } from './local-states.ts';
import { dropNote, findRecords, noteWrite, rebaseRecord } from './outbox.ts';
import { toChain, toOutboxId } from './outbox-record.ts';
import type { CheckpointRecord } from './checkpoint-record.ts';

/** Whether this identity may write a document; what it may not is left to those who may. */
export type MaySend = (collection: string, id: string) => boolean;

/**
 * States of a collection that the server acknowledged and may no longer have, id → `writeId`: those above the sequence it
 * was restored to, and those it accepted without their sequence having been pulled. When it doesn't say to which it was
 * restored, everything counts of a collection that nobody but its owner writes, because there is no other copy.
 */
export async function findLostStates(
  database: LocalDatabase,
  collection: string,
  { restoredTo, maySend }: { readonly restoredTo: number | undefined; readonly maySend: MaySend },
): Promise<Record<string, string>> {
  const floor = restoredTo ?? (rulesOf(collection).change === 'owner' ? 0 : Infinity);
  const states = (await listStates(database, collection)).filter(({ FBUID }) => maySend(collection, FBUID));
  const ids = states.map(({ FBUID }) => FBUID);
  const records = await findRecords(database, collection, ids);
  const lost = states.flatMap((state) => {
    const record = records.get(state.FBUID);
    const chain = record && toChain(record, state.writeId ?? '');
    const known = chain && chain.entries.length > 0 ? chain.base : state;
    if (known?.writeId === undefined) return [];
    const isLost = (known.sync?.sequence ?? 0) > floor || isUnplaced(known);
    return isLost ? [[state.FBUID, known.writeId] as const] : [];
  });
  return Object.fromEntries(lost);
}

/** Whether a state was accepted, or its write lost its note: where it stands among the server's changes isn't known. */
export function isUnplaced({ writeId, sync }: WireDocument): boolean {
  return writeId !== sync?.acknowledged;
}

export interface Resend {
  readonly database: LocalDatabase;
  readonly clock: Clock;
  readonly collection: string;
  readonly local: LocalState;
  /** What the server has of the document now; `undefined` when nothing. */
  readonly master: WireDocument | undefined;
}

/**
 * Sends a lost state again as a new write on what the server has now.
 * @returns whether that was noted and written; `false` when the document was changed in between
 */
export async function resendState({ database, clock, collection, local, master }: Resend): Promise<boolean> {
  const id = local.FBUID;
  const record = (await findRecords(database, collection, [id])).get(id);
  const state = withoutMeta(local);
  const sync = master?.sync ?? UNSYNCED;
  if (record && toChain(record, local.writeId ?? '').entries.length > 0) {
    await rebaseRecord(database, toOutboxId(collection, id), master ?? null);
    return replaceState(database, collection, local, { ...state, sync });
  }
  const writeId = createId();
  const deleted = state._deleted ?? false;
  const data = toContent(state);
  const entry = { writeId, previous: state.writeId ?? '', at: isoNow(clock), deleted, data };
  await noteWrite(database, { collection, id, base: master, entry, order: clock.now() });
  if (await replaceState(database, collection, local, { ...state, writeId, sync })) return true;
  await dropNote(database, toOutboxId(collection, id), writeId);
  return false;
}

/** Whether a document's present state, or what its waiting writes stand on, is one the server has lost. */
export function isLostState(
  checkpoint: Pick<CheckpointRecord, 'lost'>,
  local: LocalState | undefined,
  base: WireDocument | null | undefined,
): boolean {
  const lost = local && checkpoint.lost?.[local.FBUID];
  return lost !== undefined && (local?.writeId === lost || base?.writeId === lost);
}
