import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { badProduct, MARKUP, SCRIPT_LINK, UNBROKEN } from '../support/bad-product.ts';
import { expectAccessibleInEachLook } from '../support/expect-accessible.ts';
import { productContent } from '../support/samples.ts';
import { setUpOwnShopWorld } from '../support/shop-world.ts';
import { storeUnchecked } from '../support/store-unchecked.ts';

// The pictures are missing on purpose, which the browser logs.
const world = setUpOwnShopWorld({
  device: 'returning',
  allowedErrors: /404 \(Not Found\).*\/pictures\/none\//,
});

const at = (path: string) => `${world.shop.origin}${path}`;
const DIALOGS = ['Read More', 'Features', 'Dimensions & Weight', 'Shipping & Delivery'];

async function expectNoSidewaysScroll(page: Page, name: string): Promise<void> {
  const overflow = await page.evaluate(() =>
    [document.documentElement, ...document.querySelectorAll('dialog[open], dialog[open] *')]
      .filter((element) => element.scrollWidth > element.clientWidth + 1 && element.clientWidth > 0)
      .filter(
        (element) =>
          getComputedStyle(element).overflowX !== 'visible' || element === document.documentElement,
      )
      .map(
        (element) => `${element.tagName}.${element.className} ${element.scrollWidth - element.clientWidth}`,
      ),
  );
  expect(overflow, name).toEqual([]);
}

/** Opens every screen and dialog that shows a product, 320 px wide. */
async function walkThrough(page: Page, id: string, name: string): Promise<void> {
  await page.setViewportSize({ width: 320, height: 640 });
  await page.goto(at('/products/drones'));
  const add = page.getByRole('button', { name: `Add ${name} to cart` });
  // Cards get their real height when they come near the viewport: like a person, press only what no longer moves.
  await add.scrollIntoViewIfNeeded();
  await add.click();
  await page.getByRole('dialog').waitFor();
  await expectNoSidewaysScroll(page, 'Add to Bag?');
  await page.getByRole('button', { name: 'Add to Cart' }).click();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await expectNoSidewaysScroll(page, 'the list');
  await page.goto(at(`/product/${id}`));
  await page.getByRole('heading', { level: 1, name }).waitFor();
  for (const title of DIALOGS) {
    await page.getByRole('button', { name: title }).click();
    await page.getByRole('dialog').waitFor();
    await expectNoSidewaysScroll(page, title);
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  }
  // Lazy pictures load, and here fail, when scrolled into view.
  await page.getByText('Technical and warranty support').scrollIntoViewIfNeeded();
  await expectNoSidewaysScroll(page, 'the product');
  await page.goto(at('/checkout'));
  await page.getByRole('button', { name: `Remove ${name}` }).click();
  await page.getByRole('button', { name: `Undo removing ${name}` }).waitFor();
  await expectNoSidewaysScroll(page, 'the cart');
}

test.each([
  ['[R-DET-03] [R-LST-01] a name and texts without a line-break opportunity', 'unbroken', UNBROKEN],
  ['[R-DET-03] [R-LST-01] texts of 20,000 characters', 'long', 'a long text '.repeat(1666)],
])('%s stay within 320 px on every screen', async (_title, id, text) => {
  await storeUnchecked(world.shop, [{ FBUID: id, ...badProduct(text) }]);
  await walkThrough(world.page, id, badProduct(text).productName.trim());
});

test('[T16] [R-DET-10] script in any product text stays text, in the server-rendered page and in the app', async () => {
  const dialogs: string[] = [];
  // A new device shows the server-rendered page.
  const page = await (await world.newContext()).newPage();
  page.on('dialog', (dialog) => {
    dialogs.push(dialog.message());
    void dialog.dismiss();
  });
  await page.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', (event) => console.error(event.violatedDirective));
  });
  await storeUnchecked(world.shop, [{ FBUID: 'evil', ...badProduct(MARKUP) }]);
  await walkThrough(page, 'evil', MARKUP);
  await page.goto(at('/product/evil'));
  await page.locator('main a').first().waitFor();
  const links = await page.locator('main a').evaluateAll((all) => all.map((one) => one.getAttribute('href')));
  expect(links.length).toBeGreaterThan(0);
  expect(links.filter((href) => href === null || !/^(\/|mailto:)/.test(href))).toEqual([]);
  expect(links).not.toContain(SCRIPT_LINK);
  expect(await page.locator('main :is(script, [onerror], [onload])').count()).toBe(0);
  expect(dialogs).toEqual([]);
});

