import { isUtf8 } from 'node:buffer';
import { findPlainDocument, type PlainDocument } from '#shared/import/plain-document.ts';

/** As `findPlainDocument`, of bytes of which nothing is known. */
export function findUtf8Document(bytes: Buffer): PlainDocument | undefined {
  const plain = findPlainDocument(bytes);
  return plain && isUtf8(bytes) ? plain : undefined;
}
