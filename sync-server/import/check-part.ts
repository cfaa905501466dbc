import { validateDocument } from '#shared/documents/validate-document.ts';
import type { ImportProblem } from '#shared/import/import-problem.ts';
import { compileRename, prepareRename, renameDocument } from '#shared/migration/rename-fields.ts';
import type { RenameSpec } from '#shared/migration/rename-spec.ts';
import { completeDocument, type CompletionOptions } from './complete-document.ts';
import type { ImportItem, ReadDocument, ReadPart, RejectedPart } from './import-item.ts';
import type { ImportNotes } from './import-notes.ts';
import { createSeenIds } from './seen-ids.ts';

export interface CheckOptions extends CompletionOptions {
  readonly rename?: RenameSpec | undefined;
  readonly notes: ImportNotes;
}

/** Renames, completes and validates the parts of one file in order. */
export interface PartCheck {
  /** The costly part of a check, in short steps. */
  prepare(part: ReadPart): Iterable<unknown>;
  /** @returns `undefined` for parts that are left out */
  check(part: ReadPart): ImportItem | undefined;
}

/** @throws AppError `invalid-argument` for an invalid rename rule */
export function createPartCheck(options: CheckOptions): PartCheck {
  const { collection, notes } = options;
  const rename = options.rename && compileRename(options.rename);
  const seenIds = createSeenIds();

  function checkDocument(part: ReadDocument): ImportItem | undefined {
    const { line, byte } = part;
    const renamed = rename && renameDocument(rename, part.document);
    if (renamed && renamed.problems.length > 0) {
      const areCollisions = renamed.problems.every(({ code }) => code === 'collision');
      if (areCollisions && options.rename?.onCollision === 'skip-doc') {
        notes.leaveOut('documents with two fields of one name');
        return undefined;
      }
      const id = typeof part.document['FBUID'] === 'string' ? part.document['FBUID'] : undefined;
      return reject(
        part,
        renamed.problems.map((problem) => ({ ...problem, line, byte, id })),
      );
    }
    const completion = completeDocument(renamed?.document ?? part.document, part.key, options);
    if (completion.kind === 'refused') {
      return reject(part, [{ code: completion.code, line, byte, message: completion.message }]);
    }
    const { document } = completion;
    const id = typeof document['FBUID'] === 'string' ? document['FBUID'] : '';
    const textProblems = part.problems ?? [];
    const problems: ImportProblem[] = validateDocument(collection, document)
      // Numbers such as 1e400 are reported already, with their digits.
      .filter(
        ({ code, path }) => code !== 'not-a-number' || !textProblems.some((known) => known.path === path),
      )
      .map(({ code, path, message }) => ({ code, line, byte, id, path, message }));
    const earlier = id === '' ? undefined : seenIds.add(id, line);
    if (earlier !== undefined) problems.push({ ...toDuplicate(id, line, earlier), byte });
    if (problems.length + textProblems.length > 0) return reject(part, problems);
    const isUnchanged = part.isCanonical === true && document === part.document;
    const json = (isUnchanged ? part.raw : undefined) ?? JSON.stringify(document);
    return { kind: 'document', id, document, json, updatedAt: part.updatedAt, line, byte };
  }

  return {
    prepare: (part) =>
      rename && part.kind === 'document' ? prepareRename(rename, [part.document]) : NOTHING,
    check(part) {
      if (part.kind === 'document') return checkDocument(part);
      if (part.kind === 'rejected') return part;
      notes.leaveOut(part.what);
      return undefined;
    },
  };
}

const NOTHING: Iterable<unknown> = [];

function reject(part: ReadDocument, problems: readonly ImportProblem[]): RejectedPart {
  const raw = part.raw ?? JSON.stringify(part.document);
  return { kind: 'rejected', problems: [...(part.problems ?? []), ...problems], raw };
}

function toDuplicate(id: string, line: number, earlier: number): ImportProblem {
  const where = earlier === line ? 'earlier on this line' : `on line ${earlier}`;
  return { code: 'duplicate-id', line, id, path: 'FBUID', message: `The same id is already ${where}.` };
}
