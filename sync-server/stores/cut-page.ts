import type { EvictedState } from '#server/core/document-store.ts';

interface Ordered {
  readonly sequence: number;
}

/** Takes items up to and including the one at which the total length reaches `most`. */
export function takeUpTo<Item>(
  items: Iterable<Item>,
  most: number,
  lengthOf: (item: Item) => number,
): readonly Item[] {
  const taken: Item[] = [];
  let length = 0;
  for (const item of items) {
    taken.push(item);
    length += lengthOf(item);
    if (length >= most) break;
  }
  return taken;
}

/** The lowest `limit` sequences of both lists together, each list in order. The input may be in any order. */
export function cutPage<Document extends Ordered>(
  documents: readonly Document[],
  evictions: readonly EvictedState[],
  limit: number,
): { readonly documents: readonly Document[]; readonly evictions: readonly EvictedState[] } {
  const sequences = [...documents, ...evictions].map(({ sequence }) => sequence).sort((a, b) => a - b);
  const last = sequences[limit - 1] ?? Infinity;
  const cut = <Row extends Ordered>(rows: readonly Row[]) =>
    rows.filter(({ sequence }) => sequence <= last).sort((a, b) => a.sequence - b.sequence);
  return { documents: cut(documents), evictions: cut(evictions) };
}
