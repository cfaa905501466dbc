import { validateDocument } from '#shared/documents/validate-document.ts';
import { completeDocument, type CompletionOptions } from './complete-document.ts';
import { findExtendedJson } from './extended-json.ts';
import type { ImportProblem, LeftOut, SourceDocument } from './import-problem.ts';
import { createSeenIds } from './seen-ids.ts';

export type CheckedDocument =
  /** As it is sent: without `writeId` and `sync`. */
  | { readonly kind: 'ready'; readonly id: string; readonly document: Readonly<Record<string, unknown>> }
  | { readonly kind: 'problems'; readonly problems: readonly ImportProblem[] };

/** Fills in and checks the documents of one import, one after another, in the order of the input. */
export interface ImportCheck {
  check(source: SourceDocument): CheckedDocument;
  /** Takes note of the id of a document that is known to be right; a problem when it stood before. */
  noteId(id: string, place: Pick<SourceDocument, 'line' | 'byte'>): ImportProblem | undefined;
  leftOut(): readonly LeftOut[];
  /** Sentences about what a person would want to know before sending. */
  notices(): readonly string[];
}

interface ImportCheckOptions extends CompletionOptions {
  /** What a person calls the choice of the field that holds the id. */
  readonly idFieldName?: string;
}

export function createImportCheck(options: ImportCheckOptions): ImportCheck {
  const { idFieldName = '--id-field' } = options;
  const seenIds = createSeenIds();
  const leftOut = new Map<string, number>();
  let newIds = 0;
  let wrapper: string | undefined;
  const createId = () => {
    newIds += 1;
    return options.createId();
  };

  function check(source: SourceDocument): CheckedDocument {
    const { line, byte } = source;
    const completion = completeDocument(source, { ...options, createId });
    if (completion.kind === 'refused') {
      return {
        kind: 'problems',
        problems: [{ code: completion.code, line, byte, message: completion.message }],
      };
    }
    const { document } = completion;
    for (const name of completion.leftOut) leftOut.set(name, (leftOut.get(name) ?? 0) + 1);
    const id = typeof document['FBUID'] === 'string' ? document['FBUID'] : '';
    const problems: ImportProblem[] = validateDocument(options.collection, document).map(
      ({ code, path, message }) => ({ code, line, byte, id, path, message }),
    );
    const duplicate = id === '' ? undefined : noteId(id, source);
    if (duplicate) problems.push(duplicate);
    if (problems.length > 0) return { kind: 'problems', problems };
    wrapper ??= findExtendedJson(document);
    return { kind: 'ready', id, document };
  }

  function noteId(id: string, { line, byte }: Pick<SourceDocument, 'line' | 'byte'>) {
    const earlier = seenIds.add(id, line);
    return earlier === undefined ? undefined : { ...toDuplicate(id, line, earlier), byte };
  }

  return {
    check,
    noteId,
    leftOut: () => [...leftOut].map(([name, count]) => ({ name, count })),
    notices: () => [...toNewIdNotice(newIds, idFieldName), ...toWrapperNotice(wrapper)],
  };
}

function toDuplicate(id: string, line: number, earlier: number): ImportProblem {
  const where = earlier === line ? 'earlier on this line' : `on line ${earlier}`;
  return { code: 'duplicate-id', line, id, path: 'FBUID', message: `The same id already stands ${where}.` };
}

function toNewIdNotice(count: number, idFieldName: string): string[] {
  if (count === 0) return [];
  const what =
    count === 1
      ? '1 document has no id and gets'
      : `${count.toLocaleString('en-AU')} documents have no id and get`;
  return [
    `${what} a new one; imported again they would stand here twice (${idFieldName} names a field that holds it)`,
  ];
}

function toWrapperNotice(wrapper: string | undefined): string[] {
  if (wrapper === undefined) return [];
  return [
    `values in MongoDB's notation (${wrapper}) stay objects, as they are; numbers and coordinates within are not checked`,
  ];
}
