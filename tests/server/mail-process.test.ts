import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import type { CheckoutStatus } from '#shared/api/messages.ts';
import type { MailList } from '#shared/api/mail-routes.ts';
import { startMailServer, type MailServer } from '../support/mail-server.ts';
import { startShopServer, type ShopServer } from '../support/shop-server.ts';

let mailServer: MailServer;
let shop: ShopServer;
beforeAll(async () => {
  mailServer = await startMailServer();
});
afterAll(() => mailServer.stop());
beforeEach(async () => {
  mailServer.mood = 'silent';
  shop = await startShopServer({ SMTP_URL: mailServer.url });
});
afterEach(() => shop.stop());

/** Buys one product and pays on the test page, whose answer follows the webhook's. @returns the session's id */
async function buy(email: string): Promise<string> {
  const answer = await fetch(`${shop.origin}/api/v1/checkout/sessions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ lines: [{ price: 'price_demo_recon-vtol', quantity: 1 }] }),
  });
  expect(answer.status, await answer.clone().text()).toBe(200);
  const { id } = (await answer.json()) as { id: string };
  const paid = await fetch(`${shop.origin}/test-payment/${id}/pay`, {
    method: 'POST',
    redirect: 'manual',
    headers: { 'content-type': 'application/x-www-form-urlencoded', origin: shop.origin },
    body: new URLSearchParams({ email }).toString(),
  });
  expect(paid.status, await paid.text()).toBe(303);
  return id;
}

const statusOf = async (id: string) =>
  (await (await fetch(`${shop.origin}/api/v1/checkout/sessions/${id}`)).json()) as CheckoutStatus;
/** Addresses of the buyers' mails in a state. */
const mailsIn = async (state: string) =>
  ((await (await shop.admin(`/admin/mails?state=${state}`)).json()) as MailList).mails
    .filter(({ template }) => template === 'order-confirmed')
    .map(({ to }) => to);
const takenFor = (email: string) => mailServer.taken.filter(({ to }) => to.includes(email));
/** The server is in the middle of a mail, and the mail server says nothing. */
const isHeld = () => expect.poll(() => mailServer.openConnections()).toBe(1);

test('[ML1] [T34] payments are confirmed while a silent mail server still holds the first mail’s connection', async () => {
  const first = await buy('ann@example.com');
  await isHeld();
  const second = await buy('bob@example.com');
  // Answered, though nothing was sent and the connection is still open.
  expect(mailServer.openConnections()).toBe(1);
  expect([await statusOf(first), await statusOf(second)]).toMatchObject([
    { status: 'paid', mail: 'due' },
    { status: 'paid', mail: 'due' },
  ]);
  expect((await mailsIn('waiting')).toSorted()).toEqual(['ann@example.com', 'bob@example.com']);
});

test('[ML1] a server that is killed between commit and sending sends each mail once after its next start', async () => {
  const sessions = [await buy('cleo@example.com'), await buy('dan@example.com')];
  await isHeld();
  await shop.kill();
  mailServer.mood = 'accepting';
  await shop.restart();
  await expect.poll(() => mailsIn('sent')).toHaveLength(2);
  for (const id of sessions) expect(await statusOf(id)).toMatchObject({ status: 'paid', mail: 'sent' });
  await shop.kill();
  await shop.restart();
  expect(await mailsIn('waiting')).toEqual([]);
  expect([takenFor('cleo@example.com'), takenFor('dan@example.com')].map(({ length }) => length)).toEqual([
    1, 1,
  ]);
});

test('[ML1] a server that stops in good order while it is sending keeps the mail for its next start', async () => {
  await buy('eve@example.com');
  await isHeld();
  await shop.end();
  expect(takenFor('eve@example.com')).toEqual([]);
  mailServer.mood = 'accepting';
  await shop.restart();
  await expect.poll(() => mailsIn('sent')).toEqual(['eve@example.com']);
  expect(takenFor('eve@example.com')).toHaveLength(1);
});
