// @vitest-environment happy-dom
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useLocation } from 'react-router-dom';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createFakeApp, renderInApp, STAFF, type FakeApp } from '../../../tests/support/fake-app.tsx';
import { sampleProduct } from '../../../tests/support/sample-product.ts';
import { ProductListPage } from './product-list-page.tsx';

let app: FakeApp;

beforeEach(() => {
  app = createFakeApp();
});
afterEach(cleanup);

/** Shows the list with three products. */
async function show(path: string) {
  await app.pull('products', [
    sampleProduct(),
    sampleProduct({ FBUID: 'pack', productName: 'Pack', productCategory: 'batteries' }),
    sampleProduct({ FBUID: 'blade', productName: 'Blade', productCategory: 'propellers' }),
  ]);
  const Address = () => {
    const { pathname, search } = useLocation();
    return <p data-address>{pathname + search}</p>;
  };
  renderInApp(
    app,
    <>
      <ProductListPage />
      <Address />
    </>,
    { path },
  );
  await waitFor(() => expect(screen.getByRole('status').textContent).toMatch(/product/));
}

const shownNames = () =>
  screen.queryAllByRole('article').map((card) => within(card).getByRole('heading').textContent);
const address = () => document.querySelector('[data-address]')?.textContent;

test.each(['productFBUID=pack', 'field=productFBUID&value=pack', 'field=productName&value=Pack'])(
  '[R-CAL-03] the list shows the products whose field has the value in the address: %s',
  async (query) => {
    await show(`/products?${query}`);
    expect(shownNames()).toEqual(['Pack']);
    await userEvent.click(
      screen.getByRole('button', { name: /^Remove filter: product(FBUID pack|Name Pack)$/ }),
    );
    expect(shownNames()).toHaveLength(3);
    expect(address()).toBe('/products');
  },
);

test('[R-CAL-03] only staff see the field that finds a product by its id', async () => {
  await show('/products');
  expect(screen.queryByRole('textbox', { name: 'Product id' })).toBeNull();
  cleanup();
  app.session.keep(STAFF);
  await show('/products');
  await userEvent.type(screen.getByRole('textbox', { name: 'Product id' }), 'blade{Enter}');
  expect(address()).toBe('/products?productFBUID=blade');
  expect(shownNames()).toEqual(['Blade']);
  await userEvent.clear(screen.getByRole('textbox', { name: 'Product id' }));
  await userEvent.click(screen.getByRole('button', { name: 'Find' }));
  expect(address()).toBe('/products');
});
