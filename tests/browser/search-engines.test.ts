import { expect, test } from 'vitest';
import { INDEXED_PAGES, PAGES } from '#shared/api/pages.ts';
import { setUpShopWorld } from '../support/shop-world.ts';

const world = setUpShopWorld();

const read = async (path: string) => {
  const response = await fetch(world.shop.origin + path);
  return { status: response.status, html: await response.text() };
};
const contentOf = (html: string, name: string) =>
  new RegExp(`<meta (?:name|property)="${name}" content="([^"]*)"`).exec(html)?.[1] ?? '';

/** Every address in the sitemap, without the origin. */
async function listed(): Promise<readonly string[]> {
  const { html } = await read('/sitemap.xml');
  return [...html.matchAll(/<loc>([^<]+)</g)].map((match) => (match[1] ?? '').replace(world.shop.origin, ''));
}

test('[R-GEN-01] every page in the sitemap has its own title, description, address and preview picture', async () => {
  const paths = await listed();
  expect(paths.length).toBe(INDEXED_PAGES.length + 24);
  const [titles, descriptions, pictures] = [new Set<string>(), new Set<string>(), new Set<string>()];
  for (const path of paths) {
    const { status, html } = await read(path);
    expect(status, path).toBe(200);
    expect(html, path).toContain(`<link rel="canonical" href="${world.shop.origin}${path}">`);
    expect(html, path).not.toContain('noindex');
    const description = contentOf(html, 'description');
    expect(description.length, path).toBeGreaterThan(20);
    expect(description.replaceAll('&amp;', '&').length, path).toBeLessThanOrEqual(155);
    descriptions.add(description);
    titles.add(contentOf(html, 'og:title'));
    pictures.add(contentOf(html, 'og:image'));
    expect(contentOf(html, 'og:title'), path).toMatch(/. · Nankeen$/);
    expect(contentOf(html, 'og:image:alt'), path).not.toBe('');
  }
  expect(titles.size).toBe(paths.length);
  expect(descriptions.size).toBe(paths.length);
  expect(pictures.size).toBe(25);
  for (const picture of pictures) {
    const response = await fetch(picture);
    expect([response.status, response.headers.get('content-type')], picture).toEqual([200, 'image/jpeg']);
    const bytes = await response.arrayBuffer();
    expect(bytes.byteLength, picture).toBeLessThanOrEqual(60_000);
    expect(toJpegSize(new DataView(bytes)), picture).toEqual([1200, 630]);
  }
});

/** Width and height from the frame header of a JPEG. */
function toJpegSize(bytes: DataView): readonly number[] {
  let at = 2;
  while (![0xc0, 0xc1, 0xc2].includes(bytes.getUint8(at + 1))) at += 2 + bytes.getUint16(at + 2);
  return [bytes.getUint16(at + 7), bytes.getUint16(at + 5)];
}

/** A page for each pattern that search engines may not index. */
const PRIVATE = PAGES.filter(
  (page) => page !== '/product/:productFBUID' && !(INDEXED_PAGES as readonly string[]).includes(page),
).map((page) =>
  page
    .replace(':productFBUID', 'recon-vtol')
    .replace(':collection/:id', 'products/recon-vtol')
    .replace(/:\w+/, 'some-id'),
);

test('[R-GEN-01] private and missing pages are kept out of search results, and an address has one form', async () => {
  for (const path of [...PRIVATE, '/product/none', '/products?page=99', '/no/such/page'])
    expect(contentOf((await read(path)).html, 'robots'), path).toBe('noindex');
  for (const [path, own] of [
    ['/product/recon-vtol/', '/product/recon-vtol'],
    ['/products/drones/', '/products/drones'],
    ['/legals/?x=1', '/legals'],
  ])
    expect((await read(path ?? '')).html).toContain(`rel="canonical" href="${world.shop.origin}${own}"`);
  const response = await fetch(`${world.shop.origin}/Product/Recon-VTOL?x=1`, { redirect: 'manual' });
  expect([response.status, response.headers.get('location')]).toEqual([308, '/product/recon-vtol?x=1']);
  expect((await fetch(`${world.shop.origin}/favicon.ico`)).headers.get('content-type')).toMatch(/icon/);
});

test('[R-RTE-23] [R-SHP-02] an address in capitals opens its page, the installed app included', async () => {
  const { page, shop } = world;
  await page.goto(`${shop.origin}/Products/DRONES`);
  await page.getByRole('heading', { level: 1, name: 'Drones' }).waitFor();
  expect(page.url()).toBe(`${shop.origin}/products/drones`);
  await page.evaluate(() => navigator.serviceWorker.ready);
  await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true);
  await world.context.setOffline(true);
  await page.goto(`${shop.origin}/Products/BATTERIES?sort=newest`);
  await page.getByRole('heading', { level: 1, name: 'Batteries' }).waitFor();
  expect(page.url()).toBe(`${shop.origin}/products/batteries?sort=newest`);
});
