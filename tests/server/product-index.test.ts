import { expect, test, vi } from 'vitest';
import { compactStore } from '#server/core/maintenance.ts';
import { createProductIndex } from '#server/core/product-index.ts';
import { createCoreServer } from '../support/core-server.ts';
import { pushRows, row } from '../support/core-calls.ts';
import { createSuiteStore } from '../support/suite-store.ts';
import { productContent } from '../support/samples.ts';
import { createTestClock } from '../support/test-clock.ts';

const HALF_A_YEAR_MS = 181 * 24 * 3_600_000;

function setUp() {
  const clock = createTestClock();
  const store = createSuiteStore(clock);
  const server = createCoreServer(store, clock);
  const index = createProductIndex(store);
  const put = (...rows: unknown[]) => pushRows(server, 'admin', 'products', rows);
  return { clock, store, index, put };
}

test('after a change of one product only this product is read again', async () => {
  const { store, index, put } = setUp();
  await put(...['a', 'b', 'c'].map((id) => row(id, `${id}1`, productContent(id, `price_${id}`))));
  const before = await index.list();
  expect(before.map(({ FBUID }) => FBUID)).toEqual(['a', 'b', 'c']);
  const changesSince = vi.spyOn(store, 'changesSince');
  const list = vi.spyOn(store, 'list');
  await put(row('b', 'b2', productContent('b', 'price_new'), { base: 'b1' }));
  const after = await index.list();
  expect(await index.findByPriceId('price_new')).toBe(after[1]);
  expect(await index.findByPriceId('price_b')).toBeUndefined();
  expect([after[0], after[2]]).toEqual([before[0], before[2]]);
  expect(after[0]).toBe(before[0]);
  expect(list).not.toHaveBeenCalled();
  const [page] = changesSince.mock.results.map(({ value }) => value as ReturnType<typeof store.changesSince>);
  expect((await page)?.documents.map(({ id }) => id)).toEqual(['b']);
  expect(changesSince).toHaveBeenCalledTimes(1);
});

test('a deleted product is found no more, and a read that failed is made again', async () => {
  const { store, index, put } = setUp();
  await put(row('a', 'a1', productContent('a', 'price_a')), row('b', 'b1', productContent('b', 'price_b')));
  await index.list();
  await put(row('a', 'a2', productContent('a', 'price_a'), { base: 'a1', deleted: true }));
  vi.spyOn(store, 'changesSince').mockRejectedValueOnce(new Error('The disk failed.'));
  await expect(index.list()).rejects.toThrow('The disk failed.');
  expect((await index.list()).map(({ FBUID }) => FBUID)).toEqual(['b']);
});

test('products whose deletion was purged meanwhile are found no more', async () => {
  const { clock, store, index, put } = setUp();
  await put(row('a', 'a1', productContent('a', 'price_a')), row('b', 'b1', productContent('b', 'price_b')));
  await index.list();
  await put(row('a', 'a2', productContent('a', 'price_a'), { base: 'a1', deleted: true }));
  await put(row('b', 'b2', productContent('b', 'price_c'), { base: 'b1' }));
  clock.advance(HALF_A_YEAR_MS);
  await compactStore(store, clock.now());
  expect((await index.list()).map(({ FBUID }) => FBUID)).toEqual(['b']);
});
