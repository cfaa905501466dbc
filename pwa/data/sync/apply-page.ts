import { UNSYNCED, type SyncStamp } from '#shared/collections/collection.ts';
import type { Clock } from '#shared/kernel/clock.ts';
import { hasSameContent, isSameState, type WireDocument } from '#shared/sync/wire-document.ts';
import type { LocalDatabase } from '../store/database.ts';
import type { RejectedChange } from './rejected-change-record.ts';
import {
  readStates,
  replaceStates,
  toEvicted,
  toUnplaced,
  withoutMeta,
  type LocalState,
  type StateChange,
} from './local-states.ts';
import { toLostRejectedChange } from './lost-changes.ts';
import { isLostState, isUnplaced, resendState } from './lost-states.ts';
import { findRecords, settleWrite } from './outbox.ts';
import { toChain, toOutboxId, type OutboxRecord } from './outbox-record.ts';
import { UNKNOWN, type CheckpointRecord } from './checkpoint-record.ts';

/** What becomes of one pulled document on this device. */
export type PulledOutcome =
  /** The device has this state, a newer one, or writes of its own that the push will settle. */
  | { readonly outcome: 'leave' }
  /** The page may be older than a write of this device that was accepted since. */
  | { readonly outcome: 'ask again' }
  | { readonly outcome: 'take'; readonly next: WireDocument; readonly isSettled: boolean }
  /** The server has lost this device's state: it is sent again, on top of what the server has. */
  | { readonly outcome: 'resend' };

export interface PulledContext {
  readonly local: LocalState | undefined;
  readonly record: OutboxRecord | undefined;
  /** While everything is pulled anew, sequences of the earlier life mean nothing. */
  readonly isRestarting: boolean;
  /** Asked for before the server accepted a write of this device, which comes again in any case. */
  readonly isOutdated?: boolean;
  /** The server acknowledged the local state, or what the waiting writes stand on, and lost it since. */
  readonly isLost?: boolean;
  /** With `isLost`: what the lost write was made on, where its own place among the server's changes was never pulled. */
  readonly madeOn?: Pick<SyncStamp, 'sequence' | 'acknowledged'> | undefined;
  /** With `isLost`: sequences above this one are of the server's new life. */
  readonly restoredTo?: number | undefined;
}

/** Decides about one pulled document. Pure. A document with writes of its own is never overwritten. */
export function decidePulled(master: WireDocument, context: PulledContext): PulledOutcome {
  const { local, record } = context;
  const chain = record && local?.writeId !== undefined ? toChain(record, local.writeId).entries : [];
  if (master['evicted'] === true) return chain.length === 0 ? evict(local) : { outcome: 'leave' };
  if (local && isToBeResent(master, local, context)) return { outcome: 'resend' };
  if (!local || chain.length === 0) return takeMaster(master, context);
  if (local.writeId === master.writeId) return { outcome: 'take', next: master, isSettled: true };
  if (chain.some(({ writeId }) => writeId === master.writeId)) {
    // The server has an earlier one of these writes: the later ones stand on it now.
    const next = { ...local, sync: master.sync } as WireDocument;
    return { outcome: 'take', next, isSettled: true };
  }
  if (context.isRestarting && (local.sync?.sequence ?? 0) > 0)
    return { outcome: 'take', next: toUnplaced(local), isSettled: false };
  return { outcome: 'leave' };
}

/** Gone from this reader's view, for reasons that are the server's: nothing of it is pushed. */
function evict(local: LocalState | undefined): PulledOutcome {
  if (!local || local._deleted) return { outcome: 'leave' };
  return { outcome: 'take', next: toEvicted(local), isSettled: false };
}

/** What somebody has written since the loss is newer than the lost state. */
function isToBeResent(master: WireDocument, local: LocalState, context: PulledContext): boolean {
  const { isLost = false, madeOn, restoredTo } = context;
  if (!isLost || restoredTo === undefined || hasSameContent(master, withoutMeta(local))) return false;
  // What it was made on is there and it isn't: so it is in no life of the server's data.
  if (madeOn !== undefined && madeOn.acknowledged === master.writeId) return true;
  // What it was made on outlived the loss: so may it have, and what the server has now may stand on it.
  if (madeOn !== undefined && madeOn.sequence <= restoredTo) return false;
  return (master.sync?.sequence ?? 0) <= restoredTo;
}

