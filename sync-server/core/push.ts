import * as v from 'valibot';
import { toOwner, toOwners, type Actor } from '#shared/access/actor.ts';
import { isAuthor } from '#shared/access/author.ts';
import { NO_USER } from '#shared/collections/collection.ts';
import { findCollectionNameProblem } from '#shared/documents/document-ids.ts';
import { pushRowSchema, type PushResponse, type PushRow, type Verdict } from '#shared/sync/messages.ts';
import { toContent } from '#shared/sync/wire-document.ts';
import { createId } from '#shared/kernel/ids.ts';
import { encodeCheckpoint, hashCollectionScope } from './checkpoint.ts';
import { decideWrite, type WriteOutcome } from './decide-write.ts';
import type { CommitView, Decision, DocumentStore, KnownWrite, StoredVerdict } from './document-store.ts';
import type { StoredDocument } from './stored-document.ts';
import { findRenamesInForce, renameStaleWrite, type RenameInForce } from './rename-stale-write.ts';
import { parseServerWriteId } from './server-write-id.ts';
import { shorten } from './shorten.ts';
import type { Stamp } from './stamp.ts';
import { isVisible, toWire } from './to-wire.ts';
import { createWriteBatch, type WriteBatch } from './write-batch.ts';
import type { WriteBase, WriteRequest } from './write-request.ts';

/** Characters of the masters in a response; 100 rows may name large documents, or one of them 100 times. */
const MAX_MASTER_CHARACTERS = 2_000_000;

/** A write with its device's `writeId`. */
type PushedWrite = WriteRequest & { readonly writeId: string };

/**
 * Commits a device's writes. Every row gets its own verdict, in order; an accepted write is durable, with its history,
 * before this resolves. One row never fails the others.
 */
export async function push(
  store: DocumentStore,
  rows: readonly unknown[],
  stamp: Stamp,
): Promise<PushResponse> {
  const writes = rows.map(parseRow);
  const requests = writes.filter((write) => 'base' in write);
  const scope = {
    documents: requests.map(({ collection, id }) => ({ collection, id })),
    writeIds: requests.flatMap(({ writeId, trail }) => [writeId, ...trail.map((entry) => entry.writeId)]),
  };
  const { verdicts, rewindsBelow } = await store.commit(scope, (view) => decidePush(writes, view, stamp));
  const rewinds = [...rewindsBelow].map(([collection, sequence]) => {
    const bound = { epoch: store.epoch, scope: hashCollectionScope(collection, stamp.actor) };
    return { collection, checkpoint: encodeCheckpoint({ ...bound, sequence: sequence - 1 }) };
  });
  return { verdicts, rewinds };
}

interface DecidedPush {
  readonly verdicts: readonly Verdict[];
  /** The lowest sequence that the device must pull again, by collection. */
  readonly rewindsBelow: ReadonlyMap<string, number>;
}

function decidePush(
  writes: readonly (PushedWrite | Verdict)[],
  view: CommitView,
  stamp: Stamp,
): Decision<DecidedPush> {
  const batch = createWriteBatch(view);
  const renames = new Map<string, readonly RenameInForce[]>();
  const verdicts: Verdict[] = [];
  const rewindsBelow = new Map<string, number>();
  let masterCharacters = 0;
  for (const write of writes) {
    if (!('base' in write)) {
      verdicts.push(write);
      continue;
    }
    if (masterCharacters > MAX_MASTER_CHARACTERS) {
      verdicts.push(putOff(write));
      continue;
    }
    const { collection } = write;
    const inForce = renames.get(collection) ?? findRenamesInForce(view, collection, stamp.at);
    renames.set(collection, inForce);
    const verdict = findEarlierVerdict(write, batch, stamp.actor) ?? decideRow(write, inForce, batch, stamp);
    verdicts.push(verdict);
    if (verdict.master) masterCharacters += JSON.stringify(verdict.master).length;
    const state = batch.document(write);
    // A document that is missing or invisible to this reader may appear before the response arrives.
    const shown = state && isVisible(state, stamp.actor) ? state.sequence : batch.sequence + 1;
    rewindsBelow.set(collection, Math.min(shown, rewindsBelow.get(collection) ?? shown));
  }
  return batch.toDecision({ verdicts, rewindsBelow });
}

/** The same write, sent again because its response was lost, gets the same verdict. Nothing is written. */
function findEarlierVerdict(request: PushedWrite, batch: WriteBatch, actor: Actor): Verdict | undefined {
  const { id, writeId } = request;
  const earlier = batch.verdict(writeId);
  if (earlier) {
    const isOwn =
      earlier.collection === request.collection && earlier.id === id && isOwner(actor, earlier.owner);
    return isOwn ? toVerdict(earlier, batch.document(request), actor) : usedElsewhere(request);
  }
  // Everything in history was accepted: the entry is its verdict.
  const known = batch.write(writeId);
  if (!known) return isServerId(request, batch) ? usedElsewhere(request) : undefined;
  const isSame = wasMadeBy(actor, known) && known.collection === request.collection && known.id === id;
  return isSame ? toAccepted(request) : usedElsewhere(request);
}

/** Whether the `writeId`, or one in the trail, is an id that the server will give to a write of its own. */
function isServerId({ writeId, trail }: PushedWrite, batch: WriteBatch): boolean {
  const ids = [writeId, ...trail.map((entry) => entry.writeId)];
  return ids.some((id) => parseServerWriteId(id)?.epoch === batch.epoch && !batch.write(id));
}

