import { findIdBreach } from '#shared/documents/document-ids.ts';
import { MAX_FREE_BYTES } from '#shared/documents/validate-document.ts';
import { findPlainText } from './plain-text.ts';

/** Bytes of which a part can be read as text, as Node's can. */
export interface TextBytes extends Uint8Array {
  toString(encoding?: 'utf8', start?: number, end?: number): string;
}

/**
 * Id of a document for a free collection that is certainly right and goes as its bytes stand; `undefined` for any that
 * must be looked at closer. That the bytes are UTF-8 is for the caller to find out.
 */
export function findPlainId(bytes: TextBytes): string | undefined {
  if (bytes.length > MAX_FREE_BYTES) return undefined;
  const plain = findPlainText(bytes);
  if (!plain) return undefined;
  const id = bytes.toString('utf8', plain.idStart, plain.idEnd);
  return findIdBreach(id) === undefined ? id : undefined;
}
