import type { Actor } from '#shared/access/actor.ts';
import { canChange, canCreate, canManage, rulesOf } from '#shared/access/decide-access.ts';
import { findCollection } from '#shared/collections/catalogue.ts';
import type { InboxItem } from '#shared/collections/inbox.ts';
import type { PaidOrder } from '#shared/collections/orders.ts';
import type { Product } from '#shared/collections/products.ts';
import { checkRules } from '#shared/documents/document-rules.ts';
import { toFieldPath } from '#shared/documents/field-path.ts';
import { validateDocument } from '#shared/documents/validate-document.ts';
import { findInboxFault, readInboxId, toNewReplies } from '#shared/domain/inbox.ts';
import { findOrderFault } from '#shared/domain/order-states.ts';
import { findProductFault } from '#shared/domain/product-rules.ts';
import type { DocumentErrorCode } from '#shared/kernel/document-codes.ts';
import { isJsonEqual } from '#shared/kernel/json.ts';
import { acceptWrite, type AcceptedWrite } from './accept-write.ts';
import type { CommitView } from './document-store.ts';
import { findImplausible } from './find-implausible.ts';
import { findTakenPrice, PRICE_ID_PATH, PRODUCTS } from './find-taken-price.ts';
import type { DocumentData, StoredDocument } from './stored-document.ts';
import { shorten } from './shorten.ts';
import type { Stamp } from './stamp.ts';
import type { WriteRequest } from './write-request.ts';

const ORDERS = 'orders';
const INBOX = 'inbox';

/** The outcome of one write. */
export type WriteOutcome =
  | AcceptedWrite
  /** Equal to the current state: nothing is written. */
  | {
      readonly verdict: 'accepted';
      readonly document: StoredDocument | undefined;
      readonly history: readonly [];
    }
  | { readonly verdict: 'conflict'; readonly document: StoredDocument }
  | { readonly verdict: 'gone' }
  | {
      readonly verdict: 'rejected';
      readonly code: DocumentErrorCode;
      readonly message: string;
      readonly path: string;
    };

/** Decides one write against the current state. Checks in order: rights, conflict, validity, change. Pure. */
export function decideWrite(request: WriteRequest, view: CommitView, stamp: Stamp): WriteOutcome {
  const current = view.document(request);
  const refusal = findRefusal(request, current, stamp.actor);
  if (refusal) return refusal;
  const obstacle = findConflict(request, current, view);
  if (obstacle) return obstacle;
  const data = completeData(request, current, stamp.at);
  // A delete keeps the stored data, which is valid already. A delete of an unknown document brings its own.
  const newData = request.deleted && current ? undefined : data;
  const problem =
    findTrailProblem(request) ??
    (newData && findProblem(request, newData, { before: current?.data, stamp })) ??
    findRuleProblem(request, newData, view, stamp.actor);
  if (problem) return problem;
  if (current && current.deleted === request.deleted && isJsonEqual(current.data, data)) {
    return { verdict: 'accepted', document: current, history: [] };
  }
  return acceptWrite({ ...request, data }, view, stamp);
}

/**
 * Same for a job's write, whose data is complete, fully validated, and known to differ from the current state.
 * Validating it again would cost as much as writing it.
 */
export function decidePrevalidatedWrite(request: WriteRequest, view: CommitView, stamp: Stamp): WriteOutcome {
  const current = view.document(request);
  const problem =
    findRefusal(request, current, stamp.actor) ??
    findRuleProblem(request, request.deleted ? undefined : request.data, view, stamp.actor);
  return problem ?? acceptWrite(request, view, stamp);
}

function findRefusal(
  request: WriteRequest,
  current: StoredDocument | undefined,
  actor: Actor,
): WriteOutcome | undefined {
  const { collection, id } = request;
  const allowed = current ? canChange(collection, actor, current.owner) : canCreate(collection, actor, id);
  if (allowed) return undefined;
  const label = findCollection(collection)?.label ?? 'document';
  // Where only the owner may change a document, signing in as staff would not help.
  const isForStaff = !actor.isStaff && rulesOf(collection).change !== 'owner';
  const needs = isForStaff ? 'Signing in as staff may be needed: this device' : 'This account or device';
  // Same message whether or not the document exists: a rejection must not reveal it.
  return rejected('permission-denied', `${needs} may not save this ${label}.`);
}

function findConflict(
  request: WriteRequest,
  current: StoredDocument | undefined,
  view: CommitView,
): WriteOutcome | undefined {
  const { base } = request;
  // Damaged content can't be compared: the next whole write replaces it.
  if (base.kind === 'any' || current?.isDamaged) return undefined;
  if (!current) return base.kind === 'none' ? undefined : { verdict: 'gone' };
  // The server's state is this device's own earlier write whose response was lost: a fast-forward.
  if (request.trail.some((entry) => entry.writeId === current.writeId)) return undefined;
  if (base.kind === 'none') {
    if (isSameAs(current, request)) return undefined;
    // The device created this document but the response was lost, and another write came since.
    const isOwn = request.trail.some(({ writeId }) => view.write(writeId));
    if (isOwn || findCollection(request.collection)?.blank) return { verdict: 'conflict', document: current };
    return rejected('already-exists', 'A document with this id exists already.');
  }
  const isCurrent =
    base.kind === 'write'
      ? base.writeId === current.writeId
      : base.deleted === current.deleted && isJsonEqual(base.content, current.data);
  if (!isCurrent) return { verdict: 'conflict', document: current };
  if (current.deleted && !request.deleted) {
    return rejected('failed-precondition', 'This was deleted. It can be brought back from its history.');
  }
  return undefined;
}

