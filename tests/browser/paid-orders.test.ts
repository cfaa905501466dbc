import { expect, test } from 'vitest';
import type { PaymentOverview } from '#shared/api/payment-routes.ts';
import { expectAccessibleInEachLook } from '../support/expect-accessible.ts';
import { mailTo } from '../support/mailed-files.ts';
import { buyBatteries, placeOrder, showsState as state } from '../support/paid-order-page.ts';
import { setUpOwnShopWorld } from '../support/shop-world.ts';
import { openAsStaff, saveProducts, storedProduct } from '../support/staff-page.ts';

const world = setUpOwnShopWorld({ device: 'returning', allowedErrors: /status of 403 .*\/refunds\)/ });

const buy = (purchase?: Parameters<typeof buyBatteries>[2]) => buyBatteries(world.page, world.shop, purchase);

test('[PY1] [PY2] [PY4] [PY6] [PY7] a guest buys; staff pack, send without a connection, deliver and refund a part; the guest follows it and prints the receipt', async () => {
  const { page: buyer, shop, context } = world;
  await buy();
  await buyer.goto(`${shop.origin}/account/orders`);
  await buyer.getByText(/^Paid, ordered/).waitFor();
  await buyer.getByRole('list', { name: 'Orders' }).getByRole('link').click();
  await buyer.getByRole('heading', { level: 1, name: /^Order \S{4}-\S{4}$/ }).waitFor();
  await state(buyer, 'Paid');
  await buyer.getByText('Australia', { exact: true }).waitFor();
  const number = (await buyer.getByRole('heading', { level: 1 }).innerText()).replace('Order ', '');

  const desk = await world.newContext({ hasWorker: true });
  const staff = await desk.newPage();
  await openAsStaff(staff, shop, '/admin/orders');
  await staff.getByRole('link', { name: number }).waitFor();
  await expectAccessibleInEachLook(staff, 'the desk');
  await staff.getByRole('link', { name: number }).click();
  await staff.getByRole('button', { name: 'Mark as packed' }).click();
  await state(staff, 'Packed');
  await state(staff, 'Confirmed');
  await expectAccessibleInEachLook(staff, 'an order');

  await desk.setOffline(true);
  await staff.getByText('Refunds need a connection.').waitFor();
  await staff.getByRole('button', { name: 'Mark as sent' }).click();
  await staff.getByLabel(/Carrier and tracking code/).fill('AusPost AP1234');
  await staff.getByRole('dialog').getByRole('button', { name: 'Mark as sent' }).click();
  await state(staff, 'Sent');
  await state(staff, 'Saved on this device');
  await state(buyer, 'Packed');
  await desk.setOffline(false);
  await state(staff, 'Confirmed');
  await expect.poll(() => mailTo(shop, 'ada@example.com', 'is on its way')).toContain('AusPost AP1234');
  await state(buyer, 'On its way');
  await buyer.getByText('AusPost AP1234').waitFor();
  await staff.getByRole('button', { name: 'Mark as delivered' }).click();
  await state(buyer, 'Delivered');

  await staff.getByRole('button', { name: 'Refund' }).click();
  const dialog = staff.getByRole('dialog', { name: 'Refund' });
  await dialog.getByLabel('Amount in AUD').fill('9999');
  await dialog.getByLabel('Why').fill('One cell is weak');
  await dialog.getByRole('button', { name: 'Refund', exact: true }).click();
  await dialog.getByText('At most $1,298.00 is left.').waitFor();
  await dialog.getByLabel('Amount in AUD').fill('90.00');
  await expectAccessibleInEachLook(staff, 'a refund');
  await dialog.getByRole('button', { name: 'Refund $90.00' }).click();
  await staff.getByText('One cell is weak').waitFor();
  await buyer.locator('dl > div').filter({ hasText: 'Refunded' }).getByText('$90.00').waitFor();
  await expectAccessibleInEachLook(buyer, 'the own order');

  await context.setOffline(true);
  await buyer.getByRole('link', { name: 'Receipt' }).click();
  await buyer.getByRole('heading', { level: 1, name: 'Receipt' }).waitFor();
  await expectAccessibleInEachLook(buyer, 'the receipt');
  expect(await buyer.getByText('Not set on the server').count()).toBe(0);
  const printed = (await buyer.pdf({ format: 'A4' })).toString('latin1');
  expect(printed.match(/\/Type\s*\/Page\b/g)).toHaveLength(1);
  await context.setOffline(false);

  await staff.goto(`${shop.origin}${new URL(buyer.url()).pathname}`);
  await staff.getByText('Not set on the server: COMPANY_NAME, COMPANY_ADDRESS, ABN.').waitFor();
  await expectAccessibleInEachLook(staff, 'a receipt without a seller');
});

