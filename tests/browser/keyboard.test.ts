import { expect, test } from 'vitest';
import { storedEnquiry } from '../support/enquiry-page.ts';
import { storedOrder } from '../support/order-page.ts';
import { setUpShopWorld } from '../support/shop-world.ts';
import { tabTo } from '../support/tab-to.ts';
import { waitUntilHydrated } from '../support/wait-until-hydrated.ts';

const world = setUpShopWorld({ device: 'returning' });

test('[R-GEN-02] [R-CHK-02] [R-PAY-01] a product is found, bought and paid for by keyboard', async () => {
  const { page } = world;
  await page.goto(world.shop.origin);
  await waitUntilHydrated(page);
  await page.keyboard.press('/');
  await page.locator('input[type="search"]:focus').waitFor();
  await page.keyboard.type('6s 19000');
  await page.waitForURL(/search=6s\+19000$/);
  await tabTo(page, /^6S 19000 mAh Battery$/);
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/product\/6s-19000-mah-battery$/);
  await page.getByRole('combobox', { name: 'Quantity' }).waitFor();
  await tabTo(page, /^Quantity$/);
  await page.keyboard.press('ArrowDown');
  await tabTo(page, /^Add to Cart$/);
  await page.keyboard.press('Enter');
  await page.getByText('2 × 6S 19000 mAh Battery are in your cart.').waitFor();
  await tabTo(page, /^View cart$/);
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/checkout$/);
  await page.getByText('$1,298.00', { exact: true }).first().waitFor();
  await tabTo(page, /^Remove 6S 19000 mAh Battery$/);
  await page.keyboard.press('Enter');
  // Removing moves the focus to Undo.
  await page.getByRole('button', { name: 'Undo removing 6S 19000 mAh Battery' }).waitFor();
  await page.keyboard.press('Enter');
  await page.getByText('6S 19000 mAh Battery is back in your cart.').waitFor();
  await tabTo(page, /^Proceed to Checkout$/);
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/test-payment\//);
});

test('[R-GEN-01] [R-CNS-01] [R-VAL-01] an enquiry is written, refused, sent and changed by keyboard', async () => {
  const { page, shop } = world;
  await page.goto(shop.origin);
  await waitUntilHydrated(page);
  await tabTo(page, /^Contact Us$/);
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/contact$/);
  const submit = page.getByRole('button', { name: 'Submit Enquiry' });
  await submit.waitFor();
  await tabTo(page, /^Submit Enquiry$/);
  await page.keyboard.press('Space');
  // The first missing field gets the focus.
  await page.getByText('required').first().waitFor();
  await page.getByRole('textbox', { name: /^Name/ }).and(page.locator(':focus')).waitFor();
  await page.keyboard.type('Ada Byrne');
  await tabTo(page, /^Email/);
  await page.keyboard.type('ada@example.com');
  await tabTo(page, /^Message/);
  await page.keyboard.type('How far does it fly?');
  await page.keyboard.press('Enter');
  await page.keyboard.type('And how high?');
  await tabTo(page, /^Submit Enquiry$/);
  await page.keyboard.press('Enter');
  await page.getByText('Thank you for submitting an enquiry').and(page.locator(':focus')).waitFor();
  await page.getByText('Received').first().waitFor();
  await tabTo(page, /^Read or change it$/);
  await page.keyboard.press('Enter');
  const message = page.getByRole('textbox', { name: /^Message/ });
  await page.getByRole('button', { name: 'Update Enquiry' }).waitFor();
  expect(await message.inputValue()).toBe('How far does it fly?\nAnd how high?');
  await tabTo(page, /^Message/);
  await page.keyboard.press('Control+a');
  await page.keyboard.type('Never mind.');
  await tabTo(page, /^Update Enquiry$/);
  await page.keyboard.press('Space');
  await page.getByText('Thank you for submitting an enquiry').and(page.locator(':focus')).waitFor();
  const id = new URL(page.url()).pathname.split('/').at(-1) ?? '';
  await expect.poll(async () => (await storedEnquiry(shop, id))?.contactMessage).toBe('Never mind.');
});

