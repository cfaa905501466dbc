import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { utcIso } from '#shared/kernel/clock.ts';
import { ANN, createAccountWorld, errorOf, ORIGIN, type AccountWorld } from '../support/account-world.ts';
import { addPasskey } from '../support/passkey-browser.ts';
import { createPasskeyDevice } from '../support/passkey-device.ts';
import {
  CLIENT,
  PEOPLE,
  signInWithGoogle,
  startOpenIdProvider,
  type OpenIdProvider,
} from '../support/open-id-provider.ts';
import { meetAt } from '../support/table-calls.ts';

let provider: OpenIdProvider;
let world: AccountWorld;
let between: (call: string) => Promise<void>;
beforeAll(async () => {
  provider = await startOpenIdProvider();
  provider.allow(ORIGIN);
});
afterAll(() => provider.close());
beforeEach(async () => {
  between = async () => {};
  world = await createAccountWorld({
    google: { ...CLIENT, issuer: provider.issuer, timeoutMs: 10_000 },
    beforeTableCall: (call) => between(call),
  });
});
afterEach(() => world.close());

const { email } = PEOPLE.verified;
const PASSWORD = 'chosen by the owner';

const signInAsVera = (browser = world.newBrowser()) => signInWithGoogle(provider, browser, 'verified');

/** By a mailed link, which ends all sessions. */
async function setPassword(): Promise<void> {
  const before = world.mails.length;
  await world.call('POST', '/api/v1/account/reset', { email });
  await expect.poll(() => world.mails.length).toBe(before + 1);
  expect((await world.reset(PASSWORD)).status).toBe(200);
}

it('[AU6] [AU3] a sign-in with Google is a proof of identity for ten minutes, as one with a password is', async () => {
  await signInAsVera(world);
  expect(await world.session()).toMatchObject({ isConfirmedUntil: utcIso(world.clock.now() + 600_000) });
  const add = () => world.call('POST', '/api/v1/account/passkeys/begin');
  expect((await add()).status).toBe(200);
  world.clock.advance(601_000);
  expect(await errorOf(await add())).toMatchObject({ reason: 'CONFIRM_IDENTITY' });
  await signInAsVera(world);
  expect((await add()).status).toBe(200);
});

it('[AU6] [AU3] the session tells that an account has no password, until a mailed link sets one', async () => {
  await signInAsVera(world);
  expect(await world.session()).toMatchObject({ hasPassword: false });
  await setPassword();
  await world.signIn(email, PASSWORD);
  expect(await world.session()).toMatchObject({ hasPassword: true });
});

const unlink = () => world.call('DELETE', '/api/v1/account/google');

it('[AU3] [AU6] a person with a password unlinks Google, which ends the other sessions, and a mail tells of it', async () => {
  await signInAsVera(world);
  expect(await world.session()).toMatchObject({ googleSince: expect.any(String) });
  await setPassword();
  const other = world.newBrowser();
  await signInAsVera(other);
  await world.signIn(email, PASSWORD);
  world.clock.advance(601_000);
  expect(await errorOf(await unlink())).toMatchObject({ reason: 'CONFIRM_IDENTITY' });
  await world.signIn(email, PASSWORD);

  expect((await unlink()).status).toBe(200);
  const { account, googleSince } = await world.session();
  expect([account?.email, googleSince]).toEqual([email, undefined]);
  expect((await other.session()).account).toBeNull();
  await expect.poll(() => world.mails.at(-1)?.subject).toBe('How you sign in was changed');
  expect(world.mails.at(-1)).toMatchObject({
    to: email,
    text: expect.stringContaining('Sign-in with Google was removed'),
  });
  expect(await errorOf(await unlink())).toMatchObject({ reason: 'not-linked' });

  await signInAsVera(other);
  expect(await other.session()).toMatchObject({
    account: { id: account?.id },
    googleSince: expect.any(String),
  });
});

it('[AU3] [AU6] of two requests at once that unlink Google, one does, and one mail tells of it', async () => {
  await signInAsVera(world);
  await setPassword();
  await world.signIn(email, PASSWORD);
  between = meetAt('unlinkGoogle');
  const responses = await Promise.all([unlink(), unlink()]);
  expect(responses.map(({ status }) => status).toSorted()).toEqual([200, 412]);
  await expect.poll(() => world.mails.at(-1)?.text).toContain('Sign-in with Google was removed');
  expect(mailsOfChanges()).toHaveLength(1);
});

const GOOGLE_ADDED = {
  subject: 'How you sign in was changed',
  text: expect.stringContaining('Sign-in with Google was added to your Nankeen account'),
};
const mailsOfChanges = () => world.mails.filter(({ subject }) => subject === GOOGLE_ADDED.subject);

it('[AU3] when Google joins an account, a mail tells its owner once, and a new account gets none', async () => {
  await world.signUp({ ...ANN, email });
  await world.verify();
  const browser = world.newBrowser();
  expect(await signInAsVera(browser)).toBe('/login/done');
  await expect.poll(mailsOfChanges).toMatchObject([{ ...GOOGLE_ADDED, to: email }]);

  await signInAsVera(browser);
  await signInWithGoogle(provider, world.newBrowser(), 'another');
  await setPassword();
  expect(mailsOfChanges()).toHaveLength(1);
});

it('[AU3] [AU5] the mail also goes to an account that has only a passkey, before the passkey is asked for', async () => {
  await signInAsVera(world);
  await addPasskey(world, createPasskeyDevice(ORIGIN));
  expect((await unlink()).status).toBe(200);
  await expect.poll(() => mailsOfChanges().length).toBe(2);
  expect(await signInAsVera()).toBe('/login/done?reason=second-factor-required');
  await expect.poll(mailsOfChanges).toHaveLength(3);
  expect(mailsOfChanges().at(-1)).toMatchObject({ ...GOOGLE_ADDED, to: email });
});

it('[AU3] [AU5] Google stays while it is the only way to sign in; a passkey is another one', async () => {
  await signInAsVera(world);
  expect(await errorOf(await unlink())).toMatchObject({
    code: 'failed-precondition',
    reason: 'only-sign-in',
  });
  expect(await world.session()).toHaveProperty('googleSince');
  await addPasskey(world, createPasskeyDevice(ORIGIN));
  expect((await unlink()).status).toBe(200);
});
