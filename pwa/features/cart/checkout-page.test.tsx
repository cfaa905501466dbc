// @vitest-environment happy-dom
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { CartItem } from '#shared/collections/checkouts.ts';
import { AppError } from '#shared/kernel/app-error.ts';
import { toOrder } from '#shared/domain/order.ts';
import { UnsavedCartError } from '#pwa/data/cart/cart.ts';
import { completeOrder } from '#pwa/data/cart/orders.ts';
import { ToastRegion } from '#pwa/ui/toast-region.tsx';
import {
  createFakeApp,
  renderInApp,
  toErrorResponse,
  type FakeApp,
} from '../../../tests/support/fake-app.tsx';
import { sampleItem, sampleProduct } from '../../../tests/support/sample-product.ts';
import { CheckoutPage } from './checkout-page.tsx';

let app: FakeApp;

const PACK = { FBUID: 'pack', productName: 'Pack' };

function show(items: readonly CartItem[] = [sampleItem(2)], path = '/checkout') {
  app.cartMirror.reset(items);
  renderInApp(
    app,
    <ToastRegion>
      <main>
        <CheckoutPage />
      </main>
    </ToastRegion>,
    { path },
  );
}
/** Shows the page with the local store open. */
async function showReady(items?: readonly CartItem[]) {
  await app.localStore.whenOpen();
  show(items);
}
const pricedAt = (value: string, description = 'price_1') =>
  sampleProduct({ productPrices: [{ value, label: 'AUD', description }] });
const sums = () => screen.getAllByRole('definition').map((sum) => sum.textContent);
/** The text that describes the pay button. */
const payNote = () => document.getElementById(pay().getAttribute('aria-describedby') ?? '')?.textContent;
const polite = () => document.querySelector('[aria-live="polite"]')?.textContent;

const pay = () => screen.getByRole('button', { name: 'Proceed to Checkout' }) as HTMLButtonElement;
const alertWith = async (words: RegExp | string) =>
  (await screen.findByText(words)).closest('[role="alert"]');
const spyOnErrors = () => vi.spyOn(console, 'error').mockReturnValue();
const FAILED = 'The payment page could not be opened:';
const SESSIONS = 'POST /checkout/sessions';

function refuse(error: AppError) {
  app.respond(SESSIONS, () => toErrorResponse(error));
}

