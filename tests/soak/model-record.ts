import type { DocumentData, HistoryRow } from '#server/core/stored-document.ts';
import type { PushResponse, PushRow, VerdictKind } from '#shared/sync/messages.ts';

/** Fields whose values are each written only once, so that a value identifies its write. */
export const TRACED_FIELDS = ['contactName', 'contactCompany', 'contactMessage'] as const;
export type TracedField = (typeof TRACED_FIELDS)[number];

/** A user's write on a device, and the state they saw. */
export interface PersonalWrite {
  readonly device: number;
  readonly id: string;
  readonly kind: 'edit' | 'delete';
  readonly field: string;
  readonly value: string;
  readonly seen: DocumentData | undefined;
}

/** Every write and every verdict of the server, recorded outside the system under test. */
export interface ModelRecord {
  readonly writes: PersonalWrite[];
  /** Number of documents created. */
  births: number;
  /** Content of every pushed write, trails included, by `writeId`. */
  readonly pushed: Map<string, DocumentData>;
  /** The server's verdict on each pushed write, lost responses included. */
  readonly verdicts: Map<string, VerdictKind>;
  /** All history entries of the server's current epoch, in order. */
  history: HistoryRow[];
  /** Values lost in a restore that no device had and could resend. */
  readonly lost: Set<unknown>;
  /** Values lost in a restore that a device had. */
  readonly held: Set<unknown>;
  /** Breaches found during the run. */
  readonly breaches: string[];
}

export function createModelRecord(): ModelRecord {
  return {
    writes: [],
    births: 0,
    pushed: new Map(),
    verdicts: new Map(),
    history: [],
    lost: new Set(),
    held: new Set(),
    breaches: [],
  };
}

/** Records the rows of a push. */
export function recordRows(record: ModelRecord, rows: readonly PushRow[]): void {
  for (const { newDocumentState, trail = [] } of rows) {
    const { writeId = '', sync: _sync, _deleted, ...data } = newDocumentState;
    note(writeId, data);
    for (const entry of trail) note(entry.writeId, entry.data);
  }
  function note(writeId: string, data: DocumentData): void {
    if (!record.pushed.has(writeId)) record.pushed.set(writeId, data);
  }
}

/** Records verdicts: they must be the same for the same write, and no write conflicts with its own trail. */
export function recordVerdicts(record: ModelRecord, rows: readonly PushRow[], answer: PushResponse): void {
  const trails = new Map(rows.map(({ newDocumentState, trail = [] }) => [newDocumentState.writeId, trail]));
  for (const { writeId, verdict, master } of answer.verdicts) {
    const isOwn = trails.get(writeId)?.some((entry) => entry.writeId === master?.writeId) ?? false;
    if (verdict === 'conflict' && isOwn) {
      record.breaches.push(`[PU4] ${writeId} conflicts with ${master?.writeId} of its own trail`);
    }
    const earlier = record.verdicts.get(writeId);
    if (earlier && earlier !== 'conflict' && earlier !== verdict) {
      record.breaches.push(`[PU3] ${writeId} got ${earlier}, then ${verdict}`);
    }
    record.verdicts.set(writeId, verdict);
  }
}

/**
 * Records a restore of the server to this number of entries.
 * @param held values of the documents on all devices that learn of the restore
 */
export function recordRestore(
  record: ModelRecord,
  { entries, held }: { readonly entries: number; readonly held: ReadonlySet<unknown> },
): void {
  for (const { data, writeId } of record.history.slice(entries)) {
    for (const value of Object.values(data)) {
      const [into, outOf] = held.has(value) ? [record.held, record.lost] : [record.lost, record.held];
      into.add(value);
      outOf.delete(value);
    }
    record.verdicts.delete(writeId);
  }
  record.history = record.history.slice(0, entries);
  // Verdicts without a write may be lost too.
  record.verdicts.clear();
}