function takeMaster(master: WireDocument, context: PulledContext): PulledOutcome {
  const { local, isRestarting, isOutdated = false } = context;
  // An earlier life may have had the same number.
  if (local && isSameState(local, master) && !isUnplaced(local)) return { outcome: 'leave' };
  if (local && isOutdated && isUnplaced(local) && local.writeId !== master.writeId)
    return { outcome: 'ask again' };
  const isOlder = local !== undefined && (local.sync?.sequence ?? 0) > (master.sync?.sequence ?? 0);
  if (isOlder && !isRestarting) return { outcome: 'leave' };
  // A tombstone of something this device never had is nothing to keep.
  if (!local && master._deleted) return { outcome: 'leave' };
  return { outcome: 'take', next: master, isSettled: false };
}

const MAX_ROUNDS = 20;

/** How a page is taken while everything is pulled anew. */
export interface RestartContext {
  readonly checkpoint: CheckpointRecord;
  readonly clock: Clock;
}

/** Where a page comes from, unless it is an ordinary one. */
export interface PageOrigin {
  readonly restart?: RestartContext;
  /** Whether the server has accepted something since it was asked for; asked each time before states are compared. */
  readonly isOutdated?: () => Promise<boolean>;
}

/**
 * Brings a page of pulled documents into the local store.
 * @returns whether all of it was taken into account; otherwise its rewinds must be gone back to once more
 */
export async function applyPage(
  database: LocalDatabase,
  collection: string,
  documents: readonly WireDocument[],
  { restart, isOutdated = async () => false }: PageOrigin = {},
): Promise<boolean> {
  let isWhole = true;
  let open = new Map(documents.map((document) => [document.FBUID, document]));
  for (let round = 0; open.size > 0 && round < MAX_ROUNDS; round++) {
    const ids = [...open.keys()];
    const [states, records] = await Promise.all([
      readStates(database, collection, ids),
      findRecords(database, collection, ids),
    ]);
    // After the outbox was read: a write leaves it only when its rewind is noted.
    const isOld = await isOutdated();
    const changes: StateChange[] = [];
    const settled: WireDocument[] = [];
    const rejectedChanges: RejectedChange[] = [];
    const outrun = new Set<string>();
    for (const [id, master] of open) {
      const local = states.get(id);
      const context = { ...toContext(local, records.get(id), restart), isOutdated: isOld };
      const decided = decidePulled(master, context);
      if (decided.outcome === 'ask again') isWhole = false;
      const rejectedChange =
        decided.outcome === 'resend' ? undefined : toRejectedChange(master, context, restart);
      if (rejectedChange) rejectedChanges.push(rejectedChange);
      if (decided.outcome === 'leave' || decided.outcome === 'ask again') continue;
      if (decided.outcome === 'resend') {
        if (!local || !restart) continue;
        const isSent = await resendState({ database, clock: restart.clock, collection, local, master });
        if (!isSent) outrun.add(id);
        continue;
      }
      changes.push({ previous: local, next: decided.next });
      if (decided.isSettled) settled.push(master);
    }
    // Before the states they are of go.
    if (rejectedChanges.length > 0) await database.rejectedChanges.bulkUpsert(rejectedChanges);
    for (const id of await replaceStates(database, collection, changes)) outrun.add(id);
    for (const master of settled) {
      if (!outrun.has(master.FBUID))
        await settleWrite(database, toOutboxId(collection, master.FBUID), master);
    }
    // Somebody wrote in between: those are decided again on the newer state.
    open = new Map([...open].filter(([id]) => outrun.has(id)));
  }
  return isWhole;
}

/** What is kept of a lost state that gives way; nothing is known of a life that was never ours. */
function toRejectedChange(
  master: WireDocument,
  { local, record, isLost = false, restoredTo = UNKNOWN }: PulledContext,
  restart: RestartContext | undefined,
): RejectedChange | undefined {
  if (!restart || !local || !isLost || restoredTo === UNKNOWN || master['evicted'] === true) return undefined;
  const chain = record && toChain(record, local.writeId ?? '');
  const { collectionName: collection } = restart.checkpoint;
  return toLostRejectedChange({ collection, local, chain, master, clock: restart.clock });
}

function toContext(
  local: LocalState | undefined,
  record: OutboxRecord | undefined,
  restart: RestartContext | undefined,
): PulledContext {
  if (!restart) return { local, record, isRestarting: false };
  const { entries = [], base } = record ? toChain(record, local?.writeId ?? '') : {};
  const isLost = isLostState(restart.checkpoint, local, base);
  const known = entries.length > 0 ? base : local;
  const { restoredTo } = restart.checkpoint;
  // What was accepted while later writes waited carries no stamp: the document has that of what it was made on.
  const madeOn = known && isUnplaced(known) ? (known.sync ?? local?.sync ?? UNSYNCED) : undefined;
  return { local, record, isRestarting: true, isLost, madeOn, restoredTo };
}
