import { UNSYNCED, type SyncStamp } from '#shared/collections/collection.ts';
import type { Clock } from '#shared/kernel/clock.ts';
import { hasSameContent, isSameState, type WireDocument } from '#shared/sync/wire-document.ts';
import type { LocalDatabase } from '../store/database.ts';
import type { RejectedChange } from './rejected-change-record.ts';
import {
  readStates,
  replaceStates,
  toEvicted,
  resetSequence,
  type LocalState,
  type StateChange,
} from './local-states.ts';
import { withoutMeta } from './on-disk.ts';
import { toLostRejectedChange } from './lost-changes.ts';
import { isLostState, isReplaced, lacksSequence, resendState, toReplaced } from './lost-states.ts';
import { findRecords, settleBase, settleWrite } from './outbox.ts';
import { toChain, toOutboxId, type OutboxRecord } from './outbox-record.ts';
import { isRenumbered, UNKNOWN, type CheckpointRecord } from './checkpoint-record.ts';

/** What to do with one pulled document. */
export type PulledOutcome =
  /** Keep the local state: it is the same one, a newer one, or has waiting writes that the push settles. */
  | { readonly outcome: 'leave' }
  /** The page may predate a write of this device that the server has accepted since: fetch it again. */
  | { readonly outcome: 'refetch' }
  | { readonly outcome: 'take'; readonly next: WireDocument; readonly isSettled: boolean }
  /** A restore dropped this device's state: push it again, on top of the server's. */
  | { readonly outcome: 'resend' };

export interface PulledContext {
  readonly local: LocalState | undefined;
  readonly record: OutboxRecord | undefined;
  /** Everything is being pulled again: sequences of the earlier epoch mean nothing. */
  readonly isRestarting: boolean;
  /** The page was requested before the server accepted a push of this device; a rewind delivers that write later. */
  readonly isOutdated?: boolean;
  /** The server acknowledged the local state, or the base of the waiting writes, and has lost it in a restore. */
  readonly isLost?: boolean;
  /** With `isLost`: stamp of the state the lost write was based on, if the write's own sequence was never pulled. */
  readonly lostBase?: Pick<SyncStamp, 'sequence' | 'acknowledged'> | undefined;
  /** With `isLost`: sequences above this one belong to the new epoch. */
  readonly restoredTo?: number | undefined;
  /** With `isLost`: the base was replaced before it was lost, see `toReplaced`, so it is pushed over no other state. */
  readonly wasReplaced?: boolean;
}

/** Decides what to do with one pulled document. Pure. A document with waiting writes is never overwritten. */
export function decidePulled(master: WireDocument, context: PulledContext): PulledOutcome {
  const { local, record } = context;
  const chain = record && local?.writeId !== undefined ? toChain(record, local.writeId).entries : [];
  if (master['evicted'] === true) return chain.length === 0 ? evict(local) : { outcome: 'leave' };
  if (local && mustResend(master, local, context)) return { outcome: 'resend' };
  if (!local || chain.length === 0) return takeMaster(master, context);
  if (local.writeId === master.writeId) return { outcome: 'take', next: master, isSettled: true };
  if (chain.some(({ writeId }) => writeId === master.writeId)) {
    // The server has one of the earlier writes: the later ones are based on it now.
    const next = { ...local, sync: master.sync } as WireDocument;
    return { outcome: 'take', next, isSettled: true };
  }
  if (context.isRestarting && (local.sync?.sequence ?? 0) > 0)
    return { outcome: 'take', next: resetSequence(local), isSettled: false };
  return { outcome: 'leave' };
}

/** The document has left this reader's view: it leaves the device, and no deletion is pushed. */
function evict(local: LocalState | undefined): PulledOutcome {
  if (!local || local._deleted) return { outcome: 'leave' };
  return { outcome: 'take', next: toEvicted(local), isSettled: false };
}

/** Whether to push a lost state again. A write made after the restore is newer and wins. */
function mustResend(master: WireDocument, local: LocalState, context: PulledContext): boolean {
  const { isLost = false, wasReplaced = false, lostBase, restoredTo } = context;
  if (!isLost || wasReplaced || restoredTo === undefined) return false;
  if (hasSameContent(master, withoutMeta(local))) return false;
  // The server has exactly the state the lost write was based on, so it doesn't have the write.
  if (lostBase !== undefined && lostBase.acknowledged === master.writeId) return true;
  // The base survived the restore. The write may have survived too, and the server's state may include it.
  if (lostBase !== undefined && lostBase.sequence <= restoredTo) return false;
  return (master.sync?.sequence ?? 0) <= restoredTo;
}

