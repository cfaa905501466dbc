// @vitest-environment happy-dom
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { PurchaseOrder } from '#shared/collections/purchase-orders.ts';
import { keepRevision } from '#pwa/data/orders/draft-order-store.ts';
import { countFailure } from '#pwa/data/sync/parked-writes.ts';
import { AppError } from '#shared/kernel/app-error.ts';
import { ToastRegion } from '#pwa/ui/toast-region.tsx';
import { createFakeApp, renderInApp, STAFF, type FakeApp } from '../../../tests/support/fake-app.tsx';
import { ReviewPage } from './review-page.tsx';

let app: FakeApp;

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

const REFUSED = {
  id: 'w2',
  collectionName: 'ukraines',
  documentId: order.FBUID,
  code: 'permission-denied',
  message: 'This device may not save this purchase order.',
  content: {
    templateImage: '',
    selectedComponents: [{ name: 'FPV Goggles', quantity: 2, price: 549 }],
    role: 'Civilian',
    engineeringNeeds: '',
    missionType: '',
    createdAt: order.createdAt,
  },
};

const UNREACHABLE = new AppError('unavailable', 'The server could not be reached.');

function show(path = `/ukraine/review?order=${order.FBUID}`) {
  renderInApp(
    app,
    <ToastRegion>
      <ReviewPage />
    </ToastRegion>,
    { path },
  );
}

/** Shows the page with the order at its third revision. */
async function showOrder() {
  const third = { orderId: order.FBUID, writeId: order.writeId, revision: 3 };
  await app.draftOrders.change((parts) => keepRevision(parts, third));
  await app.pull('ukraines', [order]);
  show();
  await screen.findByText('rev 3');
}

const valueOf = (label: string) => screen.getByText(label, { selector: 'dt' }).nextSibling?.textContent;
const chip = () => within(screen.getByRole('complementary')).getByRole('status').textContent;

const waitForChip = (text: RegExp) => waitFor(() => expect(chip()).toMatch(text));

beforeEach(() => {
  vi.setSystemTime('2026-11-22T10:30:00Z');
  app = createFakeApp({ hasAccess: true });
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

describe('the sheet', () => {
  test('[R-REV-01] [R-REV-02] [R-REV-03] date, expiry and number come from the order’s creation, in any time zone', async () => {
    await showOrder();
    expect([valueOf('Date'), valueOf('Expiry')]).toEqual(['21 Nov 2026', '5 Dec 2026']);
    const number = String(Date.parse(order.createdAt)).slice(-6);
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe(`Purchase order PO-${number}`);
    expect(valueOf('Reference')).toBe('w7Q2');
    expect(screen.getByText('rev 3')).toBeTruthy();
  });

  test('[R-CST-05] the currency is USD, freight is TBD, and the total equals the sub total', async () => {
    await showOrder();
    expect(valueOf('Currency')).toBe('USD');
    expect(valueOf('Freight')).toBe('TBD');
    expect(valueOf('Sub total')).toMatch(/^USD\s600\.58$/);
    expect(valueOf('Total')).toBe(valueOf('Sub total'));
  });

  test('[R-RTE-21] the sheet shows role, needs and every line with category, quantity, price and total', async () => {
    await showOrder();
    expect([valueOf('Role'), valueOf('Engineering needs')]).toEqual(['Drone Engineer', 'Get around jamming']);
    expect(screen.queryByText('Mission type')).toBeNull();
    const cells = within(screen.getByRole('row', { name: /Pigtail/ })).getAllByRole('cell');
    expect(cells.map(({ textContent }) => textContent)).toEqual(['2', 'Communications', '3', '2.86', '8.58']);
  });

  test('[R-RTE-21] the page starts locked; staff can open it, but can’t edit other people’s orders', async () => {
    app = createFakeApp();
    show();
    expect(screen.getByLabelText('Access code')).toBeTruthy();
    cleanup();
    app.session.keep(STAFF);
    await showOrder();
    await act(() => app.accessMemory.keep('unlocked'));
    expect(screen.getByRole('button', { name: 'Print' })).toBeTruthy();
    expect(screen.queryByRole('link', { name: 'Edit' })).toBeNull();
  });

  test('[R-RTE-21] without an id in the URL the newest order shows; without any order, a link to the picker', async () => {
    await app.pull('ukraines');
    show('/ukraine/review');
    expect(await screen.findByText('No purchase order yet')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'New order' }).getAttribute('href')).toBe('/ukraine');
    cleanup();
    show();
    expect(await screen.findByText('This order isn’t on this device')).toBeTruthy();
    cleanup();
    await showOrder();
    cleanup();
    show('/ukraine/review');
    await screen.findByText('rev 3');
    expect(screen.getByRole('heading', { level: 1 }).textContent).toContain('PO-');
  });
});

