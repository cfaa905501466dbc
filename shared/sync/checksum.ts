/** One document in one state. */
export interface StateName {
  readonly id: string;
  readonly writeId: string;
}

/** Number of documents a reader has, and a digest of their states. */
export interface Checksum {
  readonly count: number;
  /** Sum of the states' hashes modulo 2^53, so the order doesn't matter. */
  readonly digest: number;
}

/** Checksum of the documents that aren't deleted. Two sides with equal checksums have the same states. */
export function toChecksum(states: Iterable<StateName>): Checksum {
  let count = 0;
  let digest = 0;
  for (const { id, writeId } of states) {
    count += 1;
    digest = addModulo(digest, hash53(`${id}:${writeId}`));
  }
  return { count, digest };
}

const MODULUS = 2 ** 53;

/** Never computes a sum above 2^53, which a number can't represent exactly. */
function addModulo(a: number, b: number): number {
  const room = MODULUS - b;
  return a >= room ? a - room : a + b;
}

/** The public-domain hash cyrb53 (github.com/bryc/code): two 32-bit lanes over UTF-16 units, mixed at the end. */
function hash53(text: string): number {
  let high = 0xdeadbeef;
  let low = 0x41c6ce57;
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index);
    high = Math.imul(high ^ unit, 2654435761);
    low = Math.imul(low ^ unit, 1597334677);
  }
  high = Math.imul(high ^ (high >>> 16), 2246822507) ^ Math.imul(low ^ (low >>> 13), 3266489909);
  low = Math.imul(low ^ (low >>> 16), 2246822507) ^ Math.imul(high ^ (high >>> 13), 3266489909);
  return 2 ** 32 * (low & 0x1fffff) + (high >>> 0);
}
