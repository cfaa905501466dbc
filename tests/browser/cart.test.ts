import { expect, test } from 'vitest';
import { setUpShopWorld } from '../support/shop-world.ts';

const world = setUpShopWorld({ device: 'returning' });

const quantity = (page = world.page) => page.getByRole('combobox').first();

async function fillCart(): Promise<void> {
  await world.page.goto(`${world.shop.origin}/product/recon-vtol`);
  await world.page.getByRole('button', { name: 'Add to Cart' }).click();
  await world.page.getByText('items in cart').first().waitFor({ state: 'attached' });
  await world.page.goto(`${world.shop.origin}/checkout`);
  await world.page.getByText('Confirmed').first().waitFor();
}

/** Quantities in this device's cart on the server. */
async function storedQuantities(): Promise<readonly number[]> {
  const { fid } = await world.page.evaluate(
    () => JSON.parse(localStorage.getItem('nankeen.installation') ?? '{}') as { fid: string },
  );
  const response = await world.shop.admin(`/testing/data/checkouts/${fid}`);
  const { checkoutItems } = (await response.json()) as { checkoutItems: { productCount: number }[] };
  return checkoutItems.map((item) => item.productCount);
}

test('[R-ENT-14] [F34] a cart change made just before a reload survives it and reaches the server', async () => {
  await fillCart();
  // Change and reload in one task, so none of the change's asynchronous work has run.
  await world.page.evaluate(() => {
    const select = document.querySelector('select') as HTMLSelectElement;
    select.value = '7';
    select.dispatchEvent(new Event('change', { bubbles: true }));
    location.reload();
  });
  await world.page.waitForEvent('load');
  await expect.poll(() => quantity().inputValue()).toBe('7');
  await expect.poll(storedQuantities, { timeout: 10_000 }).toEqual([7]);
  await world.page.getByText('Confirmed').first().waitFor();
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
  await expect.poll(storedQuantities, { timeout: 10_000 }).toEqual([6]);
});
