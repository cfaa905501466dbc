/** Maximum number of items per read. */
export const PAGE = 100;
/** Maximum number of items per batch. */
const MOST = 500;
const LONGEST_MS = 4;

/**
 * Reads one batch, page after page, for a few milliseconds. Writing it takes about four times as long, which waiting
 * pushes don't notice, and small documents share one flush to disk.
 * @param read the items after the last one read, `undefined` at the start
 * @param toLimit how many to read next
 */
export async function readBatch<Item>(
  read: (last: Item | undefined, limit: number) => Promise<readonly Item[]>,
  toLimit: () => number = () => PAGE,
): Promise<readonly Item[]> {
  const items: Item[] = [];
  const begin = performance.now();
  do {
    const limit = toLimit();
    const page = await read(items.at(-1), limit);
    items.push(...page);
    if (page.length < limit) break;
  } while (items.length < MOST && performance.now() - begin < LONGEST_MS);
  return items;
}
