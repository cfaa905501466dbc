// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { CartItem } from '#shared/collections/checkouts.ts';
import type { Product } from '#shared/collections/products.ts';
import { countItems } from '#shared/domain/cart.ts';
import { AppError } from '#shared/kernel/app-error.ts';
import { changeItemCount, removeFromCart, restoreItems } from '#pwa/data/cart/cart.ts';
import { startCheckout } from '#pwa/data/cart/payments.ts';
import { ToastRegion } from '#pwa/ui/toast-region.tsx';
import { sampleItem, sampleProduct } from '../../../tests/support/sample-product.ts';
import { CheckoutPage } from './checkout-page.tsx';

const world = vi.hoisted(() => ({
  items: [] as readonly CartItem[],
  isOnline: true,
  isSold: true,
  product: undefined as Product | undefined,
}));

vi.mock('#pwa/data/log.ts', () => ({ logError: vi.fn() }));
vi.mock('#pwa/data/cart/payments.ts', () => ({ startCheckout: vi.fn() }));
vi.mock('#pwa/data/cart/cart.ts', () => ({
  changeItemCount: vi.fn(async () => undefined),
  removeFromCart: vi.fn(async () => undefined),
  restoreItems: vi.fn(async () => undefined),
}));
vi.mock('#pwa/data/cart/use-cart.ts', () => ({
  useCart: () => ({ items: world.items, count: countItems(world.items), isReady: true }),
}));
vi.mock('#pwa/data/queries/use-products.ts', () => ({
  useProduct: () => (world.isSold ? { status: 'ready', product: world.product } : { status: 'missing' }),
}));
vi.mock('#pwa/data/sync/use-connection.ts', () => ({
  useConnection: () => ({ isOnline: world.isOnline, waiting: 0, isSending: false }),
}));
vi.mock('#pwa/data/use-shop-config.ts', () => ({
  useShopConfig: () => ({ currency: 'AUD', testPayments: false }),
}));

const page = () => (
  <MemoryRouter>
    <ToastRegion>
      <main>
        <CheckoutPage />
      </main>
    </ToastRegion>
  </MemoryRouter>
);
const polite = () => document.querySelector('[aria-live="polite"]')?.textContent;

const pay = () => screen.getByRole('button', { name: 'Proceed to Checkout' }) as HTMLButtonElement;

