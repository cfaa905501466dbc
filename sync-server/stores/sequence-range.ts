import type { Decision } from '#server/core/document-store.ts';

export interface SequenceRange {
  readonly first: number;
  readonly last: number;
}

/** The sequences that a decision's entries take, without gaps; `undefined` when it has none. */
export function toRange({ history }: Decision<unknown>): SequenceRange | undefined {
  const [first, last] = [history[0], history.at(-1)];
  return first && last && { first: first.sequence, last: last.sequence };
}
