// @vitest-environment happy-dom
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test } from 'vitest';
import { UNSYNCED } from '#shared/collections/collection.ts';
import type { Product } from '#shared/collections/products.ts';
import { AppError } from '#shared/kernel/app-error.ts';
import { ToastRegion } from '#pwa/ui/toast-region.tsx';
import {
  createFakeApp,
  renderInApp,
  STAFF,
  toErrorResponse,
  type FakeApp,
} from '../../../tests/support/fake-app.tsx';
import { sampleProduct } from '../../../tests/support/sample-product.ts';
import { ProductsPage } from './products-page.tsx';

const MANAGER = { ...STAFF, role: 'manager' as const };

let app: FakeApp;
/** What the provider charges, in cents; null for a price that it does not have; `undefined` if it can't be reached. */
let charged: Record<string, number | null> | undefined;
let made: unknown[];

afterEach(cleanup);

function toProduct(id: string, price: string): Product {
  const productPrices = [{ value: price, label: '', description: `price_${id}` }];
  return sampleProduct({ FBUID: id, productName: id, STUPID: `prod_${id}`, productPrices });
}

async function show(session: typeof STAFF, products: readonly Product[], query = '') {
  app = createFakeApp({ session });
  made = [];
  app.respond('GET /admin/payments/prices', () => {
    if (!charged) return { prices: null };
    const prices = Object.entries(charged).map(([id, unitCents]) => {
      const price = { productId: `prod_${id}`, unitCents, currency: 'AUD', isActive: true };
      return { id: `price_${id}`, price: unitCents === null ? null : price };
    });
    return { prices };
  });
  await app.pull(
    'products',
    products.map(({ sync: _sync, writeId: _writeId, ...product }) => product),
  );
  renderInApp(
    app,
    <ToastRegion>
      <ProductsPage />
    </ToastRegion>,
    { path: `/admin/products${query}` },
  );
}

const row = async (name: string) => within(await screen.findByRole('row', { name: new RegExp(name) }));

test('[PB9] a product whose price is not the payment provider’s is marked, and a filter shows only such', async () => {
  charged = { heron: 10_000, scout: 20_000, kite: null };
  await show(STAFF, [toProduct('heron', '120.00'), toProduct('scout', '200.00'), toProduct('kite', '1.00')]);
  await screen.findByText(/^2 products have another price at the payment provider/);
  (await row('heron')).getByText('Can’t be paid online: $100.00 at the provider, $120.00 in the shop.');
  (await row('kite')).getByText('Can’t be paid online: The provider has no price price_kite.');
  expect((await row('scout')).queryByText(/Can’t be paid online/)).toBeNull();
  screen.getByText(/A manager can make new prices there\.$/);
  expect(screen.queryByRole('button', { name: /Make/ })).toBeNull();
  await userEvent.click(screen.getByRole('checkbox', { name: 'Can’t be paid online' }));
  await waitFor(() => expect(screen.getAllByRole('rowheader')).toHaveLength(2));
});

test('[PB9] a price that was changed here is marked before it is sent, and waits for that to get a new one', async () => {
  charged = { heron: 10_000 };
  await show(MANAGER, [toProduct('heron', '100.00')]);
  await row('heron');
  const { writeId: _writeId, ...changed } = toProduct('heron', '120.00');
  await app.write('products', { ...changed, sync: UNSYNCED });
  await screen.findByText(/can’t be paid online\. New prices are made once the changes are sent\.$/);
  expect(screen.queryByRole('button', { name: /Make/ })).toBeNull();
});

test('[PB9] a manager makes the new prices of many products; after a failure it goes on with the others', async () => {
  charged = { heron: 10_000, scout: 20_000, kite: 100 };
  const products = [toProduct('heron', '120.00'), toProduct('scout', '220.00'), toProduct('kite', '2.00')];
  await show(MANAGER, products);
  let fails = true;
  app.respond('POST /admin/payments/prices', ({ body }) => {
    const { productId, unitCents } = body as { productId: string; unitCents: number };
    if (productId === 'kite' && fails)
      return toErrorResponse(new AppError('failed-precondition', 'The provider refused it.'));
    made.push(body);
    if (charged) charged[productId] = unitCents;
    return { priceId: `price_${productId}` };
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Make 3 new prices' }));
  const dialog = within(screen.getByRole('dialog', { name: 'Make a new price' }));
  dialog.getByText('heron: $120.00');
  await userEvent.click(dialog.getByRole('button', { name: 'Make 3 prices' }));
  await dialog.findByText('kite: The provider refused it.');
  dialog.getByText('1 of 3 prices are made.');
  fails = false;
  await userEvent.click(dialog.getByRole('button', { name: 'Make 2 prices' }));
  await screen.findByText('3 products have new prices at the payment provider.');
  expect(made).toEqual([
    { productId: 'heron', priceId: 'price_heron', unitCents: 12_000 },
    { productId: 'kite', priceId: 'price_kite', unitCents: 200 },
    { productId: 'scout', priceId: 'price_scout', unitCents: 22_000 },
  ]);
  await waitFor(() =>
    expect(screen.queryByText(/can’t be paid online/i, { selector: 'span, p' })).toBeNull(),
  );
});

test('[PB9] prices that can’t be compared are said to be so', async () => {
  charged = undefined;
  await show(STAFF, [toProduct('heron', '120.00')]);
  await screen.findByText(
    'The prices could not be compared with those at the payment provider. The payment provider can’t be reached.',
  );
});
