import { NO_USER } from '#shared/collections/collection.ts';
import type { HistoryEntry } from '#shared/api/messages.ts';
import { diffContent, type ContentChange } from '#pwa/ui/content/diff-content.ts';

/** One entry of a document's history, prepared for display. */
export interface HistoryStep {
  readonly entry: HistoryEntry;
  /** e.g. `Changed` */
  readonly operation: string;
  readonly who: string;
  /** ISO time by the device's own clock, if the write was made well before the server received it. */
  readonly madeOfflineAt?: string;
  /** Differences from the previous entry; `undefined` while that one isn't fetched. */
  readonly changes?: readonly ContentChange[];
  readonly isNewest: boolean;
  readonly canRestore: boolean;
}

const OPERATIONS: Record<HistoryEntry['operation'], string> = {
  create: 'Created',
  update: 'Changed',
  coalesced: 'Changed',
  delete: 'Deleted',
};

/** A write that took longer than this to reach the server was made offline. */
const OFFLINE_AFTER_MS = 60_000;

/**
 * @param entries newest first
 * @param isComplete whether the last entry is the document's first
 */
export function toSteps(entries: readonly HistoryEntry[], isComplete: boolean): readonly HistoryStep[] {
  return entries.map((entry, index) => {
    const older = entries[index + 1];
    const isNewest = index === 0;
    const changes = older
      ? diffContent(older.data, entry.data)
      : isComplete
        ? diffContent({}, entry.data)
        : undefined;
    return {
      entry,
      operation:
        older?.operation === 'delete' && entry.operation !== 'delete'
          ? 'Brought back'
          : OPERATIONS[entry.operation],
      who: entry.updatedBy === NO_USER || entry.updatedBy === '' ? 'somebody not signed in' : entry.updatedBy,
      ...(isMadeOffline(entry) ? { madeOfflineAt: entry.madeAt ?? '' } : {}),
      ...(changes ? { changes } : {}),
      isNewest,
      canRestore: !isNewest && entry.operation !== 'delete',
    };
  });
}

function isMadeOffline({ operation, madeAt, at }: HistoryEntry): boolean {
  if (madeAt === null || Number.isNaN(Date.parse(madeAt))) return false;
  return operation === 'coalesced' || Date.parse(at) - Date.parse(madeAt) > OFFLINE_AFTER_MS;
}
