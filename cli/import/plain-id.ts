import { isUtf8 } from 'node:buffer';
import { findPlainId } from '#shared/import/plain-id.ts';

/** As `findPlainId`, of bytes of which nothing is known. */
export function findIdOfPlain(bytes: Buffer): string | undefined {
  const id = findPlainId(bytes);
  return id !== undefined && isUtf8(bytes) ? id : undefined;
}