test('[R-DET-03] [R-LST-01] [R-DET-08] a product without price, pictures and texts is shown and leads to an enquiry', async () => {
  const { page, shop } = world;
  const content = Object.entries(badProduct('Bare')).map(([field, value]) => [
    field,
    Array.isArray(value) ? [] : value,
  ]);
  const response = await shop.admin('/testing/data/products/bare', {
    method: 'PUT',
    json: Object.fromEntries(content) as object,
  });
  expect(response.status, await response.text()).toBeLessThan(300);
  await page.goto(at('/products/drones'));
  const card = page
    .getByRole('article')
    .filter({ has: page.getByRole('link', { name: 'Bare', exact: true }) });
  await card.getByText('Price on enquiry').waitFor();
  expect([await card.locator('svg').count(), await card.getByRole('button').count()]).toEqual([1, 0]);
  await page.goto(at('/product/bare'));
  await page.getByRole('img', { name: 'Bare, no picture yet' }).waitFor();
  expect(await page.getByRole('button', { name: 'Add to Cart' }).count()).toBe(0);
  for (const title of DIALOGS) {
    await page.getByRole('button', { name: title }).click();
    expect((await page.getByRole('dialog').locator('p').innerText()).length).toBeGreaterThan(10);
    await page.keyboard.press('Escape');
  }
  await expectAccessibleInEachLook(page, 'a bare product');
  await page.getByRole('link', { name: 'Enquire' }).click();
  await page.getByRole('heading', { level: 1, name: 'Contact Us' }).waitFor();
});

test('[R-CHK-02] [D46] the cart shows what is charged: the current price, and why a line can’t be paid for', async () => {
  const { page, shop } = world;
  const save = async (id: string, price: string, priceId = `price_${id}`) => {
    const json = {
      ...productContent(id),
      productImages: [],
      productPrices: [{ value: price, label: 'AUD', description: priceId }],
    };
    const response = await shop.admin(`/testing/data/products/${id}`, { method: 'PUT', json });
    expect(response.status, await response.text()).toBeLessThan(300);
  };
  await save('trainer', '1190.00');
  await save('goner', '10.00');
  for (const id of ['trainer', 'goner']) {
    await page.goto(at(`/product/${id}`));
    await page.getByRole('button', { name: 'Add to Cart' }).click();
    await page.getByText(`${id} is in your cart`).first().waitFor();
  }
  await page.goto(at('/checkout'));
  const line = page.getByRole('listitem').filter({ hasText: 'trainer' });
  const total = page.getByRole('status').filter({ hasText: 'Total' });
  const pay = page.getByRole('button', { name: 'Proceed to Checkout' });
  await total.filter({ hasText: 'Total $1,200.00 for 2 items.' }).waitFor({ state: 'attached' });

  await save('trainer', '1290.00');
  await line.getByText('was $1,190.00 now').waitFor();
  expect(await line.locator('s').innerText()).toBe('$1,190.00');
  await total.filter({ hasText: 'Total $1,300.00' }).waitFor({ state: 'attached' });

  await shop.admin('/testing/data/products/goner', { method: 'DELETE' });
  await page.getByText('No longer sold. Remove it to go on to the payment.').waitFor();
  await page.getByText('Remove goner to go on to the payment: it is no longer sold.').waitFor();
  expect(await pay.isDisabled()).toBe(true);
  await expectAccessibleInEachLook(page, 'a cart with a new price and a lost product');
  await page.getByRole('button', { name: 'Remove goner' }).click();
  const asked = { productId: 'trainer', priceId: 'price_trainer', unitCents: 129_000 };
  const made = await shop.admin('/admin/payments/prices', { method: 'POST', json: asked });
  expect(made.status, await made.clone().text()).toBe(200);
  const { priceId } = (await made.json()) as { priceId: string };
  await save('trainer', 'on request', priceId);
  await page.getByText('Remove trainer to go on to the payment: it has no price at the moment.').waitFor();
  await save('trainer', '1290.00', priceId);
  await line.getByText('was $1,190.00 now').waitFor();
  await pay.click();
  await page.waitForURL(/\/test-payment\//);
  await page.getByText('$1,290.00').first().waitFor();
});
