import { NO_USER } from '#shared/collections/collection.ts';
import type { HistoryEntry } from '#shared/api/messages.ts';
import type { NamedDevices } from '#pwa/data/queries/use-device-names.ts';
import { diffContent, type ContentChange } from '#pwa/ui/content/diff-content.ts';

/** One entry of a document's history, prepared for display. */
export interface HistoryStep {
  readonly entry: HistoryEntry;
  /** e.g. `Changed` */
  readonly operation: string;
  /** Key of the earlier entry that this one brought back. */
  readonly restoredFrom?: string;
  /** e.g. `by ada@example.com` */
  readonly who: string;
  /** ISO time by the device's own clock, if the write was made well before the server received it. */
  readonly madeOfflineAt?: string;
  /** Differences from the entry that it was made on; `undefined` while that one isn't fetched. */
  readonly changes?: readonly ContentChange[];
  /** Whether this created the document. */
  readonly isFirst: boolean;
  readonly isNewest: boolean;
  readonly canRestore: boolean;
}

type Content = Readonly<Record<string, unknown>>;

/** A write that took longer than this to reach the server was made offline. */
const OFFLINE_AFTER_MS = 60_000;

interface KnownWriters {
  /** Those that are known by name. */
  readonly devices?: NamedDevices;
  /** Whether only staff write the document. */
  readonly areStaff?: boolean;
}

/**
 * @param entries newest first
 * @param isComplete whether the last entry is the document's first
 */
export function toSteps(
  entries: readonly HistoryEntry[],
  isComplete: boolean,
  writers: KnownWriters = {},
): readonly HistoryStep[] {
  return entries.map((entry, index) => {
    const older = entries[index + 1];
    const isNewest = index === 0;
    // By position: a creation made and edited offline is stored as `coalesced`, and its last edit as `create`.
    const isFirst = !older && isComplete;
    const before = findBase(entry, entries.slice(index + 1))?.data ?? (isFirst ? {} : undefined);
    const restored = isMadeByServer(entry) ? findSame(entries.slice(index + 2), entry.data) : undefined;
    return {
      entry,
      operation: toOperation(entry, older, isFirst),
      ...(restored ? { restoredFrom: restored.at } : {}),
      who: toWho(entry, writers),
      ...(isMadeOffline(entry) ? { madeOfflineAt: entry.madeAt ?? '' } : {}),
      ...(before ? { changes: diffContent(before, entry.data) } : {}),
      isFirst,
      isNewest,
      canRestore: !isNewest && entry.operation !== 'delete',
    };
  });
}

/** Enough for what is made on the same day. */
const MOST_COMPARED = 20;

/**
 * The entry that one was made on. Edits made offline stand behind what others have written meanwhile, which they did not
 * undo: theirs is the entry they are most like. What was sent in the end is merged with what others have written.
 * @param earlier newest first
 */
function findBase(entry: HistoryEntry, earlier: readonly HistoryEntry[]): HistoryEntry | undefined {
  const [older] = earlier;
  if (entry.operation === 'coalesced') return findMostLike(entry, earlier.slice(0, MOST_COMPARED));
  const offline = earlier.findIndex(({ operation }) => operation !== 'coalesced');
  const accepted = earlier[offline];
  const first = earlier[offline - 1];
  if (!first || !accepted) return older;
  return findBase(first, earlier.slice(offline)) === accepted ? older : accepted;
}

function findMostLike(entry: HistoryEntry, earlier: readonly HistoryEntry[]): HistoryEntry | undefined {
  const [found] = earlier
    .map((one) => ({ one, changes: diffContent(one.data, entry.data).length }))
    .toSorted((a, b) => a.changes - b.changes);
  return found?.one;
}

function toOperation(entry: HistoryEntry, older: HistoryEntry | undefined, isFirst: boolean): string {
  if (entry.operation === 'delete') return 'Deleted';
  if (isFirst) return 'Created';
  return older?.operation === 'delete' ? 'Brought back' : 'Changed';
}

/** The server's write ids have a dot, a device's have letters and digits only. */
function isMadeByServer({ writeId, operation }: HistoryEntry): boolean {
  return operation !== 'delete' && writeId.includes('.');
}

function findSame(earlier: readonly HistoryEntry[], data: Content): HistoryEntry | undefined {
  return earlier.find((entry) => entry.operation !== 'delete' && diffContent(entry.data, data).length === 0);
}

function toWho(
  { updatedBy, device }: HistoryEntry,
  { devices = [], areStaff = false }: KnownWriters,
): string {
  if (updatedBy !== NO_USER && updatedBy !== '') return `by ${updatedBy}`;
  // Without an account, only the admin token writes for staff.
  if (updatedBy === NO_USER && areStaff) return 'by an administrator';
  const name = devices.find(({ fid }) => fid === device)?.name;
  if (name !== undefined) return `on device ${name}`;
  // The server names an author to staff and to the author, whom it knows by the present address.
  return updatedBy === ''
    ? 'by the shop, or by you with an earlier address'
    : 'on a device without an account';
}

function isMadeOffline({ operation, madeAt, at }: HistoryEntry): boolean {
  if (madeAt === null || Number.isNaN(Date.parse(madeAt))) return false;
  return operation === 'coalesced' || Date.parse(at) - Date.parse(madeAt) > OFFLINE_AFTER_MS;
}
