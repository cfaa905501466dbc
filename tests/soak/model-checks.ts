import type { Decision } from '#server/core/document-store.ts';
import type { DocumentData, HistoryRow } from '#server/core/stored-document.ts';
import { toContent } from '#shared/sync/wire-document.ts';
import type { ModelTab, ModelWorld } from './model-device.ts';
import { TRACED_FIELDS, type ModelRecord, type PersonalWrite } from './model-record.ts';

/** Checks a commit atomically: accepted writes are stored, and no field returns to an older value. */
export function checkCommit(record: ModelRecord, { history, documents, verdicts }: Decision<unknown>): void {
  const known = new Set([...record.history, ...history].map(({ writeId }) => writeId));
  for (const { writeId, verdict, id } of verdicts) {
    if (verdict !== 'accepted' || known.has(writeId)) continue;
    const head = headOf(record.history, id);
    const pushed = record.pushed.get(writeId);
    // A write equal to the master writes nothing.
    if (!head || !pushed || (head.operation !== 'delete' && !isSameText(head.data, pushed))) {
      record.breaches.push(`[PU1] ${writeId} was accepted and isn't in history`);
    }
  }
  for (const { id, writeId } of history) {
    // A write that no device pushed is a claim: only the document's owner changes.
    const held = headOf(record.history, id);
    if (held && !record.pushed.has(writeId)) record.pushed.set(writeId, held.data);
  }
  for (const { id } of documents) {
    const before = headOf(record.history, id);
    const after = headOf(history, id);
    const seen = new Set(record.history.filter((row) => row.id === id).flatMap(toTracedValues));
    for (const field of TRACED_FIELDS) {
      const value = after?.data[field];
      if (before && value !== before.data[field] && seen.has(`${field} ${String(value)}`)) {
        record.breaches.push(
          `[CF1] ${id}: ${field} went back from ${String(before.data[field])} to ${String(value)}`,
        );
      }
    }
  }
  record.history.push(...history);
}

function headOf(history: readonly HistoryRow[], id: string): HistoryRow | undefined {
  return history.findLast((row) => row.id === id && row.operation !== 'coalesced');
}

function toTracedValues({ data }: HistoryRow): string[] {
  return TRACED_FIELDS.map((field) => `${field} ${String(data[field])}`);
}

function isSameText(a: DocumentData, b: DocumentData): boolean {
  return [...TRACED_FIELDS, 'contactPhone'].every((field) => a[field] === b[field]);
}

/** Invariants that are broken when all devices are online and idle; empty if all hold. */
export async function findBreaches(
  { server, record }: ModelWorld,
  tabs: readonly ModelTab[],
): Promise<string[]> {
  const breaches = [
    ...record.breaches,
    ...server.log.filter((text) => !text.includes('Pull from the start')),
    ...findHistoryBreaches(record),
  ];
  const stored = await server.store.list({
    collection: 'contacts',
    scope: 'everything',
    afterId: '',
    limit: 100,
  });
  const truth = JSON.stringify(
    stored.map(({ id, writeId, sequence, json }) => [id, writeId, sequence, sorted(JSON.parse(json))]),
  );
  const rejectedChanges = new Map<number, string>();
  for (const { device, database } of tabs) {
    const documents = await database.contacts.find({ sort: [{ FBUID: 'asc' }] }).exec();
    const states = documents.map((document) => document.toJSON());
    const seen = JSON.stringify(
      states.map((state) => [state.FBUID, state.writeId, state.sync.sequence, sorted(toContent(state))]),
    );
    if (seen !== truth) breaches.push(`[PL4] device ${device} shows ${seen}, the server has ${truth}`);
    for (const { FBUID, writeId, sync } of states) {
      if (writeId !== sync.acknowledged)
        breaches.push(`[CL1] ${FBUID} is pending forever on device ${device}`);
    }
    const waiting = await database.outbox.find().exec();
    if (waiting.length > 0)
      breaches.push(`[CL1] the outbox of device ${device} holds ${waiting.map(({ id }) => id).join()}`);
    const kept = await database.rejectedChanges.find().exec();
    rejectedChanges.set(device, JSON.stringify(kept.map(({ content }) => content)));
  }
  const heads = stored.map(({ json }) => json).join('\n');
  for (const write of record.writes) {
    // Acknowledged content that a restore lost is resent or kept by the devices that had it.
    const isHeld = record.held.has(write.value);
    const own = isHeld ? [...rejectedChanges.values()].join() : (rejectedChanges.get(write.device) ?? '');
    if (!isAccountedFor(write, { record, heads, rejectedChanges: own })) {
      breaches.push(`[RJ1] ${write.id}.${write.field} = ${write.value} of device ${write.device} is lost`);
    }
  }
  return breaches;
}

function sorted(data: DocumentData): [string, unknown][] {
  return Object.entries(data).sort(([a], [b]) => (a < b ? -1 : 1));
}

function findHistoryBreaches({ history, pushed, verdicts }: ModelRecord): string[] {
  const breaches: string[] = [];
  const seen = new Set<string>();
  const newest = new Map<string, string>();
  for (const { id, at, writeId, operation, data } of history) {
    if (seen.has(writeId)) breaches.push(`[PU3] ${writeId} is in history twice`);
    seen.add(writeId);
    if (at <= (newest.get(id) ?? '')) breaches.push(`[HI1] keys of ${id} do not strictly increase`);
    newest.set(id, at);
    const sent = pushed.get(writeId);
    if (!sent || (operation !== 'delete' && !isSameText(sent, data)))
      breaches.push(`[HI2] ${writeId} has content that no device wrote`);
    const verdict = verdicts.get(writeId);
    if (operation !== 'coalesced' && verdict !== undefined && verdict !== 'accepted') {
      breaches.push(`[PU2] ${writeId} was ${verdict} and is in history`);
    }
  }
  return breaches;
}

interface Whereabouts {
  readonly record: ModelRecord;
  readonly heads: string;
  readonly rejectedChanges: string;
}

/**
 * A written value is in the newest state, in history, or in a rejected change of its device; or its author replaced or
 * deleted it; or it was accepted, lost in a restore, and on no device any more.
 */
function isAccountedFor(write: PersonalWrite, { record, heads, rejectedChanges }: Whereabouts): boolean {
  const field = TRACED_FIELDS.find((traced) => traced === write.field);
  if (write.kind === 'delete' || !field) return true;
  const text = JSON.stringify(write.value);
  if (heads.includes(text) || rejectedChanges.includes(text) || record.lost.has(write.value)) return true;
  if (record.history.some(({ id, data }) => id === write.id && data[field] === write.value)) return true;
  return record.writes.some(
    (later) =>
      (later.device === write.device || record.held.has(write.value)) &&
      later.id === write.id &&
      later.seen?.[field] === write.value &&
      (later.kind === 'delete' || later.field === field),
  );
}
