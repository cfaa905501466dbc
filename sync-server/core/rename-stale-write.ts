import { findCollection } from '#shared/collections/catalogue.ts';
import { validateDocument } from '#shared/documents/validate-document.ts';
import { AppError } from '#shared/kernel/app-error.ts';
import { isJsonEqual } from '#shared/kernel/json.ts';
import { compileRename, prepareRename, renameDocument } from '#shared/migration/rename-fields.ts';
import type { RenameSpec } from '#shared/migration/rename-spec.ts';
import type { CompiledRename } from '#shared/migration/rename-walk.ts';
import type { CommitView } from './document-store.ts';
import type { DocumentData, StoredDocument } from './stored-document.ts';
import type { JobRecord } from './jobs/job-store.ts';
import { RETENTION_MS } from './maintenance.ts';
import type { WriteBase, WriteRequest } from './write-request.ts';

/** Steps that the regular expressions may take in one commit, at worst some tenths of a second. */
const MAX_EXPRESSION_STEPS = 50_000_000;

/** A field rename that stale writes are given too. */
export interface RenameInForce {
  readonly job: string;
  readonly rename: CompiledRename;
  /** Shared by all renames of a commit. */
  readonly budget: { steps: number };
}

/** A collection's renames in force, in the order they began. They stay in force as long as deletions are remembered. */
export function findRenamesInForce(
  view: CommitView,
  collection: string,
  at: string,
): readonly RenameInForce[] {
  const inForce = view.renames(collection).filter((job) => isInForce(job, at));
  const budget = { steps: MAX_EXPRESSION_STEPS };
  return inForce.flatMap(({ id, spec }) => {
    const rename = compileOnce((spec as RenameJob).rename);
    return rename ? [{ job: id, rename, budget }] : [];
  });
}

type RenameJob = Extract<JobRecord['spec'], { kind: 'rename' }>;

/** In force from the job's start: a write may come between two of its batches. A cancelled rename does not count. */
function isInForce({ state, endedAt }: JobRecord, at: string): boolean {
  if (state === 'cancelled') return false;
  return endedAt === null || Date.parse(at) - Date.parse(endedAt) <= RETENTION_MS;
}

/** More than the renames in force; those of half a year ago need no place. */
const MOST_COMPILED = 100;
const compiled = new Map<string, CompiledRename | undefined>();

/**
 * Without this cache every push would compile the rules again. An earlier version allowed expressions that this one
 * refuses: such a rename no longer applies to late writes.
 */
function compileOnce(spec: RenameSpec): CompiledRename | undefined {
  const text = JSON.stringify(spec);
  if (compiled.size >= MOST_COMPILED && !compiled.has(text)) compiled.clear();
  if (!compiled.has(text)) compiled.set(text, compileIfAllowed(spec));
  return compiled.get(text);
}

function compileIfAllowed(spec: RenameSpec): CompiledRename | undefined {
  try {
    return compileRename(spec);
  } catch (error) {
    if (error instanceof AppError) return undefined;
    throw error;
  }
}

export interface RenameContext {
  readonly view: CommitView;
  readonly current: StoredDocument | undefined;
  readonly renames: readonly RenameInForce[];
  /** ISO time. */
  readonly at: string;
}

/**
 * Renames a write made under earlier field names, trail included. A write based on a state from before a rename is
 * renamed for certain and rebased on the current state, as far as renames alone produced that state. For any other
 * write the content must show it. In doubt a write stays unchanged.
 */
export function renameStaleWrite(request: WriteRequest, context: RenameContext): WriteRequest {
  if (context.renames.length === 0) return request;
  const missed = findMissed(request, context);
  return missed ? applyMissed(request, missed, context) : renameByContent(request, context);
}

interface Missed {
  /** The renames after the write's base. */
  readonly renames: readonly RenameInForce[];
  /** The current state as the write's base. */
  readonly base: WriteBase;
}

function findMissed({ base, trail }: WriteRequest, context: RenameContext): Missed | undefined {
  const { current, renames, view } = context;
  if (!current || current.isDamaged) return undefined;
  if (base.kind === 'content') {
    if (isJsonEqual(base.content, current.data)) return undefined;
    // The fewest renames that lead to the current state.
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

/** A newer app may have renamed its own copy already; where there is a schema, validity decides. */
function applyMissed(request: WriteRequest, { renames, base }: Missed, context: RenameContext): WriteRequest {
  const data = applyAll(renames, request.data);
  if (request.deleted) return { ...request, base };
  if (!findCollection(request.collection)) return data ? renamed(request, data, renames, base) : request;
  if (data && isValid(request, data, context)) return renamed(request, data, renames, base);
  return isValid(request, request.data, context) ? { ...request, base } : request;
}

/**
 * For an old app that keeps using old names: renames content that only the new names make valid, or, without a schema,
 * names that the same renames leave alone afterwards.
 */
function renameByContent(request: WriteRequest, context: RenameContext): WriteRequest {
  const { renames } = context;
  if (findCollection(request.collection)) {
    if (isValid(request, request.data, context)) return request;
    const data = applyAll(renames, request.data);
    return data && isValid(request, data, context) ? renamed(request, data, renames, request.base) : request;
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

/**
 * The content under all new names, the same object when it has no old ones; `undefined` when a rule fails, or when
 * regular expressions would hold up other calls for too long.
 */
function applyAll(renames: readonly RenameInForce[], content: DocumentData): DocumentData | undefined {
  let data = content;
  for (const { rename, budget } of renames) {
    for (const steps of prepareRename(rename, [data])) {
      budget.steps -= steps;
      if (budget.steps < 0) return undefined;
    }
    const { document, problems } = renameDocument(rename, data);
    if (problems.length > 0) return undefined;
    data = document;
  }
  return data;
}

function isValid({ collection, id }: WriteRequest, data: DocumentData, context: RenameContext): boolean {
  const createdAt = context.current?.data['createdAt'] ?? data['createdAt'] ?? context.at;
  const whole = { ...data, FBUID: id, createdAt };
  return validateDocument(collection, whole).length === 0;
}
