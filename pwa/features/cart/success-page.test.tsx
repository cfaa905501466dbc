// @vitest-environment happy-dom
import { act, cleanup, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { StrictMode } from 'react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { CheckoutStatus } from '#shared/api/messages.ts';
import { AppError } from '#shared/kernel/app-error.ts';
import { addProduct } from '#pwa/data/cart/cart.ts';
import { EMPTIED_CART_KEY, ORDER_KEYS } from '#pwa/data/cart/order-keys.ts';
import { keepOrder } from '#pwa/data/cart/orders.ts';
import {
  createFakeApp,
  renderInApp,
  type FakeApp,
  type FakeResponse,
} from '../../../tests/support/fake-app.tsx';
import { sampleItem, sampleProduct } from '../../../tests/support/sample-product.ts';
import { SuccessPage } from './success-page.tsx';

let app: FakeApp;

const show = (path = '/success?session_id=cs_1') =>
  renderInApp(
    app,
    <StrictMode>
      <SuccessPage />
    </StrictMode>,
    { path },
  );

const ORDER = {
  orderNumber: '7K2M-Q4XD',
  currency: 'AUD',
  totalCents: 4_998_000,
  lines: [{ productId: 'recon-vtol', name: 'Recon VTOL', quantity: 2, unitCents: 2_499_000 }],
};
const toStatus = (status: CheckoutStatus['status'], order?: CheckoutStatus['order']): CheckoutStatus => ({
  id: 'cs_1',
  status,
  mail: status === 'paid' ? 'sent' : 'none',
  ...(order && { order }),
});
const restoreButton = () => screen.queryByRole('button', { name: 'Restore my last order' });
const recap = () => within(screen.getByRole('region', { name: 'Your order' }));

const PACK = { FBUID: 'pack', productName: 'Pack' };

/** Starts the payment of an order of two drones. */
function order(cart = [sampleItem(2)]) {
  app.cartMirror.reset(cart);
  keepOrder(app, 'cs_1', [sampleItem(2)], 'AUD');
}
/** Sets the server's response about the payment. */
const respond = (response: FakeResponse) => app.respond('GET /checkout/sessions/cs_1', response);

beforeEach(() => {
  app = createFakeApp();
  respond(() => toStatus('paid', ORDER));
});
afterEach(cleanup);

test('[R-SUC-01] [R-SUC-02] [R-SUC-03] a paid order’s page says thank you, mentions the confirmation email and links home', async () => {
  order();
  show();
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Thank You for Your Purchase!');
  expect(screen.queryByText(/confirmation email/)).toBeNull();
  expect(await screen.findByText(/A confirmation email was sent/)).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Return to Homepage' }).getAttribute('href')).toBe('/');
  expect(await screen.findByText('Payment confirmed.')).toBeTruthy();
  expect(restoreButton()).toBeNull();
  const ask = screen.getByRole('link', { name: 'Ask us about this order' });
  expect(ask.getAttribute('href')).toBe(`/contact?about=Order%20${ORDER.orderNumber}`);
});

test('[R-CRT-07] opening the page empties the cart, once', async () => {
  order();
  show();
  expect(app.cartMirror.items).toEqual([]);
  await addProduct(app, sampleProduct(PACK), 1);
  await screen.findByText('Payment confirmed.');
  expect(app.cartMirror.items).toEqual([sampleItem(1, PACK)]);
  expect(await app.read('checkouts')).toMatchObject([{ checkoutItems: [sampleItem(1, PACK)] }]);
});

test.each([
  ['due', /A confirmation email is on its way/],
  ['none', /You gave no email address/],
] as const)('[R-SUC-02] a mail is only said to be sent when it was: %s', async (mail, words) => {
  respond(() => ({ ...toStatus('paid', ORDER), mail }));
  order();
  show();
  expect(await screen.findByText(words)).toBeTruthy();
  expect(screen.queryByText(/was sent/)).toBeNull();
  expect(screen.queryByRole('heading', { name: 'Confirmation' }) === null).toBe(mail === 'none');
});

describe('the order', () => {
  test('[R-SUC-01] shows its lines, totals, number and next steps', async () => {
    order();
    show();
    await screen.findByText(ORDER.orderNumber);
    const line = within(recap().getByRole('listitem'));
    expect(line.getByRole('link', { name: 'Recon VTOL' }).getAttribute('href')).toBe('/product/recon-vtol');
    expect(line.getByText('2 × $24,990.00')).toBeTruthy();
    expect(line.getByText('$49,980.00')).toBeTruthy();
    expect(
      recap()
        .getAllByRole('definition')
        .map((sum) => sum.textContent),
    ).toEqual(['$44,982.00', '$4,998.00', '$49,980.00']);
    expect(document.querySelector('img')?.getAttribute('src')).toBe('/pictures/recon-vtol/1.webp');
    const steps = within(screen.getByRole('region', { name: 'What happens next' })).getAllByRole('heading', {
      level: 3,
    });
    expect(steps.map((step) => step.textContent)).toEqual([
      'Confirmation',
      'Delivery within 14 days',
      'Adult signature (18+)',
      'Check the box',
    ]);
  });

  test('[R-SUC-01] shows before the server responds, and then with the server’s amounts', async () => {
    let resolveStatus = (_status: CheckoutStatus) => {};
    const pending = new Promise<CheckoutStatus>((resolve) => (resolveStatus = resolve));
    respond(() => pending);
    order();
    show();
    expect(screen.getByText('Checking the payment…')).toBeTruthy();
    expect(recap().queryByText(/Order number/)).toBeNull();
    expect(recap().getAllByText('$49,980.00')).toHaveLength(2);
    const lines = [{ productId: 'recon-vtol', name: 'Recon VTOL', quantity: 2, unitCents: 2_600_000 }];
    resolveStatus(toStatus('paid', { ...ORDER, totalCents: 5_200_000, lines }));
    expect(await recap().findAllByText('$52,000.00')).toHaveLength(2);
    expect(recap().getByText(ORDER.orderNumber)).toBeTruthy();
  });

  test('[R-SUC-01] shows after a reload, even offline, with the last known payment status', async () => {
    order();
    show();
    await screen.findByText('Payment confirmed.');
    cleanup();
    const asked = app.requests.length;
    app.connection.setOnline(false);
    show();
    expect(await screen.findByText('Payment confirmed.')).toBeTruthy();
    expect(recap().getByText(ORDER.orderNumber)).toBeTruthy();
    expect(recap().getByText('2 × $24,990.00')).toBeTruthy();
    expect(restoreButton()).toBeNull();
    expect(app.requests).toHaveLength(asked);
  });

  test('[R-SUC-01] is this device’s last one when the URL names none', async () => {
    order();
    show('/success');
    await screen.findByText('Payment confirmed.');
    expect(app.requests.at(-1)).toMatchObject({ method: 'GET', path: '/checkout/sessions/cs_1' });
    expect(recap().getByText('Recon VTOL')).toBeTruthy();
  });

  test('[R-SUC-01] paid on another device comes from the server', async () => {
    show();
    expect(screen.queryByRole('region', { name: 'Your order' })).toBeNull();
    await screen.findByText('Payment confirmed.');
    expect(recap().getByText('2 × $24,990.00')).toBeTruthy();
  });

  test.each([
    ['that the server does not know', 'cs_1'],
    ['that can’t be an id', 'not-an-id'],
  ])('[R-SUC-01] [D47] a session %s is no payment', async (_what, id) => {
    respond(() => toStatus('unknown'));
    app.cartMirror.reset([sampleItem(2)]);
    show(`/success?session_id=${id}`);
    await screen.findByRole('heading', { name: "We couldn't find a payment" });
    expect(screen.queryByText(/was sent/)).toBeNull();
    expect(screen.queryByRole('region', { name: /^(Your order|What happens next)$/ })).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'Restore my last order' }));
    expect(app.cartMirror.items).toEqual([sampleItem(2)]);
  });
});

