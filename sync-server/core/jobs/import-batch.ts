import type { ImportAnswer } from '#shared/api/messages.ts';
import { ENVELOPE, withoutEnvelope } from '#shared/import/envelope.ts';
import type { PlainDocument } from '#shared/import/plain-document.ts';
import { AppError } from '#shared/kernel/app-error.ts';
import { isErrorCode } from '#shared/kernel/document-codes.ts';
import { compileJob, decideDocument } from '#shared/migration/decide-document.ts';
import type { DecidedDocument } from '#shared/migration/decided-document.ts';
import type { ImportJobSpec } from '#shared/migration/job-spec.ts';
import { toContent } from '#shared/sync/wire-document.ts';
import type { CommitView, Decision } from '../document-store.ts';
import type { Stamp } from '../stamp.ts';
import { createWriteBatch } from '../write-batch.ts';
import { createTexts } from './create-texts.ts';
import { decideBatch } from './decide-batch.ts';
import { countActions } from './job-record.ts';
import { nothing } from './run-job.ts';
import type { Step } from './work.ts';

export type ImportLine = Readonly<Record<string, unknown>>;
export type ImportSettings = Pick<ImportJobSpec, 'collection' | 'mode' | 'onConflict'>;

/** Documents in their order; one whose id is no text has an empty one, which is refused. */
export function toImportSteps(settings: ImportSettings, lines: readonly ImportLine[]): readonly Step[] {
  const job = compileJob({ kind: 'import', ...settings });
  const { collection } = settings;
  return lines.map((line) => {
    const data = isContentAlone(line) ? line : toContent(withoutEnvelope(line));
    const { FBUID } = data as { readonly FBUID?: unknown };
    const id = typeof FBUID === 'string' ? FBUID : '';
    const changed = line[ENVELOPE.updatedAt];
    const updatedAt = typeof changed === 'string' ? changed : undefined;
    const source = { data, deleted: false, writeId: '', updatedAt };
    const key = { collection, id };
    return {
      key,
      isJudged: true,
      decide: (view, at) => decideDocument(job, { id, source, target: view.document(key), at }),
    };
  });
}

const CARRIED: ReadonlySet<string> = new Set([...Object.values(ENVELOPE), 'writeId', 'sync', '_deleted']);

/** Most lines are documents as they are stored; a copy of each would cost as much as to judge it. */
function isContentAlone(line: ImportLine): boolean {
  return Object.hasOwn(line, 'FBUID') && !Object.keys(line).some((name) => CARRIED.has(name));
}

/** Documents of a request that are decided about together. */
export interface ImportDocuments {
  readonly collection: string;
  readonly steps: () => readonly Step[];
  /** The same as texts, when they are such. */
  readonly plain: readonly PlainDocument[] | undefined;
  /** Place of the first one within the request, from 0. */
  readonly first: number;
  /** Refused documents are listed and the others written; otherwise one of them refuses all. */
  readonly keepsGoing: boolean;
}

/** What becomes of a document, as far as it is counted and told. */
export type DocumentFate = Pick<DecidedDocument, 'action' | 'problems'>;

const CREATED: DocumentFate = { action: 'create', problems: [] };

export interface DecidedImport {
  toDecision<Result>(result: Result): Decision<Result>;
  readonly decided: readonly DocumentFate[];
}

/**
 * Decides about documents in one commit; each sees those before it.
 * @throws AppError of the first document that is refused, unless those are only listed; its path begins with the line,
 *   counted from 1
 */
export function decideImport(
  { collection, steps, plain, first, keepsGoing }: ImportDocuments,
  view: CommitView,
  stamp: Stamp,
): DecidedImport {
  const created = plain && createTexts(collection, plain, view, stamp);
  if (created) {
    const decided = created.texts.map(() => CREATED);
    return { decided, toDecision: (result) => ({ ...nothing(result), created }) };
  }
  const writes = createWriteBatch(view);
  const decided = decideBatch(steps(), writes, stamp);
  if (!keepsGoing) {
    for (const [index, { action, problems }] of decided.entries()) {
      if (action === 'reject') throw toRefusal(first + index, problems);
    }
  }
  return { decided, toDecision: (result) => writes.toDecision(result) };
}

function toRefusal(index: number, problems: DocumentFate['problems']): AppError {
  const { code = '', path = '', message = '' } = problems[0] ?? {};
  const line = `line ${index + 1}`;
  const known = isErrorCode(code) ? code : 'invalid-argument';
  return new AppError(known, message, { path: path === '' ? line : `${line}: ${path}` });
}

/** @param first place of the first document within the request, from 0 */
export function toImportAnswer(
  decided: readonly DocumentFate[],
  first: number,
  position: number | null,
): ImportAnswer {
  const counts = countActions(decided);
  return {
    created: counts.create,
    replaced: counts.replace,
    merged: counts.merge,
    skipped: counts.skip,
    rejected: counts.reject,
    unchanged: counts.unchanged,
    problems: decided.flatMap(({ problems }, index) =>
      problems.map((problem) => ({ line: first + index + 1, ...problem })),
    ),
    position,
  };
}

/** What is said of one part of a request and of the next one. */
export function addAnswers(before: ImportAnswer, next: ImportAnswer): ImportAnswer {
  return {
    created: before.created + next.created,
    replaced: before.replaced + next.replaced,
    merged: before.merged + next.merged,
    skipped: before.skipped + next.skipped,
    rejected: before.rejected + next.rejected,
    unchanged: before.unchanged + next.unchanged,
    problems: [...before.problems, ...next.problems],
    position: next.position,
  };
}
