import { isUtf8 } from 'node:buffer';
import { findIdBreach } from '#shared/documents/document-ids.ts';
import { MAX_FREE_BYTES } from '#shared/documents/validate-document.ts';
import { findPlainText } from '#shared/import/plain-text.ts';

/**
 * Id of a document for a free collection that is certainly right and goes as its bytes stand; `undefined` for any that
 * must be looked at closer.
 */
export function findPlainId(bytes: Buffer): string | undefined {
  if (bytes.length > MAX_FREE_BYTES) return undefined;
  const plain = findPlainText(bytes);
  if (!plain || !isUtf8(bytes)) return undefined;
  const id = bytes.toString('utf8', plain.idStart, plain.idEnd);
  return findIdBreach(id) === undefined ? id : undefined;
}