beforeEach(() => {
  app = createFakeApp();
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

test('[R-CHK-01] a line shows image, name, description label, line price, quantity and Remove', () => {
  show();
  const [line] = within(screen.getByRole('region', { name: 'Items in your cart' })).getAllByRole('listitem');
  const inLine = within(line as HTMLElement);
  expect(inLine.getByRole('img').getAttribute('src')).toBe('/pictures/recon-vtol/1.webp');
  expect(inLine.getByRole('heading').textContent).toBe('Recon VTOL');
  expect(inLine.getByText('description 0 label')).toBeTruthy();
  expect(inLine.getByText('$49,980.00')).toBeTruthy();
  expect((inLine.getByRole('combobox') as HTMLSelectElement).value).toBe('2');
  expect(inLine.getByRole('button', { name: 'Remove Recon VTOL' })).toBeTruthy();
});

test('[R-CHK-01] a line whose product is no longer sold says so and what to do, but only while online and synced', async () => {
  await showReady([sampleItem(2), sampleItem(1, PACK)]);
  expect(screen.queryByText(/^No longer sold/)).toBeNull();
  await app.pull('products', [sampleProduct(PACK)]);
  const note = await screen.findByText(/^No longer sold/);
  expect(note.textContent).toBe('No longer sold. Remove it to go on to the payment.');
  expect(pay().disabled).toBe(true);
  expect(payNote()).toContain('Remove Recon VTOL to go on to the payment: it is no longer sold.');
  expect(sums()).toEqual(['$22,491.00', '$2,499.00', '$24,990.00']);
  act(() => app.connection.setOnline(false));
  expect(screen.queryByText(/^No longer sold/)).toBeNull();
});

test('[R-CHK-01] [R-CHK-02] [D46] a line takes the current price, with the old one struck through, and so do the sums and the payment', async () => {
  const line = () => screen.getAllByRole('listitem')[0]?.textContent;
  await app.pull('products', [pricedAt('24990.00')]);
  await showReady();
  expect(line()).not.toContain('price has changed');
  await app.pull('products', [pricedAt('25990.00', 'price_new')]);
  await screen.findByText('The price has changed since you added this.');
  expect(line()).toContain('was $49,980.00 now $51,980.00');
  expect(document.querySelector('s')?.textContent).toBe('$49,980.00');
  expect(sums()).toEqual(['$46,782.00', '$5,198.00', '$51,980.00']);
  app.respond(SESSIONS, () => ({ id: 'cs_1', url: 'https://pay.example/session', totalCents: 5_198_000 }));
  const assign = vi.spyOn(window.location, 'assign').mockImplementation(() => undefined);
  await userEvent.click(pay());
  await waitFor(() => expect(assign).toHaveBeenCalledOnce());
  expect(app.requests.at(-1)?.body).toEqual({ lines: [{ price: 'price_new', quantity: 2 }] });
  act(() => void window.dispatchEvent(new Event('pageshow')));
  await app.pull('products', [pricedAt('24990')]);
  await waitFor(() => expect(line()).not.toContain('price has changed'));
});

test('[R-CHK-02] a product that has lost its price blocks the payment and says so', async () => {
  await app.pull('products', [pricedAt('on request'), sampleProduct(PACK)]);
  await showReady([sampleItem(2), sampleItem(1, PACK)]);
  expect(await screen.findByText(/^This has no price at the moment/)).toBeTruthy();
  expect(pay().disabled).toBe(true);
  expect(payNote()).toContain('Remove Recon VTOL to go on to the payment: it has no price at the moment.');
  await userEvent.click(screen.getByRole('button', { name: 'Remove Recon VTOL' }));
  expect(pay().disabled).toBe(false);
});

test('[R-CHK-02] a price that has not arrived here yet is shown before the payment page opens', async () => {
  app.respond(SESSIONS, () => ({ id: 'cs_1', url: 'https://pay.example/session', totalCents: 5_198_000 }));
  const assign = vi.spyOn(window.location, 'assign').mockImplementation(() => undefined);
  show();
  await userEvent.click(pay());
  expect(
    await alertWith(/A price has changed. The total is now \$51,980.00. Nothing was charged./),
  ).toBeTruthy();
  expect(assign).not.toHaveBeenCalled();
  await userEvent.selectOptions(screen.getByRole('combobox'), '1');
  expect(screen.queryByText(/A price has changed/)).toBeNull();
  await userEvent.selectOptions(screen.getByRole('combobox'), '2');
  await userEvent.click(screen.getByRole('button', { name: 'Pay $51,980.00' }));
  expect(assign).toHaveBeenCalledExactlyOnceWith('https://pay.example/session');
});

test('[R-PAY-02] a cancelled payment is said to be one, and the address forgets it', async () => {
  show([sampleItem(2)], '/checkout?cancelled');
  expect(await screen.findByText('Payment cancelled. Nothing was charged.')).toBeTruthy();
  expect((screen.getByRole('combobox') as HTMLSelectElement).value).toBe('2');
  cleanup();
  show();
  expect(screen.queryByText(/Payment cancelled/)).toBeNull();
});

test('[R-CHK-01] [R-VAL-10] the quantity drop-down offers one to ten and changes the line', async () => {
  show();
  const quantity = screen.getByRole('combobox', { name: 'Quantity of Recon VTOL' }) as HTMLSelectElement;
  expect(quantity.options).toHaveLength(10);
  await userEvent.selectOptions(quantity, '7');
  expect(quantity.value).toBe('7');
  expect(app.cartMirror.items).toEqual([sampleItem(7)]);
  await waitFor(async () =>
    expect(await app.read('checkouts')).toMatchObject([{ checkoutItems: [{ productCount: 7 }] }]),
  );
});

test('[R-CHK-02] [R-CST-02] the summary shows sub total, GST and total, and the pay button', () => {
  show();
  const summary = within(screen.getByRole('region', { name: 'Order Summary' }));
  expect(summary.getAllByRole('term').map((term) => term.textContent)).toEqual(['Sub Total', 'GST', 'Total']);
  expect(summary.getAllByRole('definition').map((sum) => sum.textContent)).toEqual([
    '$44,982.00',
    '$4,998.00',
    '$49,980.00',
  ]);
  expect(pay().disabled).toBe(false);
});

test('[R-PAY-01] paying opens the URL the payment service returns', async () => {
  app.respond(SESSIONS, () => ({ id: 'cs_1', url: 'https://pay.example/session' }));
  const assign = vi.spyOn(window.location, 'assign').mockImplementation(() => undefined);
  show();
  await userEvent.click(pay());
  await waitFor(() => expect(assign).toHaveBeenCalledExactlyOnceWith('https://pay.example/session'));
  const lines = [{ price: 'price_1', quantity: 2 }];
  expect(app.requests).toEqual([{ method: 'POST', path: '/checkout/sessions', body: { lines } }]);
});

test('[R-PAY-02] after the browser’s Back button the page is ready to pay again', async () => {
  app.respond(SESSIONS, () => ({ id: 'cs_1', url: 'https://pay.example/session' }));
  const assign = vi.spyOn(window.location, 'assign').mockImplementation(() => undefined);
  show();
  await userEvent.click(pay());
  await waitFor(() => expect(assign).toHaveBeenCalled());
  expect(
    (screen.getByRole('button', { name: 'Opening the payment page' }) as HTMLButtonElement).disabled,
  ).toBe(true);
  act(() => void window.dispatchEvent(new Event('pageshow')));
  expect(pay().disabled).toBe(false);
});

test('[R-PAY-02] when paying fails, the page stays, says so and offers Retry', async () => {
  const logged = spyOnErrors();
  show();
  await userEvent.click(pay());
  expect(await alertWith(/your cart is as it was/)).toBeTruthy();
  expect(logged).toHaveBeenCalledWith(FAILED, expect.objectContaining({ code: 'unavailable' }));
  await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
  await waitFor(() => expect(app.requests).toHaveLength(2));
  expect(await alertWith(/your cart is as it was/)).toBeTruthy();
});

test('[R-PAY-02] a server error about a line names the line', async () => {
  const logged = spyOnErrors();
  const gone = 'One of these products is no longer sold. Nothing was charged; look at your cart.';
  refuse(new AppError('invalid-argument', gone, { path: 'lines[1].price' }));
  show([sampleItem(1, PACK), sampleItem(1)]);
  await userEvent.click(pay());
  expect(await alertWith(`Recon VTOL: ${gone}`)).toBeTruthy();
  expect(logged).toHaveBeenCalledWith(FAILED, expect.objectContaining({ path: 'lines[1].price' }));
  expect(pay().disabled).toBe(false);
});

test.each([
  [
    new AppError('aborted', 'A price changed since. Nothing was charged and your cart is kept; write to us.'),
    /^A price changed/,
  ],
  [new AppError('unavailable', 'The answer is not this server’s.'), /your cart is as it was/],
])('[R-PAY-02] a payment that can’t start says why: %s', async (error, words) => {
  const logged = spyOnErrors();
  refuse(error);
  show();
  await userEvent.click(pay());
  expect(await alertWith(words)).toBeTruthy();
  const { code, message } = error;
  expect(logged).toHaveBeenCalledWith(FAILED, expect.objectContaining({ code, message }));
});

test('[R-CHK-02] offline, paying is disabled and the page says why', () => {
  app = createFakeApp({ isOnline: false });
  show();
  expect(pay().disabled).toBe(true);
  expect(payNote()).toContain("You're offline. A payment needs a connection.");
});

describe('removing', () => {
  const item = sampleItem(2);

  /** Removes the only line, which empties the cart. */
  function remove() {
    fireEvent.click(screen.getByRole('button', { name: 'Remove Recon VTOL' }));
    expect(app.cartMirror.items).toEqual([]);
  }

  test('[R-CHK-01] [R-CRT-06] Remove takes effect immediately, is announced, and can be undone in the line’s place', async () => {
    show([item]);
    remove();
    expect(polite()).toContain('Recon VTOL removed from your cart.');
    const undo = screen.getByRole('button', { name: 'Undo removing Recon VTOL' });
    expect(document.activeElement).toBe(undo);
    fireEvent.click(undo);
    expect(app.cartMirror.items).toEqual([item]);
    expect(polite()).toContain('Recon VTOL is back in your cart.');
    expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1 }));
    await waitFor(async () => expect(await app.read('checkouts')).toMatchObject([{ checkoutItems: [item] }]));
  });

  test('[R-CRT-06] the toast can undo it too', () => {
    show([item]);
    remove();
    fireEvent.click(screen.getByRole('button', { name: 'Undo' }));
    expect(app.cartMirror.items).toEqual([item]);
    expect(screen.queryByText('Recon VTOL removed.')).toBeNull();
  });

  test('[R-CRT-06] after 8 seconds undo is gone, and the focus stays on the page', async () => {
    await showReady();
    await screen.findByText(/with a copy on our server/);
    vi.useFakeTimers();
    try {
      remove();
      await act(() => vi.advanceTimersByTimeAsync(7999));
      expect(screen.getAllByRole('button', { name: /^Undo/ })).toHaveLength(2);
      await act(() => vi.advanceTimersByTimeAsync(1));
      expect(screen.queryByRole('button', { name: /^Undo/ })).toBeNull();
      expect(screen.getByText('Nothing in your cart yet')).toBeTruthy();
      expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1 }));
    } finally {
      vi.useRealTimers();
    }
  });
});

