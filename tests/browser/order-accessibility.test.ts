import { expect, test } from 'vitest';
import { toOrderPath } from '#shared/api/document-paths.ts';
import { COMPONENT_CATALOGUE } from '#shared/domain/component-catalogue.ts';
import { createId } from '#shared/kernel/ids.ts';
import { expectAccessibleInEachLook } from '../support/expect-accessible.ts';
import { enterAsHolder } from '../support/holder-visit.ts';
import { setUpShopWorld } from '../support/shop-world.ts';

const world = setUpShopWorld();

/** An order of one component of each category. */
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

test('[R-RTE-21] [R-REV-01] a purchase order and the list of all of them have no accessibility fault in any look', async () => {
  const { page, shop } = world;
  const [recent, old] = [createId(), createId()];
  const holder = await enterAsHolder(page, shop, toOrderPath(recent));
  await page.getByText('This order isn’t on this device').waitFor();
  await expectAccessibleInEachLook(page, 'an order that is not there');
  await holder.store(orderOf(old, '2025-01-02T10:00:00.000+11:00'));
  await holder.store(orderOf(recent, new Date().toISOString()));
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

test('[R-RTE-21] [R-SHP-07] an order made offline that the server refuses stands there with the reason, without a fault in any look', async () => {
  const { page, context, shop } = world;
  await enterAsHolder(page, shop, '/ukraine');
  await page.evaluate(() => navigator.serviceWorker.ready);
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  await page.getByRole('radio', { name: 'Civilian' }).check();
  await page.getByRole('checkbox', { name: 'RP-SMA Pigtail 100 mm' }).check();
  await page.waitForURL(/sketch=/);
  const id = new URL(page.url()).searchParams.get('sketch') ?? '';
  await context.setOffline(true);
  await page.getByRole('button', { name: 'Confirm' }).click();
  await page.getByRole('complementary').getByText('Waiting to send').waitFor();
  await page.getByText('rev 1', { exact: true }).waitFor();
  await expectAccessibleInEachLook(page, 'an order that waits');
  // Meanwhile the number is somebody else's.
  const json = orderOf(id, new Date().toISOString());
  const { ok } = await shop.admin(`/testing/data/ukraines/${id}`, { method: 'PUT', json });
  expect(ok).toBe(true);
  await context.setOffline(false);
  await page.getByText(/The server did not take this order/).waitFor();
  await page.getByText('rev –', { exact: true }).waitFor();
  await page.getByRole('link', { name: 'Edit and resend' }).waitFor();
  await expectAccessibleInEachLook(page, 'an order that was refused');
  await page.getByRole('button', { name: 'Discard' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Discard' }).click();
  await page.getByText('This order isn’t on this device').waitFor();
});
