import { expect, test } from 'vitest';
import { toOrderPath } from '#shared/api/document-paths.ts';
import { COMPONENT_CATALOGUE } from '#shared/domain/component-catalogue.ts';
import { createId } from '#shared/kernel/ids.ts';
import { expectAccessibleInEachLook } from '../support/expect-accessible.ts';
import { installOffer, pretendIPhone } from '../support/install-offer.ts';
import { openUnlocked } from '../support/locked-page.ts';
import { navigateInApp } from '../support/navigate-in-app.ts';
import { setUpShopWorld } from '../support/shop-world.ts';
import { tabTo } from '../support/tab-to.ts';

const world = setUpShopWorld({ device: 'returning' });

test('[R-LST-06] [R-LST-02] [R-DET-06] [R-CRT-06] filters, dialogs and Undo are accessible in both themes, narrow and wide', async () => {
  const { page, shop } = world;
  await page.goto(`${shop.origin}/products?price=250-1000&buyable=yes`);
  await page.getByText('Filter and sort').click();
  // A click before hydration has no effect, so click until the URL shows the choice.
  const sortNewest = async () => {
    await page.getByRole('radio', { name: 'Newest first' }).click();
    return page.url();
  };
  await expect.poll(sortNewest, { timeout: 10_000 }).toContain('sort=newest');
  await expectAccessibleInEachLook(page, 'filters');
  await page.goto(`${shop.origin}/products?search=zzzz`);
  await page.getByRole('button', { name: 'Clear all' }).waitFor();
  await expectAccessibleInEachLook(page, 'an empty list');
  await page.getByRole('button', { name: 'Clear all' }).click();
  await page.getByRole('button', { name: 'Add Recon VTOL to cart' }).click();
  await page.getByRole('dialog').waitFor();
  await expectAccessibleInEachLook(page, 'Add to Bag?');
  await page.getByRole('button', { name: 'Add to Cart' }).click();
  await page.getByText('items in cart').first().waitFor({ state: 'attached' });
  await navigateInApp(page, '/product/recon-vtol');
  for (const title of ['Read More', 'Features', 'Dimensions & Weight', 'Shipping & Delivery']) {
    await page.getByRole('button', { name: title }).click();
    await page.getByRole('dialog').waitFor();
    await expectAccessibleInEachLook(page, title);
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  }
  await navigateInApp(page, '/checkout');
  await page.getByRole('button', { name: 'Remove Recon VTOL' }).click();
  await page.getByRole('button', { name: 'Undo removing Recon VTOL' }).waitFor();
  await expectAccessibleInEachLook(page, 'Undo');
});

test('[R-SHP-01] on an iPhone the install offer waits for a toast, and with its steps is accessible and works by keyboard', async () => {
  const { page, shop } = world;
  await pretendIPhone(page);
  await page.goto(`${shop.origin}/product/recon-vtol`);
  await page.getByRole('button', { name: 'Add to Cart' }).click();
  const [offer, dismiss] = [installOffer(page), page.getByRole('button', { name: 'Dismiss' })];
  await dismiss.waitFor();
  await offer.waitFor({ state: 'attached' });
  expect(await offer.isVisible()).toBe(false);
  // The toast still shows.
  expect(await dismiss.isVisible()).toBe(true);
  await dismiss.click();
  await navigateInApp(page, '/legals');
  await offer.waitFor();
  await expectAccessibleInEachLook(page, 'the offer to install');
  await tabTo(page, /^Show how$/);
  await page.keyboard.press('Enter');
  const steps = page.getByRole('dialog', { name: 'Add Nankeen to your Home Screen' });
  await steps.waitFor();
  await expectAccessibleInEachLook(page, 'steps to the home screen');
  await tabTo(page, /^Got it$/);
  await page.keyboard.press('Enter');
  await steps.waitFor({ state: 'detached' });
  // Once the steps were read, the offer stays away.
  await page.getByRole('button', { name: 'Show how' }).waitFor({ state: 'detached' });
});

/** An order with the first component of each category. */
function orderOf(FBUID: string, createdAt: string) {
  const lines = Object.values(COMPONENT_CATALOGUE).flatMap((components) => components.slice(0, 1));
  return {
    FBUID,
    templateImage: '',
    selectedComponents: lines.map(({ name, price }) => ({ name, price, quantity: 1200 })),
    role: 'Drone Engineer' as const,
    engineeringNeeds: 'Fix broken flight controller' as const,
    missionType: '' as const,
    createdAt,
  };
}

test('[R-RTE-21] [R-REV-01] a purchase order and the order list are accessible in both themes, narrow and wide', async () => {
  const { page, shop } = world;
  const [recent, old] = [createId(), createId()];
  const device = await openUnlocked(page, shop, toOrderPath(recent));
  await page.getByText('This order isn’t on this device').waitFor();
  await expectAccessibleInEachLook(page, 'an order that is not there');
  await device.store(orderOf(old, '2026-01-02T10:00:00.000+11:00'));
  await device.store(orderOf(recent, new Date().toISOString()));
  await page.getByText('rev 1', { exact: true }).waitFor();
  await expectAccessibleInEachLook(page, 'an order');
  await page.getByRole('link', { name: 'All orders' }).click();
  await page.getByRole('heading', { level: 1, name: 'Purchase orders' }).waitFor();
  await page.getByRole('cell', { name: 'Expired' }).waitFor();
  await expectAccessibleInEachLook(page, 'the list');
  await page.getByRole('link', { name: /^Waiting to send/ }).click();
  await page.getByText('No order is waiting to send').waitFor();
  await expectAccessibleInEachLook(page, 'an empty part of the list');
});

test('[R-RTE-21] [R-SHP-07] an offline order that the server rejects is shown with the reason, and its page is accessible', async () => {
  const { page, context, shop } = world;
  await openUnlocked(page, shop, '/ukraine');
  await page.evaluate(() => navigator.serviceWorker.ready);
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  await page.getByRole('radio', { name: 'Civilian' }).check();
  await page.getByRole('checkbox', { name: 'RP-SMA Pigtail 100 mm' }).check();
  await page.waitForURL(/draft=/);
  const id = new URL(page.url()).searchParams.get('draft') ?? '';
  await context.setOffline(true);
  await page.getByRole('button', { name: 'Confirm' }).click();
  await page.getByRole('complementary').getByText('Waiting to send').waitFor();
  await page.getByText('rev 1', { exact: true }).waitFor();
  await expectAccessibleInEachLook(page, 'an order that waits');
  // Meanwhile another writer creates an order with the same id.
  const json = orderOf(id, new Date().toISOString());
  const { ok } = await shop.admin(`/testing/data/ukraines/${id}`, { method: 'PUT', json });
  expect(ok).toBe(true);
  await context.setOffline(false);
  await page.getByText(/This order wasn’t accepted/).waitFor();
  await page.getByText('rev –', { exact: true }).waitFor();
  await page.getByRole('link', { name: 'Edit and resend' }).waitFor();
  await expectAccessibleInEachLook(page, 'an order that was refused');
  await page.getByRole('button', { name: 'Discard' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Discard' }).click();
  await page.getByText('This order isn’t on this device').waitFor();
});
