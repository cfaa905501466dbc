import { afterAll, beforeAll, expect, test } from 'vitest';
import { PAGE_CACHE_BYTES } from '#server/http/page-cache.ts';
import { importProducts } from '../support/import-products.ts';
import { productContent } from '../support/samples.ts';
import { startShopServer, type ShopServer } from '../support/shop-server.ts';
import { createRandom, pickNumber } from './seeded-random.ts';
import { SEED, toCount } from './soak-setting.ts';

/** `MADE_UP_ADDRESSES` overrides it. */
const ADDRESSES = toCount('MADE_UP_ADDRESSES', { suite: 3000, soak: 100_000 });
/** A list of these fills the heap below too, once for each address. */
const PRODUCTS = toCount('MADE_UP_PRODUCTS', { suite: 250, soak: 1000 });
/** More than the server renders at once. */
const CALLERS = 12;
/** V8 aborts above this. */
const HEAP_MB = 384;

const REAL_PAGES = [
  '/',
  '/products',
  '/products?page=2',
  '/products/drones',
  '/product/bulk-7',
  '/legals/warranty',
];

let shop: ShopServer;
const random = createRandom(SEED);

beforeAll(async () => {
  shop = await startShopServer({ NODE_OPTIONS: `--max-old-space-size=${HEAP_MB}` });
  const products = Array.from({ length: PRODUCTS }, (_none, index) => ({
    FBUID: `bulk-${index}`,
    ...productContent(`Bulk ${index}`),
  }));
  await importProducts(shop, products);
}, 120_000);
afterAll(() => shop.stop());

/** An address that no page links to. */
function makeUp(index: number): string {
  const product = `bulk-${pickNumber(random, PRODUCTS)}`;
  const page = 2 + pickNumber(random, 20);
  const made = [
    `/products?x=${index}`,
    `/products?search=word+${index}`,
    `/products?search=bulk&x=${index}`,
    `/products/drones?sort=${index}&page=${page}`,
    `/products?price=under-250&price=over-10000&price=${index}`,
    `/products?page=${1000 + index}`,
    `/products?page=0${index}`,
    `/?utm_source=${index}`,
    `/contact?about=${index}`,
    `/product/${product}?${index}`,
    `/product/%62${product.slice(1)}`,
    `/product/none-${index}`,
    `/no/such/page/${index}`,
  ];
  return made[pickNumber(random, made.length)] ?? '/';
}

async function get(path: string): Promise<{ readonly status: number; readonly text: string }> {
  const response = await fetch(shop.origin + path);
  return { status: response.status, text: await response.text() };
}

async function readMetric(name: string): Promise<number> {
  const { text } = await get('/metrics');
  const value = text.split('\n').find((line) => line.startsWith(`${name} `));
  if (value === undefined) throw new Error(`There is no metric ${name}.`);
  return Number(value.slice(name.length));
}

test(`[T37] [T22] ${ADDRESSES} made-up addresses (seed ${SEED}) neither fill the memory nor drop a real page`, async () => {
  for (const path of REAL_PAGES) expect(await get(path)).toMatchObject({ status: 200 });

  let next = 0;
  let largest = 0;
  const statuses = new Set<number>();
  async function call(): Promise<void> {
    while (next < ADDRESSES) {
      const index = next;
      next += 1;
      statuses.add((await get(makeUp(index))).status);
      if (index % 500 === 0) largest = Math.max(largest, await readMetric('nankeen_page_cache_bytes'));
    }
  }
  await Promise.all(Array.from({ length: CALLERS }, call));

  expect([...statuses].toSorted()).toEqual([200, 404]);
  expect(largest).toBeGreaterThan(0);
  expect(largest).toBeLessThanOrEqual(PAGE_CACHE_BYTES);
  const rendered = () => readMetric('nankeen_rendered_pages_total{result="cached"}');
  const before = await rendered();
  for (const path of REAL_PAGES) expect((await get(path)).text).toContain('id="page-data"');
  expect(await rendered()).toBe(before);
  const resident = await readMetric('process_resident_memory_bytes');
  console.log(
    `made-up addresses: ${ADDRESSES}, SOAK_SEED=${SEED}; pages kept: at most ${largest} of ${PAGE_CACHE_BYTES} bytes, ` +
      `now ${await readMetric('nankeen_page_cache_bytes')}; memory ${resident} bytes`,
  );
  expect(resident).toBeLessThan((HEAP_MB + 100) * 1024 * 1024);
}, 7_200_000);
