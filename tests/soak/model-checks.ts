import type { Decision } from '#server/core/document-store.ts';
import type { DocumentData, HistoryRow } from '#server/core/stored-document.ts';
import { toContent } from '#shared/sync/wire-document.ts';
import type { ModelTab, ModelWorld } from './model-device.ts';
import { TRACED_FIELDS, type ModelRecord, type PersonalWrite } from './model-record.ts';

/** Looks at a commit while nothing else can happen: what is accepted is written, and no field goes back in time. */
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
    // What no device has pushed is a claim: the document changes hands, and nothing else of it.
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

/** Everything that must hold when all devices are online and nothing is left to do; an empty list when it does. */
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
        breaches.push(`[CL1] ${FBUID} is pending for ever on device ${device}`);
    }
    const waiting = await database.outbox.find().exec();
    if (waiting.length > 0)
      breaches.push(`[CL1] the outbox of device ${device} holds ${waiting.map(({ id }) => id).join()}`);
    const kept = await database.rejectedChanges.find().exec();
    rejectedChanges.set(device, JSON.stringify(kept.map(({ content }) => content)));
  }
  const heads = stored.map(({ json }) => json).join('\n');
  for (const write of record.writes) {
    // What was confirmed and lost is brought back, or kept, by whichever device held it.
    const isHeld = record.held.has(write.value);
    const own = isHeld ? [...rejectedChanges.values()].join() : (rejectedChanges.get(write.device) ?? '');
    if (!isAccountedFor(write, { record, heads, rejectedChanges: own })) {
      breaches.push(`[RJ1] ${write.id}.${write.field} = ${write.value} of device ${write.device} is nowhere`);
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
    if (seen.has(writeId)) breaches.push(`[PU3] ${writeId} stands in history twice`);
    seen.add(writeId);
    if (at <= (newest.get(id) ?? '')) breaches.push(`[HI1] keys of ${id} do not strictly increase`);
    newest.set(id, at);
    const sent = pushed.get(writeId);
    if (!sent || (operation !== 'delete' && !isSameText(sent, data)))
      breaches.push(`[HI2] ${writeId} holds what nobody wrote`);
    const verdict = verdicts.get(writeId);
    if (operation !== 'coalesced' && verdict !== undefined && verdict !== 'accepted') {
      breaches.push(`[PU2] ${writeId} was ${verdict} and stands in history`);
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
 * What a person wrote is in the newest state, in history, or in a rejected change of their device; or they themselves replaced or
 * deleted it; or a restore has lost it after it was accepted, and it was on no device any more.
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
