import { rulesOf } from '#shared/access/decide-access.ts';
import { UNSYNCED } from '#shared/collections/collection.ts';
import { isoNow, type Clock } from '#shared/kernel/clock.ts';
import { createId } from '#shared/kernel/ids.ts';
import { toContent, type WireDocument } from '#shared/sync/wire-document.ts';
import type { LocalDatabase } from '../store/database.ts';
import { listStates, replaceState, type LocalState } from './local-states.ts';
import { withoutMeta } from './on-disk.ts';
import { dropNote, findRecords, nextOrder, noteWrite, rebaseRecord } from './outbox.ts';
import { toChain, toOutboxId } from './outbox-record.ts';
import type { CheckpointRecord } from './checkpoint-record.ts';

/** Whether this identity may write a document. */
export type MaySend = (collection: string, id: string) => boolean;

/**
 * Acknowledged states the server may have lost in a restore, id → `writeId`: those above the restored sequence, and
 * accepted ones whose sequence was never pulled. If the restored sequence is unknown, every state of a collection that
 * only its owner writes counts, because no other copy exists.
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
    const isLost = (known.sync?.sequence ?? 0) > floor || lacksSequence(known);
    return isLost ? [[state.FBUID, known.writeId] as const] : [];
  });
  return Object.fromEntries(lost);
}

/** Whether a state's own sequence is unknown: its write was accepted but never pulled, or has lost its outbox note. */
export function lacksSequence({ writeId, sync }: WireDocument): boolean {
  return writeId !== sync?.acknowledged;
}

export interface Resend {
  readonly database: LocalDatabase;
  readonly clock: Clock;
  readonly collection: string;
  readonly local: LocalState;
  /** The server's state of the document; `undefined` when there is none. */
  readonly master: WireDocument | undefined;
}

/**
 * Queues a lost state as a new write on the server's state.
 * @returns whether it was noted and written; `false` when the document changed in between
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
  await noteWrite(database, { collection, id, base: master, entry, order: await nextOrder(database) });
  if (await replaceState(database, collection, local, { ...state, writeId, sync })) return true;
  await dropNote(database, toOutboxId(collection, id), writeId);
  return false;
}

/**
 * The base of waiting writes once an epoch with other numbers has another state, or none. A later restore that drops that
 * state, too, may leave no copy of the base but this one.
 */
export function toReplaced(base: WireDocument, master: WireDocument | undefined): WireDocument {
  const sequence = master?.sync?.sequence ?? Number.MAX_SAFE_INTEGER;
  return { ...base, sync: { ...UNSYNCED, sequence, acknowledged: base.writeId ?? '' } };
}

/** Whether `toReplaced` made it. Only states from the server have a time. */
export const isReplaced = (base: WireDocument) => base.sync?.updatedAt === '' && !lacksSequence(base);

/** Whether the server has lost a document's local state or the base of its waiting writes. */
export function isLostState(
  checkpoint: Pick<CheckpointRecord, 'lost'>,
  local: LocalState | undefined,
  base: WireDocument | null | undefined,
): boolean {
  const lost = local && checkpoint.lost?.[local.FBUID];
  if (lost === undefined) return false;
  return local?.writeId === lost || base?.writeId === lost;
}
