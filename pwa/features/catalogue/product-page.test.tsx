// @vitest-environment happy-dom
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Route, Routes } from 'react-router-dom';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { toProductPath } from '#shared/api/document-paths.ts';
import type { Product } from '#shared/collections/products.ts';
import { createFakeApp, renderInApp, STAFF, type FakeApp } from '../../../tests/support/fake-app.tsx';
import { sampleItem, sampleProduct } from '../../../tests/support/sample-product.ts';
import { ProductPage } from './product-page.tsx';

let app: FakeApp;
let product: Product;

function render(path: string) {
  renderInApp(
    app,
    <Routes>
      <Route path="/product/:productFBUID" element={<ProductPage />} />
    </Routes>,
    { path },
  );
}

/** Shows the page of the product, already synced. */
async function show() {
  await app.pull('products', [product]);
  render(toProductPath(product.FBUID));
  await screen.findByRole('heading', { level: 1, name: product.productName });
}

beforeEach(() => {
  app = createFakeApp();
  product = sampleProduct();
});
afterEach(cleanup);

const region = (name: string | RegExp) => within(screen.getByRole('region', { name }));

test('[R-RTE-10] [R-RTE-23] an id in capitals leads to the product that has it in small letters, an unknown one to none', async () => {
  await app.pull('products', [product]);
  render('/product/Recon-VTOL');
  expect(await screen.findByRole('heading', { level: 1, name: 'Recon VTOL' })).toBeTruthy();
  cleanup();
  await app.pull('products', [sampleProduct({ FBUID: 'Recon-VTOL', productName: 'Capital' })]);
  render('/product/Recon-VTOL');
  expect(await screen.findByRole('heading', { level: 1, name: 'Capital' })).toBeTruthy();
  cleanup();
  render('/product/RECON-vtol-2');
  expect(await screen.findByText('no document data selected')).toBeTruthy();
});

test('[R-DET-01] up to six images are in a carousel, each with a thumbnail', async () => {
  await show();
  expect(screen.getAllByRole('group', { hidden: true })).toHaveLength(6);
  const thumbnails = screen.getAllByRole('button', { name: /^Show view/ });
  expect(thumbnails).toHaveLength(6);
  await userEvent.click(thumbnails[2] as HTMLElement);
  expect(thumbnails[2]?.getAttribute('aria-current')).toBe('true');
  expect(screen.getByRole('group', { name: '3 of 6' }).hasAttribute('inert')).toBe(false);
});

test('[R-DET-02] images after the sixth are shown under "In the Box"', async () => {
  await show();
  const images = region('In the Box').getAllByRole('img');
  expect(images.map((image) => image.getAttribute('src'))).toEqual(['/pictures/recon-vtol/7.webp']);
});

test('[R-DET-03] the page shows the name and the first price entry', async () => {
  await show();
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Recon VTOL');
  expect(screen.getByText('$24,990.00')).toBeTruthy();
  expect(screen.queryByText('$1.00')).toBeNull();
});

test('[R-DET-04] [R-VAL-10] the chosen quantity, one to ten, goes into the cart', async () => {
  await show();
  const quantity = screen.getByLabelText('Quantity') as HTMLSelectElement;
  expect(quantity.value).toBe('1');
  expect([...quantity.options].map((option) => option.value)).toEqual('1 2 3 4 5 6 7 8 9 10'.split(' '));
  await userEvent.selectOptions(quantity, '4');
  await userEvent.click(screen.getByRole('button', { name: 'Add to Cart' }));
  expect(app.cartMirror.items).toEqual([sampleItem(4)]);
  await waitFor(async () =>
    expect(await app.read('checkouts')).toMatchObject([{ checkoutItems: [sampleItem(4)] }]),
  );
});

test('[R-DET-05] the page shows the feature titles', async () => {
  await show();
  const features = within(screen.getByRole('list', { name: 'Features in brief' })).getAllByRole('listitem');
  expect(features.map((feature) => feature.textContent)).toEqual([
    'feature 0 label',
    'feature 1 label',
    'feature 2 label',
  ]);
});

test.each([
  ['Read More', ['description 1 label', 'description 4 value']],
  ['Features', ['feature 0 value', 'feature 2 description']],
  ['Dimensions & Weight', ['dimension 0 label', 'dimension 1 value']],
  ['Shipping & Delivery', ['shipping 0 label', 'shipping 1 value']],
])('[R-DET-06] "%s" opens its dialog', async (title, texts) => {
  await show();
  await userEvent.click(screen.getByRole('button', { name: title }));
  const dialog = within(screen.getByRole('dialog', { name: title }));
  for (const text of texts) expect(dialog.getByText(text)).toBeTruthy();
});

test('[R-DET-07] the page shows the specifications with their conditions', async () => {
  await show();
  const block = region('Specifications');
  expect(block.getByText('specification 0 label')).toBeTruthy();
  expect(block.getByText('specification 0 value')).toBeTruthy();
  expect(block.getByText('specification 1 description')).toBeTruthy();
});