describe('order status', () => {
  test('[R-REV-02] the status is waiting, sent, confirmed, or expired after the last day', async () => {
    await showOrder();
    expect(chip()).toMatch(/^Confirmed.*5 Dec 2026/);
    cleanup();
    vi.setSystemTime('2026-12-06T10:30:00Z');
    show();
    await waitForChip(/^Expired/);
    const { FBUID, createdAt: _createdAt, writeId: _writeId, sync: _sync, ...content } = order;
    const changed = { ...content, role: 'Civilian' } as const;
    await (await app.localStore.whenOpen()).write('ukraines', FBUID, () => changed);
    await waitForChip(/^Waiting to send/);
    screen.getByText(/^Its prices were valid until .*5 Dec/);
    // The server has accepted it.
    await (await app.database).outbox.find().remove();
    await waitForChip(/^Sent/);
  });

  test('[R-REV-02] an expired order is reordered as a draft order at today’s prices', async () => {
    vi.setSystemTime('2026-12-06T10:30:00Z');
    const [motor, pigtail] = order.selectedComponents;
    await app.pull('ukraines', [{ ...order, selectedComponents: [{ ...motor, price: 139.5 }, pigtail] }]);
    show();
    await waitForChip(/^Expired/);
    await userEvent.click(screen.getByRole('button', { name: 'Reorder' }));
    await screen.findByText(/^This is a new draft order at today’s prices/);
    const { database } = await app.draftOrders.whenOpen();
    const [draft, ...others] = await database.draftOrders.find().exec();
    expect(others).toEqual([]);
    expect(draft?.toJSON()).toMatchObject({ role: order.role, lines: order.selectedComponents });
    expect(draft?.id).not.toBe(order.FBUID);
  });

  test('[R-REV-01] an unknown revision is left blank, and the page says why', async () => {
    app = createFakeApp({ hasAccess: true, isOnline: false });
    await app.pull('ukraines', [order]);
    show();
    expect(await screen.findByText(/Revision number appears/)).toBeTruthy();
    expect(screen.getByText('rev –')).toBeTruthy();
    act(() => app.connection.setOnline(true));
    act(() => app.connection.failed(UNREACHABLE));
    expect(screen.getByText('Revision number appears once we can reach the store.')).toBeTruthy();
  });

  test('[R-RTE-21] a waiting order says whether the network, the store or a failure holds it up', async () => {
    app = createFakeApp({ hasAccess: true, isOnline: false });
    const { FBUID, createdAt: _createdAt, writeId: _writeId, sync: _sync, ...content } = order;
    await app.pull('ukraines');
    await app.write('ukraines', { FBUID, ...content });
    show();
    await screen.findByText('rev 1');
    expect(chip()).toContain('It’s sent as soon as you’re online.');
    act(() => app.connection.setOnline(true));
    act(() => app.connection.failed(UNREACHABLE));
    expect(chip()).toContain(
      "Saved on this device. We can't reach the store right now. It’s sent as soon as we can.",
    );
    for (let failure = 0; failure < 5; failure++) await countFailure(await app.database, `ukraines|${FBUID}`);
    act(() => app.connection.responded(0));
    await waitForChip(/Our server failed on this five times. It’s sent again within the hour.$/);
  });

  test('[R-RTE-21] the order can be printed, copied as text and edited, and links to its history', async () => {
    const user = userEvent.setup();
    const print = vi.fn();
    vi.stubGlobal('print', print);
    await showOrder();
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

  test('[R-RTE-21] the share sheet gets the order as text, and closing it copies nothing', async () => {
    share.mockRejectedValue(new DOMException('Closed.', 'AbortError'));
    await showOrder();
    await press();
    const [{ title, text }] = share.mock.calls[0] as [{ title: string; text: string }];
    expect(title).toMatch(/^Purchase order PO-\d{6}$/);
    expect(text).toContain('Expiry: 5 Dec 2026');
    expect(screen.queryByText('Order copied as text.')).toBeNull();
  });

  test('[R-RTE-21] if sharing fails the order is copied as text; without a share sheet only Copy is offered', async () => {
    share.mockRejectedValue(new DOMException('Not now.', 'NotAllowedError'));
    await showOrder();
    await press();
    expect(await screen.findByText('Order copied as text.')).toBeTruthy();
    cleanup();
    Reflect.deleteProperty(navigator, 'share');
    await showOrder();
    expect(screen.queryByRole('button', { name: 'Share' })).toBeNull();
    expect(screen.getByRole('button', { name: 'Copy as text' })).toBeTruthy();
  });
});

describe('a rejected order', () => {
  test('[R-RTE-21] a rejected order shows the reason, and can be edited, or discarded after a confirmation', async () => {
    await app.pull('ukraines');
    await app.reject(REFUSED);
    show();
    expect(await screen.findByText(/may not save this purchase order/)).toBeTruthy();
    expect(screen.getByRole('row', { name: /FPV Goggles/ })).toBeTruthy();
    expect(screen.getByText('rev –')).toBeTruthy();
    expect(chip()).toMatch(/^Needs review/);
    const edit = screen.getByRole('link', { name: 'Edit and resend' });
    expect(edit.getAttribute('href')).toBe(`/ukraine?order=${order.FBUID}`);
    await userEvent.click(screen.getByRole('button', { name: 'Discard' }));
    expect(await app.rejectedChanges()).toHaveLength(1);
    await userEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Discard' }));
    expect(await screen.findByText('This order isn’t on this device')).toBeTruthy();
    expect(await app.rejectedChanges()).toEqual([]);
  });

  test('[R-RTE-21] a conflict shows both values and saves the chosen one', async () => {
    const role = { mine: 'Civilian', theirs: 'Drone Engineer' };
    await app.reject({ ...REFUSED, kind: 'conflict', content: { role } });
    await showOrder();
    await userEvent.click(await screen.findByRole('radio', { name: /^Yours/ }));
    expect(valueOf('Role')).toBe('Drone Engineer');
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(valueOf('Role')).toBe('Civilian'));
    await waitFor(async () => expect(await app.rejectedChanges()).toEqual([]));
    expect(await app.read('ukraines')).toMatchObject([{ FBUID: order.FBUID, role: 'Civilian' }]);
  });

  test('[R-RTE-21] rejected content that is not a valid order is shown as raw fields', async () => {
    await app.reject({ ...REFUSED, content: { role: 'Spy', selectedComponents: [] } });
    show();
    expect(await screen.findByText('Spy')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Edit and resend' })).toBeTruthy();
  });
});
