// @vitest-environment happy-dom
import { cleanup, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { PurchaseOrder } from '#shared/collections/purchase-orders.ts';
import { discardRejectedChange, resolveConflict } from '#pwa/data/queries/rejected-changes.ts';
import type { OneOrder } from '#pwa/data/orders/use-orders.ts';
import type { Revision } from '#pwa/data/orders/use-revision.ts';
import type { RejectedChange } from '#pwa/data/queries/use-rejected-changes.ts';
import { ToastRegion } from '#pwa/ui/toast-region.tsx';
import { ReviewPage } from './review-page.tsx';

const world = vi.hoisted(() => ({
  hasAccess: true,
  session: { isStaff: false, account: undefined as { email: string } | undefined },
  isSending: false,
  today: '2026-11-22',
  one: { status: 'missing', isRefused: false } as OneOrder,
  revision: { number: 3 } as Revision,
  rejectedChanges: [] as RejectedChange[],
}));

vi.mock('#pwa/data/log.ts', () => ({ logError: vi.fn() }));
vi.mock('#pwa/data/session/use-access.ts', () => ({ useHasAccess: () => world.hasAccess }));
vi.mock('#pwa/data/session/enter-access-code.ts', () => ({ enterAccessCode: vi.fn() }));
vi.mock('#pwa/data/session/use-session.ts', () => ({ useSession: () => world.session }));
vi.mock('#pwa/data/sync/use-connection.ts', () => ({
  useConnection: () => ({ isOnline: true, isSending: world.isSending, waiting: 0 }),
}));
vi.mock('#pwa/data/queries/use-rejected-changes.ts', () => ({
  useRejectedChanges: () => world.rejectedChanges,
}));
vi.mock('#pwa/data/queries/rejected-changes.ts', () => ({
  discardRejectedChange: vi.fn(async () => undefined),
  resolveConflict: vi.fn(async () => undefined),
}));
vi.mock('#pwa/data/orders/use-revision.ts', () => ({ useRevision: () => world.revision }));
vi.mock('#pwa/data/orders/use-orders.ts', () => ({
  useOrder: () => world.one,
  useOrders: () => ({ orders: world.one.kept ? [world.one.kept] : [], isComplete: true }),
}));
vi.mock('./use-today.ts', () => ({ useToday: () => world.today }));

const order: PurchaseOrder = {
  FBUID: 'AbCdEfGhIjKlMnOpw7Q2',
  templateImage: '',
  selectedComponents: [
    { name: '6007 Lift Motor', quantity: 4, price: 148 },
    { name: 'RP-SMA Pigtail 100 mm', quantity: 3, price: 2.86 },
  ],
  role: 'Drone Engineer',
  engineeringNeeds: 'Get around jamming',
  missionType: '',
  createdAt: '2026-11-21T23:59:59.042-10:00',
  writeId: 'w1',
  sync: { sequence: 4, acknowledged: 'w1', updatedAt: '', updatedBy: 'ann@example.com' },
};

const rejectedChange: RejectedChange = {
  id: 'w2',
  collection: 'ukraines',
  documentId: order.FBUID,
  kind: 'rejected',
  code: 'permission-denied',
  message: 'This device may not save this purchase order.',
  path: '',
  content: {
    templateImage: '',
    selectedComponents: [{ name: 'FPV Goggles', quantity: 2, price: 549 }],
    role: 'Civilian',
    engineeringNeeds: '',
    missionType: '',
    createdAt: order.createdAt,
  },
  at: '2026-11-22T10:00:00.000+11:00',
};

function show(path = `/ukraine/review?order=${order.FBUID}`) {
  render(
    <ToastRegion>
      <MemoryRouter initialEntries={[path]}>
        <ReviewPage />
      </MemoryRouter>
    </ToastRegion>,
  );
}

const keep = (kept: PurchaseOrder, state: 'acknowledged' | 'pending' = 'acknowledged') =>
  void (world.one = { status: 'ready', kept: { order: kept, state }, isRefused: false });
const valueOf = (label: string) => screen.getByText(label, { selector: 'dt' }).nextSibling?.textContent;
const chip = () => within(screen.getByRole('complementary')).getByRole('status').textContent;

beforeEach(() => {
  vi.clearAllMocks();
  Object.assign(world, { hasAccess: true, isSending: false, today: '2026-11-22', rejectedChanges: [] });
  Object.assign(world, { session: { isStaff: false, account: undefined }, revision: { number: 3 } });
  keep(order);
});
afterEach(cleanup);

describe('the sheet', () => {
  test('[R-REV-01] [R-REV-02] [R-REV-03] date, expiry and number are those of its making, wherever it is read', () => {
    show();
    expect([valueOf('Date'), valueOf('Expiry')]).toEqual(['21 Nov 2026', '5 Dec 2026']);
    const number = String(Date.parse(order.createdAt)).slice(-6);
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe(`Purchase order PO-${number}`);
    expect(valueOf('Reference')).toBe('w7Q2');
    expect(screen.getByText('rev 3')).toBeTruthy();
  });

  test('[R-CST-05] it is in USD, freight is TBD, and the total equals the sub total', () => {
    show();
    expect(valueOf('Currency')).toBe('USD');
    expect(valueOf('Freight')).toBe('TBD');
    expect(valueOf('Sub total')).toMatch(/^USD\s600\.58$/);
    expect(valueOf('Total')).toBe(valueOf('Sub total'));
  });

  test('[R-RTE-21] it carries role, needs and every line with category, quantity, price and total', () => {
    show();
    expect([valueOf('Role'), valueOf('Engineering needs')]).toEqual(['Drone Engineer', 'Get around jamming']);
    expect(screen.queryByText('Mission type')).toBeNull();
    const cells = within(screen.getByRole('row', { name: /Pigtail/ })).getAllByRole('cell');
    expect(cells.map(({ textContent }) => textContent)).toEqual(['2', 'Communications', '3', '2.86', '8.58']);
  });

  test('[R-RTE-21] the page starts locked, and is open to staff who can’t change what isn’t theirs', () => {
    world.hasAccess = false;
    show();
    expect(screen.getByLabelText('Access code')).toBeTruthy();
    cleanup();
    world.session = { isStaff: true, account: { email: 'bea@example.com' } };
    show();
    expect(screen.getByRole('button', { name: 'Print' })).toBeTruthy();
    expect(screen.queryByRole('link', { name: 'Edit' })).toBeNull();
  });

  test('[R-RTE-21] without a name in the address the newest order shows, and without any order the way to the picker', () => {
    show('/ukraine/review');
    expect(screen.getByRole('heading', { level: 1 }).textContent).toContain('PO-');
    cleanup();
    world.one = { status: 'missing', isRefused: false };
    show('/ukraine/review');
    expect(screen.getByText('No purchase order yet')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'New order' }).getAttribute('href')).toBe('/ukraine');
    cleanup();
    show();
    expect(screen.getByText('This order isn’t on this device')).toBeTruthy();
  });
});

