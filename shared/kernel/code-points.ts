/** Compares texts by their UTF-8 bytes. JavaScript's own order differs for supplementary characters. */
export function compareCodePoints(a: string, b: string): number {
  let index = 0;
  while (index < a.length && a.charCodeAt(index) === b.charCodeAt(index)) index += 1;
  const [one, other] = [a.charCodeAt(index), b.charCodeAt(index)];
  if (Number.isNaN(one) || Number.isNaN(other)) return a.length - b.length;
  return toRank(one) - toRank(other);
}

/** Surrogates encode the characters above all others. */
function toRank(unit: number): number {
  return unit >= 0xd800 && unit <= 0xdfff ? unit + 0x10000 : unit;
}

/** With the `u` flag only lone surrogates match: halves of a character pair, which are no valid Unicode. */
export const LONE_SURROGATE = /\p{Surrogate}/u;
