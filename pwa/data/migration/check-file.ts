import { createImportCheck, type CheckedDocument } from '#shared/import/import-check.ts';
import type { ImportProblem, LeftOut, RawText, SourceDocument } from '#shared/import/import-problem.ts';
import type { TableOptions } from '#shared/import/table-documents.ts';
import { toRejectLine } from '#shared/import/reject-line.ts';
import type { Unwrapped } from '#shared/import/unwrap-document.ts';
import { isoNow, systemClock } from '#shared/kernel/clock.ts';
import { createId } from '#shared/kernel/ids.ts';
import { createPlanHash } from '#shared/migration/plan-hash.ts';
import { openFile } from './open-file.ts';
import { createPace, type Pace, type ReadWatch } from './pace.ts';
import { openDocuments, type FileDocuments } from './read-documents.ts';

/** Where the documents go, and what is decided about products of a table. */
export interface FileTarget extends TableOptions {
  /** Field that holds the id, e.g. `sku`; otherwise `FBUID`, then `id`. */
  readonly idField?: string;
}

export interface FileReport {
  /** What the file was taken for. */
  readonly format: FileDocuments['format'];
  /** Documents that can be sent. */
  readonly documents: number;
  /** The first of them, in the order of the file. */
  readonly problems: readonly ImportProblem[];
  readonly problemCount: number;
  /** Documents and parts of the file with a problem, which may have several. */
  readonly faulty: number;
  /** The first of them as lines of a reject file, which can be mended and imported. */
  readonly rejects: readonly string[];
  readonly notices: readonly string[];
  readonly leftOut: readonly LeftOut[];
  /** Stands for what the file holds, in its order. */
  readonly fingerprint: string;
}

export const MAX_KEPT_PROBLEMS = 1000;
const MAX_REJECTED_CHARACTERS = 16_777_216;

/** Reads a file to its end with the checks of the command line; nothing is sent. */
export async function checkFile(file: File, target: FileTarget, watch: ReadWatch): Promise<FileReport> {
  const pace = createPace(watch);
  const source = await openDocuments(await openFile(file, pace.read), target, pace.rest);
  const check = createCheck(target);
  const left = new Map<string, number>();
  const problems: ImportProblem[] = [];
  let documents = 0;
  let problemCount = 0;
  let faulty = 0;
  const rejects: string[] = [];
  let rejectedCharacters = 0;
  const hash = createPlanHash();
  for await (const checked of checkedDocuments(source, check, pace)) {
    hash.add(JSON.stringify(checked.kind === 'left-out' ? checked.what : (toRaw(checked.source) ?? null)));
    if (checked.kind === 'ready') documents += 1;
    else if (checked.kind === 'left-out') left.set(checked.what, (left.get(checked.what) ?? 0) + 1);
    else {
      faulty += 1;
      problemCount += checked.problems.length;
      if (rejects.length < MAX_KEPT_PROBLEMS && rejectedCharacters < MAX_REJECTED_CHARACTERS) {
        const line = toRejectLine({ problems: checked.problems, raw: toRaw(checked.source) });
        rejects.push(line);
        rejectedCharacters += line.length;
      }
      problems.push(...checked.problems.slice(0, MAX_KEPT_PROBLEMS - problems.length));
    }
  }
  const passedOver = [...left].map(([what, count]) => `${count} ${what} in the file are passed over`);
  return {
    format: source.format,
    documents,
    problems,
    problemCount,
    faulty,
    rejects,
    notices: [...source.notices, ...passedOver, ...check.notices()],
    leftOut: [...source.leftOut, ...check.leftOut()],
    fingerprint: hash.digest(),
  };
}

export interface ReadyDocument {
  readonly document: Readonly<Record<string, unknown>>;
  /** ISO time of its last change, where the file tells. */
  readonly updatedAt: string | undefined;
}

/** The documents of a file that have no problem. */
export async function* readyDocuments(
  file: File,
  target: FileTarget,
  watch: ReadWatch,
): AsyncGenerator<ReadyDocument> {
  const pace = createPace(watch);
  const source = await openDocuments(await openFile(file, pace.read), target, pace.rest);
  for await (const checked of checkedDocuments(source, createCheck(target), pace)) {
    if (checked.kind !== 'ready') continue;
    yield { document: checked.document, updatedAt: checked.source.updatedAt };
  }
}

function createCheck({ collection, idField }: FileTarget) {
  const idFieldName = '“Field with the id”';
  return createImportCheck({ collection, idField, idFieldName, createdAt: isoNow(systemClock), createId });
}

type Passed =
  (CheckedDocument & { readonly source: Source }) | Extract<Unwrapped, { readonly kind: 'left-out' }>;

/** Of what couldn't be read there is the text alone. */
type Source = Partial<Omit<SourceDocument, 'raw'>> & { readonly raw?: RawText | undefined };

function toRaw({ raw, document }: Source): RawText | undefined {
  return raw ?? (document && JSON.stringify(document));
}

async function* checkedDocuments(
  { documents }: FileDocuments,
  check: ReturnType<typeof createCheck>,
  pace: Pace,
): AsyncGenerator<Passed> {
  for await (const parsed of documents) {
    await pace.step();
    if (parsed.kind === 'left-out') yield parsed;
    else if (parsed.kind === 'document') yield { ...check.check(parsed.source), source: parsed.source };
    else {
      const problems = [parsed.problem, ...(parsed.also ?? [])];
      yield { kind: 'problems', problems, source: { raw: parsed.raw } };
    }
  }
  pace.end();
}
