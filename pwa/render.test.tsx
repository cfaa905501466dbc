// @vitest-environment node
import { describe, expect, test } from 'vitest';
import { PAGES } from '#shared/api/pages.ts';
import type { PageContent } from '#shared/api/render.ts';
import { NO_SELLER } from '#shared/domain/seller.ts';
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
    seller: NO_SELLER,
    gstRule: 'specified',
    pictureOrigins: [],
    deliveryCountries: ['AU', 'NZ'],
    dataEndpoint: 'testing/data',
    production: false,
    testPayments: true,
    googleSignIn: false,
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

test('[R-HOME-02] the home page is rendered with the price of its drone and a button to buy it', async () => {
  const products = [sampleProduct(), battery];
  const { html, data } = (await renderPage('/', { ...content, products })) ?? { html: '', data: '{}' };
  expect(html).toMatch(/\$24,990\.00.*Add to Cart/s);
  const { list } = JSON.parse(data) as { readonly list: { readonly cards: readonly (typeof recon)[] } };
  expect(list.cards.map(({ FBUID }) => FBUID)).toEqual(['recon-vtol']);
});

test('[R-LEG-04] the terms are rendered with the countries of the settings', async () => {
  const { html } = await render('/legals/terms-and-conditions');
  expect(html).toContain('We deliver to Australia and New Zealand within 14 days');
});

test('[R-RTE-07] [R-LST-01] a rendered list shows only the products of its category', async () => {
  expect((await render('/products')).html).toMatch(/Recon.*Battery/s);
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
  const { cards } = (JSON.parse(data) as { readonly list: { readonly cards: readonly (typeof recon)[] } })
    .list;
  expect(cards.map(({ FBUID }) => FBUID)).toEqual(['recon', 'battery']);
  expect(cards[0]?.productDescriptions[5]).toEqual(recon.productDescriptions[5]);
  expect(cards[0]?.productSpecifications).toEqual([]);
});

describe('a list of several pages', () => {
  const products = Array.from({ length: 100 }, (_none, index) =>
    sampleProduct({
      FBUID: `drone-${index}`,
      productName: `Drone ${String(index).padStart(3, '0')}`,
      productPrices: [{ value: `${index}.00`, label: '', description: 'price_1' }],
    }),
  );
  const at = async (url: string) => {
    const page = await renderPage(url, { ...content, products });
    if (!page) throw new Error(`${url} was not rendered.`);
    return page;
  };
  const namesIn = (html: string) => html.match(/Drone \d{3}(?=<\/a>)/g) ?? [];

  test.each([
    ['/products', 48, 'Drone 000'],
    ['/products/drones?page=2', 48, 'Drone 048'],
    ['/products?page=3', 4, 'Drone 096'],
    ['/products?page=2&sort=price-desc', 48, 'Drone 051'],
  ])('[R-LST-06] %s has the %i products of its page, and no data of others', async (url, count, first) => {
    const { html, data } = await at(url);
    expect(namesIn(html)).toHaveLength(count);
    expect(namesIn(html)[0]).toBe(first);
    expect(html).toContain('>100 products<');
    const { list } = JSON.parse(data) as { readonly list: { readonly cards: readonly unknown[] } };
    expect(list.cards).toHaveLength(count);
  });

  test('[R-LST-06] the pages are linked to each other, with the filters of the list', async () => {
    const linksIn = (html: string) =>
      [...html.matchAll(/<a [^>]*href="(\/products[^"]*)"[^>]*>([^<]+)<\/a>/g)]
        .map(([, href = '', text = '']) => `${text} ${href.replaceAll('&amp;', '&')}`)
        .filter((link) => /^(?:\d|Previous|Next)/.test(link));
    expect(linksIn((await at('/products')).html)).toEqual([
      '1 /products',
      '2 /products?page=2',
      '3 /products?page=3',
      'Next /products?page=2',
    ]);
    expect(linksIn((await at('/products?page=2&sort=newest')).html)).toEqual([
      'Previous /products?sort=newest',
      '1 /products?sort=newest',
      '2 /products?sort=newest&page=2',
      '3 /products?sort=newest&page=3',
      'Next /products?sort=newest&page=3',
    ]);
    expect(linksIn((await at('/products?search=drone+00')).html)).toEqual([]);
  });

  test('search engines find each page at an address of its own, with its neighbours', async () => {
    const headOf = async (url: string) =>
      [...(await at(url)).head.matchAll(/<link rel="(canonical|prev|next)" href="([^"]+)">/g)].map(
        ([, rel = '', href = '']) => `${rel} ${href.replace(ORIGIN, '')}`,
      );
    expect(await headOf('/products')).toEqual(['canonical /products', 'next /products?page=2']);
    expect(await headOf('/products?page=1')).toEqual(['canonical /products', 'next /products?page=2']);
    expect(await headOf('/products?page=2')).toEqual([
      'canonical /products?page=2',
      'prev /products',
      'next /products?page=3',
    ]);
    expect(await headOf('/products?sort=newest&page=3')).toEqual([
      'canonical /products',
      'prev /products?sort=newest&amp;page=2',
    ]);
    expect((await at('/products?page=2')).head).toContain('<title>Products, page 2 · Nankeen</title>');
  });

  test.each(['0', '-1', '1.5', 'abc', '', '01', '4', '9999', '9999999999999999999'])(
    '[R-ERR-06] ?page=%s is a page that is not there, with status 404 and a way back',
    async (page) => {
      const { status, html, data } = await at(`/products?page=${page}`);
      expect(status).toBe(404);
      expect(html).toContain('This list has no such page');
      expect(html).toContain('href="/products"');
      expect(data.length).toBeLessThan(1000);
    },
  );

  test('[T37] a search with thousands of words costs what one with a few words does', async () => {
    const words = Array.from({ length: 3000 }, (_none, index) => `w${index}`).join('+');
    const twenty = Array.from({ length: 20 }, () => 'drone').join('+');
    expect((await at(`/products?search=${twenty}+${words}`)).html).toContain('>100 products<');
  });
});