describe('restoring the cart', () => {
  test.each(['expired', 'failed', 'unknown'] as const)(
    '[R-CRT-07] a payment that is "%s" offers to restore the last order',
    async (status) => {
      respond(() => toStatus(status));
      order();
      show();
      await userEvent.click(await screen.findByRole('button', { name: 'Restore my last order' }));
      expect(app.cartMirror.items).toEqual([sampleItem(2)]);
    },
  );

  test('[R-CRT-07] [D47] without a session there is no payment, and the cart can be restored, if there was one', () => {
    app.cartMirror.reset([sampleItem(2)]);
    show('/success');
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe("We couldn't find a payment");
    expect(restoreButton()).toBeTruthy();
    cleanup();
    for (const key of ORDER_KEYS) app.storage.removeItem(key);
    show('/success');
    expect(restoreButton()).toBeNull();
  });

  test('[R-CRT-07] items outside a paid order can be put back into the cart', async () => {
    const extra = sampleItem(1, PACK);
    order([sampleItem(3), extra]);
    show();
    await screen.findByText(/2 items in your cart were not part of this order/);
    await userEvent.click(screen.getByRole('button', { name: 'Put back' }));
    expect(app.cartMirror.items).toEqual([sampleItem(1), extra]);
  });

  test('[R-CRT-07] items that another tab has put back are not put back twice', async () => {
    const extra = sampleItem(1, PACK);
    order([sampleItem(3), extra]);
    show();
    await screen.findByText(/2 items in your cart were not part of this order/);
    app.storage.removeItem(EMPTIED_CART_KEY);
    await userEvent.click(screen.getByRole('button', { name: 'Put back' }));
    expect(app.cartMirror.items).toEqual([]);
  });

  test('[R-CRT-07] reopening a paid order’s page offers to put a new cart’s items back', async () => {
    order();
    show();
    await screen.findByText('Payment confirmed.');
    cleanup();
    app.cartMirror.reset([sampleItem(2), sampleItem(1, PACK)]);
    show();
    expect(await screen.findByText(/3 items in your cart were not part of this order/)).toBeTruthy();
  });
});