function takeMaster(master: WireDocument, context: PulledContext): PulledOutcome {
  const { local, isRestarting, isOutdated = false } = context;
  // A state without its own sequence carries its base's, and a new epoch may have given this write the same number.
  if (local && isSameState(local, master) && !lacksSequence(local)) return { outcome: 'leave' };
  if (local && isOutdated && lacksSequence(local) && local.writeId !== master.writeId)
    return { outcome: 'refetch' };
  const isOlder = local !== undefined && (local.sync?.sequence ?? 0) > (master.sync?.sequence ?? 0);
  if (isOlder && !isRestarting) return { outcome: 'leave' };
  // This device never had the document, so its tombstone isn't stored.
  if (!local && master._deleted) return { outcome: 'leave' };
  return { outcome: 'take', next: master, isSettled: false };
}

const MAX_ROUNDS = 20;

/** What applying a page needs while everything is pulled again. */
export interface RestartContext {
  readonly checkpoint: CheckpointRecord;
  readonly clock: Clock;
}

/** How a page was requested, unless by an ordinary pull. */
export interface PageOrigin {
  readonly restart?: RestartContext;
  /** Whether the server has accepted a push since the page was requested; checked before every comparison of states. */
  readonly isOutdated?: () => Promise<boolean>;
}

/**
 * Applies a page of pulled documents to the local store.
 * @returns whether the whole page was applied; if not, the same page must be pulled again
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
    // Check after reading the outbox: a write leaves the outbox only once its rewind is noted.
    const isOld = await isOutdated();
    const changes: StateChange[] = [];
    const settled: WireDocument[] = [];
    const rejectedChanges: RejectedChange[] = [];
    const bases = new Map<string, WireDocument>();
    const overtaken = new Set<string>();
    for (const [id, master] of open) {
      const local = states.get(id);
      const context = { ...toContext(local, records.get(id), restart), isOutdated: isOld };
      const decided = decidePulled(master, context);
      if (decided.outcome === 'refetch') isWhole = false;
      const rejectedChange =
        decided.outcome === 'resend' ? undefined : toRejectedChange(master, context, restart);
      if (rejectedChange) rejectedChanges.push(rejectedChange);
      const base = decided.outcome === 'resend' ? undefined : renumberBase(master, context, restart);
      if (base) bases.set(id, base);
      if (decided.outcome === 'leave' || decided.outcome === 'refetch') continue;
      if (decided.outcome === 'resend') {
        if (!local || !restart) continue;
        const isSent = await resendState({ database, clock: restart.clock, collection, local, master });
        if (!isSent) overtaken.add(id);
        continue;
      }
      changes.push({ previous: local, next: decided.next });
      if (decided.isSettled) settled.push(master);
    }
    // Keep the content before the states that hold it are replaced.
    if (rejectedChanges.length > 0) await database.rejectedChanges.bulkUpsert(rejectedChanges);
    for (const [id, base] of bases) await settleBase(database, toOutboxId(collection, id), base);
    for (const id of await replaceStates(database, collection, changes)) overtaken.add(id);
    for (const master of settled) {
      if (!overtaken.has(master.FBUID))
        await settleWrite(database, toOutboxId(collection, master.FBUID), master);
    }
    // Documents written to in between are decided again, on their newer state.
    open = new Map([...open].filter(([id]) => overtaken.has(id)));
  }
  return isWhole;
}

/** The rejected change that keeps an overwritten lost state; none if `restoredTo` is unknown. */
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

/**
 * The base of waiting writes with a number of the new epoch: in the next restore, its earlier one could count as lost.
 * @returns undefined if its number stays
 */
function renumberBase(
  master: WireDocument,
  { local, record, isLost = false }: PulledContext,
  restart: RestartContext | undefined,
): WireDocument | undefined {
  const isRenewed = restart !== undefined && (isLost || isRenumbered(restart.checkpoint));
  if (!isRenewed || !local || !record) return undefined;
  const { entries, base } = toChain(record, local.writeId ?? '');
  if (entries.length === 0 || !base?.writeId) return undefined;
  if (base.writeId === master.writeId) return { ...base, sync: master.sync ?? UNSYNCED };
  return toReplaced(base, master);
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
  // A write accepted while later ones waited has no stamp of its own. The document still carries its base's stamp.
  const lostBase = known && lacksSequence(known) ? (known.sync ?? local?.sync ?? UNSYNCED) : undefined;
  const wasReplaced = entries.length > 0 && !!base && isReplaced(base);
  return { local, record, isRestarting: true, isLost, wasReplaced, lostBase, restoredTo };
}