test('[PY7] a step back needs a reason, which the buyer reads too', async () => {
  const { page: buyer, shop } = world;
  await buy();
  await buyer.goto(`${shop.origin}/account/orders`);
  await buyer.getByRole('list', { name: 'Orders' }).getByRole('link').first().click();
  const desk = await world.newContext();
  const staff = await desk.newPage();
  const path = new URL(buyer.url()).pathname.replace('/order/', '/admin/orders/');
  await openAsStaff(staff, shop, path);
  await staff.getByRole('button', { name: 'Mark as packed' }).click();
  await staff.getByRole('button', { name: 'Unpack' }).click();
  const dialog = staff.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Unpack' }).click();
  await dialog.getByText('required').waitFor();
  await dialog.getByLabel('Why').fill('The wrong battery was packed');
  await dialog.getByRole('button', { name: 'Unpack' }).click();
  await state(staff, 'To pack');
  await buyer.getByText(/The wrong battery was packed/).waitFor();
  await state(buyer, 'Paid');
});

test('[PY4] [PY7] [AU6] an order is cancelled once it is refunded, after the manager has confirmed who they are', async () => {
  const { page: buyer, shop } = world;
  await buy();
  await buyer.goto(`${shop.origin}/account/orders`);
  await buyer.getByRole('list', { name: 'Orders' }).getByRole('link').first().click();
  const staff = await (await world.newContext()).newPage();
  const path = new URL(buyer.url()).pathname.replace('/order/', '/admin/orders/');
  await openAsStaff(staff, shop, path);
  const cancel = staff.getByRole('button', { name: 'Cancel the order' });
  await staff.getByText('To cancel it, refund the whole payment first.').waitFor();
  expect(await cancel.isDisabled()).toBe(true);

  // As if the sign-in were more than ten minutes ago.
  let isConfirmed = false;
  await staff.route('**/api/v1/account/confirm', (route) => ((isConfirmed = true), route.continue()));
  await staff.route('**/api/v1/**/refunds', (route) => {
    if (isConfirmed) return route.continue();
    const error = {
      code: 'permission-denied',
      reason: 'CONFIRM_IDENTITY',
      message: 'Confirm that it is you.',
    };
    return route.fulfill({ status: 403, json: { error } });
  });
  await staff.getByRole('button', { name: 'Refund' }).click();
  const dialog = staff.getByRole('dialog', { name: 'Refund' });
  await dialog.getByLabel('Why').fill('Out of stock');
  await dialog.getByRole('button', { name: 'Refund $1,298.00' }).click();
  const confirm = staff.getByRole('dialog', { name: 'Confirm it’s you' });
  await confirm.getByLabel('Password').fill(shop.staff.password);
  await confirm.getByRole('button', { name: 'Confirm' }).click();
  await expect.poll(() => cancel.isEnabled()).toBe(true);

  await cancel.click();
  const asked = staff.getByRole('dialog');
  await asked.getByLabel('Why').fill('Out of stock until May');
  await asked.getByRole('button', { name: 'Cancel the order' }).click();
  await state(staff, 'Cancelled');
  await state(staff, 'Confirmed');
  await state(buyer, 'Cancelled');
  await buyer.getByText(/Out of stock until May/).waitFor();
});

test('[PY5] [PY7] the order of a lost dispute is cancelled without a refund', async () => {
  const { shop } = world;
  const order = await placeOrder(shop, 'disputing@example.com');
  const staff = await (await world.newContext()).newPage();
  await openAsStaff(staff, shop, `/admin/orders/${order.id}`);
  const cancel = staff.getByRole('button', { name: 'Cancel the order' });
  await order.act('dispute');
  await staff.getByText('To look at: the buyer disputes the payment.').waitFor();
  expect(await cancel.isDisabled()).toBe(true);
  await order.act('lose-dispute');
  await staff.getByText('Settled: the bank has given the disputed money back to the buyer.').waitFor();
  await cancel.click();
  const dialog = staff.getByRole('dialog');
  await dialog.getByLabel('Why').fill('The bank has decided');
  await dialog.getByRole('button', { name: 'Cancel the order' }).click();
  await state(staff, 'Cancelled');
  await state(staff, 'Confirmed');
});

