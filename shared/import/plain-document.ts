import { findIdBreach } from '#shared/documents/document-ids.ts';
import { MAX_FREE_BYTES } from '#shared/documents/validate-document.ts';
import { findPlainText } from './plain-text.ts';

/** Bytes of which a part can be read as text, as Node's can. */
export interface TextBytes extends Uint8Array {
  toString(encoding?: 'utf8', start?: number, end?: number): string;
}

/** A document that keeps every rule of a free collection, as the text it is stored as. */
export interface PlainDocument {
  readonly id: string;
  /** JSON in UTF-8, as `JSON.stringify` writes it. */
  readonly json: Uint8Array;
}

/**
 * The document of a text that is certainly right; `undefined` for any that must be looked at closer. That the bytes are
 * UTF-8 is for the caller to find out.
 */
export function findPlainDocument(bytes: TextBytes): PlainDocument | undefined {
  if (bytes.length > MAX_FREE_BYTES) return undefined;
  const plain = findPlainText(bytes);
  if (!plain) return undefined;
  const id = bytes.toString('utf8', plain.idStart, plain.idEnd);
  return findIdBreach(id) === undefined ? { id, json: plain.compact() } : undefined;
}
