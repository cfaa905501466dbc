// @vitest-environment happy-dom
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { CartItem } from '#shared/collections/checkouts.ts';
import { AppError } from '#shared/kernel/app-error.ts';
import { UnsavedCartError } from '#pwa/data/cart/cart.ts';
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

function show(items: readonly CartItem[] = [sampleItem(2)]) {
  app.cartMirror.reset(items);
  renderInApp(
    app,
    <ToastRegion>
      <main>
        <CheckoutPage />
      </main>
    </ToastRegion>,
  );
}
/** Shows the page and waits for the local store to open. */
async function showReady() {
  show();
  await screen.findByText('Confirmed');
}
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
  await showReady();
  expect(screen.queryByText(/^No longer sold/)).toBeNull();
  await app.pull('products');
  const note = await screen.findByText(/^No longer sold/);
  expect(note.textContent).toBe('No longer sold. Remove it to go on to the payment.');
  act(() => app.connection.setOnline(false));
  expect(screen.queryByText(/^No longer sold/)).toBeNull();
});

test('[R-CHK-01] a line whose price has changed shows the price to be paid', async () => {
  const note = () => screen.queryByText(/price has changed/)?.textContent;
  const pullPrice = (value: string) =>
    app.pull('products', [
      sampleProduct({ productPrices: [{ value, label: 'AUD', description: 'price_1' }] }),
    ]);
  await pullPrice('24990.00');
  await showReady();
  expect(note()).toBeUndefined();
  await pullPrice('25990.00');
  await waitFor(() =>
    expect(note()).toBe('Its price has changed since you added it: you pay $25,990.00 each.'),
  );
  await pullPrice('24990');
  await waitFor(() => expect(note()).toBeUndefined());
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
  show([
    sampleItem(1, { FBUID: 'ask', productName: 'Ask us', productPrices: [] }),
    sampleItem(1, { FBUID: 'pack', productName: 'Pack' }),
    sampleItem(1),
  ]);
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
  const note = document.getElementById(pay().getAttribute('aria-describedby') ?? '');
  expect(note?.textContent).toContain("You're offline, and a payment needs a connection.");
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
