import type { EvictedState } from '#server/core/document-store.ts';

interface Ordered {
  readonly sequence: number;
}

/** The lowest sequences of both lists together, as many as a page takes. Both come in any order. */
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
