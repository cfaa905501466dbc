import type { DocumentData, HistoryRow } from '#server/core/stored-document.ts';
import type { PushResponse, PushRow, VerdictKind } from '#shared/sync/messages.ts';

/** Fields whose every value is written once only, so that a value tells who wrote it. */
export const TRACED_FIELDS = ['contactName', 'contactCompany', 'contactMessage'] as const;
export type TracedField = (typeof TRACED_FIELDS)[number];

/** What a person did on a device, and what they saw when they did it. */
export interface PersonalWrite {
  readonly device: number;
  readonly id: string;
  readonly kind: 'edit' | 'delete';
  readonly field: string;
  readonly value: string;
  readonly seen: DocumentData | undefined;
}

/** Everything that was written anywhere and everything the server said, kept beside the system under test. */
export interface ModelRecord {
  readonly writes: PersonalWrite[];
  /** How many documents were made. */
  births: number;
  /** Content of every pushed write, trails included, by `writeId`. */
  readonly pushed: Map<string, DocumentData>;
  /** What the server said of each pushed write, answers that were lost included. */
  readonly verdicts: Map<string, VerdictKind>;
  /** Entries of every history in the server's present life, in their order. */
  history: HistoryRow[];
  /** Values that were in data which a restore has lost, and that no device held that could bring them back. */
  readonly lost: Set<unknown>;
  /** Values that a restore has lost, and that a device held. */
  readonly held: Set<unknown>;
  /** Breaches seen while they happened. */
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

/** Notes what a push carried. */
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

/** Notes what the server said; the same write must always be told the same, and nobody conflicts with themselves. */
export function recordVerdicts(record: ModelRecord, rows: readonly PushRow[], answer: PushResponse): void {
  const trails = new Map(rows.map(({ newDocumentState, trail = [] }) => [newDocumentState.writeId, trail]));
  for (const { writeId, verdict, master } of answer.verdicts) {
    const isOwn = trails.get(writeId)?.some((entry) => entry.writeId === master?.writeId) ?? false;
    if (verdict === 'conflict' && isOwn) {
      record.breaches.push(`[PU4] ${writeId} conflicts with ${master?.writeId} of its own trail`);
    }
    const earlier = record.verdicts.get(writeId);
    if (earlier && earlier !== 'conflict' && earlier !== verdict) {
      record.breaches.push(`[PU3] ${writeId} was told ${earlier}, then ${verdict}`);
    }
    record.verdicts.set(writeId, verdict);
  }
}

/**
 * Notes that a restore has taken the server back to so many entries.
 * @param held values of the documents on all devices that learn of it
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
  // Verdicts that wrote nothing may be forgotten too.
  record.verdicts.clear();
}
