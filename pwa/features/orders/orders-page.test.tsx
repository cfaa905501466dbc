// @vitest-environment happy-dom
import { cleanup, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { PurchaseOrder } from '#shared/collections/purchase-orders.ts';
import type { KeptOrder } from '#pwa/data/orders/use-orders.ts';
import type { RejectedChange } from '#pwa/data/queries/use-rejected-changes.ts';
import { saveFile } from '#pwa/ui/save-file.ts';
import { OrdersPage } from './orders-page.tsx';

const AT = vi.hoisted(() => Date.parse('2026-11-22T01:00:00Z'));

const world = vi.hoisted(() => ({
  hasAccess: true,
  isStaff: false,
  isOnline: true,
  orders: [] as KeptOrder[],
  isComplete: true,
  rejectedChanges: [] as RejectedChange[],
}));

vi.mock('#pwa/data/session/use-access.ts', () => ({ useHasAccess: () => world.hasAccess }));
vi.mock('#pwa/data/session/enter-access-code.ts', () => ({ enterAccessCode: vi.fn() }));
vi.mock('#pwa/data/session/use-session.ts', () => ({ useSession: () => ({ isStaff: world.isStaff }) }));
vi.mock('#pwa/data/sync/use-connection.ts', () => ({
  useConnection: () => ({ isOnline: world.isOnline, isSending: false, waiting: 0, lastContactAt: AT }),
}));
vi.mock('#pwa/data/queries/use-rejected-changes.ts', () => ({
  useRejectedChanges: () => world.rejectedChanges,
}));
vi.mock('#pwa/data/orders/use-orders.ts', () => ({
  useOrders: () => ({ orders: world.orders, isComplete: world.isComplete }),
}));
vi.mock('#pwa/ui/save-file.ts', () => ({ saveFile: vi.fn() }));
vi.mock('./use-today.ts', () => ({ useToday: () => '2026-11-22' }));

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

const refused: RejectedChange = {
  id: 'w',
  collection: 'ukraines',
  documentId: 'order-refu',
  kind: 'rejected',
  code: 'permission-denied',
  message: 'No.',
  path: '',
  content: { ...content, createdAt: '2026-11-20T09:00:00.000+11:00' },
  at: '2026-11-20T09:00:01.000+11:00',
};

function show(path = '/ukraine/orders') {
  render(
    <MemoryRouter initialEntries={[path]}>
      <OrdersPage />
    </MemoryRouter>,
  );
}

const rows = () =>
  within(screen.getByRole('table'))
    .getAllByRole('row')
    .slice(1)
    .map((row) => row.textContent);

beforeEach(() => {
  vi.clearAllMocks();
  Object.assign(world, { hasAccess: true, isStaff: false, isOnline: true, isComplete: true });
  world.rejectedChanges = [refused];
  world.orders = [
    { order: order('west', '2026-11-21T20:00:00.001-10:00'), state: 'pending' },
    { order: order('east', '2026-11-22T09:00:00.002+11:00', 'ann@example.com'), state: 'acknowledged' },
    { order: order('long', '2026-10-01T09:00:00.003+11:00'), state: 'acknowledged' },
  ];
});
afterEach(cleanup);

test('[R-REV-01] [R-REV-03] orders stand newest first by instant, each with number, reference, dates, total and status', () => {
  show();
  expect(rows()).toEqual([
    expect.stringMatching(/^PO-\d{6} west21 Nov 2026to 5 Dec 2026USD\s1,098\.00Waiting to send$/),
    expect.stringMatching(/^PO-\d{6} east22 Nov 2026to 6 Dec 2026USD\s1,098\.00Confirmed$/),
    expect.stringMatching(/^PO-\d{6} refu20 Nov 2026to 4 Dec 2026USD\s1,098\.00Needs review$/),
    expect.stringMatching(/^PO-\d{6} long1 Oct 2026to 15 Oct 2026USD\s1,098\.00Expired$/),
  ]);
  const link = screen.getAllByRole('link', { name: /^PO-/ })[1];
  expect(link?.getAttribute('href')).toBe('/ukraine/review?order=order-east');
});

test('[R-REV-02] the list is narrowed to one status by its address, and every status says how many there are', () => {
  show('/ukraine/orders?status=expired');
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

test('[R-REV-02] a status that no order has says so, and leads back to all of them', () => {
  show('/ukraine/orders?status=sent');
  expect(screen.getByText('No order is sent')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Show all' }).getAttribute('href')).toBe('/ukraine/orders');
});

test('[R-CAL-21] what the list shows is saved as a table and as documents', async () => {
  show('/ukraine/orders?status=confirmed');
  await userEvent.click(screen.getByRole('button', { name: 'Export CSV' }));
  const [csvName, csv, csvType] = vi.mocked(saveFile).mock.calls[0] ?? [];
  expect([csvName, csvType]).toEqual(['purchase-orders-2026-11-22.csv', 'text/csv']);
  expect(csv?.trim().split(/\r?\n/)).toHaveLength(2);
  expect(csv).toContain('Confirmed');
  await userEvent.click(screen.getByRole('button', { name: 'Export JSON' }));
  const [name, text = ''] = vi.mocked(saveFile).mock.calls[1] ?? [];
  expect(name).toBe('purchase-orders-2026-11-22.ndjson');
  expect(JSON.parse(text)).toMatchObject({ FBUID: 'order-east', role: 'Civilian' });
});

test('[R-ROL-02] staff see whose each order is without the code, and holders have the way to their draft orders', () => {
  show();
  expect(screen.getByRole('link', { name: 'Sketches' }).getAttribute('href')).toBe('/ukraine#sketches');
  expect(screen.queryByText(/^by /)).toBeNull();
  cleanup();
  Object.assign(world, { hasAccess: false, isStaff: true });
  show();
  expect(rows()[1]).toContain('by ann@example.com');
  expect(rows()[2]).toContain('by this device');
  expect(rows()[3]).toContain('by somebody not signed in');
  expect(screen.queryByRole('link', { name: 'Sketches' })).toBeNull();
});

test('[R-REV-01] a very long list is shown in parts', async () => {
  const days = Array.from({ length: 250 }, (_, index) => new Date(Date.UTC(2026, 0, 1 + index)));
  world.orders = days.map((day, index) => ({
    order: order(String(1000 + index), day.toISOString()),
    state: 'acknowledged',
  }));
  show();
  expect(rows()).toHaveLength(200);
  await userEvent.click(screen.getByRole('button', { name: 'Show more of 251 orders' }));
  expect(rows()).toHaveLength(251);
});

test('[R-LCK-01] without the code nobody else sees a single order', () => {
  world.hasAccess = false;
  show();
  expect(screen.getByLabelText('Access code')).toBeTruthy();
  expect(screen.queryByRole('table')).toBeNull();
});

test('[R-RTE-21] offline it says what it shows; without orders it says how one comes to be', () => {
  world.isOnline = false;
  show();
  expect(screen.getByText(/^These are the orders this device knows/).textContent).toMatch(
    /, as of 22 Nov 2026.*What waits/,
  );
  expect(rows()).toHaveLength(4);
  cleanup();
  Object.assign(world, { orders: [], rejectedChanges: [], isComplete: false });
  show();
  expect(screen.getByText('Loading the orders')).toBeTruthy();
  cleanup();
  world.isComplete = true;
  show();
  expect(screen.getByText('No purchase order yet')).toBeTruthy();
});
