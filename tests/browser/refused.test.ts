import { expect, test } from 'vitest';
import { PUSHES, sendEnquiry, sendTooLongPhone, storedEnquiry } from '../support/enquiry-page.ts';
import { expectAccessibleInEachLook } from '../support/expect-accessible.ts';
import { setUpOwnShopWorld } from '../support/shop-world.ts';
import { openAsStaff } from '../support/staff-page.ts';

const world = setUpOwnShopWorld({ device: 'returning' });

test('[RJ1] [R-ROL-03] a manager reads what the server refused of somebody else, corrects it and saves it', async () => {
  const { page: sender, shop } = world;
  await sender.route(PUSHES, sendTooLongPhone);
  const id = await sendEnquiry(sender, shop, 'Can you call me?');
  const desk = await world.newContext();
  const manager = await desk.newPage();
  await openAsStaff(manager, shop, '/admin');
  await manager.getByRole('link', { name: 'Refused writes, 30 days' }).click();
  const row = manager.getByRole('listitem').filter({ hasText: id });
  await row.getByText(/Contact phone: .*at most 60/).waitFor();
  await expectAccessibleInEachLook(manager, 'refused writes');
  await row.getByRole('button', { name: 'Show' }).click();
  const dialog = manager.getByRole('dialog');
  await dialog.getByText('Can you call me?').waitFor();
  await expectAccessibleInEachLook(manager, 'a refused write');
  await dialog.getByRole('button', { name: 'Correct it on this device' }).click();
  await manager.getByRole('heading', { level: 1, name: 'Sync centre' }).waitFor();
  const card = manager.getByRole('listitem').filter({ hasText: 'Enquiry · Ada Byrne' });
  await card.getByRole('button', { name: 'Edit and resend' }).click();
  await card.getByLabel('Contact phone').fill('0400 000 000');
  expect(await storedEnquiry(shop, id)).toBeUndefined();
  await card.getByRole('button', { name: 'Resend', exact: true }).click();
  await expect.poll(() => storedEnquiry(shop, id)).toMatchObject({ contactPhone: '0400 000 000' });
});