test('a page names its canonical address, whatever it is asked at', async () => {
  const canonicalOf = async (url: string) => (await render(url)).canonical;
  expect(await canonicalOf('/product/%72econ/')).toBe('/product/recon');
  expect(await canonicalOf('/legals/')).toBe('/legals');
  expect(await canonicalOf('/')).toBe('/');
  expect(await canonicalOf('/products?search=vtol&sort=newest')).toBe('/products');
});

test('[R-RTE-10] [T16] a product page is rendered completely, and its texts are escaped', async () => {
  const { status, head, html, data } = await render('/product/recon');
  expect(status).toBe(200);
  expect(html).toContain('Recon &quot;VTOL&quot; &lt;/script&gt;&lt;b&gt;');
  expect(head).toContain('<title>Recon &quot;VTOL&quot; &lt;/script&gt;&lt;b&gt; · Nankeen</title>');
  expect(data).not.toContain('</script');
  expect(JSON.parse(data)).toMatchObject({ path: '/product/recon', product: recon });
});

test('[R-DET-07] a product page is rendered with links to its category, to what goes with it and to drones', async () => {
  const productSpecifications = [{ value: 'One Battery', label: 'Battery', description: '' }];
  const scout = sampleProduct({ FBUID: 'scout', productName: 'Scout' });
  const page = await renderPage('/product/recon', {
    ...content,
    products: [{ ...recon, productSpecifications }, battery, scout],
  });
  const links = [...(page?.html ?? '').matchAll(/href="(\/products?(?:\/[^"]*)?)"/g)].map(([, href]) => href);
  for (const href of ['/products', '/products/drones', '/product/battery', '/product/scout'])
    expect(links).toContain(href);
  expect(page?.html).toMatch(/Fits with.*href="\/product\/battery".*More drones.*href="\/product\/scout"/s);
});

