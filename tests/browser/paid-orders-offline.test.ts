import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { expectAccessibleInEachLook } from '../support/expect-accessible.ts';
import { freshEmail, PASSWORD } from '../support/login-page.ts';
import { buyBatteries, placeOrder, showsState, storedPaidOrders } from '../support/paid-order-page.ts';
import { setUpOwnShopWorld } from '../support/shop-world.ts';
import { IDLE_RETRIES, openAsStaff } from '../support/staff-page.ts';

const world = setUpOwnShopWorld({ device: 'returning' });

/** A device of the staff, with the page of an order. */
async function openDesk(id: string) {
  const context = await world.newContext({ hasWorker: true });
  const page = await context.newPage();
  await openAsStaff(page, world.shop, `/admin/orders/${id}`);
  await page.evaluate(() => navigator.serviceWorker.ready);
  await page.getByRole('button', { name: 'Mark as packed' }).waitFor();
  return { context, page };
}

async function stepBack(page: Page, action: string, why: string): Promise<void> {
  await page.getByRole('button', { name: action }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Why').fill(why);
  await dialog.getByRole('button', { name: action }).click();
}

async function note(page: Page, text: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Note' }).fill(text);
  await page.getByRole('button', { name: 'Add note' }).click();
  await page.getByRole('list', { name: 'Notes' }).getByText(text).waitFor();
}

const stored = async (id: string) => (await storedPaidOrders(world.shop)).find(({ FBUID }) => FBUID === id);

test('[PY2] [PY12] a buyer reloads the own orders, one order and its receipt without a connection', async () => {
  const { page, shop, context } = world;
  await buyBatteries(page, shop);
  await page.goto(`${shop.origin}/account/orders`);
  await page.getByText(/^Paid, ordered/).waitFor();
  await context.setOffline(true);
  await page.reload();
  await page.getByText(/These are the orders on this device\.$/).waitFor();
  await page.getByRole('list', { name: 'Orders' }).getByRole('link').click();
  await showsState(page, 'Paid');
  await page.reload();
  await showsState(page, 'Paid');
  await page.getByText('$1,298.00').first().waitFor();
  await page.getByRole('link', { name: 'Receipt' }).click();
  await page.getByRole('heading', { level: 1, name: 'Receipt' }).waitFor();
  await page.reload();
  await page.getByRole('heading', { level: 1, name: 'Receipt' }).waitFor();
  await page.getByText('$1,298.00').first().waitFor();
});

test('[PY6] [PY7] [IN1] without a connection staff take a step back with a reason and write a note, both stored later, and Refund says why it is disabled', async () => {
  const { id } = await placeOrder(world.shop, freshEmail());
  const { context, page } = await openDesk(id);
  const refund = page.getByRole('button', { name: 'Refund' });
  await expect.poll(() => refund.isEnabled()).toBe(true);
  await page.getByRole('button', { name: 'Mark as packed' }).click();
  await showsState(page, 'Packed');
  await showsState(page, 'Confirmed');

  await context.setOffline(true);
  await page.getByText('Refunds need a connection.').waitFor();
  expect(await refund.isDisabled()).toBe(true);
  await stepBack(page, 'Unpack', 'The wrong battery was packed');
  await showsState(page, 'To pack');
  await note(page, 'Shelf 4 was mixed up.');
  await page.reload();
  await showsState(page, 'Saved on this device');
  await page.getByText(/The wrong battery was packed/).waitFor();
  await page.getByText('Shelf 4 was mixed up.').waitFor();
  expect(await refund.isDisabled()).toBe(true);
  await page.getByText('Refunds need a connection.').waitFor();
  expect((await stored(id))?.orderState).toBe('packed');

  await context.setOffline(false);
  await showsState(page, 'Confirmed');
  const { orderState, orderMoves } = (await stored(id)) ?? {};
  expect(orderState).toBe('paid');
  expect(orderMoves?.at(-1)).toMatchObject({ to: 'paid', why: 'The wrong battery was packed' });
  await page
    .getByRole('region', { name: 'Notes for staff' })
    .getByText('Confirmed', { exact: true })
    .waitFor();
  await expect.poll(() => refund.isEnabled()).toBe(true);
});

test('[PY7] [IN1] two members of staff move the same order without a connection: the second reads what happened and keeps what was written', async () => {
  const { shop } = world;
  const email = freshEmail();
  const { id } = await placeOrder(shop, freshEmail());
  const first = await openDesk(id);
  const second = await world.newContext({ hasWorker: true }).then(async (context) => {
    const page = await context.newPage();
    const signedUp = await page.request.post(`${shop.origin}/api/v1/auth/sign-up/email`, {
      headers: { origin: shop.origin },
      data: { name: 'Tess', email, password: PASSWORD },
      maxRetries: IDLE_RETRIES,
    });
    expect(signedUp.status(), await signedUp.text()).toBe(200);
    await page.goto(`${shop.origin}/admin/orders/${id}`);
    await page.evaluate(() => navigator.serviceWorker.ready);
    return { context, page };
  });
  await first.page.getByRole('button', { name: 'Mark as packed' }).click();
  await showsState(first.page, 'Confirmed');
  await showsState(second.page, 'Packed');

  await first.context.setOffline(true);
  await second.context.setOffline(true);
  await first.page.getByRole('button', { name: 'Mark as sent' }).click();
  await first.page.getByLabel(/Carrier and tracking code/).fill('AusPost AP1234');
  await first.page.getByRole('dialog').getByRole('button', { name: 'Mark as sent' }).click();
  await note(first.page, 'The courier took it.');
  await stepBack(second.page, 'Unpack', 'One cell is swollen');
  await note(second.page, 'Cell 3 is at 2.9 V.');
  await first.context.setOffline(false);
  await showsState(first.page, 'Confirmed');

  await second.context.setOffline(false);
  const review = second.page.getByRole('region', { name: 'Needs review' });
  await review
    .getByText(/moved on elsewhere at the same time by staff@nankeen\.example: it is “Sent” now/)
    .waitFor();
  await review.getByText('To pack: One cell is swollen').waitFor();
  await showsState(second.page, 'Sent');
  await second.page.getByText('AusPost AP1234').waitFor();
  for (const { page } of [first, second]) {
    await page.getByText('The courier took it.').waitFor();
    await page.getByText('Cell 3 is at 2.9 V.').waitFor();
  }
  await expectAccessibleInEachLook(second.page, 'a step that was not taken');
  await second.page.reload();
  await review.getByText('To pack: One cell is swollen').waitFor();
  expect((await stored(id))?.orderMoves.map(({ to }) => to)).toEqual(['paid', 'packed', 'sent']);

  await stepBack(second.page, 'It was not sent', 'One cell is swollen');
  await showsState(first.page, 'Packed');
  await review.getByRole('button', { name: 'Discard' }).click();
  await second.page.getByRole('dialog').getByRole('button', { name: 'Discard' }).click();
  await review.waitFor({ state: 'detached' });
  await showsState(second.page, 'Packed');
});

test('[IN1] staff take care of a purchase order and write a note without a connection, and others of the staff read both', async () => {
  const { shop } = world;
  const order = {
    FBUID: 'order-to-discuss',
    templateImage: '',
    selectedComponents: [{ name: 'FPV Goggles', quantity: 2, price: 549 }],
    role: 'Civilian',
    engineeringNeeds: '',
    missionType: '',
  };
  const made = await shop.admin('/testing/data/ukraines/order-to-discuss', { method: 'PUT', json: order });
  expect(made.status, await made.clone().text()).toBeLessThan(300);
  const path = '/ukraine/review?order=order-to-discuss';
  const context = await world.newContext({ hasWorker: true });
  const page = await context.newPage();
  await openAsStaff(page, shop, path);
  await page.getByText('Nobody takes care of it yet.').waitFor();
  await context.setOffline(true);
  await page.getByRole('button', { name: 'Take it', exact: true }).click();
  await note(page, 'Ask for the export permit.');
  const notes = page.getByRole('region', { name: 'Notes for staff' });
  await notes.getByText('Saved on this device', { exact: true }).waitFor();
  await context.setOffline(false);
  await notes.getByText('Confirmed', { exact: true }).waitFor();

  const other = await (await world.newContext()).newPage();
  await openAsStaff(other, shop, path);
  await other.getByText('Ask for the export permit.').waitFor();
  await other.getByText('Open. You take care of it.').waitFor();
});
