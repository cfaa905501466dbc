// @vitest-environment happy-dom
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useLocation } from 'react-router-dom';
import { afterEach, expect, test, vi } from 'vitest';
import { UNSYNCED } from '#shared/collections/collection.ts';
import { AppError } from '#shared/kernel/app-error.ts';
import { ToastRegion } from '#pwa/ui/toast-region.tsx';
import {
  createFakeApp,
  renderInApp,
  STAFF,
  toErrorResponse,
  type FakeApp,
  type FakeAppOptions,
} from '../../../tests/support/fake-app.tsx';
import { sampleProduct } from '../../../tests/support/sample-product.ts';
import { ProductsPage } from './products-page.tsx';

let app: FakeApp;

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

const entry = (value: string) => [{ value, label: '', description: '' }];
const PRODUCTS = [
  sampleProduct(),
  sampleProduct({ FBUID: 'pack', productName: 'Pack', STUPID: 'prod_2', productCategory: 'batteries' }),
  sampleProduct({
    FBUID: 'bare',
    productName: 'Bare',
    productImages: [],
    productPrices: entry('on request'),
  }),
].map(({ sync: _sync, writeId: _writeId, ...product }) => product);

function Address() {
  const { pathname, search } = useLocation();
  return <p data-address>{pathname + search}</p>;
}
const address = () => document.querySelector('[data-address]')?.textContent;

async function show(query = '', options: FakeAppOptions = {}, products: typeof PRODUCTS = PRODUCTS) {
  app = createFakeApp({ session: STAFF, ...options });
  await app.pull('products', products);
  open(query);
}

function open(query: string) {
  renderInApp(
    app,
    <ToastRegion>
      <ProductsPage />
      <Address />
    </ToastRegion>,
    { path: `/admin/products${query}` },
  );
}

const row = (name: string) => screen.findByRole('row', { name: new RegExp(name) });
const names = () => screen.queryAllByRole('rowheader').map((cell) => cell.querySelector('a')?.textContent);
const namesAre = (...expected: string[]) => waitFor(() => expect(names()).toEqual(expected));

test('the table has picture, name, category, price, author and state of each product', async () => {
  await show();
  await namesAre('Bare', 'Recon VTOL', 'Pack');
  const cells = within(await row('Recon VTOL'));
  for (const text of ['Drones', '$24,990.00', 'by an administrator', 'Confirmed']) cells.getByText(text);
  expect(cells.getByRole('link', { name: 'Edit Recon VTOL' }).getAttribute('href')).toBe(
    '/product/recon-vtol/update',
  );
  expect(cells.getByRole('link', { name: 'Delete Recon VTOL' }).getAttribute('href')).toBe(
    '/product/recon-vtol/deprecate',
  );
  expect(cells.getByRole('link', { name: 'History of Recon VTOL' }).getAttribute('href')).toBe(
    '/history/products/recon-vtol',
  );
  within(await row('Bare')).getByText('on request');
});

test('[R-SYN-02] a product that waits or was refused says so in its row', async () => {
  await show('', { isOnline: false });
  const { FBUID, ...pack } = PRODUCTS[1] ?? { FBUID: '' };
  await app.write('products', { ...pack, FBUID, productName: 'Packed', sync: UNSYNCED });
  await app.reject({ collectionName: 'products', documentId: 'bare' });
  await waitFor(async () => within(await row('Packed')).getByText('Saved on this device'));
  await waitFor(async () => within(await row('Bare')).getByText('Needs review'));
  const onDevice = 'These are the products on this device';
  expect(screen.getByText(new RegExp(`^You're offline. ${onDevice}`))).toBeTruthy();
  act(() => app.connection.setOnline(true));
  act(() => app.connection.failed(new AppError('unavailable', 'The server could not be reached.')));
  expect(screen.getByText(new RegExp(`^We can't reach the store right now. ${onDevice}`))).toBeTruthy();
});

test.each([
  ['?search=vtol', ['Recon VTOL']],
  ['?search=prod_2', ['Pack']],
  ['?category=batteries', ['Pack']],
  ['?lacks=price', ['Bare']],
  ['?lacks=picture', ['Bare']],
  ['?field=productFBUID&value=pack', ['Pack']],
  ['?field=STUPID&value=prod_1', ['Bare', 'Recon VTOL']],
])('[PB10] [R-CAL-03] %s shows only the products that fit', async (query, expected) => {
  await show(query);
  await namesAre(...expected);
});

test('[PB10] staff search, filter and find a product by its id; the address keeps all of it', async () => {
  await show();
  await namesAre('Bare', 'Recon VTOL', 'Pack');
  await userEvent.type(screen.getByRole('searchbox', { name: 'Search' }), 'prod');
  await waitFor(() => expect(address()).toBe('/admin/products?search=prod'));
  await namesAre('Bare', 'Recon VTOL', 'Pack');
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Category' }), 'Drones');
  await namesAre('Bare', 'Recon VTOL');
  await userEvent.click(screen.getByRole('checkbox', { name: 'Without price' }));
  await namesAre('Bare');
  expect(address()).toBe('/admin/products?search=prod&category=drones&lacks=price');
  await userEvent.type(screen.getByRole('textbox', { name: 'Product id' }), 'pack{Enter}');
  await screen.findByText('No product fits');
  await userEvent.click(screen.getByRole('button', { name: 'Show all' }));
  await namesAre('Bare', 'Recon VTOL', 'Pack');
  expect((screen.getByRole('searchbox', { name: 'Search' }) as HTMLInputElement).value).toBe('');
  await userEvent.type(screen.getByRole('textbox', { name: 'Product id' }), 'pack{Enter}');
  await namesAre('Pack');
  expect(address()).toBe('/admin/products?field=productFBUID&value=pack');
  await userEvent.click(screen.getByRole('button', { name: 'Remove filter: productFBUID pack' }));
  await namesAre('Bare', 'Recon VTOL', 'Pack');
});