test('[R-CRT-05] a quantity change announces the new total', async () => {
  show();
  const said = () => screen.getAllByRole('status').map((region) => region.textContent);
  expect(said()).toContain('Total $49,980.00 for 2 items.');
  await userEvent.selectOptions(screen.getByRole('combobox'), '1');
  expect(said()).toContain('Total $24,990.00 for 1 item.');
});

test('[R-CRT-05] a change that can’t be saved on the device is reported', async () => {
  const logged = spyOnErrors();
  const full = new Error('the device is full');
  app = createFakeApp({ store: { write: () => Promise.reject(full) } });
  show();
  await userEvent.selectOptions(screen.getByRole('combobox'), '3');
  await waitFor(() =>
    expect(screen.getByRole('alert').textContent).toContain('could not be kept on this device'),
  );
  expect(logged).toHaveBeenCalledWith('A cart change could not be saved:', new UnsavedCartError(full));
});

test('[R-DET-03] a line without a readable price says so, is not in the total, and can’t be paid for', () => {
  show([sampleItem(1, { productPrices: [{ value: 'ask', label: '', description: '' }] })]);
  expect(screen.getByText('Price on enquiry')).toBeTruthy();
  expect(screen.getAllByRole('definition').map((sum) => sum.textContent)).toEqual([
    '$0.00',
    '$0.00',
    '$0.00',
  ]);
  expect(pay().disabled).toBe(true);
});

