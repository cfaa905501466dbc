import { afterEach, beforeEach, expect, it } from 'vitest';
import {
  ANN,
  createAccountWorld,
  errorOf,
  newestToken,
  type AccountWorld,
} from '../support/account-world.ts';

const NEW = 'ann@elsewhere.example';
const BOB = { name: 'Bob', email: 'bob@example.com', password: 'heron over tarp 7' };

let world: AccountWorld;
beforeEach(async () => {
  world = await createAccountWorld();
  await world.signUp();
});
afterEach(() => world.close());

const ask = (email: string, browser: Pick<AccountWorld, 'call'> = world) =>
  browser.call('POST', '/api/v1/account/email', { email });
const open = (token: string) => world.call('POST', '/api/v1/account/email/link', { token });
const use = (token: string, browser: Pick<AccountWorld, 'call'> = world) =>
  browser.call('POST', '/api/v1/account/email/confirm', { token });
const mailsTo = (email: string) => world.mails.filter(({ to }) => to === email);

/** Asks for a link to the new address. @returns its token */
async function askForLink(email = NEW): Promise<string> {
  expect((await ask(email)).status).toBe(200);
  await expect.poll(() => mailsTo(email)).toHaveLength(1);
  return newestToken(mailsTo(email));
}

it('[AU10] a new address counts once its own link was used, and the earlier one is told', async () => {
  const { account } = await world.session();
  const token = await askForLink();
  expect(mailsTo(NEW)[0]?.text).toContain(`/account/email#${token}`);
  expect(await world.session()).toMatchObject({ account: { email: ANN.email } });
  expect(await (await open(token)).json()).toMatchObject({ email: NEW });
  expect(await world.session(), 'opening the link').toMatchObject({ account: { email: ANN.email } });

  const other = world.newBrowser();
  expect((await use(token, other)).status, 'signed out').toBe(401);
  await other.signIn(ANN.email, ANN.password);
  expect((await use(token, other)).status).toBe(200);
  expect(await world.session(), 'all sessions end').toMatchObject({ account: null });
  await expect.poll(() => mailsTo(ANN.email).at(-1)?.subject).toMatch(/address of your account was changed/);
  expect(mailsTo(ANN.email).at(-1)?.text).toContain(NEW);
  expect((await other.signIn(ANN.email, ANN.password)).status).toBe(401);
  expect((await other.signIn(NEW, ANN.password)).status).toBe(200);
  expect((await other.session()).account).toMatchObject({
    id: account?.id,
    email: NEW,
    emailVerified: true,
  });
});

it('[AU10] [T12] a role stays with its address, and the new address’s own role counts', async () => {
  expect(await world.session()).toMatchObject({ role: 'manager' });
  await use(await askForLink());
  await world.signIn(NEW, ANN.password);
  expect(await world.session()).toMatchObject({ role: 'customer', isStaff: false });
  await world.staffGrants.grant({ email: NEW, role: 'staff', at: world.clock.now(), by: 'test' });
  expect(await world.session()).toMatchObject({ role: 'staff' });
});

it('[AU10] [T08] a taken address gets the same answer and no mail, also if it is taken after the link was sent', async () => {
  const bob = world.newBrowser();
  await bob.signUp(BOB);
  const mails = world.mails.length;
  const taken = await ask(BOB.email);
  expect([taken.status, await taken.json()]).toEqual([200, {}]);
  const token = await askForLink();
  expect(world.mails.length).toBe(mails + 1);
  await world.newBrowser().signUp({ ...BOB, email: NEW });
  const refused = await use(token);
  expect(refused.status).toBe(412);
  expect(await errorOf(refused)).toMatchObject({ reason: 'invalid-action-code' });
  expect(await world.session()).toMatchObject({ account: { email: ANN.email } });
});

it('[AU10] a link works once, for ten minutes, only the newest one, and for nothing else', async () => {
  const first = await askForLink();
  await ask('third@example.com');
  await expect.poll(() => mailsTo('third@example.com')).toHaveLength(1);
  expect(await errorOf(await use(first))).toMatchObject({ reason: 'invalid-action-code' });
  const token = newestToken(mailsTo('third@example.com'));
  for (const path of ['verify', 'reset/confirm']) {
    const body = { token, password: 'a wholly new one' };
    const refused = await world.call('POST', `/api/v1/account/${path}`, body);
    expect(await errorOf(refused), path).toMatchObject({ reason: 'invalid-action-code' });
  }
  world.clock.advance(10 * 60_000);
  expect(await errorOf(await use(token))).toMatchObject({ reason: 'expired-action-code' });
  expect(await world.session()).toMatchObject({ account: { email: ANN.email } });
});

it('[AU10] a used link is dead, and so are other links of the account', async () => {
  await world.newBrowser().call('POST', '/api/v1/account/reset', { email: ANN.email });
  await expect.poll(() => mailsTo(ANN.email).at(-1)?.text).toContain('/login/reset#');
  const reset = newestToken(mailsTo(ANN.email));
  const token = await askForLink();
  expect((await use(token)).status).toBe(200);
  await world.signIn(NEW, ANN.password);
  expect(await errorOf(await use(token))).toMatchObject({ reason: 'used-action-code' });
  const body = { token: reset, password: 'a wholly new one' };
  const refused = await world.call('POST', '/api/v1/account/reset/confirm', body);
  expect(await errorOf(refused)).toMatchObject({ reason: 'invalid-action-code' });
});

it('[AU10] [AU6] asking needs a recent proof of identity, a session, and another address than the own', async () => {
  expect((await ask(NEW, world.newBrowser())).status).toBe(401);
  expect(await errorOf(await ask(ANN.email.toUpperCase()))).toMatchObject({
    reason: 'OWN_ADDRESS',
    path: 'email',
  });
  expect((await ask('no address')).status).toBe(400);
  world.clock.advance(11 * 60_000);
  expect(await errorOf(await ask(NEW))).toMatchObject({ reason: 'CONFIRM_IDENTITY' });
  await world.call('POST', '/api/v1/account/confirm', { password: ANN.password });
  expect((await ask(NEW)).status).toBe(200);
});

it('[AU10] [T10] no more than three mails an hour go to an address', async () => {
  for (const _time of [1, 2, 3]) expect((await ask(NEW)).status).toBe(200);
  expect((await ask(NEW)).status).toBe(429);
});

it('[AU10] [T12] the reader of a mail to a mistyped address does not get the account', async () => {
  const bob = world.newBrowser();
  await bob.signUp(BOB);
  const token = await askForLink();
  expect(await errorOf(await use(token, bob))).toMatchObject({ reason: 'invalid-action-code' });
  expect(await bob.session()).toMatchObject({ account: { email: BOB.email } });
  expect(await world.session()).toMatchObject({ account: { email: ANN.email } });
});
