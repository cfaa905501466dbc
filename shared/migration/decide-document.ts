import { isJsonEqual } from '#shared/kernel/json.ts';
import { findProblems } from './document-problems.ts';
import type { CompiledJob, DecidedDocument, DocumentPair, DocumentState } from './decided-document.ts';
import type { CopyJobSpec, ImportJobSpec, RenameJobSpec } from './job-spec.ts';
import type { PlanAction, PlanProblem } from './plan.ts';
import { compileRename, prepareRename, renameDocument } from './rename-fields.ts';
import { parseWhere } from './where.ts';

/** The options of an import that affect its writes. */
type ImportWriteOptions = Pick<ImportJobSpec, 'kind' | 'collection' | 'mode' | 'onConflict'>;

/** @throws AppError `invalid-argument` with the path of the rule or condition, such as `rules[2].from`, `where[0]` */
export function compileJob(spec: RenameJobSpec | CopyJobSpec | ImportWriteOptions): CompiledJob {
  const base = {
    mode: 'upsert',
    onConflict: 'overwrite',
    isIncluded: parseWhere([]),
    rename: undefined,
  } as const;
  if (spec.kind === 'rename') {
    return { ...base, kind: 'rename', target: spec.collection, rename: compileRename(spec.rename) };
  }
  const { kind, mode, onConflict } = spec;
  if (spec.kind === 'import') return { ...base, kind, target: spec.collection, mode, onConflict };
  const rename = spec.rename && compileRename(spec.rename);
  return { kind, target: spec.target, mode, onConflict, isIncluded: parseWhere(spec.where), rename };
}

/** The costly part of deciding these source documents, in small steps. */
export function prepareJob(
  { rename, isIncluded }: CompiledJob,
  sources: readonly DocumentState[],
): Iterable<number> {
  if (!rename) return [];
  const renamed = sources.filter(
    ({ data, deleted, isDamaged }) => !deleted && !isDamaged && isIncluded(data),
  );
  return prepareRename(
    rename,
    renamed.map(({ data }) => data),
  );
}

type Details = Partial<Pick<DecidedDocument, 'after' | 'problems' | 'rename'>>;

const NONE: readonly PlanProblem[] = [];
const NOT_RENAMED = { renamed: [], collisions: 0, lost: 0, isReordered: false };

/**
 * Decides what a job does with one document. Equal content is `unchanged`, whatever the mode and conflict choice. A
 * source document that `where` excludes is `skip`; `replace-all` doesn't delete it from the target.
 */
export function decideDocument(job: CompiledJob, pair: DocumentPair): DecidedDocument {
  const { id, source } = pair;
  const target = job.kind === 'rename' ? source : pair.target;
  const living = target && !target.deleted && !target.isDamaged ? target.data : undefined;
  const before = living ?? null;
  const decided = (
    action: PlanAction,
    { after = null, problems = NONE, rename = NOT_RENAMED }: Details = {},
  ) => ({
    id,
    action,
    before,
    after,
    problems,
    rename,
    source,
    target,
  });
  const reject = (problems: readonly PlanProblem[]) => decided('reject', { problems });
  if (!source || source.deleted) {
    const isKept = job.mode !== 'replace-all' || !target || target.deleted;
    return decided(isKept ? 'unchanged' : 'delete');
  }
  if (!source.isDamaged && !job.isIncluded(source.data)) return decided('skip');
  if (source.isDamaged || (target?.isDamaged && job.mode === 'merge')) {
    return reject([toProblem(id, 'data-loss', 'What is stored of this document can’t be read.')]);
  }
  const renamed = job.rename && renameDocument(job.rename, source.data);
  if (renamed && renamed.problems.length > 0) {
    const problems = renamed.problems.map((problem) => ({ id, ...problem }));
    const isSkipped = job.rename?.onCollision === 'skip-doc' && problems.every(isCollision);
    return decided(isSkipped ? 'skip' : 'reject', { problems, rename: renamed });
  }
  const content = renamed?.document ?? source.data;
  const merged = job.mode === 'merge' && living ? { ...living, ...content } : content;
  const { problems, content: after } = findProblems(job, { id, content: merged, target, at: pair.at });
  if (problems.length > 0) return reject(problems);
  const rename = renamed ?? NOT_RENAMED;
  if (!target || target.deleted) return decided('create', { after, rename });
  if (living && isJsonEqual(living, after)) return decided('unchanged');
  if (job.kind !== 'rename') {
    const choice = resolveConflict(job, source, target);
    if (choice === 'skip') return decided('skip');
    if (choice) return reject([toProblem(id, ...choice)]);
  }
  return decided(job.mode === 'merge' ? 'merge' : 'replace', { after, rename });
}

function isCollision({ code }: PlanProblem): boolean {
  return code === 'collision';
}

/** For a document that differs from the target's: `undefined` to write it, `skip`, or the reason to reject it. */
function resolveConflict(
  { mode, onConflict }: CompiledJob,
  source: DocumentState,
  target: DocumentState,
): 'skip' | readonly [code: string, message: string] | undefined {
  if (onConflict === 'skip') return 'skip';
  if (onConflict === 'error' || mode === 'insert')
    return ['already-exists', 'The target has a document with this id and other content.'];
  if (onConflict === 'overwrite') return undefined;
  const [mine, theirs] = [source, target].map(({ updatedAt }) => Date.parse(updatedAt ?? ''));
  if (mine === undefined || theirs === undefined || Number.isNaN(mine) || Number.isNaN(theirs))
    return ['unknown-time', 'There is no time of the last change to compare with the target’s.'];
  return mine > theirs ? undefined : 'skip';
}

function toProblem(id: string, code: string, message: string): PlanProblem {
  return { id, code, path: '', message };
}