beforeEach(() => {
  world.items = [sampleItem(2)];
  world.isOnline = true;
  world.isSold = true;
  world.product = undefined;
  vi.clearAllMocks();
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

test('[R-CHK-01] a line shows image, name, description label, line price, quantity and Remove', () => {
  render(page());
  const [line] = within(screen.getByRole('region', { name: 'Items in your bag' })).getAllByRole('listitem');
  const inLine = within(line as HTMLElement);
  expect(inLine.getByRole('img').getAttribute('src')).toBe('/pictures/recon-vtol/1.webp');
  expect(inLine.getByRole('heading').textContent).toBe('Recon VTOL');
  expect(inLine.getByText('description 0 label')).toBeTruthy();
  expect(inLine.getByText('$49,980.00')).toBeTruthy();
  expect((inLine.getByRole('combobox') as HTMLSelectElement).value).toBe('2');
  expect(inLine.getByRole('button', { name: 'Remove Recon VTOL' })).toBeTruthy();
});

test('[R-CHK-01] a line whose product has left the shop says so and what to do, once the server could be asked', () => {
  const note = () => screen.queryByText(/^No longer sold/);
  const { rerender } = render(page());
  expect(note()).toBeNull();
  world.isSold = false;
  rerender(page());
  expect(note()?.textContent).toBe('No longer sold. Remove it to go on to the payment.');
  world.isOnline = false;
  rerender(page());
  expect(note()).toBeNull();
});

test('[R-CHK-01] a line whose product costs something else now says what will be paid', () => {
  const note = () => screen.queryByText(/price has changed/)?.textContent;
  world.product = sampleProduct();
  const { rerender } = render(page());
  expect(note()).toBeUndefined();
  const price = (value: string) => [{ value, label: 'AUD', description: 'price_1' }];
  world.product = sampleProduct({ productPrices: price('25990.00') });
  rerender(page());
  expect(note()).toBe('Its price has changed since you added it: you pay $25,990.00 each.');
  world.product = sampleProduct({ productPrices: price('24990') });
  rerender(page());
  expect(note()).toBeUndefined();
});

test('[R-CHK-01] [R-VAL-10] the quantity drop-down offers one to ten and changes the line', async () => {
  render(page());
  const quantity = screen.getByRole('combobox', { name: 'Quantity of Recon VTOL' }) as HTMLSelectElement;
  expect(quantity.options).toHaveLength(10);
  await userEvent.selectOptions(quantity, '7');
  expect(changeItemCount).toHaveBeenCalledWith('recon-vtol', 7);
});

test('[R-CHK-02] [R-CST-02] the summary shows sub total, GST and total, and the way to pay', () => {
  render(page());
  const summary = within(screen.getByRole('region', { name: 'Order Summary' }));
  expect(summary.getAllByRole('term').map((term) => term.textContent)).toEqual(['Sub Total', 'GST', 'Total']);
  expect(summary.getAllByRole('definition').map((sum) => sum.textContent)).toEqual([
    '$44,982.00',
    '$4,998.00',
    '$49,980.00',
  ]);
  expect(pay().disabled).toBe(false);
});

test('[R-PAY-01] paying goes to the address the payment service returns', async () => {
  vi.mocked(startCheckout).mockResolvedValue('https://pay.example/session');
  const assign = vi.spyOn(window.location, 'assign').mockImplementation(() => undefined);
  render(page());
  await userEvent.click(pay());
  expect(startCheckout).toHaveBeenCalledWith(world.items);
  expect(assign).toHaveBeenCalledWith('https://pay.example/session');
});

test('[R-PAY-02] whoever comes back by the browser’s button finds the page ready to pay again', async () => {
  vi.mocked(startCheckout).mockResolvedValue('https://pay.example/session');
  vi.spyOn(window.location, 'assign').mockImplementation(() => undefined);
  render(page());
  await userEvent.click(pay());
  expect(
    (screen.getByRole('button', { name: 'Opening the payment page' }) as HTMLButtonElement).disabled,
  ).toBe(true);
  act(() => void window.dispatchEvent(new Event('pageshow')));
  expect(pay().disabled).toBe(false);
});

test('[R-PAY-02] when paying fails, the page stays, says so and offers Retry', async () => {
  vi.mocked(startCheckout).mockRejectedValue(new Error('down'));
  render(page());
  await userEvent.click(pay());
  expect((await screen.findByText(/your bag is as it was/)).closest('[role="alert"]')).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
  expect(startCheckout).toHaveBeenCalledTimes(2);
});

test('[R-PAY-02] what the server has against a line is told with the line’s name', async () => {
  world.items = [
    sampleItem(1, { FBUID: 'ask', productName: 'Ask us', productPrices: [] }),
    sampleItem(1, { FBUID: 'pack', productName: 'Pack' }),
    sampleItem(1),
  ];
  const gone = 'One of these products is no longer sold. Nothing was charged; look at your bag.';
  vi.mocked(startCheckout).mockRejectedValueOnce(
    new AppError('invalid-argument', gone, { path: 'lines[1].price' }),
  );
  render(page());
  await userEvent.click(pay());
  expect((await screen.findByText(`Recon VTOL: ${gone}`)).closest('[role="alert"]')).toBeTruthy();
  expect(pay().disabled).toBe(false);
});

test.each([
  [
    new AppError('aborted', 'A price changed since. Nothing was charged and your bag is kept; write to us.'),
    /^A price changed/,
  ],
  [new AppError('unavailable', 'The answer is not this server’s.'), /your bag is as it was/],
])('[R-PAY-02] a payment that can’t begin says why: %s', async (error, words) => {
  vi.mocked(startCheckout).mockRejectedValueOnce(error);
  render(page());
  await userEvent.click(pay());
  expect((await screen.findByText(words)).closest('[role="alert"]')).toBeTruthy();
});

test('[R-CHK-02] offline, paying is disabled and the page says why', () => {
  world.isOnline = false;
  render(page());
  expect(pay().disabled).toBe(true);
  const note = document.getElementById(pay().getAttribute('aria-describedby') ?? '');
  expect(note?.textContent).toContain("You're offline, and a payment needs a connection.");
});

describe('removing', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  /** Removes the only line; the cart is empty then. */
  function remove() {
    const { rerender } = render(page());
    fireEvent.click(screen.getByRole('button', { name: 'Remove Recon VTOL' }));
    world.items = [];
    rerender(page());
  }

  test('[R-CHK-01] [R-CRT-06] Remove takes effect at once, is said, and can be undone where the line was', () => {
    const [item] = world.items;
    remove();
    expect(removeFromCart).toHaveBeenCalledWith('recon-vtol');
    expect(polite()).toContain('Recon VTOL removed from your bag.');
    const undo = screen.getByRole('button', { name: 'Undo removing Recon VTOL' });
    expect(document.activeElement).toBe(undo);
    fireEvent.click(undo);
    expect(restoreItems).toHaveBeenCalledWith([item]);
    expect(polite()).toContain('Recon VTOL is back in your bag.');
    expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1 }));
  });

  test('[R-CRT-06] the toast takes it back too', () => {
    const [item] = world.items;
    remove();
    fireEvent.click(screen.getByRole('button', { name: 'Undo' }));
    expect(restoreItems).toHaveBeenCalledWith([item]);
    expect(screen.queryByText('Recon VTOL removed.')).toBeNull();
  });

  test('[R-CRT-06] after 8 seconds there is nothing left to undo, and the focus stays on the page', () => {
    remove();
    act(() => void vi.advanceTimersByTime(7999));
    expect(screen.getAllByRole('button', { name: /^Undo/ })).toHaveLength(2);
    act(() => void vi.advanceTimersByTime(1));
    expect(screen.queryByRole('button', { name: /^Undo/ })).toBeNull();
    expect(screen.getByText('Nothing in your bag yet')).toBeTruthy();
    expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1 }));
  });
});

