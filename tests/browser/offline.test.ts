import { expect, test } from 'vitest';
import { setUpOwnShopWorld } from '../support/shop-world.ts';

const world = setUpOwnShopWorld();

/** A first visit: pulls the products and waits until the service worker controls the page. */
async function visitOnce(): Promise<void> {
  await world.page.goto(`${world.shop.origin}/products/drones`);
  await world.page.getByRole('heading', { name: 'Recon VTOL', exact: true }).waitFor();
  await world.page.evaluate(() => navigator.serviceWorker.ready);
  await world.page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  // From now on the worker serves the pages and the local store their content.
  await world.page.reload();
  await world.page.getByRole('heading', { name: 'Recon VTOL', exact: true }).waitFor();
}

async function fillEnquiry(message: string): Promise<void> {
  await world.page.getByLabel('Name').fill('Ada Byrne');
  await world.page.getByLabel('Email').fill('ada@example.com');
  await world.page.getByLabel('Message').fill(message);
  await world.page.getByRole('button', { name: /send|submit/i }).click();
}

test('[R-SHP-02] [R-USR-01] after one visit every page opens offline, by reload and by deep link', async () => {
  await visitOnce();
  await world.context.setOffline(true);
  await world.page.reload();
  await world.page.getByRole('heading', { name: 'Recon VTOL', exact: true }).waitFor();
  for (const path of [
    '/',
    '/products',
    '/products/batteries',
    '/checkout',
    '/contact',
    '/legals/warranty',
    '/login',
    '/login/verify',
    '/login/done',
    '/login/reset',
    '/account',
    '/account/email',
    '/account/profile',
    '/login/second-factor',
    '/account/security',
    '/account/data',
    '/account/delete',
    '/success',
  ]) {
    await world.page.goto(world.shop.origin + path);
    await world.page.locator('h1').first().waitFor();
  }
  await world.page.goto(`${world.shop.origin}/product/6s-19000-mah-battery`);
  await world.page.getByRole('heading', { level: 1, name: '6S 19000 mAh Battery' }).waitFor();
});

test('[R-DET-01] [R-SHP-02] offline, a product view that is not on this device says so, and the first view still shows', async () => {
  const { page, context } = world;
  await visitOnce();
  await context.setOffline(true);
  await page.goto(`${world.shop.origin}/product/overwatch-x6`);
  const slide = (number: number) => page.getByRole('group', { name: `${number} of 6` });
  const isPainted = () =>
    slide(1)
      .locator('img')
      .evaluate((image) => (image as HTMLImageElement).naturalWidth > 0);
  await expect.poll(isPainted).toBe(true);
  const third = page.getByRole('button', { name: /^Show view 3/ });
  const caption = (await third.getAttribute('aria-label'))?.replace('Show view 3: ', '') ?? '';
  await third.click();
  await slide(3).getByText('Not saved on this device').waitFor();
  await page.getByText(caption, { exact: true }).waitFor();
});

test('[CL13] [R-SYN-02] an enquiry whose request a vanished network swallowed is confirmed as soon as there is a network', async () => {
  const { page, context, shop } = world;
  await page.goto(`${shop.origin}/contact`);
  await page.evaluate(() => navigator.serviceWorker.ready);
  let swallowed = 0;
  await page.route('**/sync/push', () => void (swallowed += 1), { times: 1 });
  await fillEnquiry('Does it fly in the rain?');
  await expect.poll(() => swallowed).toBe(1);
  await context.setOffline(true);
  await context.setOffline(false);
  // Well within the limit of a request without a response.
  await page.getByText('Received').first().waitFor({ timeout: 15_000 });
});

test('[R-SYN-02] [R-CON-04] an enquiry sent on the first visit is confirmed automatically', async () => {
  await world.page.goto(`${world.shop.origin}/contact`);
  await fillEnquiry('What does the Lifter lift?');
  await world.page
    .getByText('Thank you for submitting an enquiry with us. We will get back to you soon.')
    .waitFor();
  await world.page.getByText('Received').first().waitFor({ timeout: 10_000 });
});

test('[R-SHP-03] [R-SYN-01] an enquiry made offline is confirmed later without a reload, even if the server was killed meanwhile', async () => {
  await visitOnce();
  await world.context.setOffline(true);
  await world.shop.kill();
  await world.page.goto(`${world.shop.origin}/contact`);
  await fillEnquiry('Do you ship to Broome?');
  await world.page
    .getByText('Thank you for submitting an enquiry with us. We will get back to you soon.')
    .waitFor();
  await world.page.getByText('Saved on this device').first().waitFor();
  await world.page.getByText("You're offline. Everything you do is kept").waitFor();
  await world.context.setOffline(false);
  await world.page.getByText("We can't reach the store right now. Everything you do is kept").waitFor();
  await world.shop.restart();
  await world.page.getByText('Received').first().waitFor({ timeout: 15_000 });

  const response = await world.shop.admin('/testing/data/contacts');
  const { documents } = (await response.json()) as { documents: { id: string; contactMessage: string }[] };
  const arrived = documents.find(({ contactMessage }) => contactMessage === 'Do you ship to Broome?');
  expect(arrived).toBeDefined();
  const history = await world.shop.admin(`/testing/data/contacts/${arrived?.id}/history`);
  expect(await history.json()).toMatchObject({
    entries: [{ operation: 'create', updatedBy: 'no user found' }],
  });
});

test('[R-ENT-14] [R-CRT-01] an offline cart change survives a reload and reaches the server', async () => {
  await visitOnce();
  await world.context.setOffline(true);
  await world.page.reload();
  await world.page
    .getByRole('button', { name: /add recon vtol to cart/i })
    .first()
    .click();
  const dialog = world.page.getByRole('dialog', { name: 'Add to Bag?' });
  await dialog.getByText('Qty: 1').waitFor();
  await dialog.getByRole('button', { name: /add to cart/i }).click();
  await world.page.getByText('items in cart').first().waitFor({ state: 'attached' });
  await world.page.goto(`${world.shop.origin}/checkout`);
  await world.page.getByRole('combobox').first().selectOption('3');
  await expect.poll(() => world.page.getByRole('combobox').first().inputValue()).toBe('3');
  await world.page.reload();
  await expect.poll(() => world.page.getByRole('combobox').first().inputValue()).toBe('3');
  await expect
    .poll(() =>
      world.page.evaluate(
        () => JSON.parse(localStorage.getItem('checkouts') ?? '{}').checkoutItems[0].productCount,
      ),
    )
    .toBe(3);
  await world.context.setOffline(false);
  await expect
    .poll(
      async () => {
        const response = await world.shop.admin('/testing/data/checkouts');
        const { documents } = (await response.json()) as {
          documents: { checkoutItems: { productCount: number }[] }[];
        };
        return documents.map(({ checkoutItems }) => checkoutItems.map((item) => item.productCount));
      },
      { timeout: 15_000 },
    )
    .toContainEqual([3]);
});
