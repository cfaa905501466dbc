import { expect, test } from 'vitest';
import { setUpShopWorld } from '../support/shop-world.ts';
import { waitUntilLive } from '../support/wait-until-live.ts';

const world = setUpShopWorld();

async function fillBag(): Promise<void> {
  await world.page.goto(`${world.shop.origin}/product/6s-19000-mah-battery`);
  await world.page.getByRole('combobox', { name: /quantity|qty/i }).selectOption('2');
  await world.page.getByRole('button', { name: 'Add to Cart' }).click();
  await world.page.getByText('items in cart').first().waitFor({ state: 'attached' });
  await world.page.goto(`${world.shop.origin}/checkout`);
  await world.page.getByRole('heading', { name: 'Order Summary' }).waitFor();
}

test('[R-GEN-02] [R-CHK-02] [R-PAY-01] [R-PAY-03] [R-CRT-07] a shopper fills the bag, pays on the hosted page and comes back to an empty bag', async () => {
  await fillBag();
  for (const amount of ['$1,168.20', '$129.80', '$1,298.00'])
    await world.page.getByText(amount).first().waitFor();
  await world.page.getByRole('button', { name: 'Proceed to Checkout' }).click();
  await world.page.waitForURL(/\/test-payment\//);
  await world.page
    .getByText(/test mode/i)
    .first()
    .waitFor();
  await world.page.getByRole('button', { name: /pay/i }).click();
  await world.page.waitForURL(/\/success\?session_id=/);
  await world.page.getByText('Thank You for Your Purchase!').waitFor();
  await world.page.getByText('items in cart').waitFor({ state: 'detached' });
  const sessionId = new URL(world.page.url()).searchParams.get('session_id') ?? '';
  const status = async () =>
    (await (await fetch(`${world.shop.origin}/api/v1/checkout/sessions/${sessionId}`)).json()) as unknown;
  await expect.poll(status).toMatchObject({ status: 'paid' });
  await world.page.getByRole('link', { name: 'Return to Homepage' }).click();
  await world.page.waitForURL(`${world.shop.origin}/`);
});

test('[R-PAY-02] a shopper who cancels the payment comes back to the bag as it was', async () => {
  await fillBag();
  await world.page.getByRole('button', { name: 'Proceed to Checkout' }).click();
  await world.page.waitForURL(/\/test-payment\//);
  await world.page.getByRole('button', { name: /cancel/i }).click();
  await world.page.waitForURL(`${world.shop.origin}/checkout`);
  await expect.poll(() => world.page.getByRole('combobox').first().inputValue()).toBe('2');
});

test('[R-CAL-18] the pages of a visitor who agrees are counted, and nothing is asked of anybody else', async () => {
  const { page, shop } = world;
  const asked: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/analytics/')) asked.push(request.url());
  });
  await page.goto(`${shop.origin}/legals/privacy-policy`);
  await waitUntilLive(page);
  const agree = page.getByRole('checkbox', { name: 'Count the pages I open' });
  await page.getByRole('link', { name: 'Contact Us' }).first().click();
  await page.getByRole('heading', { name: 'Contact Us', exact: true }).waitFor();
  await page.goBack();
  await agree.check();
  expect(asked).toEqual([]);
  await page.getByRole('link', { name: 'Contact Us' }).first().click();
  const counted = async () =>
    (await (await fetch(`${shop.origin}/metrics`)).text()).match(/^nankeen_page_views_total.*$/gm);
  await expect.poll(counted).toEqual(['nankeen_page_views_total{page="/contact"} 1']);
});
