/** Order of two ids by their bytes in UTF-8, as the store lists them; JavaScript's own order differs beyond U+FFFF. */
export function compareIds(a: string, b: string): number {
  const length = Math.min(a.length, b.length);
  for (let index = 0; index < length; index += 1) {
    const [one, other] = [a.charCodeAt(index), b.charCodeAt(index)];
    if (one !== other) return toRank(one) - toRank(other);
  }
  return a.length - b.length;
}

/** Surrogates stand for characters above all others; what UTF-16 numbers higher than them moves below. */
function toRank(unit: number): number {
  if (unit >= 0xe000) return unit - 0x800;
  return unit >= 0xd800 ? unit + 0x2000 : unit;
}
