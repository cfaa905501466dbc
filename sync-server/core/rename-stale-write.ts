import { findCollection } from '#shared/collections/catalogue.ts';
import { validateDocument } from '#shared/documents/validate-document.ts';
import { isJsonEqual } from '#shared/kernel/json.ts';
import { compileRename, renameDocument } from '#shared/migration/rename-fields.ts';
import type { RenameSpec } from '#shared/migration/rename-spec.ts';
import type { CompiledRename } from '#shared/migration/rename-walk.ts';
import type { CommitView, DocumentData, StoredDocument } from './document-store.ts';
import type { JobRecord } from './jobs/job-store.ts';
import { RETENTION_MS } from './maintenance.ts';
import type { WriteBase, WriteRequest } from './write-request.ts';

/** A rename of a collection's fields that late writes are given too. */
export interface RenameInForce {
  readonly job: string;
  readonly rename: CompiledRename;
}

/** The renames of a collection in force, in the order they were begun: for as long as deletions are remembered. */
export function findRenamesInForce(
  view: CommitView,
  collection: string,
  at: string,
): readonly RenameInForce[] {
  const inForce = view.renames(collection).filter((job) => isInForce(job, at));
  return inForce.map(({ id, spec }) => ({ job: id, rename: compileOnce((spec as RenameJob).rename) }));
}

type RenameJob = Extract<JobRecord['spec'], { kind: 'rename' }>;

/** From its beginning on: a write may come between two of its steps. One that was given up says nothing. */
function isInForce({ state, endedAt }: JobRecord, at: string): boolean {
  if (state === 'cancelled') return false;
  return endedAt === null || Date.parse(at) - Date.parse(endedAt) <= RETENTION_MS;
}

const compiled = new Map<string, CompiledRename>();

/** Every push would make the rules ready anew otherwise. */
function compileOnce(spec: RenameSpec): CompiledRename {
  const text = JSON.stringify(spec);
  const known = compiled.get(text) ?? compileRename(spec);
  compiled.set(text, known);
  return known;
}

export interface RenameSurroundings {
  readonly view: CommitView;
  readonly current: StoredDocument | undefined;
  readonly renames: readonly RenameInForce[];
  /** ISO time. */
  readonly at: string;
}

/**
 * Gives a write that was made under earlier field names the present ones, trail included. Of one that stands on a state
 * of before a rename that is certain, and it then stands on the present state, as far as the rename alone made it.
 * Otherwise the content must show it. In doubt a write stays as it came.
 */
export function renameStaleWrite(request: WriteRequest, around: RenameSurroundings): WriteRequest {
  if (around.renames.length === 0) return request;
  const missed = findMissed(request, around);
  return missed ? applyMissed(request, missed, around) : renameByContent(request, around);
}

interface Missed {
  /** Those that came after the state the write stands on. */
  readonly renames: readonly RenameInForce[];
  /** The present state as the write's base. */
  readonly base: WriteBase;
}

function findMissed({ base, trail }: WriteRequest, around: RenameSurroundings): Missed | undefined {
  const { current, renames, view } = around;
  if (!current || current.isDamaged) return undefined;
  if (base.kind === 'content') {
    if (isJsonEqual(base.content, current.data)) return undefined;
    // The fewest that lead to the present state.
    const first = renames.findLastIndex((_one, index) => {
      const renamed = applyAll(renames.slice(index), base.content);
      return renamed !== undefined && isJsonEqual(renamed, current.data);
    });
    return first === -1
      ? undefined
      : { renames: renames.slice(first), base: { ...base, content: current.data } };
  }
  const known = new Set(trail.map(({ writeId }) => writeId));
  if (base.kind === 'write') known.add(base.writeId);
  const chain = view.renamedFrom(
    current.sequence,
    renames.map(({ job }) => job),
  );
  const step = chain.find(({ writeId }) => known.has(writeId));
  if (!step) return undefined;
  const first = renames.findIndex(({ job }) => job === step.job);
  return { renames: renames.slice(first), base: { kind: 'write', writeId: current.writeId } };
}

/** A newer app may have renamed its own copy already: where a schema can tell, it does. */
function applyMissed(
  request: WriteRequest,
  { renames, base }: Missed,
  around: RenameSurroundings,
): WriteRequest {
  const data = applyAll(renames, request.data);
  if (request.deleted) return { ...request, base };
  if (!findCollection(request.collection)) return data ? renamed(request, data, renames, base) : request;
  if (data && isValid(request, data, around)) return renamed(request, data, renames, base);
  return isValid(request, request.data, around) ? { ...request, base } : request;
}

/** An old app goes on using old names: content that is valid under the new ones alone, or that renaming twice leaves as once. */
function renameByContent(request: WriteRequest, around: RenameSurroundings): WriteRequest {
  const { renames } = around;
  if (findCollection(request.collection)) {
    if (isValid(request, request.data, around)) return request;
    const data = applyAll(renames, request.data);
    return data && isValid(request, data, around) ? renamed(request, data, renames, request.base) : request;
  }
  return renames.reduce((late, one) => {
    const data = applyAll([one], late.data);
    const isSettled = data !== undefined && data !== late.data && applyAll([one], data) === data;
    return isSettled ? renamed(late, data, [one], late.base) : late;
  }, request);
}

function renamed(
  request: WriteRequest,
  data: DocumentData,
  renames: readonly RenameInForce[],
  base: WriteBase,
): WriteRequest {
  const trail = request.trail.map((entry) => ({
    ...entry,
    data: applyAll(renames, entry.data) ?? entry.data,
  }));
  return { ...request, data, base, trail };
}

/** The content under all the new names, the very same object when it has none of the old ones; `undefined` when a rule can't be kept. */
function applyAll(renames: readonly RenameInForce[], content: DocumentData): DocumentData | undefined {
  let data = content;
  for (const { rename } of renames) {
    const { document, problems } = renameDocument(rename, data);
    if (problems.length > 0) return undefined;
    data = document;
  }
  return data;
}

function isValid({ collection, id }: WriteRequest, data: DocumentData, around: RenameSurroundings): boolean {
  const createdAt = around.current?.data['createdAt'] ?? data['createdAt'] ?? around.at;
  const whole = { ...data, FBUID: id, createdAt };
  return validateDocument(collection, whole).length === 0;
}
