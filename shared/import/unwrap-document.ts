import { isJsonObject } from '#shared/kernel/json.ts';
import { ENVELOPE, HISTORY_KEY, REJECTED_KEY, withoutEnvelope } from './envelope.ts';
import { fromFirestoreDocument, isFirestoreDocument } from './firestore-document.ts';
import { FirestoreMistake } from './firestore-value.ts';
import type { SourceDocument } from './import-problem.ts';
import { parseDocument, type ParsedDocument } from './parse-document.ts';

/** What an input names beside documents; `what` is what such things are called. */
export type Unwrapped = ParsedDocument | { readonly kind: 'left-out'; readonly what: string };

/**
 * The document within what an export or a reject file lays around it: our own envelope, Firestore's typed values, a
 * rejected line with the text it was made of. Anything else stays what it is.
 */
export function unwrapDocument(parsed: ParsedDocument): Unwrapped {
  if (parsed.kind === 'problem') return parsed;
  const { source } = parsed;
  const { document } = source;
  if (Object.hasOwn(document, REJECTED_KEY)) return unwrapRejected(source);
  if (Object.hasOwn(document, HISTORY_KEY)) return { kind: 'left-out', what: 'history entries' };
  if (Object.hasOwn(document, ENVELOPE.id)) return unwrapEnvelope(source);
  if (isFirestoreDocument(document)) return unwrapFirestore(source, document);
  const { document: inner } = document;
  // An answer of a query: its time and now and then a document.
  if (Object.hasOwn(document, 'readTime') && isJsonObject(inner) && isFirestoreDocument(inner)) {
    return unwrapFirestore(source, inner);
  }
  return parsed;
}

function unwrapRejected(source: SourceDocument): Unwrapped {
  const { raw, rawBase64, code } = source.document;
  const { line, byte } = source;
  if (typeof raw === 'string') {
    const parsed = parseDocument({ text: raw, line, column: 1, byte: byte ?? 0 });
    if (parsed.kind === 'document') return unwrapDocument(parsed);
    // Places within the text would be places of another file.
    return { ...parsed, problem: { ...parsed.problem, line, byte, column: undefined } };
  }
  const message =
    typeof rawBase64 === 'string'
      ? 'This is not UTF-8 text; write its right text as raw.'
      : 'A rejected line without its text; take it from the file it was in.';
  return {
    kind: 'problem',
    problem: {
      code: code === 'document-too-large' ? 'document-too-large' : 'invalid-utf-8',
      line,
      byte,
      message,
    },
    raw: typeof rawBase64 === 'string' ? { base64: rawBase64 } : undefined,
  };
}

function unwrapEnvelope(source: SourceDocument): Unwrapped {
  const { document, line, byte, raw } = source;
  if (document[ENVELOPE.deleted] === true) return { kind: 'left-out', what: 'deleted documents' };
  const content = withoutEnvelope(document);
  if (content['FBUID'] === document[ENVELOPE.id]) {
    const updatedAt = document[ENVELOPE.updatedAt];
    return {
      kind: 'document',
      source: {
        ...source,
        document: content,
        updatedAt: typeof updatedAt === 'string' ? updatedAt : undefined,
      },
    };
  }
  const message = `The envelope's ${ENVELOPE.id} and the document's FBUID are different.`;
  return { kind: 'problem', problem: { code: 'id-mismatch', line, byte, path: 'FBUID', message }, raw };
}

function unwrapFirestore(
  source: SourceDocument,
  document: Readonly<Record<string, unknown>>,
): ParsedDocument {
  try {
    return { kind: 'document', source: { ...source, document: fromFirestoreDocument(document) } };
  } catch (error) {
    if (!(error instanceof FirestoreMistake)) throw error;
    const { line, byte, raw } = source;
    const { code, path, message } = error;
    return { kind: 'problem', problem: { code, line, byte, path, message }, raw };
  }
}