test('a deleted product is no longer selected', async () => {
  await show();
  await userEvent.click(await screen.findByRole('checkbox', { name: 'Select Pack' }));
  await userEvent.click(screen.getByRole('checkbox', { name: 'Select Bare' }));
  expect(screen.getByText('2 selected')).toBeTruthy();
  await act(async () => (await (await app.database).products.findOne('bare').exec())?.remove());
  await screen.findByText('1 selected');
  await userEvent.click(screen.getByRole('button', { name: 'Clear selection' }));
  expect(screen.queryByRole('region', { name: 'Selected products' })).toBeNull();
});

test('without a product the page says what to do first', async () => {
  await show('', {}, []);
  expect((await screen.findByRole('link', { name: 'Create the first one' })).getAttribute('href')).toBe(
    '/product/create',
  );
});

test('[R-ROL-04] [R-ROL-02] without the right the page says what it is for, and shows no product', async () => {
  await show('', { session: { account: null, isStaff: false } });
  expect(screen.getByText(/Staff find products here/)).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Sign in' })).toBeTruthy();
  expect(screen.queryByRole('table')).toBeNull();
});

test('[PB3] drafts of this device are listed with a way back into their form, and can be discarded', async () => {
  app = createFakeApp({ session: STAFF });
  await app.forms.ready;
  app.forms.keep({ key: 'products/new/d1', content: {}, title: 'Kite' });
  app.forms.keep({ key: 'products/pack', content: {}, title: 'Pack' });
  app.forms.keep({ key: 'contacts/new', content: {}, title: 'No product' });
  open('?view=drafts');
  expect((await screen.findByRole('link', { name: 'Kite' })).getAttribute('href')).toBe(
    '/product/create?draft=d1',
  );
  expect(screen.getByRole('link', { name: 'Pack' }).getAttribute('href')).toBe('/product/pack/update');
  expect(screen.queryByText('No product')).toBeNull();
  const discard = screen.getAllByRole('button', { name: 'Discard' });
  await userEvent.click(discard[1] as HTMLElement);
  const dialog = screen.getByRole('dialog');
  await userEvent.click(within(dialog).getByRole('button', { name: 'Discard' }));
  await waitFor(() => expect(app.forms.all.read()).toHaveLength(2));
});

const DELETED = {
  documents: [
    {
      ...PRODUCTS[1],
      _deleted: true,
      writeId: 'w1',
      sync: {
        sequence: 7,
        acknowledged: 'w1',
        updatedAt: '2026-11-02T00:00:00.000Z',
        updatedBy: 'sam@example.com',
      },
    },
  ],
  next: 7,
};

test('[PB5] deleted products show who deleted them and when, and are restored', async () => {
  app = createFakeApp({ session: STAFF });
  app.respond('GET /admin/deleted/products', ({ path }) =>
    path.includes('before=7') ? { documents: [], next: null } : DELETED,
  );
  open('?view=deleted');
  const cells = within(await row('Pack'));
  cells.getByText('by sam@example.com');
  cells.getByText(/1 May 2027/);
  app.respond('POST /testing/data/products/pack/restore', () => ({ FBUID: 'pack' }));
  app.respond('GET /admin/deleted/products', () => ({ documents: [], next: null }));
  await userEvent.click(cells.getByRole('button', { name: 'Restore Pack' }));
  await screen.findByText('Pack is back.');
  await screen.findByText('Nothing is deleted');
  expect(app.requests).toContainEqual({
    method: 'POST',
    path: '/testing/data/products/pack/restore',
    body: { at: '2026-11-02T00:00:00.000Z' },
  });
});

test('[PB5] a product that can’t be restored stays in the list, with the reason', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  app = createFakeApp({ session: STAFF });
  app.respond('GET /admin/deleted/products', () => DELETED);
  app.respond('POST /testing/data/products/pack/restore', () =>
    toErrorResponse(new AppError('already-exists', 'The price id is taken.')),
  );
  open('?view=deleted');
  await userEvent.click(await screen.findByRole('button', { name: 'Restore Pack' }));
  await screen.findByText('Pack could not be restored. The price id is taken.');
  expect(await row('Pack')).toBeTruthy();
});

test('[PB5] earlier deletions are on further pages', async () => {
  app = createFakeApp({ session: STAFF });
  app.respond('GET /admin/deleted/products', ({ path }) =>
    path.includes('before=7') ? { documents: [], next: null } : DELETED,
  );
  open('?view=deleted');
  await userEvent.click(await screen.findByRole('button', { name: 'Earlier ones' }));
  await screen.findByText('Nothing is deleted');
  await userEvent.click(screen.getByRole('button', { name: 'The newest' }));
  await row('Pack');
});

test('[PB5] [R-SHP-01] offline the deleted products say that they need a connection', async () => {
  app = createFakeApp({ session: STAFF, isOnline: false });
  open('?view=deleted');
  expect(await screen.findByText(/You're offline\. Deleted products are kept on the server/)).toBeTruthy();
  expect(app.requests).toEqual([]);
});

test('deleted products that can’t be loaded can be tried again', async () => {
  app = createFakeApp({ session: STAFF });
  app.respond('GET /admin/deleted/products', () => toErrorResponse(new AppError('internal', 'Broken.')));
  open('?view=deleted');
  await screen.findByText(/can’t be loaded\. Broken\./);
  app.respond('GET /admin/deleted/products', () => DELETED);
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  await row('Pack');
});