describe('the payment', () => {
  beforeEach(async () => {
    await app.localStore.whenOpen();
    vi.useFakeTimers();
  });
  afterEach(() => void vi.useRealTimers());
  const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

  test('[R-SUC-02] a mail that is on its way is said to be sent once it was', async () => {
    let mail: 'due' | 'sent' = 'due';
    respond(() => ({ ...toStatus('paid', ORDER), mail }));
    order();
    show();
    await pass(0);
    expect(screen.getByText(/A confirmation email is on its way/)).toBeTruthy();
    mail = 'sent';
    await pass(2_000);
    expect(screen.getByText(/A confirmation email was sent/)).toBeTruthy();
  });

  test('[R-PAY-03] is polled until it is decided, at growing intervals', async () => {
    respond(() => toStatus('open', ORDER));
    order();
    show();
    await pass(0);
    const asked = app.requests.length;
    const heading = () => screen.getByRole('heading', { level: 1 }).textContent;
    // The provider's word may still be on its way.
    expect(heading()).toBe('Thank You for Your Purchase!');
    expect(screen.getByText('Checking the payment…')).toBeTruthy();
    const after = () => app.requests.length - asked;
    await pass(1999);
    expect(after()).toBe(0);
    for (const [ms, calls] of [
      [1, 1],
      [4000, 2],
      [8000, 3],
      [16_000, 4],
      [32_000, 5],
      [60_000, 6],
      [60_000, 7],
    ] as const) {
      await pass(ms);
      expect(after()).toBe(calls);
    }
    expect(heading()).toBe("We couldn't find a payment");
    expect(screen.getByText(/The payment has not gone through yet/)).toBeTruthy();
    expect(screen.queryByText(/email/)).toBeNull();
    expect(restoreButton()).toBeTruthy();
    respond(() => toStatus('paid', ORDER));
    await pass(60_000);
    expect(screen.getByText('Payment confirmed.')).toBeTruthy();
    expect(heading()).toBe('Thank You for Your Purchase!');
    expect(restoreButton()).toBeNull();
    await pass(600_000);
    expect(after()).toBe(8);
  });

  test('[PY13] that is held is being checked, can’t be restored, and is polled until somebody decides', async () => {
    respond(() => toStatus('held', ORDER));
    order();
    show();
    await pass(120_000);
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Thank You for Your Purchase!');
    expect(screen.getByText('Your payment arrived and is being checked.')).toBeTruthy();
    expect(recap().getByText(ORDER.orderNumber)).toBeTruthy();
    expect(screen.queryByText(/confirmation email/)).toBeNull();
    expect(restoreButton()).toBeNull();
    respond(() => toStatus('paid', ORDER));
    await pass(60_000);
    expect(screen.getByText('Payment confirmed.')).toBeTruthy();
  });

  test('[R-PAY-03] that can’t be fetched is reported as unchecked, and polled again', async () => {
    respond(() => new Response(null, { status: 503 }));
    order();
    show();
    await pass(0);
    expect(screen.getByText(/We can't check this payment right now/)).toBeTruthy();
    expect(screen.queryByText(/email was sent/)).toBeNull();
    expect(restoreButton()).toBeTruthy();
    respond(() => toStatus('paid', ORDER));
    await pass(2000);
    expect(screen.getByText('Payment confirmed.')).toBeTruthy();
  });

  test('[R-PAY-03] is unchecked rather than offline while only the store can’t be reached', async () => {
    app.connection.failed(new AppError('unavailable', 'The server could not be reached.'));
    order();
    show();
    await pass(0);
    expect(screen.getByText(/We can't check this payment right now/)).toBeTruthy();
  });

  test('[R-PAY-03] is not polled offline, but immediately once online', async () => {
    app.connection.setOnline(false);
    order();
    show();
    await pass(60_000);
    expect(screen.getByText(/This payment can't be checked without a connection/)).toBeTruthy();
    expect(recap().getByText('2 × $24,990.00')).toBeTruthy();
    expect(app.requests).toEqual([]);
    act(() => app.connection.setOnline(true));
    await pass(0);
    expect(screen.getByText('Payment confirmed.')).toBeTruthy();
  });

  test.each(['failed', 'expired'] as const)(
    '[R-PAY-03] that is "%s" promises neither an email nor a delivery',
    async (status) => {
      respond(() => toStatus(status, ORDER));
      order();
      show();
      await pass(0);
      expect(screen.getByText(/nothing was charged/)).toBeTruthy();
      expect(screen.getByText(/No confirmation email was sent/)).toBeTruthy();
      expect(screen.queryByRole('region', { name: 'What happens next' })).toBeNull();
      expect(recap().getByText('2 × $24,990.00')).toBeTruthy();
    },
  );

  test('[R-PAY-03] [R-SUC-01] that takes days says so, keeps asking, and offers no cart to restore', async () => {
    let status: 'processing' | 'paid' = 'processing';
    respond(() => toStatus(status, ORDER));
    order();
    show();
    await pass(0);
    expect(screen.getByRole('heading', { level: 1, name: 'Thank You for Your Purchase!' })).toBeTruthy();
    expect(screen.getByText(/takes some days/)).toBeTruthy();
    expect(screen.queryByText(/confirmation email was sent/)).toBeNull();
    expect(restoreButton()).toBeNull();
    status = 'paid';
    await pass(2000);
    expect(screen.getByText('Payment confirmed.')).toBeTruthy();
  });

  test('[R-PAY-03] that was refunded says so', async () => {
    respond(() => toStatus('refunded', ORDER));
    order();
    show();
    await pass(0);
    expect(screen.getByText(/This order was refunded/)).toBeTruthy();
    expect(restoreButton()).toBeNull();
  });
});
