// @vitest-environment node
import { expect, test } from 'vitest';
import { PAGES } from '#shared/api/pages.ts';
import type { PageContent } from '#shared/api/render.ts';
import { sampleProduct } from '../tests/support/sample-product.ts';
import { renderPage } from './render.tsx';

const ORIGIN = 'https://shop.example';
const recon = sampleProduct({
  FBUID: 'recon',
  productName: 'Recon "VTOL" </script><b>',
  productCategory: 'drones',
});
const battery = sampleProduct({ FBUID: 'battery', productName: 'Battery', productCategory: 'batteries' });
const content: PageContent = {
  products: [recon, battery],
  config: {
    currency: 'AUD',
    contactEmail: 'hello@shop.example',
    dataEndpoint: 'testing/data',
    production: false,
    testPayments: true,
  },
  origin: ORIGIN,
};

async function render(url: string) {
  const page = await renderPage(url, content);
  if (!page) throw new Error(`${url} was not rendered.`);
  return page;
}

const toData = (head: string): { readonly '@type': string; readonly [field: string]: unknown }[] =>
  [...head.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/g)].map((match) =>
    JSON.parse(match[1] ?? ''),
  );

test('[R-RTE-01] [R-SHL-02] the home page is rendered on the server', async () => {
  const { status, html } = await render('/');
  expect(status).toBe(200);
  expect(html).toContain('<h1');
  expect(html).toContain('A Next-Generation Australian Drone Company');
});

test('[R-RTE-07] [R-LST-01] a rendered list shows only the products of its category', async () => {
  expect((await render('/products')).html).toMatch(/Battery.*Recon/s);
  const drones = (await render('/products/drones')).html;
  expect(drones).toContain('Recon');
  expect(drones).not.toContain('href="/product/battery"');
});

test('[R-LST-06] a list is rendered with the sort order and filters in its URL', async () => {
  const cheap = { ...battery, productPrices: [{ value: '249.00', label: '', description: 'price_1' }] };
  const at = async (url: string) =>
    (await renderPage(url, { ...content, products: [recon, cheap] }))?.html ?? '';
  expect(await at('/products?sort=price-desc')).toMatch(
    /href="\/product\/recon".*href="\/product\/battery"/s,
  );
  const few = await at('/products?price=under-250&search=bat');
  expect(few).toContain('href="/product/battery"');
  expect(few).not.toContain('href="/product/recon"');
  expect(few).toContain('>1 product<');
});

test('a rendered list carries only the product fields its cards show', async () => {
  const { data } = await render('/products');
  const { cards } = JSON.parse(data) as { readonly cards: readonly (typeof recon)[] };
  expect(cards.map(({ FBUID }) => FBUID)).toEqual(['battery', 'recon']);
  expect(cards[1]?.productDescriptions[5]).toEqual(recon.productDescriptions[5]);
  expect(cards[1]?.productSpecifications).toEqual([]);
});

test('[R-RTE-10] [T16] a product page is rendered completely, and its texts are escaped', async () => {
  const { status, head, html, data } = await render('/product/recon');
  expect(status).toBe(200);
  expect(html).toContain('Recon &quot;VTOL&quot; &lt;/script&gt;&lt;b&gt;');
  expect(head).toContain('<title>Recon &quot;VTOL&quot; &lt;/script&gt;&lt;b&gt; · Nankeen</title>');
  expect(data).not.toContain('</script');
  expect(JSON.parse(data)).toMatchObject({ path: '/product/recon', product: recon });
});

test('a product page has structured data for its price and breadcrumbs', async () => {
  const { head } = await render('/product/recon');
  const [product, crumbs] = toData(head);
  expect(product).toMatchObject({ '@type': 'Product', sku: 'recon', offers: { priceCurrency: 'AUD' } });
  expect(crumbs).toMatchObject({ '@type': 'BreadcrumbList' });
  expect(head).toContain(`<link rel="canonical" href="${ORIGIN}/product/recon">`);
});

test('a product without a numeric price has no offer in structured data', async () => {
  const page = await renderPage('/product/recon', {
    ...content,
    products: [{ ...recon, productPrices: [{ value: 'on request', label: '', description: '' }] }],
  });
  expect(toData(page?.head ?? '')[0]).not.toHaveProperty('offers');
});

test.each(['javascript:alert(1)', 'https://[', 'data:image/png,x'])(
  '[R-RTE-10] [T16] a product whose picture URL is "%s" is rendered without that URL in its head',
  async (value) => {
    const productImages = [{ value, label: '', description: '' }];
    const page = await renderPage('/product/recon', { ...content, products: [{ ...recon, productImages }] });
    expect(page?.status).toBe(200);
    expect(page?.head).not.toContain(value);
    expect(page?.head).toContain(`<meta property="og:image" content="${ORIGIN}/pictures/home/hero.webp">`);
    expect(toData(page?.head ?? '')[0]?.['image']).toEqual([]);
  },
);

test('[R-DET-14] [R-ERR-05] the page of a missing product says so, with status 404', async () => {
  const { status, html } = await render('/product/none');
  expect(status).toBe(404);
  expect(html).toContain('no document data selected');
});

test('[R-ERR-06] an unknown URL renders the not-found page with status 404', async () => {
  const { status, html } = await render('/no/such/page');
  expect(status).toBe(404);
  expect(html).toContain('Page not found');
});

test('[R-RTE-05] the cart page is rendered as a shell without items', async () => {
  const { status, html, data } = await render('/checkout');
  expect(status).toBe(200);
  expect(html).toContain('Your bag');
  expect(html).toContain('Loading your bag');
  expect(JSON.parse(data)).toEqual({ path: '/checkout', config: content.config, isShell: true });
});

test('pages with personal content are not rendered on the server', async () => {
  for (const url of [
    '/checkout?cancelled',
    '/success',
    '/ukraine/review',
    '/ukraine/orders',
    '/sync',
    '/migration',
    '/client',
    '/program',
    '/contact?contactFBUID=a',
    '/contact/a',
  ]) {
    expect(await renderPage(url, content), url).toBeUndefined();
  }
});

test('no page needs an inline script or style, which the content security policy forbids', async () => {
  for (const path of PAGES) {
    const page = await renderPage(path.replace(/:\w+/g, 'recon'), content);
    expect(page?.html ?? '', path).not.toMatch(/<script|<style|\sstyle=|\son\w+=/);
  }
});

test('[R-GEN-01] no rendered button can be pressed before its handler is attached', async () => {
  for (const path of PAGES) {
    const page = await renderPage(path.replace(/:\w+/g, 'recon'), content);
    const buttons = (page?.html ?? '').match(/<button[^>]*>/g) ?? [];
    expect(
      buttons.filter((button) => !/\sdisabled=/.test(button)),
      path,
    ).toEqual([]);
  }
});
