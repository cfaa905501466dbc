import { UNSYNCED } from '#shared/collections/collection.ts';
import { validateDocument } from '#shared/documents/validate-document.ts';
import { completeDocument, type CompletionOptions } from './complete-document.ts';
import type { ImportProblem, LeftOut, SourceDocument } from './import-problem.ts';

export interface ReadyDocument {
  readonly id: string;
  /** As it is sent: without `writeId` and `sync`. */
  readonly document: Readonly<Record<string, unknown>>;
  /** The time of creation is this import's, because the input names none. */
  readonly isCreatedAtFilled: boolean;
}

export type CheckedDocument =
  | { readonly kind: 'ready'; readonly ready: ReadyDocument }
  | { readonly kind: 'problems'; readonly problems: readonly ImportProblem[] };

/** Fills in and checks the documents of one import, one after another, in the order of the input. */
export interface ImportCheck {
  check(source: SourceDocument): CheckedDocument;
  leftOut(): readonly LeftOut[];
}

export function createImportCheck(options: CompletionOptions): ImportCheck {
  const lineOfId = new Map<string, number>();
  const leftOut = new Map<string, number>();

  function check(source: SourceDocument): CheckedDocument {
    const { line } = source;
    const completion = completeDocument(source, options);
    if (completion.kind === 'refused') {
      return { kind: 'problems', problems: [{ code: completion.code, line, message: completion.message }] };
    }
    const { document, isCreatedAtFilled } = completion;
    for (const name of completion.leftOut) leftOut.set(name, (leftOut.get(name) ?? 0) + 1);
    const id = typeof document['FBUID'] === 'string' ? document['FBUID'] : '';
    const problems: ImportProblem[] = validateDocument(options.collection, {
      ...document,
      writeId: '',
      sync: UNSYNCED,
    }).map(({ path, message }) => ({ code: 'invalid-document', line, id, path, message }));
    const earlier = lineOfId.get(id);
    if (earlier === undefined) lineOfId.set(id, line);
    else problems.push(toDuplicate(id, line, earlier));
    if (problems.length > 0) return { kind: 'problems', problems };
    return { kind: 'ready', ready: { id, document, isCreatedAtFilled } };
  }

  return { check, leftOut: () => [...leftOut].map(([name, count]) => ({ name, count })) };
}

function toDuplicate(id: string, line: number, earlier: number): ImportProblem {
  const where = earlier === line ? 'earlier on this line' : `on line ${earlier}`;
  return { code: 'duplicate-id', line, id, path: 'FBUID', message: `The same id already stands ${where}.` };
}
