import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import type { PaidOrder } from '#shared/collections/orders.ts';
import type { RunningShop } from './shop-server.ts';

const BATTERY = { product: '6s-19000-mah-battery', price: 'price_demo_6s-19000-mah-battery' };

interface Purchase {
  readonly email?: string;
  /** If it is not the quoted one. */
  readonly amount?: string;
}

/** Buys two batteries on this device, as a guest. */
export async function buyBatteries(
  page: Page,
  shop: RunningShop,
  { email = 'ada@example.com', amount = '' }: Purchase = {},
): Promise<void> {
  await page.goto(`${shop.origin}/product/${BATTERY.product}`);
  await page.getByRole('combobox', { name: /quantity|qty/i }).selectOption('2');
  await page.getByRole('button', { name: 'Add to Cart' }).click();
  await page.getByText('items in cart').first().waitFor({ state: 'attached' });
  await page.goto(`${shop.origin}/checkout`);
  await page.getByRole('button', { name: 'Proceed to Checkout' }).click();
  await page.waitForURL(/\/test-payment\//);
  await page.getByLabel(/confirmation/).fill(email);
  if (amount !== '') {
    await page.getByText('Pay another amount').click();
    await page.getByLabel('Amount').fill(amount);
  }
  await page.getByRole('button', { name: /^pay/i }).click();
  await page.getByText('Thank You for Your Purchase!').waitFor();
}

export interface PlacedOrder {
  readonly id: string;
  /** Does what a button of its test payment page does. */
  act(name: string): Promise<void>;
}

/** Places an order on another device. @param email that no other order has */
export async function placeOrder(shop: RunningShop, email: string): Promise<PlacedOrder> {
  const post = (path: string, contentType: string, body: string) =>
    fetch(shop.origin + path, {
      method: 'POST',
      headers: { origin: shop.origin, 'content-type': contentType },
      body,
      redirect: 'manual',
    });
  const lines = JSON.stringify({ lines: [{ price: BATTERY.price, quantity: 2 }] });
  const opened = await post('/api/v1/checkout/sessions', 'application/json', lines);
  expect(opened.status, await opened.clone().text()).toBe(200);
  const { id: session } = (await opened.json()) as { readonly id: string };
  const act = async (name: string, form = '') => {
    await post(`/test-payment/${session}/${name}`, 'application/x-www-form-urlencoded', form);
  };
  await act('pay', `email=${email}`);
  const find = async () => (await storedPaidOrders(shop)).find(({ orderEmail }) => orderEmail === email);
  await expect.poll(find).toBeDefined();
  return { id: (await find())?.FBUID ?? '', act };
}

/** All paid orders on the server. */
export async function storedPaidOrders(shop: RunningShop): Promise<readonly PaidOrder[]> {
  const response = await shop.admin('/testing/data/orders');
  return ((await response.json()) as { readonly documents: readonly PaidOrder[] }).documents;
}

/** Waits until the open order is in this state, or its newest change is. */
export const showsState = (page: Page, text: string) =>
  page.locator('dl > div').filter({ hasText: 'State' }).getByText(text, { exact: true }).waitFor();
