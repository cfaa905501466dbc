import { isUtf8 } from 'node:buffer';

/** Replaces bytes that are not UTF-8. Real text hardly ever contains this character. */
export const INVALID_MARK = '\u007f';

/** Offset of the first invalid UTF-8 byte from `start`; the length if there is none. */
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

/** Copies the bytes with each invalid one replaced by the mark. */
export function markInvalidBytes(bytes: Buffer): Buffer {
  const marked = Buffer.from(bytes);
  for (let at = findInvalidByte(marked); at < marked.length; at = findInvalidByte(marked, at + 1)) {
    marked[at] = INVALID_MARK.charCodeAt(0);
  }
  return marked;
}

/** Number of trailing bytes that begin an incomplete character. */
export function countCutBytes(bytes: Buffer): number {
  for (let count = 1; count <= Math.min(3, bytes.length); count += 1) {
    const code = bytes[bytes.length - count] ?? 0;
    if ((code & 0xc0) !== 0x80) return toCharacterLength(code) > count ? count : 0;
  }
  return 0;
}

/** Length of the character that starts with this byte. */
function toCharacterLength(first: number): number {
  return first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : first >= 0xc0 ? 2 : 1;
}
