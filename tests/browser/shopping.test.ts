import { expect, test } from 'vitest';
import { expectAccessibleInEachLook } from '../support/expect-accessible.ts';
import { setUpShopWorld } from '../support/shop-world.ts';
import { waitUntilHydrated } from '../support/wait-until-hydrated.ts';

const world = setUpShopWorld({ device: 'returning' });

async function fillCart(): Promise<void> {
  await world.page.goto(`${world.shop.origin}/product/6s-19000-mah-battery`);
  await world.page.getByRole('combobox', { name: /quantity|qty/i }).selectOption('2');
  await world.page.getByRole('button', { name: 'Add to Cart' }).click();
  await world.page.getByText('items in cart').first().waitFor({ state: 'attached' });
  await world.page.goto(`${world.shop.origin}/checkout`);
  await world.page.getByRole('heading', { name: 'Order Summary' }).waitFor();
}

test('[R-GEN-02] [R-CHK-02] [R-PAY-01] [R-PAY-03] [R-CRT-07] a shopper fills the cart, pays on the hosted page and returns to an empty cart', async () => {
  await fillCart();
  for (const amount of ['$1,168.20', '$129.80', '$1,298.00'])
    await world.page.getByText(amount).first().waitFor();
  await world.page.getByRole('button', { name: 'Proceed to Checkout' }).click();
  await world.page.waitForURL(/\/test-payment\//);
  await world.page
    .getByText(/test mode/i)
    .first()
    .waitFor();
  await world.page.getByLabel(/confirmation/).fill('ada@example.com');
  await world.page.getByRole('button', { name: /pay/i }).click();
  await world.page.waitForURL(/\/success\?session_id=/);
  await world.page.getByText('Thank You for Your Purchase!').waitFor();
  await world.page.getByText(/^A confirmation email was sent/).waitFor();
  await world.page.getByText('items in cart').waitFor({ state: 'detached' });
  const sessionId = new URL(world.page.url()).searchParams.get('session_id') ?? '';
  const status = async () =>
    (await (await fetch(`${world.shop.origin}/api/v1/checkout/sessions/${sessionId}`)).json()) as unknown;
  await expect.poll(status).toMatchObject({ status: 'paid' });
  await world.page.getByRole('link', { name: 'Return to Homepage' }).click();
  await world.page.waitForURL(`${world.shop.origin}/`);
});

test('[R-SUC-01] [R-CRT-07] the success page shows the order with its number, after an offline reload too; an unpaid order restores its cart', async () => {
  const { page, context, shop } = world;
  await fillCart();
  await page.getByRole('button', { name: 'Proceed to Checkout' }).click();
  await page.waitForURL(/\/test-payment\//);
  const hosted = page.url();
  await page.goto(`${shop.origin}/success`);
  await page.getByRole('heading', { name: "We couldn't find a payment" }).waitFor();
  await page.getByText('The payment has not gone through yet.').waitFor();
  await page.getByRole('button', { name: 'Restore my last order' }).click();
  await page.waitForURL(`${shop.origin}/checkout`);
  await expect.poll(() => page.getByRole('combobox').first().inputValue()).toBe('2');

  await page.goto(hosted);
  const email = page.getByLabel(/confirmation/);
  await page.getByRole('button', { name: /^pay/i }).click();
  // The browser asks for the address.
  expect(await email.evaluate((field: HTMLInputElement) => field.validity.valueMissing)).toBe(true);
  expect(page.url()).toBe(hosted);
  await email.fill('ada@example.com');
  await page.getByRole('button', { name: /^pay/i }).click();
  await page.waitForURL(/\/success\?session_id=/);
  await page.getByText('Payment confirmed.').waitFor();
  const order = page.getByRole('region', { name: 'Your order' });
  const orderNumber = await order.getByText(/^[0-9A-Z]{4}-[0-9A-Z]{4}$/).innerText();
  await page.evaluate(() => navigator.serviceWorker.ready);
  await context.setOffline(true);
  await page.reload();
  await page.getByText('Payment confirmed.').waitFor();
  for (const text of [
    orderNumber,
    '6S 19000 mAh Battery',
    '2 × $649.00',
    '$1,168.20',
    '$129.80',
    '$1,298.00',
  ])
    await order.getByText(text).first().waitFor();
  await expectAccessibleInEachLook(page, 'the order that was paid');
});

test('[R-PAY-02] a shopper who cancels the payment returns to the unchanged cart and is told that nothing was charged', async () => {
  await fillCart();
  await world.page.getByRole('button', { name: 'Proceed to Checkout' }).click();
  await world.page.waitForURL(/\/test-payment\//);
  await world.page.getByRole('button', { name: /cancel/i }).click();
  await world.page.getByText('Payment cancelled. Nothing was charged.').waitFor();
  await world.page.waitForURL(`${world.shop.origin}/checkout`);
  await expect.poll(() => world.page.getByRole('combobox').first().inputValue()).toBe('2');
  await world.page.reload();
  await world.page.getByRole('heading', { name: 'Order Summary' }).waitFor();
  expect(await world.page.getByText('Payment cancelled.').count()).toBe(0);
});

test('[R-CAL-18] page views are counted only for visitors who agree', async () => {
  const { page, shop } = world;
  const counted = async () => {
    const metrics = await (await fetch(`${shop.origin}/metrics`)).text();
    const views = [...metrics.matchAll(/^nankeen_page_views_total\{page="(.+)"\} (\d+)$/gm)];
    return Object.fromEntries(views.map(([, path = '', count]) => [path, Number(count)]));
  };
  const before = await counted();
  const asked: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/analytics/')) asked.push(request.url());
  });
  await page.goto(`${shop.origin}/legals/privacy-policy`);
  await waitUntilHydrated(page);
  const agree = page.getByRole('checkbox', { name: 'Count the pages I open' });
  await page.getByRole('link', { name: 'Contact Us' }).first().click();
  await page.getByRole('heading', { name: 'Contact Us', exact: true }).waitFor();
  await page.goBack();
  await agree.check();
  expect(asked).toEqual([]);
  await page.getByRole('link', { name: 'Contact Us' }).first().click();
  await expect.poll(counted).toEqual({ ...before, '/contact': (before['/contact'] ?? 0) + 1 });
});

test('[R-DET-01] a product’s views are swiped or chosen by thumbnail, and only the current one is interactive', async () => {
  const { page, shop } = world;
  await page.goto(`${shop.origin}/product/recon-vtol`);
  await waitUntilHydrated(page);
  const gallery = page.getByRole('region', { name: 'Views of Recon VTOL' });
  const shown = () => gallery.locator('[role="group"]:not([inert])').getAttribute('aria-label');
  const left = () =>
    gallery
      .locator('[role="group"]')
      .first()
      .evaluate(({ parentElement }) => (parentElement?.scrollLeft ?? 0) / (parentElement?.clientWidth ?? 1));
  expect(await shown()).toBe('1 of 6');
  await gallery.getByRole('button', { name: /^Show view 3/ }).click();
  await expect.poll(left).toBeCloseTo(2, 1);
  await expect.poll(shown).toBe('3 of 6');
  // A horizontal wheel scrolls the row like a swipe, and it snaps to the next view.
  const { x, y, width } = (await gallery.boundingBox()) ?? { x: 0, y: 0, width: 0 };
  await page.mouse.move(x + width / 2, y + 50);
  await page.mouse.wheel(width, 0);
  await expect.poll(shown).toBe('4 of 6');
  await expect.poll(left).toBeCloseTo(3, 1);
  const current = gallery.locator('[aria-current="true"]');
  await expect.poll(() => current.getAttribute('aria-label')).toMatch(/^Show view 4/);
});