function isSameAs(current: StoredDocument, request: WriteRequest): boolean {
  return current.deleted === request.deleted && isJsonEqual(current.data, request.data);
}

/** `createdAt` never changes; a deleted document keeps the data of its last state before the deletion. */
function completeData(request: WriteRequest, current: StoredDocument | undefined, at: string): DocumentData {
  if (request.deleted && current) return current.data;
  // Collections without a schema store documents as they come.
  if (!findCollection(request.collection)) {
    const { data, id } = request;
    return data['FBUID'] === id ? data : { ...data, FBUID: id };
  }
  return {
    ...request.data,
    FBUID: request.id,
    createdAt: current?.data['createdAt'] ?? request.data['createdAt'] ?? at,
  };
}

function findProblem(
  { collection, deleted }: WriteRequest,
  data: DocumentData,
  { before, stamp }: { readonly before: DocumentData | undefined; readonly stamp: Stamp },
): WriteOutcome | undefined {
  const [issue] = validateDocument(collection, data);
  // What an administrator stores may be older than the price lists.
  const isTrusted = deleted || stamp.actor.isAdmin;
  const problem =
    issue ?? (isTrusted ? undefined : findImplausible(collection, data, before, { at: stamp.at }));
  return problem && rejected('invalid-argument', shorten(problem.message), problem.path);
}

/** What the schema of a collection does not say. @param data absent if the stored data stays */
function findRuleProblem(
  request: WriteRequest,
  data: DocumentData | undefined,
  view: CommitView,
  actor: Actor,
): WriteOutcome | undefined {
  const current = view.document(request);
  return (
    findDeletionProblem(request, actor) ??
    (data &&
      (findProductProblem(request, data, current, view) ??
        findOrderProblem(request, data, current, actor) ??
        findInboxProblem(request, data, view, actor)))
  );
}

/** Holds for imports and administrators too. */
function findProductProblem(
  request: WriteRequest,
  data: DocumentData,
  current: StoredDocument | undefined,
  view: CommitView,
): WriteOutcome | undefined {
  if (request.collection !== PRODUCTS) return undefined;
  const fault = findProductFault(data as unknown as Product, current?.data);
  if (fault) return rejected('invalid-argument', shorten(fault.message), fault.path);
  const taken = findTakenPrice(request, data, current, view);
  if (!taken) return undefined;
  const message = `The product ${shorten(taken.other)} already has the price id ${shorten(taken.priceId)}. Each product needs its own.`;
  return rejected('already-exists', message, PRICE_ID_PATH);
}

/** Orders are business records; notes and replies stay with what they are about. */
function findDeletionProblem({ collection, deleted }: WriteRequest, actor: Actor): WriteOutcome | undefined {
  if (!deleted || actor.isAdmin) return undefined;
  if (collection === ORDERS)
    return rejected('failed-precondition', 'Orders are kept for seven years and can’t be deleted.');
  return collection === INBOX
    ? rejected('failed-precondition', 'Notes and replies can’t be deleted.')
    : undefined;
}

/** An administrator stores orders as they are. */
function findOrderProblem(
  { collection }: WriteRequest,
  data: DocumentData,
  current: StoredDocument | undefined,
  actor: Actor,
): WriteOutcome | undefined {
  if (collection !== ORDERS || actor.isAdmin || !current) return undefined;
  const [before, after] = [current.data, data] as unknown as readonly [PaidOrder, PaidOrder];
  const fault = findOrderFault(before, after, canManage(actor));
  return fault && rejected('failed-precondition', shorten(fault.message), fault.path);
}

/** An administrator stores notes and replies as they are. */
function findInboxProblem(
  request: WriteRequest,
  data: DocumentData,
  view: CommitView,
  actor: Actor,
): WriteOutcome | undefined {
  if (request.collection !== INBOX || actor.isAdmin) return undefined;
  const before = view.document(request)?.data as unknown as InboxItem | undefined;
  const after = data as unknown as InboxItem;
  const fault = findInboxFault(before, after, actor.email);
  if (fault) return rejected('invalid-argument', shorten(fault.message), fault.path);
  if (toNewReplies(before, after).length === 0) return undefined;
  const subject = readInboxId(request.id);
  const isThere = subject?.collection === 'contacts' && view.document(subject)?.deleted === false;
  if (isThere) return undefined;
  const message = 'There is no such enquiry any more, so nobody can be answered.';
  return rejected('failed-precondition', message, 'inboxReplies');
}

/** A trail may hold rejected states, so the schema does not apply; the document rules hold for everything stored. */
function findTrailProblem({ trail }: WriteRequest): WriteOutcome | undefined {
  for (const [index, { data }] of trail.entries()) {
    const [breach] = checkRules(data).breaches;
    if (!breach) continue;
    const path = `trail[${index}].data.${toFieldPath(breach.keys)}`;
    return rejected('invalid-argument', breach.message, path);
  }
  return undefined;
}

function rejected(code: DocumentErrorCode, message: string, path = ''): WriteOutcome {
  return { verdict: 'rejected', code, message, path };
}
