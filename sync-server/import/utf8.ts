import { isUtf8 } from 'node:buffer';

/** Stands for a byte that is not UTF-8; hardly any text has this character. */
export const INVALID_MARK = '\u007f';

/** Offset of the first byte from `start` on that is not UTF-8; the length when all are. */
export function findInvalidByte(bytes: Buffer, start = 0): number {
  let at = start;
  while (at < bytes.length) {
    const first = bytes[at] ?? 0;
    const length = toCharacterLength(first);
    if (first >= 0x80 && !isUtf8(bytes.subarray(at, at + length))) return at;
    at += length;
  }
  return bytes.length;
}

/** A copy of the same length with a mark in place of each byte that is not UTF-8. */
export function markInvalidBytes(bytes: Buffer): Buffer {
  const marked = Buffer.from(bytes);
  for (let at = findInvalidByte(marked); at < marked.length; at = findInvalidByte(marked, at + 1)) {
    marked[at] = INVALID_MARK.charCodeAt(0);
  }
  return marked;
}

/** Bytes at the end that are the beginning of one character. */
export function countCutBytes(bytes: Buffer): number {
  for (let count = 1; count <= Math.min(3, bytes.length); count += 1) {
    const code = bytes[bytes.length - count] ?? 0;
    if ((code & 0xc0) !== 0x80) return toCharacterLength(code) > count ? count : 0;
  }
  return 0;
}

/** Bytes of the character that begins with this one. */
function toCharacterLength(first: number): number {
  return first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : first >= 0xc0 ? 2 : 1;
}
