/** Read at a time, at the most. */
export const PAGE = 100;
/** In one batch. */
const MOST = 500;
const LONGEST_MS = 4;

/**
 * What goes into one batch: page after page until a few milliseconds have gone into reading. To write it takes about four
 * times as long, which pushes that wait behind it don't notice, and small documents share one flush to the disk.
 * @param read the next ones behind the last that was read, `undefined` at the beginning
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