test('[R-LST-06] filters are set by keyboard and survive a reload', async () => {
  const { page } = world;
  await page.goto(`${world.shop.origin}/products`);
  await tabTo(page, /^Filter and sort$/);
  await page.keyboard.press('Enter');
  await tabTo(page, /^(Category, then name|)$/);
  await page.keyboard.press('ArrowDown');
  await page.waitForURL(/\?sort=price-asc$/);
  await page.reload();
  const prices = page.getByText(/^\$[\d,]+\.\d\d$/);
  await prices.nth(10).waitFor();
  const cents = (await prices.allTextContents()).map((price) => Number(price.replace(/[$,.]/g, '')));
  expect(cents).toEqual(cents.toSorted((a, b) => a - b));
});

test('[R-CRT-02] [R-CRT-05] [R-CRT-06] local storage holds the cart: empty at first, then every change', async () => {
  const { page } = world;
  const stored = () =>
    page.evaluate(() => {
      const { checkoutItems } = JSON.parse(localStorage.getItem('checkouts') ?? '{}') as {
        checkoutItems?: { FBUID: string; productCount: number }[];
      };
      return checkoutItems?.map(({ FBUID, productCount }) => `${productCount} ${FBUID}`);
    });
  await page.goto(`${world.shop.origin}/product/recon-vtol`);
  await expect.poll(stored).toEqual([]);
  await page.getByRole('button', { name: 'Add to Cart' }).click();
  await expect.poll(stored).toEqual(['1 recon-vtol']);
  await page.goto(`${world.shop.origin}/checkout`);
  await page.getByRole('combobox').selectOption('4');
  await expect.poll(stored).toEqual(['4 recon-vtol']);
  await page.getByRole('button', { name: 'Remove Recon VTOL' }).click();
  await expect.poll(stored).toEqual([]);
});

test('[R-SHL-02] the logo is centred in the bar, narrow and wide', async () => {
  const { page } = world;
  await page.goto(world.shop.origin);
  const logo = page.getByRole('banner').getByRole('link', { name: /Nankeen/i });
  for (const width of [360, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    const box = await logo.boundingBox();
    expect(Math.abs((box?.x ?? 0) + (box?.width ?? 0) / 2 - width / 2)).toBeLessThan(8);
  }
});

test('[R-PCK-05] [R-PCK-07] [R-PCK-09] a purchase order is unlocked, picked and confirmed by keyboard', async () => {
  const { page, shop } = world;
  await page.goto(`${shop.origin}/ukraine`);
  await waitUntilHydrated(page);
  await tabTo(page, /^Access code$/);
  await page.keyboard.type(shop.accessCode);
  await page.getByText('Nothing selected').waitFor();
  await page.getByLabel('Drone Engineer').waitFor({ state: 'attached' });
  await tabTo(page, /^Drone Engineer$/);
  await page.keyboard.press('Space');
  await page.keyboard.press('ArrowDown');
  await tabTo(page, /^Pilot Mission Type$/);
  await page.keyboard.press('ArrowDown');
  await tabTo(page, /^Search components$/);
  await page.keyboard.type('goggles');
  await tabTo(page, /^FPV Goggles$/);
  await page.keyboard.press('Space');
  await tabTo(page, /^Quantity of FPV Goggles$/);
  await page.keyboard.type('12');
  await page.getByText('1 component, 12 pieces').waitFor();
  await tabTo(page, /^Confirm$/);
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/ukraine\/review/);
  await page.getByText('Confirmed').first().waitFor();
  const id = new URL(page.url()).searchParams.get('order') ?? '';
  expect(await storedOrder(shop, id)).toMatchObject({
    role: 'Drone Pilot',
    missionType: 'FPV',
    selectedComponents: [{ name: 'FPV Goggles', quantity: 12 }],
  });
});