test.each([
  ['[R-DET-08]', 'description 6', 'software and mission planning'],
  ['[R-DET-09]', 'description 7', 'camera links'],
])('%s the block "%s" shows: %s', async (_id, entry) => {
  await show();
  expect(region(`${entry} label`).getByText(`${entry} value`)).toBeTruthy();
});

test('[R-DET-08] [R-DET-09] blocks without a title of their own get a default title', async () => {
  const untitled = (value: string) => ({ value, label: '', description: '' });
  product.productDescriptions.splice(6, 2, untitled('Plan on the tablet.'), untitled('Two cameras.'));
  await show();
  expect(region('Software and mission planning').getByText('Plan on the tablet.')).toBeTruthy();
  expect(region('Camera').getByText('Two cameras.')).toBeTruthy();
});

test('[R-DET-09] the camera block links to its entry’s target', async () => {
  product.productDescriptions[7] = { value: 'Two cameras.', label: 'Camera', description: '/contact' };
  await show();
  expect(region('Camera').getByRole('link').getAttribute('href')).toBe('/contact');
});

test('[R-DET-10] [R-ENT-12] a download links to its value, with its label as text', async () => {
  await show();
  const link = region('User manuals and downloads').getByRole('link', { name: 'User manual' });
  expect(link.getAttribute('href')).toBe('/manuals/recon-vtol.pdf');
});

test('[R-DET-10] a download with an unsafe URL stays text', async () => {
  const unsafe = { value: 'javascript:alert(1)', label: 'Manual', description: '' };
  product = sampleProduct({ productDownloads: [unsafe] });
  await show();
  expect(region('User manuals and downloads').queryByRole('link')).toBeNull();
});

test('[R-DET-11] the page offers 24/7 technical and warranty support', async () => {
  await show();
  expect(region('Technical and warranty support').getByText(/24\/7 technical support/)).toBeTruthy();
});

test('[R-DET-12] the page shows the use cases, one per line', async () => {
  product.productDescriptions[8] = {
    value: 'Many.',
    label: 'Use cases',
    description: 'fence runs; pipeline patrol',
  };
  await show();
  const cases = region('Use cases').getAllByRole('listitem');
  expect(cases.map((useCase) => useCase.textContent)).toEqual(['Fence runs', 'Pipeline patrol']);
});

test('[R-DET-13] [R-ROL-02] [R-ROL-04] Update shows only to signed-in staff', async () => {
  await show();
  expect(screen.queryByRole('link', { name: 'Update' })).toBeNull();
  cleanup();
  app.session.keep(STAFF);
  await show();
  expect(screen.getByRole('link', { name: 'Update' }).getAttribute('href')).toBe(
    '/product/recon-vtol/update',
  );
});

test('[R-DET-13] Update and History escape special characters in the product’s id', async () => {
  app.session.keep(STAFF);
  product = sampleProduct({ FBUID: '50%? off#1' });
  await show();
  const hrefs = ['Update', 'History'].map((name) => screen.getByRole('link', { name }).getAttribute('href'));
  expect(hrefs).toEqual(['/product/50%25%3F%20off%231/update', '/history/products/50%25%3F%20off%231']);
});

test('[R-DET-09] the camera block names the linked product, even if its id has special characters', async () => {
  product.productDescriptions[7] = { value: 'Two.', label: 'Camera', description: '/product/50%25%20off.v2' };
  await app.pull('products', [sampleProduct({ FBUID: '50% off.v2', productName: 'Night Eye' })]);
  await show();
  const link = await region('Camera').findByRole('link', { name: 'See Night Eye' });
  expect(link.getAttribute('href')).toBe('/product/50%25%20off.v2');
  expect(link.hasAttribute('download')).toBe(false);
});

test('[R-DET-14] [R-ERR-05] without a product the page says "no document data selected"', async () => {
  await app.pull('products');
  render('/product/nothing');
  expect(await screen.findByText('no document data selected')).toBeTruthy();
});

