import { expect, test } from 'vitest';
import { setUpShopWorld } from '../support/shop-world.ts';
import { storedQuantities } from '../support/stored-cart.ts';

const world = setUpShopWorld({ device: 'returning' });

const quantity = (page = world.page) => page.getByRole('combobox').first();

async function fillCart(): Promise<void> {
  await world.page.goto(`${world.shop.origin}/product/recon-vtol`);
  await world.page.getByRole('button', { name: 'Add to Cart' }).click();
  await world.page.getByText('items in cart').first().waitFor({ state: 'attached' });
  await world.page.goto(`${world.shop.origin}/checkout`);
  await expect.poll(stored).toEqual([1]);
}

/** Quantities in this device's cart on the server. */
const stored = () => storedQuantities(world.page, world.shop);

test('[R-ENT-14] [F34] a cart change made just before a reload survives it and reaches the server', async () => {
  await fillCart();
  const isLoaded = world.page.waitForEvent('load');
  // Change and reload in one task, so none of the change's asynchronous work has run.
  await world.page.evaluate(() => {
    const select = document.querySelector('select') as HTMLSelectElement;
    select.value = '7';
    select.dispatchEvent(new Event('change', { bubbles: true }));
    location.reload();
  });
  await isLoaded;
  await expect.poll(() => quantity().inputValue()).toBe('7');
  await expect.poll(stored, { timeout: 10_000 }).toEqual([7]);
  expect(await quantity().inputValue()).toBe('7');
});

test('[R-ENT-14] [F36] two tabs show the same cart, whichever tab changes it', async () => {
  await fillCart();
  const other = await world.context.newPage();
  await other.goto(`${world.shop.origin}/checkout`);
  await quantity(other).selectOption('4');
  await expect.poll(() => quantity().inputValue()).toBe('4');
  await quantity().selectOption('6');
  await expect.poll(() => quantity(other).inputValue()).toBe('6');
  await expect.poll(stored, { timeout: 10_000 }).toEqual([6]);
});

test('[R-CRT-07] [D47] opening the success page by accident empties the cart, and the empty cart gives it back', async () => {
  const { page, shop } = world;
  await fillCart();
  for (const path of [
    '/success',
    '/success?session_id=not-a-session',
    '/success?session_id=cs_test_unknown',
  ]) {
    await page.goto(`${shop.origin}${path}`);
    await page.getByRole('heading', { name: "We couldn't find a payment" }).waitFor();
    await page.getByRole('button', { name: 'Restore my last order' }).waitFor();
    expect(await page.getByText(/email was sent|Thank You/).count()).toBe(0);
    await page.getByRole('link', { name: /^Cart/ }).first().click();
    await page.getByRole('heading', { name: 'Nothing in your cart yet' }).waitFor();
    await page.getByRole('button', { name: 'Restore my last order' }).click();
    await expect.poll(() => quantity().inputValue()).toBe('1');
    expect(await page.getByRole('button', { name: 'Restore my last order' }).count()).toBe(0);
  }
});
