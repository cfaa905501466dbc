import { expect, test } from 'vitest';
import { whenKept } from '../support/kept-forms.ts';
import { productContent } from '../support/samples.ts';
import { setUpOwnShopWorld } from '../support/shop-world.ts';
import { waitUntilHydrated } from '../support/wait-until-hydrated.ts';

const world = setUpOwnShopWorld({ device: 'returning' });

test('[R-CON-03] [R-DET-03] an enquiry about a product without a price starts with its name, offline too', async () => {
  const { page, context, shop } = world;
  const json = { ...productContent('Survey Rig & Mast'), productPrices: [] };
  expect((await shop.admin('/testing/data/products/rig', { method: 'PUT', json })).ok).toBe(true);
  await page.goto(`${shop.origin}/contact`);
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  await waitUntilHydrated(page);
  await page.getByLabel('Message').fill('Half a thought');
  await whenKept(page, 'Half a thought');
  await page.goto(`${shop.origin}/product/rig`);
  await page.getByRole('heading', { level: 1, name: 'Survey Rig & Mast' }).waitFor();
  await context.setOffline(true);
  await page.reload();
  await page.getByRole('link', { name: 'Enquire' }).click();
  const message = page.getByLabel('Message');
  await expect.poll(() => message.inputValue()).toBe('About: Survey Rig & Mast\n\nHalf a thought');
  await page.reload();
  await expect.poll(() => message.inputValue()).toBe('About: Survey Rig & Mast\n\nHalf a thought');
});