test('[PY11] the link of the mail shows the order and its receipt on another device; a damaged link shows nothing', async () => {
  const { shop } = world;
  await buy();
  const number = /\S{4}-\S{4}/.exec(await world.page.getByText(/^Order number/).innerText())?.[0] ?? '';
  const mail = () => mailTo(shop, 'ada@example.com', `Your Nankeen order ${number}`);
  await expect.poll(mail).toContain('/order/');
  const [link = ''] = /http\S+\/order\/\S+/.exec(mail()) ?? [];
  expect(link).toMatch(/^http:\/\/[^/]+\/order\/[0-9A-Za-z]{20}#[\w-]{43}$/);
  const other = await (await world.newContext()).newPage();
  await other.goto(link);
  await state(other, 'Paid');
  await other.getByRole('link', { name: 'Receipt' }).click();
  await other.getByRole('heading', { level: 1, name: 'Receipt' }).waitFor();
  await other.getByRole('link', { name: 'Back to the order' }).click();
  await state(other, 'Paid');
  const order = (path: string, key: string) =>
    other.request.post(`${shop.origin}/api/v1${path}`, { headers: { origin: shop.origin }, data: { key } });
  const { pathname, hash } = new URL(link);
  const api = pathname.replace('/order/', '/orders/');
  expect((await order(api, hash.slice(1))).status()).toBe(200);
  expect((await order(api, `${hash.slice(1, -1)}!`)).status()).toBe(404);
  expect((await order('/orders/none', hash.slice(1))).status()).toBe(404);
  await other.goto(`${shop.origin}${pathname}`);
  await other.getByText('This order isn’t on this device').waitFor();
});

test('[PY5] [PY8] staff see which payment needs attention, and compare the shop with the provider', async () => {
  const { page: buyer, shop } = world;
  await buy();
  const session = new URL(buyer.url()).searchParams.get('session_id') ?? '';
  await buyer.goto(`${shop.origin}/test-payment/${session}`);
  await buyer.getByRole('button', { name: /dispute/i }).click();
  const staff = await (await world.newContext()).newPage();
  const reviews = async () => {
    const response = await shop.admin('/admin/payments');
    return ((await response.json()) as PaymentOverview).reviews.length;
  };
  await expect.poll(reviews).toBe(1);
  await openAsStaff(staff, shop, '/admin/payments');
  await staff.getByText(/the buyer disputes the payment/).waitFor();
  await staff.getByText('All events of the payment provider are applied.').waitFor();
  await staff.getByRole('button', { name: 'Compare' }).click();
  await staff.getByText(/^1 difference in \d+ products, \d+ payment links and \d+ payments\.$/).waitFor();
  await expectAccessibleInEachLook(staff, 'payments');
  await staff.getByRole('list', { name: 'To look at' }).getByRole('link').click();
  await staff.getByText('To look at: the buyer disputes the payment.').waitFor();

  await buyer.goto(`${shop.origin}/test-payment/${session}`);
  await buyer.getByRole('button', { name: 'Let the shop win the dispute' }).click();
  await buyer.getByText('The bank has decided for the shop.').waitFor();
  await staff.getByText('To look at: the buyer disputes the payment.').waitFor({ state: 'detached' });
  await staff.goto(`${shop.origin}/admin/payments`);
  await staff.getByText('No payment needs attention.').waitFor();
  await staff.getByRole('button', { name: 'Compare' }).click();
  await staff.getByText(/^Alike: /).waitFor();
});

test('[PY3] [PY10] staff settle the review of a payment that was never paid', async () => {
  const { page, shop } = world;
  const lines = [{ price: 'price_demo_trainer-propeller-pack-5x4', quantity: 1 }];
  const checkOut = () => page.request.post(`${shop.origin}/api/v1/checkout/sessions`, { data: { lines } });
  expect((await checkOut()).status()).toBe(200);
  const id = 'trainer-propeller-pack-5x4';
  const { productPrices } = (await storedProduct(shop, id)) as { readonly productPrices: readonly object[] };
  // The provider keeps the price that it knows.
  const changed = productPrices.map((price) => ({ ...price, value: '77.00' }));
  await saveProducts(shop, { [id]: { productPrices: changed } }, 'PATCH');
  expect((await checkOut()).status()).toBe(409);

  await openAsStaff(page, shop, '/admin/payments');
  const reviews = page.getByRole('list', { name: 'To look at' });
  await reviews.getByText('No money has come.').waitFor();
  await expectAccessibleInEachLook(page, 'a payment without money');
  await reviews.getByRole('button', { name: /^Settle/ }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Settle' }).click();
  await page.getByText('No payment needs attention.').waitFor();
});

// Last, because its payment stays among those to review.
test('[PY13] a payment of another amount is checked by a manager, and the buyer gets the confirmation once it is accepted', async () => {
  const { page: buyer, shop } = world;
  const confirmation = () => mailTo(shop, 'held@example.com', 'Your Nankeen order');
  await buy({ amount: '12.50', email: 'held@example.com' });
  await buyer.getByText('Your payment arrived and is being checked.').waitFor();
  await buyer.getByText('Order number').waitFor();
  expect(await buyer.getByRole('button', { name: /restore|put back/i }).count()).toBe(0);
  await expectAccessibleInEachLook(buyer, 'a held payment');
  await expect.poll(() => mailTo(shop, 'hello@nankeen.example', 'is held')).toContain('/admin/orders/');
  expect(confirmation()).toBe('');

  const path = /\/admin\/orders\/\w+/.exec(mailTo(shop, 'hello@nankeen.example', 'is held'))?.[0] ?? '';
  const staff = await (await world.newContext()).newPage();
  await openAsStaff(staff, shop, path);
  await staff.getByText('Held: a manager decides. paid $12.50 (AUD), quoted $1,298.00 (AUD).').waitFor();
  await staff.getByRole('button', { name: 'Accept the payment' }).click();
  const dialog = staff.getByRole('dialog');
  await dialog.getByLabel('Why').fill('The rest came by bank transfer');
  await dialog.getByRole('button', { name: 'Accept the payment' }).click();
  await state(staff, 'To pack');
  await expect.poll(confirmation).toContain('your payment of $12.50');
  expect(confirmation()).toMatch(/\/order\/[0-9A-Za-z]{20}#[\w-]{43}/);
  await buyer.reload();
  await buyer.getByText('Payment confirmed.').waitFor();
  await buyer.getByText(/A confirmation email was sent/).waitFor();
});