function toAccepted({ id, writeId }: PushedWrite): Verdict {
  return { id, writeId, verdict: 'accepted' };
}

function usedElsewhere({ id, writeId }: PushedWrite): Verdict {
  const message = 'This writeId already belongs to another write. Send the content as a new write.';
  return { id, writeId, verdict: 'rejected', code: 'already-exists', message, path: 'writeId' };
}

/** Nothing is decided: the device pushes the row again. */
function putOff({ id, writeId }: PushedWrite): Verdict {
  const message = 'The response is full. Nothing was decided about this write; push it again.';
  return { id, writeId, verdict: 'rejected', code: 'resource-exhausted', message };
}

function decideRow(
  request: PushedWrite,
  renames: readonly RenameInForce[],
  batch: WriteBatch,
  stamp: Stamp,
): Verdict {
  const current = batch.document(request);
  const write = renameStaleWrite(request, { view: batch, current, renames, at: stamp.at });
  const outcome = decideWrite(write, batch, stamp);
  batch.record(request, outcome);
  if (outcome.verdict === 'conflict') {
    const { id, writeId, trail } = request;
    const master = toWire(outcome.document, stamp.actor);
    const common = trail.findLast((entry) => batch.write(entry.writeId))?.writeId;
    const rest = { ...(master ? { master } : {}), ...(common === undefined ? {} : { common }) };
    return { id, writeId, verdict: 'conflict', ...rest };
  }
  // The history entry is its verdict.
  if (outcome.verdict === 'accepted' && outcome.history.length > 0) return toAccepted(request);
  const stored = toStoredVerdict(request, outcome, stamp.actor);
  batch.remember(stored);
  return toVerdict(stored, current, stamp.actor);
}

function toStoredVerdict(
  { collection, id, writeId }: PushedWrite,
  outcome: Exclude<WriteOutcome, { verdict: 'conflict' }>,
  actor: Actor,
): StoredVerdict {
  const base = { collection, id, writeId, owner: ownerName(actor) };
  if (outcome.verdict !== 'rejected') return { ...base, verdict: outcome.verdict };
  const { code, message, path } = outcome;
  return { ...base, verdict: 'rejected', code, message, path };
}

/** A rejected write carries the current state, where the writer may see it, so that the device can go back to it. */
function toVerdict(stored: StoredVerdict, current: StoredDocument | undefined, actor: Actor): Verdict {
  const { id, writeId, verdict, code, message, path } = stored;
  const master = verdict === 'rejected' && current ? toWire(current, actor) : undefined;
  return {
    id,
    writeId,
    verdict,
    ...(master ? { master } : {}),
    ...(code ? { code } : {}),
    ...(message === undefined ? {} : { message }),
    ...(path ? { path } : {}),
  };
}

/** Verdicts are replayed to their first caller only. */
function ownerName(actor: Actor): string {
  return toOwner(actor) ?? (actor.isAdmin ? 'admin' : 'nobody');
}

/** Whether an entry is this person's, or was made on this device with nobody signed in. */
function wasMadeBy({ fid, email }: Actor, { updatedBy, device }: KnownWrite): boolean {
  return updatedBy === NO_USER ? device !== undefined && device === fid : isAuthor(updatedBy, email);
}

/** A device that has signed in since still owns what it wrote before. */
function isOwner(actor: Actor, owner: string): boolean {
  return owner === ownerName(actor) || toOwners(actor).some((one) => one === owner);
}

/** A row as a write, or the verdict for a malformed row. */
function parseRow(row: unknown): PushedWrite | Verdict {
  const parsed = v.safeParse(pushRowSchema, row);
  if (!parsed.success) {
    const [issue] = parsed.issues;
    return toMalformed(row, issue.message, v.getDotPath(issue) ?? '');
  }
  // Reads the row as sent: the parsed copy drops fields named `constructor`, `prototype` and `__proto__`, which must
  // be rejected, not silently lost.
  const { collection, newDocumentState, assumedMasterState, madeAt, trail } = row as PushRow;
  const problem = findCollectionNameProblem(collection);
  if (problem !== undefined) return toMalformed(row, problem, 'collection');
  const data = toContent(newDocumentState);
  return {
    collection,
    id: newDocumentState.FBUID,
    writeId: newDocumentState.writeId || createId(),
    base: toBase(assumedMasterState),
    deleted: newDocumentState._deleted ?? false,
    data,
    madeAt,
    trail: trail ?? [],
  };
}

function toBase(state: Readonly<Record<string, unknown>> | undefined): WriteBase {
  if (!state) return { kind: 'none' };
  const { writeId } = state;
  if (typeof writeId === 'string' && writeId !== '') return { kind: 'write', writeId };
  return { kind: 'content', content: toContent(state), deleted: state['_deleted'] === true };
}

function toMalformed(row: unknown, problem: string, path: string): Verdict {
  const state = (row as { newDocumentState?: { FBUID?: unknown; writeId?: unknown } } | null)
    ?.newDocumentState;
  const text = (value: unknown) => (typeof value === 'string' ? value : '');
  return {
    id: text(state?.FBUID),
    writeId: text(state?.writeId),
    verdict: 'rejected',
    code: 'invalid-argument',
    message: shorten(problem),
    path,
  };
}