test('[R-DET-03] a product without a readable price offers an enquiry instead of a purchase', async () => {
  product = sampleProduct({ productPrices: [{ value: 'ask', label: '', description: 'price_1' }] });
  await show();
  expect(screen.getByText('Price on enquiry')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Add to Cart' })).toBeNull();
  expect(screen.getByRole('link', { name: 'Enquire' }).getAttribute('href')).toBe(
    '/contact?about=Recon%20VTOL',
  );
});

describe('bad content', () => {
  const text = (value: string) => ({ value, label: '', description: '' });

  test.each([
    ['none', []],
    ['words', [text('ask')]],
    ['two points', [text('1.2.3')]],
    ['a minus', [text('-5')]],
    ['no payment price', [text('5.00')]],
  ])('[R-DET-03] invalid price data (%s) makes the product enquiry-only', async (_name, productPrices) => {
    product = sampleProduct({ productPrices });
    await show();
    expect(screen.queryByRole('button', { name: 'Add to Cart' })).toBeNull();
    expect(screen.getByRole('link', { name: 'Enquire' })).toBeTruthy();
  });

  test('[R-DET-01] [R-DET-02] of forty pictures, six are in the carousel and the rest "In the Box"', async () => {
    const productImages = Array.from({ length: 40 }, (_none, index) => text(`/pictures/${index}.webp`));
    product = sampleProduct({ productImages });
    await show();
    expect(screen.getAllByRole('group', { hidden: true })).toHaveLength(6);
    expect(screen.getAllByRole('button', { name: /^Show view/ })).toHaveLength(6);
    expect(within(screen.getByRole('region', { name: 'In the Box' })).getAllByRole('figure')).toHaveLength(
      34,
    );
  });

  test('[R-DET-01] a product without a picture shows a drawn placeholder', async () => {
    product = sampleProduct({ productImages: [] });
    await show();
    expect(screen.getByRole('img', { name: 'Recon VTOL, no picture yet' })).toBeTruthy();
    expect(document.querySelector('img')).toBeNull();
  });

  test.each([
    'javascript:alert(1)',
    ' JavaScript:alert(1)',
    'data:text/html,x',
    'vbscript:x',
    '//evil.example',
  ])('[R-DET-09] [R-DET-10] [T16] "%s" is never a link; it stays text', async (address) => {
    product = sampleProduct({ productDownloads: [{ ...text(address), label: 'Manual' }] });
    product.productDescriptions[7] = { value: 'A camera.', label: 'Camera', description: address };
    await show();
    expect(region('User manuals and downloads').getByText('Manual')).toBeTruthy();
    expect(region('Camera').getByText(address.trim())).toBeTruthy();
    const hrefs = [...document.querySelectorAll('a')].map((link) => link.getAttribute('href') ?? '');
    expect(hrefs.filter((href) => href.includes(address.trim()))).toEqual([]);
  });

  test('[R-DET-03] [T16] markup in any text stays text', async () => {
    const evil = '<img src=x onerror="alert(1)"><script>alert(1)</script>';
    const all = { value: evil, label: evil, description: evil };
    const lists = {
      productDescriptions: Array.from({ length: 9 }, () => all),
      productFeatures: [all],
      productSpecifications: [all],
      productDownloads: [all],
    };
    product = sampleProduct({ ...lists, productName: evil, productImages: [] });
    await show();
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe(evil);
    expect(document.body.querySelector('script, img, [onerror]')).toBeNull();
  });

  test('[R-DET-06] a summary of 20,000 characters is shortened, and complete under Read More', async () => {
    const long = 'word '.repeat(4000).trim();
    product.productDescriptions[0] = text(long);
    await show();
    expect(screen.getByText(/^word.*word…$/).textContent?.length).toBeLessThan(710);
    await userEvent.click(screen.getByRole('button', { name: 'Read More' }));
    expect(within(screen.getByRole('dialog')).getByText(long)).toBeTruthy();
  });

  test('[R-DET-08] [R-DET-12] blocks without text are omitted', async () => {
    product = sampleProduct({ productFeatures: [text('no title')] });
    product.productDescriptions = product.productDescriptions.map(() => text(' '));
    await show();
    expect(screen.queryByRole('region', { name: 'Use cases' })).toBeNull();
    expect(screen.queryByRole('region', { name: /Software/ })).toBeNull();
    expect(screen.queryByRole('list', { name: 'Features in brief' })).toBeNull();
  });
});

describe('a change that needs review', () => {
  test('[PB4] [RJ1] a refused change is named on the product’s page with the server’s reason and the way on', async () => {
    await app.reject({ collectionName: 'products', documentId: product.FBUID });
    await show();
    const review = within(await screen.findByRole('region', { name: 'Needs review' }));
    review.getByText(
      'Your last change was not accepted. It is kept on this device. The server refused this.',
    );
    expect(review.getByRole('link', { name: 'Open the sync centre' }).getAttribute('href')).toBe('/sync');
  });

  test('[PB4] [RJ1] so it is where the refused product is not in the shop', async () => {
    await app.pull('products', [product]);
    await app.reject({ collectionName: 'products', documentId: 'none' });
    render('/product/none');
    await screen.findByText(/^Your last change was not accepted/);
    expect(screen.getByText('no document data selected')).toBeTruthy();
  });

  test('[PB4] [CF1] a product that was changed on two devices is decided on its page', async () => {
    const content = { productName: { mine: 'Recon 2', theirs: 'Recon VTOL' } };
    await app.reject({ collectionName: 'products', documentId: product.FBUID, kind: 'conflict', content });
    await show();
    await userEvent.click(await screen.findByRole('radio', { name: /Yours.*Recon 2/ }));
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    await screen.findByRole('heading', { level: 1, name: 'Recon 2' });
    await waitFor(async () => expect(await app.rejectedChanges()).toEqual([]));
    expect(screen.queryByRole('region', { name: 'Needs review' })).toBeNull();
  });
});
