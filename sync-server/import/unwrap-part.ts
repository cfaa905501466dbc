import { ENVELOPE, HISTORY_KEY, REJECTED_KEY, withoutEnvelope } from '#shared/import/envelope.ts';
import type { ImportProblem } from '#shared/import/import-problem.ts';
import { isJsonObject } from '#shared/kernel/json.ts';
import { FirestoreMistake, isFirestoreDocument, readFirestoreDocument } from './firestore-value.ts';
import type { ReadDocument, ReadPart } from './import-item.ts';
import type { ImportNotes } from './import-notes.ts';
import { readMongoDocument } from './mongo-value.ts';
import { readText } from './read-json.ts';

/** Fields of a Firestore query result without a document, such as the last one of a query. */
const QUERY_RESULT_KEYS: readonly string[] = ['readTime', 'transaction', 'skippedResults', 'done'];

/**
 * Unwraps a document from the format of an export or a reject file: our envelope, typed values of Firestore and
 * MongoDB, or a rejected line with its text. Other parts stay unchanged.
 */
export function unwrapPart(part: ReadPart, notes: ImportNotes): ReadPart {
  if (part.kind !== 'document') return part;
  const { document } = part;
  if (Object.hasOwn(document, REJECTED_KEY)) return unwrapRejected(part, notes);
  if (Object.hasOwn(document, HISTORY_KEY)) return { kind: 'left-out', what: 'history entries' };
  if (Object.hasOwn(document, ENVELOPE.id)) return unwrapEnvelope(part);
  if (isFirestoreDocument(document)) return unwrapFirestore(part, document, notes);
  if (Object.hasOwn(document, 'readTime')) return unwrapQueryResult(part, notes);
  // Fast path: without such a name there are no typed values to find.
  return part.raw?.includes('"$') === true ? replaceContent(part, readMongoDocument(document, notes)) : part;
}

function replaceContent(part: ReadDocument, document: ReadDocument['document']): ReadDocument {
  return document === part.document ? part : { ...part, document, isCanonical: false };
}

function unwrapRejected(part: ReadDocument, notes: ImportNotes): ReadPart {
  const { line, byte } = part;
  const { raw, rawBase64, code } = part.document;
  if (typeof raw === 'string') {
    const inner = unwrapPart(readText(raw, { line, column: 1, byte: byte ?? 0 }, notes), notes);
    if (inner.kind === 'left-out') return inner;
    // Columns and lines within the text do not refer to this file.
    const problems = inner.problems?.map((problem) => ({ ...problem, line, byte, column: undefined })) ?? [];
    return { ...inner, problems };
  }
  const isTooLarge = code === 'document-too-large';
  const message =
    typeof rawBase64 === 'string'
      ? 'This is not UTF-8 text. Put the correct text into "raw".'
      : 'This rejected line has no text. Import it from its original file.';
  const problem: ImportProblem = { code: isTooLarge ? code : 'invalid-utf-8', line, byte, message };
  const base64 = typeof rawBase64 === 'string' ? { base64: rawBase64 } : undefined;
  return { kind: 'rejected', problems: [problem], raw: base64 };
}

function unwrapEnvelope(part: ReadDocument): ReadPart {
  const { document } = part;
  if (document[ENVELOPE.deleted] === true) return { kind: 'left-out', what: 'deleted documents' };
  const content = withoutEnvelope(document);
  if (content['FBUID'] === document[ENVELOPE.id]) {
    const updatedAt = document[ENVELOPE.updatedAt];
    return {
      ...replaceContent(part, content),
      updatedAt: typeof updatedAt === 'string' ? updatedAt : undefined,
    };
  }
  const message = `The envelope's ${ENVELOPE.id} and the document's FBUID are different.`;
  return rejectWith(part, { code: 'id-mismatch', path: 'FBUID', message });
}

function unwrapQueryResult(part: ReadDocument, notes: ImportNotes): ReadPart {
  const inner = part.document['document'];
  if (isJsonObject(inner) && isFirestoreDocument(inner)) return unwrapFirestore(part, inner, notes);
  const isEmpty = Object.keys(part.document).every((key) => QUERY_RESULT_KEYS.includes(key));
  return isEmpty ? { kind: 'left-out', what: 'query results without a document' } : part;
}

function unwrapFirestore(
  part: ReadDocument,
  document: ReadDocument['document'],
  notes: ImportNotes,
): ReadPart {
  try {
    return replaceContent(part, readFirestoreDocument(document, notes));
  } catch (error) {
    if (!(error instanceof FirestoreMistake)) throw error;
    return rejectWith(part, { code: error.code, path: error.path, message: error.message });
  }
}

function rejectWith(part: ReadDocument, problem: Omit<ImportProblem, 'line'>): ReadPart {
  const { line, byte, raw, problems = [] } = part;
  return { kind: 'rejected', problems: [...problems, { ...problem, line, byte }], raw };
}
