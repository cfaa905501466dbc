// @vitest-environment happy-dom
import { act, cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Route, Routes } from 'react-router-dom';
import { afterEach, expect, test, vi } from 'vitest';
import { AppError } from '#shared/kernel/app-error.ts';
import {
  createFakeApp,
  renderInApp,
  STAFF,
  toErrorResponse,
  type FakeApp,
  type FakeAppOptions,
} from '../../../tests/support/fake-app.tsx';
import { sampleProduct } from '../../../tests/support/sample-product.ts';
import { ToastRegion } from '#pwa/ui/toast-region.tsx';
import { DeprecatePage } from './deprecate-page.tsx';

let app: FakeApp;

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

async function show(options: FakeAppOptions = {}, id = 'recon-vtol') {
  app = createFakeApp({ session: STAFF, ...options });
  await app.pull('products', [sampleProduct()]);
  renderInApp(
    app,
    <ToastRegion>
      <Routes>
        <Route path="/product/:id/deprecate" element={<DeprecatePage />} />
        <Route path="/products" element={<h1>Products</h1>} />
      </Routes>
    </ToastRegion>,
    { path: `/product/${id}/deprecate` },
  );
}

const button = (name: string) => screen.getByRole('button', { name });
const deletion = () => screen.findByRole('heading', { level: 1, name: 'Delete Recon VTOL?' });
const ids = async () => (await app.read('products')).map(({ FBUID }) => FBUID);

test('[R-RTE-12] the page says what goes and what stays, and Cancel has the focus', async () => {
  await show();
  await deletion();
  expect(screen.getByRole('heading', { name: 'What goes' })).toBeTruthy();
  expect(screen.getByRole('heading', { name: 'What stays' })).toBeTruthy();
  expect(document.body.textContent).toContain('for 180 days');
  const cancel = screen.getByRole('link', { name: 'Cancel' });
  expect(cancel.getAttribute('href')).toBe('/product/recon-vtol');
  expect(document.activeElement).toBe(cancel);
});

test('[R-RTE-12] [R-CAL-09] Delete Forever removes the product on this device, goes to the list and offers Undo', async () => {
  await show();
  await deletion();
  await userEvent.click(button('Delete Forever'));
  await screen.findByRole('heading', { name: 'Products' });
  expect(await ids()).toEqual([]);
  await userEvent.click(await screen.findByRole('button', { name: 'Undo' }));
  await screen.findByText('Recon VTOL is back.');
  expect(await app.read('products')).toMatchObject([{ FBUID: 'recon-vtol', STUPID: 'prod_1' }]);
});

test('[PB5] once the server has the deletion, Undo restores the product from its history', async () => {
  await show();
  await deletion();
  await userEvent.click(button('Delete Forever'));
  await screen.findByRole('button', { name: 'Undo' });
  const database = await app.database;
  await database.outbox.find().remove();
  const at = '2026-11-02T00:00:00.000Z';
  app.respond('GET /testing/data/products/recon-vtol/history', () => ({
    entries: [{ ...ENTRY, at, operation: 'delete' }],
  }));
  app.respond('POST /testing/data/products/recon-vtol/restore', () => ({ FBUID: 'recon-vtol' }));
  await userEvent.click(button('Undo'));
  await screen.findByText('Recon VTOL is back.');
  expect(app.requests.at(-1)).toMatchObject({ method: 'POST', body: { at } });
});

test.each([
  ['without a connection', undefined, /without a connection. It stays under Deleted/],
  ['if the server refuses', new AppError('permission-denied', 'No.'), /could not be brought back: No\./],
])('[PB5] %s Undo says that the product stays under Deleted', async (_when, error, text) => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  await show();
  await deletion();
  await userEvent.click(button('Delete Forever'));
  await screen.findByRole('button', { name: 'Undo' });
  await (await app.database).outbox.find().remove();
  if (error) {
    app.respond('GET /testing/data/products/recon-vtol/history', () => toErrorResponse(error));
  }
  await userEvent.click(button('Undo'));
  expect((await screen.findByText(text)).textContent).toContain('Recon VTOL');
  expect(screen.getByRole('link', { name: 'Deleted products' }).getAttribute('href')).toBe(
    '/admin/products?view=deleted',
  );
});

test('[R-ROL-04] [D9] without the right the page shows, and Delete Forever asks to sign in', async () => {
  await show({ session: { account: null, isStaff: false } });
  await deletion();
  await userEvent.click(button('Delete Forever'));
  expect(screen.getByText(/Nothing was deleted/).closest('[role="alert"]')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Sign in' }).getAttribute('href')).toBe('/login');
  expect(await ids()).toEqual(['recon-vtol']);
});

test('[R-ERR-05] [R-RTE-12] without such a product it says "no document data selected"', async () => {
  await show({}, 'nowhere');
  await screen.findByText('no document data selected');
  expect(screen.queryByRole('button', { name: 'Delete Forever' })).toBeNull();
});

test('[R-RTE-12] the page says when another person has deleted the product meanwhile', async () => {
  await show();
  await deletion();
  await act(async () => (await (await app.database).products.findOne('recon-vtol').exec())?.remove());
  await screen.findByText('Recon VTOL has just been deleted');
  expect(screen.getByRole('link', { name: 'Deleted products' })).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Delete Forever' })).toBeNull();
});

test('[R-RTE-12] a device that can’t store the deletion says so and keeps the product', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  await show({
    beforeWrite: () => {
      throw new Error('full');
    },
  });
  await deletion();
  await userEvent.click(button('Delete Forever'));
  await waitFor(() => expect(screen.getByText(/could not be deleted on this device/)).toBeTruthy());
  expect(await ids()).toEqual(['recon-vtol']);
});

const ENTRY = {
  madeAt: null,
  writeId: 'w',
  data: {},
  updatedAt: '2026-11-02T00:00:00.000Z',
  updatedBy: 'sam@example.com',
  device: null,
};