test('[R-CRT-05] what a changed quantity comes to is said', () => {
  const { rerender } = render(page());
  const said = () => screen.getAllByRole('status').map((region) => region.textContent);
  expect(said()).toContain('Total $49,980.00 for 2 items.');
  world.items = [sampleItem(1)];
  rerender(page());
  expect(said()).toContain('Total $24,990.00 for 1 item.');
});

test('[R-CRT-05] a change that can’t be kept on the device is told', async () => {
  vi.mocked(changeItemCount).mockRejectedValueOnce(new Error('the device is full'));
  render(page());
  await userEvent.selectOptions(screen.getByRole('combobox'), '3');
  expect(screen.getByRole('alert').textContent).toContain('could not be kept on this device');
});

test('[R-DET-03] a line without a readable price says so, is not summed up, and is not paid for', () => {
  world.items = [sampleItem(1, { productPrices: [{ value: 'ask', label: '', description: '' }] })];
  render(page());
  expect(screen.getByText('Price on enquiry')).toBeTruthy();
  expect(screen.getAllByRole('definition').map((sum) => sum.textContent)).toEqual([
    '$0.00',
    '$0.00',
    '$0.00',
  ]);
  expect(pay().disabled).toBe(true);
});

test('[R-CHK-01] an empty cart says so and leads to the products', () => {
  world.items = [];
  render(page());
  expect(screen.getByText('Nothing in your bag yet')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'See the products' }).getAttribute('href')).toBe('/products');
});
