import { expect, test } from 'vitest';
import { expectAccessible, expectAccessibleInEachLook } from '../support/expect-accessible.ts';
import { setUpShopWorld } from '../support/shop-world.ts';
import { tabTo } from '../support/tab-to.ts';

const world = setUpShopWorld();

test.each([
  ['light', 320],
  ['dark', 1280],
] as const)(
  '[R-LST-06] [R-LST-02] [R-DET-06] [R-CRT-06] filters, dialogs and Undo have no accessibility fault, %s at %i px',
  async (colorScheme, width) => {
    const { page, shop } = world;
    await page.setViewportSize({ width, height: 800 });
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await page.goto(`${shop.origin}/products?price=250-1000&buyable=yes`);
    await page.getByText('Filter and sort').click();
    // The address says which one is chosen. A click before the app has taken the page over goes nowhere.
    const sortNewest = async () => {
      await page.getByRole('radio', { name: 'Newest first' }).click();
      return page.url();
    };
    await expect.poll(sortNewest, { timeout: 10_000 }).toContain('sort=newest');
    await expectAccessible(page, 'filters');
    await page.goto(`${shop.origin}/products?search=nothing+like+it`);
    await page.getByRole('button', { name: 'Clear all' }).waitFor();
    await expectAccessible(page, 'an empty list');
    await page.getByRole('button', { name: 'Clear all' }).click();
    await page.getByRole('button', { name: 'Add Recon VTOL to bag' }).click();
    await page.getByRole('dialog').waitFor();
    await expectAccessible(page, 'Add to Bag?');
    await page.getByRole('button', { name: 'Add to Cart' }).click();
    await page.goto(`${shop.origin}/product/recon-vtol`);
    for (const title of ['Read More', 'Features', 'Dimensions & Weight', 'Shipping & Delivery']) {
      await page.getByRole('button', { name: title }).click();
      await page.getByRole('dialog').waitFor();
      await expectAccessible(page, title);
      await page.keyboard.press('Escape');
    }
    await page.goto(`${shop.origin}/checkout`);
    await page.getByRole('button', { name: 'Remove Recon VTOL' }).click();
    await page.getByRole('button', { name: 'Undo removing Recon VTOL' }).waitFor();
    await expectAccessible(page, 'Undo');
  },
);

test('[R-SHP-01] on an iPhone the offer to install and its steps have no accessibility fault, and need no mouse', async () => {
  const { page, shop } = world;
  await page.addInitScript(() => {
    Object.defineProperties(navigator, { standalone: { value: false }, maxTouchPoints: { value: 5 } });
  });
  await page.goto(`${shop.origin}/product/recon-vtol`);
  await page.getByRole('button', { name: 'Add to Cart' }).click();
  await page.getByText('items in cart').first().waitFor({ state: 'attached' });
  await page.goto(`${shop.origin}/legals`);
  await page.getByRole('button', { name: 'Show how' }).waitFor();
  await expectAccessibleInEachLook(page, 'the offer to install');
  await tabTo(page, /^Show how$/);
  await page.keyboard.press('Enter');
  const steps = page.getByRole('dialog', { name: 'Add Nankeen to your Home Screen' });
  await steps.waitFor();
  await expectAccessibleInEachLook(page, 'steps to the home screen');
  await tabTo(page, /^Got it$/);
  await page.keyboard.press('Enter');
  await steps.waitFor({ state: 'detached' });
  // Whoever has read them isn't asked again.
  await page.getByRole('button', { name: 'Show how' }).waitFor({ state: 'detached' });
});
