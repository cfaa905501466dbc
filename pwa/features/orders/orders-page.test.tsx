// @vitest-environment happy-dom
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { PurchaseOrder } from '#shared/collections/purchase-orders.ts';
import { AppError } from '#shared/kernel/app-error.ts';
import { createFakeApp, renderInApp, STAFF, type FakeApp } from '../../../tests/support/fake-app.tsx';
import { collectSavedFiles } from '../../../tests/support/saved-files.ts';
import { OrdersPage } from './orders-page.tsx';

let app: FakeApp;

const UNREACHABLE = new AppError('unavailable', 'The server could not be reached.');

const content = {
  templateImage: '',
  selectedComponents: [{ name: 'FPV Goggles', quantity: 2, price: 549 }],
  role: 'Civilian',
  engineeringNeeds: '',
  missionType: '',
} as const;

const order = (id: string, createdAt: string, updatedBy = 'no user found'): PurchaseOrder => ({
  ...content,
  selectedComponents: [...content.selectedComponents],
  FBUID: `order-${id}`,
  createdAt,
  writeId: id,
  sync: { sequence: 1, acknowledged: id, updatedAt: '', updatedBy },
});

const pending = { sequence: 0, acknowledged: '', updatedAt: '', updatedBy: 'no user found' };
const ORDERS = [
  { ...order('west', '2026-11-21T20:00:00.001-10:00'), sync: pending },
  order('east', '2026-11-22T09:00:00.002+11:00', 'ann@example.com'),
  order('long', '2026-10-01T09:00:00.003+11:00'),
];
const REFUSED = {
  collectionName: 'ukraines',
  documentId: 'order-refu',
  content: { ...content, createdAt: '2026-11-20T09:00:00.000+11:00' },
};

const show = (path = '/ukraine/orders') => renderInApp(app, <OrdersPage />, { path });

/** Shows the page with these orders and a rejected one. */
async function showOrders(path?: string, orders: readonly PurchaseOrder[] = ORDERS) {
  await app.reject(REFUSED);
  await app.pull('ukraines', orders);
  show(path);
  await untilListed(orders.length + 1);
}

const untilListed = (count: number) =>
  waitFor(() => expect(screen.getByText('All').textContent).toBe(`All ${count}`));

const rows = () =>
  within(screen.getByRole('table'))
    .getAllByRole('row')
    .slice(1)
    .map((row) => row.textContent);

beforeEach(() => {
  vi.setSystemTime('2026-11-22T10:30:00Z');
  app = createFakeApp({ hasAccess: true });
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  vi.useRealTimers();
});

test('[R-REV-01] [R-REV-03] orders are sorted newest first by instant, each with number, reference, dates, total and status', async () => {
  await showOrders();
  expect(rows()).toEqual([
    expect.stringMatching(/^PO-\d{6} west21 Nov 2026to 5 Dec 2026USD\s1,098\.00Waiting to send$/),
    expect.stringMatching(/^PO-\d{6} east22 Nov 2026to 6 Dec 2026USD\s1,098\.00Confirmed$/),
    expect.stringMatching(/^PO-\d{6} refu20 Nov 2026to 4 Dec 2026USD\s1,098\.00Needs review$/),
    expect.stringMatching(/^PO-\d{6} long1 Oct 2026to 15 Oct 2026USD\s1,098\.00Expired$/),
  ]);
  const link = screen.getAllByRole('link', { name: /^PO-/ })[1];
  expect(link?.getAttribute('href')).toBe('/ukraine/review?order=order-east');
});

test('[R-REV-02] the URL filters the list by status, and each status shows its count', async () => {
  await showOrders('/ukraine/orders?status=expired');
  expect(rows()).toEqual([expect.stringContaining('Expired')]);
  const filters = within(screen.getByRole('navigation', { name: 'Orders by status' })).getAllByRole('link');
  expect(filters.map(({ textContent }) => textContent)).toEqual([
    'All 4',
    'Waiting to send 1',
    'Sent 0',
    'Confirmed 1',
    'Needs review 1',
    'Expired 1',
  ]);
  expect(filters.find((filter) => filter.hasAttribute('aria-current'))?.textContent).toBe('Expired 1');
});

