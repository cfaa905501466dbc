import { compileJob, decideDocument } from '#shared/migration/decide-document.ts';
import type { ImportJobSpec } from '#shared/migration/job-spec.ts';
import { AppError } from '#shared/kernel/app-error.ts';
import type { DecidedDocument } from '#shared/migration/decided-document.ts';
import type { CheckedDocument, CheckedFile, RejectedDocument } from './import-files.ts';
import type { Step, Work } from './work.ts';

/** A transaction blocks all other writes and is in memory as a whole. */
const MAX_ATOMIC_BYTES = 16 * 1_048_576;

/**
 * Writes the checked documents of a file. The cursor is the byte offset after the last document processed.
 * @param onRejected receives the documents that a committed batch rejected
 * @throws AppError `resource-exhausted` for more than one transaction can hold
 */
export function importWork(
  file: CheckedFile,
  spec: ImportJobSpec,
  onRejected: (rejected: readonly RejectedDocument[]) => Promise<void>,
): Work {
  const isAtomic = spec.atomic === true;
  if (isAtomic && file.bytes > MAX_ATOMIC_BYTES) throw tooLargeForOne(file.bytes);
  const job = compileJob(spec);
  const { collection, upload } = spec;

  function toStep(document: CheckedDocument): Step {
    const { id, line, byte, updatedAt } = document;
    const key = { collection, id };
    // An upload never changes, so its id and an offset in it identify a state.
    const writeId = `${upload}:${line}:${byte ?? ''}`;
    const source = { data: document.document, deleted: false, writeId, updatedAt };
    return {
      key,
      isPrevalidated: true,
      decide(view, at) {
        const decided = decideDocument(job, { id, source, target: view.document(key), at });
        if (decided.problems.length === 0) return decided;
        const place = { line, ...(byte === undefined ? {} : { byte }) };
        return { ...decided, problems: decided.problems.map((problem) => ({ ...problem, ...place })) };
      },
    };
  }

  return {
    async next(cursor) {
      const { documents, next } = await file.read(Number(cursor), isAtomic);
      if (documents.length === 0) return undefined;
      const steps = documents.map(toStep);
      const reads = steps.map(({ key }) => key);
      const written = async (decided: readonly DecidedDocument[]) => {
        const rejected = documents.flatMap((document, index): readonly RejectedDocument[] => {
          const { action, problems = [] } = decided[index] ?? {};
          return action === 'reject' ? [{ document, problems }] : [];
        });
        if (rejected.length > 0) await onRejected(rejected);
      };
      return { steps, reads, known: [], cursor: String(next), processed: documents.length, written };
    },
  };
}

function tooLargeForOne(bytes: number): AppError {
  const MIB = 1_048_576;
  const size = (Math.ceil((bytes / MIB) * 10) / 10).toFixed(1);
  return new AppError(
    'resource-exhausted',
    `The documents take ${size} MiB; one transaction takes at most ${MAX_ATOMIC_BYTES / MIB} MiB. Nothing was written. ` +
      'Import them without atomic: an import can be undone as a whole, too.',
    { status: 413 },
  );
}
