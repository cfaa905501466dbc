// @vitest-environment happy-dom
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test } from 'vitest';
import { AppError } from '#shared/kernel/app-error.ts';
import {
  createFakeApp,
  renderInApp,
  SIGNED_IN,
  STAFF,
  toErrorResponse,
  type FakeApp,
  type FakeAppOptions,
} from '../../../tests/support/fake-app.tsx';
import { enquiryContent } from '../../../tests/support/samples.ts';
import { sampleProduct } from '../../../tests/support/sample-product.ts';
import { STORED_DOCUMENTS } from '../../../tests/support/stored-documents.ts';
import { AdminPage } from './admin-page.tsx';

const OVERVIEW = {
  enquiries: 40,
  purchaseOrders: 30,
  refusedWrites: 2,
  mailsNotSent: 3,
  filesWaiting: 1,
  productViews: 1234,
};

let app: FakeApp;

afterEach(cleanup);

function create(options: FakeAppOptions = {}) {
  app = createFakeApp({ session: STAFF, ...options });
  app.respond('GET /admin/overview', () => OVERVIEW);
}
const show = () => renderInApp(app, <AdminPage />, { path: '/admin' });

/** The text below a tile's title. */
const tile = (name: string) =>
  within(screen.getByRole('listitem', { name })).getByRole('paragraph').textContent;
const shows = (name: string, text: string) => waitFor(() => expect(tile(name)).toBe(text));

test('[R-CAL-18] the tiles show what is new, what waits and what needs review', async () => {
  create();
  await app.pull('contacts', [
    { FBUID: 'new', ...enquiryContent(), createdAt: new Date().toISOString() },
    { FBUID: 'old', ...enquiryContent(), createdAt: '2020-01-01T00:00:00.000+10:00' },
  ]);
  await app.pull('ukraines');
  await app.pull('orders', [
    { ...STORED_DOCUMENTS.orders, FBUID: 'o1' },
    { ...STORED_DOCUMENTS.orders, FBUID: 'o2', orderState: 'sent' },
  ]);
  await app.reject({ collectionName: 'products', documentId: 'a' });
  await app.forms.ready;
  app.forms.keep({ key: 'products/new/a', content: {}, title: 'A' });
  app.forms.keep({ key: 'contacts/new', content: {} });
  show();
  await shows('Enquiries, 7 days', '1');
  await shows('Orders to pack', '1 to look at');
  await shows('Purchase orders, 7 days', '0');
  await shows('Drafts on this device', '1');
  await shows('Needs review on this device', '1 to look at');
  await shows('Files waiting on this device', '0');
  await shows('Pictures being made', '1');
  await shows('Refused writes, 30 days', '2');
  await shows('Emails not sent', '3 to look at');
  await shows('Views of products, 7 days', '1,234');
  expect(screen.getByRole('link', { name: 'Drafts on this device' }).getAttribute('href')).toBe(
    '/admin/products?view=drafts',
  );
});

test('[PB9] a tile counts the products that can’t be paid online', async () => {
  create();
  const { sync: _sync, writeId: _writeId, ...product } = sampleProduct();
  await app.pull('products', [product]);
  const price = { productId: product.STUPID, unitCents: 1, currency: 'AUD', isActive: true };
  app.respond('GET /admin/payments/prices', () => ({ prices: [{ id: 'price_1', price }] }));
  show();
  await shows('Products that can’t be paid online', '1 to look at');
});

test('until the device has all enquiries and orders, the server’s counts show', async () => {
  create();
  show();
  await shows('Enquiries, 7 days', '40');
  await shows('Purchase orders, 7 days', '30');
});

test('[R-SHP-01] offline the tiles show what the device knows, and say what needs a connection', async () => {
  create({ isOnline: false });
  show();
  await shows('Enquiries, 7 days', '0');
  await shows('Drafts on this device', '0');
  await shows('Views of products, 7 days', 'Needs a connection');
  expect(screen.getByText(/You're offline/)).toBeTruthy();
  expect(app.requests).toEqual([]);
});

test('a failed answer fails only the server’s tiles, and can be tried again', async () => {
  create();
  await app.pull('contacts');
  app.respond('GET /admin/overview', () => toErrorResponse(new AppError('internal', 'Broken.')));
  show();
  await shows('Views of products, 7 days', 'Not loaded');
  await shows('Enquiries, 7 days', '0');
  expect(screen.getByRole('alert').textContent).toContain('Broken.');
  app.respond('GET /admin/overview', () => OVERVIEW);
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  await shows('Views of products, 7 days', '1,234');
  expect(screen.queryByRole('alert')).toBeNull();
});

test.each([
  ['signed out', { account: null, isStaff: false }, 'Sign in'],
  ['a customer', SIGNED_IN, 'Sign in with another account'],
] as const)(
  '[R-ROL-04] for %s the page says what it is for, and asks the server nothing',
  (_who, session, link) => {
    create({ session });
    show();
    expect(screen.getByText(/Staff see here what is new/)).toBeTruthy();
    expect(screen.getByRole('link', { name: link }).getAttribute('href')).toBe('/login');
    expect(screen.queryByRole('listitem')).toBeNull();
    expect(app.requests).toEqual([]);
  },
);
