import { compareCodePoints } from '#shared/kernel/code-points.ts';
import type { KeyedDocument } from './keyed-document.ts';

/** The documents of both sides with the same id; at least one is defined. */
export interface JoinedDocuments {
  readonly id: string;
  readonly a: Buffer | undefined;
  readonly b: Buffer | undefined;
}

/** Full outer join of two sides, both ordered by id. */
export async function* joinById(
  a: AsyncIterable<KeyedDocument>,
  b: AsyncIterable<KeyedDocument>,
): AsyncGenerator<JoinedDocuments> {
  const [left, right] = [a[Symbol.asyncIterator](), b[Symbol.asyncIterator]()];
  try {
    let [one, other] = [await left.next(), await right.next()];
    while (one.done !== true || other.done !== true) {
      const order =
        one.done === true ? 1 : other.done === true ? -1 : compareCodePoints(one.value.id, other.value.id);
      const [mine, theirs] = [order <= 0 ? one.value : undefined, order >= 0 ? other.value : undefined];
      yield { id: (mine ?? theirs)?.id ?? '', a: mine?.json, b: theirs?.json };
      if (order <= 0) one = await left.next();
      if (order >= 0) other = await right.next();
    }
  } finally {
    await left.return?.();
    await right.return?.();
  }
}