test('a product page has structured data for its price and breadcrumbs', async () => {
  const { head } = await render('/product/recon');
  const [product, crumbs] = toData(head);
  expect(product).toMatchObject({ '@type': 'Product', sku: 'recon', offers: { priceCurrency: 'AUD' } });
  expect(crumbs).toMatchObject({ '@type': 'BreadcrumbList' });
  expect(head).toContain(`<link rel="canonical" href="${ORIGIN}/product/recon">`);
});

test('a link preview of a product has its name with the shop’s, and a picture of 1200 by 630 with a text', async () => {
  const { head } = await render('/product/recon');
  for (const [name, text] of [
    ['og:title', 'Recon &quot;VTOL&quot; &lt;/script&gt;&lt;b&gt; · Nankeen'],
    ['og:image', `${ORIGIN}/pictures/recon-vtol/share.jpg`],
    ['og:image:width', '1200'],
    ['og:image:height', '630'],
    ['og:image:type', 'image/jpeg'],
    ['og:image:alt', 'image 0 label'],
  ])
    expect(head).toContain(`<meta property="${name}" content="${text}">`);
  expect(head).toContain('<meta name="twitter:card" content="summary_large_image">');
});

test('a link preview of a product with a picture from elsewhere shows that picture, of whatever size', async () => {
  const productImages = [{ value: 'https://cdn.example/a.png', label: 'A view', description: '' }];
  const config = { ...content.config, pictureOrigins: ['https://cdn.example'] };
  const products = [{ ...recon, productImages }];
  const page = await renderPage('/product/recon', { ...content, config, products });
  expect(page?.head).toContain('<meta property="og:image" content="https://cdn.example/a.png">');
  expect(page?.head).toContain('<meta property="og:image:alt" content="A view">');
  expect(page?.head).not.toContain('og:image:width');
  // A picture that pages do not show is not in their previews either.
  const hidden = await renderPage('/product/recon', { ...content, products });
  expect(hidden?.head).toContain(`content="${ORIGIN}/pictures/home/share.jpg"`);
});

test('a list has its products in structured data, and only the home page has the firm', async () => {
  const [list, ...others] = toData((await render('/products')).head);
  expect(list).toMatchObject({
    '@type': 'ItemList',
    numberOfItems: 2,
    itemListElement: [
      { position: 1, url: `${ORIGIN}/product/recon` },
      { position: 2, url: `${ORIGIN}/product/battery`, name: 'Battery' },
    ],
  });
  expect(others).toEqual([]);
  expect(toData((await render('/')).head)).toMatchObject([{ '@type': 'Organization', url: `${ORIGIN}/` }]);
  for (const path of ['/contact', '/legals', '/product/none', '/products?search=zzz'])
    expect(toData((await render(path)).head), path).toEqual([]);
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
    expect(page?.head).toContain(`<meta property="og:image" content="${ORIGIN}/pictures/home/share.jpg">`);
    expect(toData(page?.head ?? '')[0]?.['image']).toEqual([]);
  },
);

test('[FI10] a picture that has not arrived is left out of structured data and link previews', async () => {
  const productImages = ['', '/pictures/recon/2.webp'].map((value) => ({
    value,
    label: '',
    description: '',
  }));
  const page = await renderPage('/product/recon', { ...content, products: [{ ...recon, productImages }] });
  expect(page?.head).toContain(`<meta property="og:image" content="${ORIGIN}/pictures/home/share.jpg">`);
  expect(toData(page?.head ?? '')[0]?.['image']).toEqual([`${ORIGIN}/pictures/recon/2.webp`]);
});

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
  expect(html).toContain('Your cart');
  expect(html).toContain('Loading your cart');
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
    '/admin',
    '/admin/products',
    '/admin/mails',
    '/product/recon-vtol/deprecate',
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

test('[R-GEN-01] a rendered button is disabled or marked, so that a press before its handler is attached is kept', async () => {
  for (const path of PAGES) {
    const page = await renderPage(path.replace(/:\w+/g, 'recon'), content);
    const buttons = (page?.html ?? '').match(/<button[^>]*>/g) ?? [];
    expect(
      buttons.filter((button) => !/\s(?:disabled|data-not-live)=/.test(button)),
      path,
    ).toEqual([]);
  }
});