test('[R-CHK-01] an empty cart says so and links to the products', async () => {
  show([]);
  expect(await screen.findByText('Nothing in your cart yet')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'See the products' }).getAttribute('href')).toBe('/products');
});

describe('the cart that the success page emptied', () => {
  const STATUS = 'GET /checkout/sessions/cs_1';
  const restoreButton = () => screen.queryByRole('button', { name: 'Restore my last order' });
  /** Opens the success page and then the cart. */
  async function empty(sessionId?: string) {
    app.cartMirror.reset([sampleItem(2)]);
    await completeOrder(app, sessionId);
    show([]);
    await screen.findByText('Nothing in your cart yet');
  }

  test('[R-CRT-07] [D47] can be restored from the empty cart, once', async () => {
    await empty();
    await userEvent.click(restoreButton() as HTMLElement);
    expect(app.cartMirror.items).toEqual([sampleItem(2)]);
    cleanup();
    show([]);
    await screen.findByText('Nothing in your cart yet');
    expect(restoreButton()).toBeNull();
  });

  test('[R-CRT-07] [D47] is not offered once it is paid', async () => {
    app.respond(STATUS, () => ({ id: 'cs_1', status: 'expired' }));
    await empty('cs_1');
    expect(await screen.findByRole('button', { name: 'Restore my last order' })).toBeTruthy();
    cleanup();
    const order = { orderNumber: '7K2M-Q4XD', ...toOrder([sampleItem(2)], 'AUD') };
    app.respond(STATUS, () => ({ id: 'cs_1', status: 'paid', mail: 'sent', order }));
    show([]);
    await waitFor(() => expect(app.requests.filter(({ path }) => path.endsWith('cs_1'))).toHaveLength(2));
    await screen.findByText('Nothing in your cart yet');
    expect(restoreButton()).toBeNull();
  });
});

describe('the state of the cart', () => {
  const chip = () =>
    screen.queryByText(/^(Saved on this device|Sending|Confirmed|Needs review)$/)?.textContent;

  test('[R-CHK-01] is not mentioned while the server has its copy', async () => {
    await showReady();
    expect(await screen.findByText('2 items, saved on this device, with a copy on our server.')).toBeTruthy();
    expect(chip()).toBeUndefined();
  });

  test('[R-CHK-01] offline, a change says that it is saved on this device only', async () => {
    app.connection.setOnline(false);
    await showReady();
    await userEvent.selectOptions(screen.getByRole('combobox'), '3');
    expect(await screen.findByText('3 items, saved on this device.')).toBeTruthy();
    expect(chip()).toBe('Saved on this device');
  });

  test('[R-CHK-01] a change that the server refused asks for a review', async () => {
    await app.reject({ collectionName: 'checkouts', documentId: await app.installation.fid() });
    await showReady();
    expect(await screen.findByText('Needs review')).toBeTruthy();
  });
});
