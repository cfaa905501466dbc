/** The order of the texts' bytes in UTF-8, which JavaScript's own isn't beyond the first plane. */
export function compareCodePoints(a: string, b: string): number {
  let index = 0;
  while (index < a.length && a.charCodeAt(index) === b.charCodeAt(index)) index += 1;
  const [one, other] = [a.charCodeAt(index), b.charCodeAt(index)];
  if (Number.isNaN(one) || Number.isNaN(other)) return a.length - b.length;
  return toRank(one) - toRank(other);
}

/** Surrogates stand for characters above all others. */
function toRank(unit: number): number {
  return unit >= 0xd800 && unit <= 0xdfff ? unit + 0x10000 : unit;
}