describe('how far it has come', () => {
  test('[R-REV-02] it waits, is sent, is confirmed, and after its last day has expired', () => {
    show();
    expect(chip()).toMatch(/^Confirmed.*5 Dec 2026/);
    cleanup();
    world.today = '2026-12-06';
    show();
    expect(chip()).toMatch(/^Expired/);
    cleanup();
    keep({ ...order, writeId: 'w2' }, 'pending');
    show();
    expect(chip()).toMatch(/^Waiting to send/);
    cleanup();
    world.isSending = true;
    show();
    expect(chip()).toMatch(/^Sent/);
  });

  test('[R-REV-01] a version that can’t be known is left open, and the page says why', () => {
    world.revision = { why: 'offline' };
    show();
    expect(screen.getByText('rev –')).toBeTruthy();
    expect(screen.getByText(/the server counts the versions/)).toBeTruthy();
  });

  test('[R-RTE-21] it is printed, copied as text, changed, and its history looked at', async () => {
    const user = userEvent.setup();
    const print = vi.fn();
    Object.assign(window, { print });
    show();
    await user.click(screen.getByRole('button', { name: 'Print' }));
    expect(print).toHaveBeenCalledOnce();
    await user.click(screen.getByRole('button', { name: 'Copy as text' }));
    const text = await navigator.clipboard.readText();
    expect(text).toContain('rev 3');
    expect(text).toContain('1. 6007 Lift Motor: 4 × 148.00 = 592.00');
    expect(text).toMatch(/Total: USD\s600\.58$/);
    const paths = ['Edit', 'History'].map((name) => screen.getByRole('link', { name }).getAttribute('href'));
    expect(paths).toEqual([`/ukraine?order=${order.FBUID}`, `/history/ukraines/${order.FBUID}`]);
  });
});

