// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { CartItem } from '#shared/collections/checkouts.ts';
import { countItems } from '#shared/domain/cart.ts';
import { changeItemCount, removeFromCart, restoreItems } from '#pwa/data/cart.ts';
import { startCheckout } from '#pwa/data/payments.ts';
import { sampleItem } from '../sample-product.ts';
import { CheckoutPage } from './checkout-page.tsx';

const world = vi.hoisted(() => ({ items: [] as readonly CartItem[], isOnline: true }));

vi.mock('#pwa/data/log.ts', () => ({ logError: vi.fn() }));
vi.mock('#pwa/data/payments.ts', () => ({ startCheckout: vi.fn() }));
vi.mock('#pwa/data/cart.ts', () => ({
  changeItemCount: vi.fn(async () => undefined),
  removeFromCart: vi.fn(async () => undefined),
  restoreItems: vi.fn(async () => undefined),
}));
vi.mock('#pwa/data/use-cart.ts', () => ({
  useCart: () => ({ items: world.items, count: countItems(world.items), isReady: true }),
}));
vi.mock('#pwa/data/use-connection.ts', () => ({
  useConnection: () => ({ isOnline: world.isOnline, waiting: 0, isSending: false }),
}));
vi.mock('#pwa/data/use-shop-config.ts', () => ({
  useShopConfig: () => ({ currency: 'AUD', testPayments: false }),
}));

const page = (
  <MemoryRouter>
    <CheckoutPage />
  </MemoryRouter>
);

const pay = () => screen.getByRole('button', { name: 'Proceed to Checkout' }) as HTMLButtonElement;

beforeEach(() => {
  world.items = [sampleItem(2)];
  world.isOnline = true;
  vi.clearAllMocks();
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

test('[R-CHK-01] a line shows image, name, description label, line price, quantity and Remove', () => {
  render(page);
  const [line] = within(screen.getByRole('region', { name: 'Items in your bag' })).getAllByRole('listitem');
  const inLine = within(line as HTMLElement);
  expect(inLine.getByRole('img').getAttribute('src')).toBe('/pictures/recon-vtol/1.webp');
  expect(inLine.getByRole('heading').textContent).toBe('Recon VTOL');
  expect(inLine.getByText('description 0 label')).toBeTruthy();
  expect(inLine.getByText('$49,980.00')).toBeTruthy();
  expect((inLine.getByRole('combobox') as HTMLSelectElement).value).toBe('2');
  expect(inLine.getByRole('button', { name: 'Remove Recon VTOL' })).toBeTruthy();
});

test('[R-CHK-01] [R-VAL-10] the quantity drop-down offers one to ten and changes the line', async () => {
  render(page);
  const quantity = screen.getByRole('combobox', { name: 'Quantity of Recon VTOL' }) as HTMLSelectElement;
  expect(quantity.options).toHaveLength(10);
  await userEvent.selectOptions(quantity, '7');
  expect(changeItemCount).toHaveBeenCalledWith('recon-vtol', 7);
});

test('[R-CHK-02] [R-CST-02] the summary shows sub total, GST and total, and the way to pay', () => {
  render(page);
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
  render(page);
  await userEvent.click(pay());
  expect(startCheckout).toHaveBeenCalledWith(world.items);
  expect(assign).toHaveBeenCalledWith('https://pay.example/session');
});

test('[R-PAY-02] when paying fails, the page stays, says so and offers Retry', async () => {
  vi.mocked(startCheckout).mockRejectedValue(new Error('down'));
  render(page);
  await userEvent.click(pay());
  expect((await screen.findByRole('alert')).textContent).toContain('your bag is as it was');
  await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
  expect(startCheckout).toHaveBeenCalledTimes(2);
});

test('[R-CHK-02] offline, paying is disabled and the page says why', () => {
  world.isOnline = false;
  render(page);
  expect(pay().disabled).toBe(true);
  const note = document.getElementById(pay().getAttribute('aria-describedby') ?? '');
  expect(note?.textContent).toContain("You're offline, and a payment needs a connection.");
});

test('[R-CHK-01] Remove takes effect at once and can be undone for 8 seconds', () => {
  vi.useFakeTimers();
  const [item] = world.items;
  const { rerender } = render(page);
  fireEvent.click(screen.getByRole('button', { name: 'Remove Recon VTOL' }));
  expect(removeFromCart).toHaveBeenCalledWith('recon-vtol');
  world.items = [];
  rerender(
    <MemoryRouter>
      <CheckoutPage />
    </MemoryRouter>,
  );
  const undo = screen.getByRole('button', { name: 'Undo removing Recon VTOL' });
  expect(document.activeElement).toBe(undo);
  fireEvent.click(undo);
  expect(restoreItems).toHaveBeenCalledWith([item]);
  vi.useRealTimers();
});

test('[R-CHK-01] an empty bag says so and leads to the products', () => {
  world.items = [];
  render(page);
  expect(screen.getByText('Nothing in your bag yet')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'See the products' }).getAttribute('href')).toBe('/products');
});
