// @vitest-environment happy-dom
import { cleanup, screen, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { createFakeApp, renderInApp } from '../../../tests/support/fake-app.tsx';
import { sampleProduct } from '../../../tests/support/sample-product.ts';
import { ProductListPage } from './product-list-page.tsx';

afterEach(() => {
  cleanup();
});

/** Shows the list of drones with one product. */
async function show(product = sampleProduct()) {
  const app = createFakeApp();
  await app.pull('products', [product]);
  renderInApp(app, <ProductListPage />, { path: '/products/drones' });
  await screen.findByRole('article');
}

test('[R-LST-01] [R-ENT-09] a card shows the first image, the name and the sixth description', async () => {
  await show();
  const card = screen.getByRole('article');
  expect(within(card).getByRole('img').getAttribute('src')).toBe('/pictures/recon-vtol/1.webp');
  expect(within(card).getByRole('img').getAttribute('alt')).toBe('image 0 label');
  expect(within(card).getByRole('heading').textContent).toBe('Recon VTOL');
  expect(within(card).getByText('description 5 value')).toBeTruthy();
});

test('[R-DET-03] a product without a readable price can be viewed but not added to the cart', async () => {
  await show(sampleProduct({ productPrices: [] }));
  expect(screen.getByText('Price on enquiry')).toBeTruthy();
  expect(screen.queryByRole('button', { name: /to cart$/ })).toBeNull();
  expect(screen.getByRole('link', { name: 'Recon VTOL' }).getAttribute('href')).toBe('/product/recon-vtol');
});

test('[R-LST-01] a product without a picture shows a drawn placeholder', async () => {
  await show(sampleProduct({ productImages: [] }));
  expect(document.querySelector('img')).toBeNull();
  expect(screen.getByRole('article').querySelector('svg')).toBeTruthy();
});

test('[R-LST-01] a text of 20,000 characters is shortened to fit the card', async () => {
  const product = sampleProduct();
  product.productDescriptions[5] = { value: 'many words '.repeat(1900), label: '', description: '' };
  await show(product);
  const blurb = screen.getByText(/^many words/).textContent ?? '';
  expect(blurb.length).toBeLessThan(250);
  expect(blurb).toMatch(/ words…$|many…$/);
});