test('[R-REV-02] a status without orders says so and links to all orders', async () => {
  await showOrders('/ukraine/orders?status=sent');
  expect(screen.getByText('No order is sent')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Show all' }).getAttribute('href')).toBe('/ukraine/orders');
});

test('[R-CAL-21] the filtered list can be exported as CSV and as JSON', async () => {
  const saved = collectSavedFiles();
  await showOrders('/ukraine/orders?status=confirmed');
  await userEvent.click(screen.getByRole('button', { name: 'Export CSV' }));
  await userEvent.click(screen.getByRole('button', { name: 'Export JSON' }));
  expect(saved.map(({ name, blob }) => [name, blob.type])).toEqual([
    ['purchase-orders-2026-11-22.csv', 'text/csv'],
    ['purchase-orders-2026-11-22.json', 'application/json'],
  ]);
  const [csv = '', json = ''] = await Promise.all(saved.map(({ blob }) => blob.text()));
  expect(csv.trim().split(/\r?\n/)).toHaveLength(2);
  expect(csv).toContain('Confirmed');
  expect(JSON.parse(json)).toMatchObject([{ FBUID: 'order-east', role: 'Civilian' }]);
});

test('[R-ROL-02] staff see each order’s author without the code; code holders get a link to their draft orders', async () => {
  await showOrders();
  expect(screen.getByRole('link', { name: 'Draft orders' }).getAttribute('href')).toBe('/ukraine#drafts');
  expect(screen.queryByText(/^by /)).toBeNull();
  cleanup();
  await app.accessMemory.drop(app.accessMemory.token() ?? '');
  app.session.keep(STAFF);
  const named = { fid: 'phone', name: 'Ben’s phone', orders: ['order-long'] };
  app.respond('GET /device-names', () => ({ devices: [named] }));
  show();
  await untilListed(4);
  expect(rows()[1]).toContain('by ann@example.com');
  expect(rows()[2]).toContain('by this device');
  expect(rows()[0]).toContain('on a device without an account');
  await waitFor(() => expect(rows()[3]).toContain('on device Ben’s phone'));
  expect(screen.queryByRole('link', { name: 'Draft orders' })).toBeNull();
});

test('[R-REV-01] a very long list is shown in steps', async () => {
  const days = Array.from({ length: 250 }, (_, index) => new Date(Date.UTC(2026, 0, 1 + index)));
  const orders = days.map((day, index) => order(String(1000 + index), day.toISOString()));
  await showOrders('/ukraine/orders', orders);
  expect(screen.getAllByText(/^PO-/)).toHaveLength(200);
  await userEvent.click(screen.getByText('Show more of 251 orders'));
  expect(screen.getAllByText(/^PO-/)).toHaveLength(251);
});

test('[R-LCK-01] without the code, other users see no orders', async () => {
  app = createFakeApp();
  await app.pull('ukraines', ORDERS);
  show();
  expect(screen.getByLabelText('Access code')).toBeTruthy();
  expect(screen.queryByRole('table')).toBeNull();
});

test('[R-RTE-21] offline, the page says how current its list is; without orders, it says so', async () => {
  show();
  expect(screen.getByText('Loading the orders')).toBeTruthy();
  await app.pull('ukraines');
  expect(await screen.findByText('No purchase order yet')).toBeTruthy();
  cleanup();
  app.connection.responded(Date.now());
  app.connection.setOnline(false);
  await showOrders();
  expect(screen.getByText(/^You're offline. These are the orders as of/).textContent).toMatch(
    /as of 22 Nov 2026.*sent once we can be reached/,
  );
  expect(rows()).toHaveLength(4);
});

test('[R-RTE-21] with a network but no answer, the page says that the store can’t be reached', async () => {
  await app.pull('ukraines', ORDERS);
  app.connection.failed(UNREACHABLE);
  show();
  expect(
    screen.getByText(/^We can't reach the store right now. These are the orders on this device/),
  ).toBeTruthy();
});
