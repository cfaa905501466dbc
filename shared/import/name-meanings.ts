/** What a field of this name is, beyond a field. `uncertain`: synchronisation's, or of an answer that holds a document. */
export type NameMeaning = 'none' | 'id' | 'latitude' | 'longitude' | 'coordinates' | 'uncertain';

const MEANINGS: readonly (readonly [name: string, meaning: NameMeaning])[] = [
  ['FBUID', 'id'],
  ['latitude', 'latitude'],
  ['longitude', 'longitude'],
  ['coordinates', 'coordinates'],
  ['writeId', 'uncertain'],
  ['sync', 'uncertain'],
  ['readTime', 'uncertain'],
];

/** One byte more of a name. Equal names have equal hashes, others hardly ever. */
export function hashName(hash: number, byte: number): number {
  return Math.imul(hash ^ byte, 0x01000193);
}

const known = new Map(
  MEANINGS.map(([name, meaning]) => {
    const bytes = Uint8Array.from(name, (character) => character.charCodeAt(0));
    return [bytes.reduce(hashName, 0), { bytes, meaning }] as const;
  }),
);

/** Hardly any name gets as far as being looked up. */
const MASK = 255;
const mayBeKnown = new Uint8Array(MASK + 1);
for (const hash of known.keys()) mayBeKnown[hash & MASK] = 1;

export function findNameMeaning(hash: number, bytes: Uint8Array, start: number, end: number): NameMeaning {
  if (mayBeKnown[hash & MASK] === 0) return 'none';
  const found = known.get(hash);
  if (found?.bytes.length !== end - start) return 'none';
  return found.bytes.every((byte, index) => bytes[start + index] === byte) ? found.meaning : 'none';
}