describe('the share sheet', () => {
  const share = vi.fn();
  beforeEach(() => void Object.defineProperty(navigator, 'share', { value: share, configurable: true }));
  afterEach(() => void Reflect.deleteProperty(navigator, 'share'));
  const press = () => userEvent.click(screen.getByRole('button', { name: 'Share' }));

  test('[R-RTE-21] where the device has one it is given the order as text, and closing it is an answer', async () => {
    share.mockRejectedValue(new DOMException('Closed.', 'AbortError'));
    show();
    await press();
    const [{ title, text }] = share.mock.calls[0] as [{ title: string; text: string }];
    expect(title).toMatch(/^Purchase order PO-\d{6}$/);
    expect(text).toContain('Expiry: 5 Dec 2026');
    expect(screen.queryByText('The order is copied as text.')).toBeNull();
  });

  test('[R-RTE-21] where it fails, or there is none, the order is copied as text', async () => {
    share.mockRejectedValue(new DOMException('Not now.', 'NotAllowedError'));
    show();
    await press();
    expect(await screen.findByText('The order is copied as text.')).toBeTruthy();
    cleanup();
    Reflect.deleteProperty(navigator, 'share');
    show();
    expect(screen.queryByRole('button', { name: 'Share' })).toBeNull();
    expect(screen.getByRole('button', { name: 'Copy as text' })).toBeTruthy();
  });
});

describe('what the server did not take', () => {
  test('[R-RTE-21] a refused order stands there with the reason, and can be edited, or thrown away after asking', async () => {
    world.one = { status: 'missing', isRefused: true };
    world.rejectedChanges = [rejectedChange];
    show();
    expect(screen.getByText(/may not save this purchase order/)).toBeTruthy();
    expect(screen.getByRole('row', { name: /FPV Goggles/ })).toBeTruthy();
    expect(screen.getByText('rev –')).toBeTruthy();
    expect(chip()).toMatch(/^Needs review/);
    const edit = screen.getByRole('link', { name: 'Edit and resend' });
    expect(edit.getAttribute('href')).toBe(`/ukraine?order=${order.FBUID}`);
    await userEvent.click(screen.getByRole('button', { name: 'Discard' }));
    expect(discardRejectedChange).not.toHaveBeenCalled();
    await userEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Discard' }));
    expect(discardRejectedChange).toHaveBeenCalledWith('w2');
  });

  test('[R-RTE-21] of a conflict both values show, and one is chosen', async () => {
    const role = { mine: 'Civilian', theirs: 'Drone Engineer' };
    world.rejectedChanges = [{ ...rejectedChange, kind: 'conflict', content: { role } }];
    show();
    await userEvent.click(screen.getByRole('radio', { name: /^Yours/ }));
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    expect(resolveConflict).toHaveBeenCalledWith('w2', { role: 'mine' });
    expect(valueOf('Role')).toBe('Drone Engineer');
  });

  test('[R-RTE-21] what can’t be read as an order is shown as it is', () => {
    world.one = { status: 'missing', isRefused: true };
    world.rejectedChanges = [{ ...rejectedChange, content: { role: 'Spy', selectedComponents: [] } }];
    show();
    expect(screen.getByText('Spy')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Edit and resend' })).toBeTruthy();
  });
});
