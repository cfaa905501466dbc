import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  ANN,
  createAccountWorld,
  errorOf,
  ORIGIN,
  type AccountWorld,
  type TestBrowser,
} from '../support/account-world.ts';
import {
  addPasskey,
  answerWithPasskey,
  askPasskey,
  beginPasskey,
  listPasskeys,
  PASSKEYS,
  signInWithPasskey,
} from '../support/passkey-browser.ts';
import { createPasskeyDevice, type PasskeyDevice } from '../support/passkey-device.ts';

const BOB = { name: 'Bob', email: 'bob@example.com', password: 'another horse 7' };
const MINUTE = 60_000;

let world: AccountWorld;
beforeEach(async () => void (world = await createAccountWorld({ asksSecondFactor: true })));
afterEach(() => world.close());

const outcome = async (response: Response) =>
  response.ok ? response.status : [response.status, (await errorOf(response)).reason];
const isSignedIn = async (browser: TestBrowser) => (await browser.session()).account !== null;

/** Bob's account with a passkey, in the world's own browser. */
async function addBob(): Promise<{ device: PasskeyDevice; recoveryCodes: readonly string[] }> {
  await world.signUp(BOB);
  const device = createPasskeyDevice(ORIGIN);
  return { device, recoveryCodes: await addPasskey(world, device) };
}

describe('signing in with a passkey', () => {
  test('[AU5] needs nothing else, and no answer has a token', async () => {
    await world.signUp(BOB);
    const device = createPasskeyDevice(ORIGIN);
    const options = await beginPasskey(world);
    expect(options).toMatchObject({
      rp: { id: 'localhost', name: 'Nankeen' },
      attestation: 'none',
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    });
    const added = await world.call('POST', PASSKEYS, { passkey: device.create(options), name: ' Phone ' });
    const { recoveryCodes } = (await added.json()) as { recoveryCodes: string[] };
    expect(new Set(recoveryCodes).size).toBe(10);
    expect(await listPasskeys(world)).toEqual([
      { id: expect.any(String) as string, name: 'Phone', madeAt: '2026-03-02T09:00:00.000Z', usedAt: null },
    ]);
    expect(await world.session()).toMatchObject({ hasPasskey: true });

    world.clock.advance(MINUTE);
    const phone = world.newBrowser();
    const question = await askPasskey(phone);
    expect(question).toMatchObject({ rpId: 'localhost', userVerification: 'required', allowCredentials: [] });
    const response = await phone.call('POST', `${PASSKEYS}/sign-in`, { passkey: device.sign(question) });
    expect([response.status, await response.text()]).toEqual([200, '{}']);
    const cookies = response.headers.getSetCookie().filter((one) => !one.startsWith('nankeen.csrf'));
    expect(cookies.filter((one) => one.includes('session_token'))).toHaveLength(1);
    expect(cookies.find((one) => one.startsWith('nankeen.passkey='))).toMatch(/=; Max-Age=0;/);
    const session = await phone.session();
    expect(session.account?.email).toBe(BOB.email);
    // It counts as a proof of identity, too.
    expect(session.isConfirmedUntil).toBe('2026-03-02T09:11:00.000Z');
    expect(await listPasskeys(phone)).toMatchObject([{ usedAt: '2026-03-02T09:01:00.000Z' }]);
  });

  test.each([
    ['of a page with another address', { origin: 'https://nankeen.example' }, 'invalid-passkey'],
    ['for another address', { rpId: 'nankeen.example' }, 'invalid-passkey'],
    ['without the person’s fingerprint, face or PIN', { isVerified: false }, 'unverified-passkey'],
    ['without the person', { isPresent: false }, 'invalid-passkey'],
    ['with a wrong signature', { isForged: true }, 'invalid-passkey'],
    ['to another question', { challenge: 'YW5vdGhlciBxdWVzdGlvbg' }, 'invalid-passkey'],
    ['of a new passkey', { type: 'webauthn.create' }, 'invalid-passkey'],
    ['with the name of another account', { userHandle: 'c29tZWJvZHk' }, 'invalid-passkey'],
    ['without the name of an account', { userHandle: undefined }, 'invalid-passkey'],
    ['of an unknown passkey', { id: 'dW5rbm93bg' }, 'unknown-passkey'],
  ] as const)('[AU5] an answer %s is refused in words', async (_what, lies, reason) => {
    const { device } = await addBob();
    const phone = world.newBrowser();
    const refused = await signInWithPasskey(phone, device, lies);
    const error = await errorOf(refused);
    expect([refused.status, error.reason]).toEqual([403, reason]);
    expect(error.message).toMatch(/^[^.]+\. .*\.$/);
    expect(await isSignedIn(phone)).toBe(false);
    expect(await outcome(await signInWithPasskey(phone, device))).toBe(200);
  });

  test('[AU5] a question is answered once, within five minutes, in the browser that asked', async () => {
    const { device } = await addBob();
    const phone = world.newBrowser();
    const send = (browser: TestBrowser, passkey: object) =>
      browser.call('POST', `${PASSKEYS}/sign-in`, { passkey });

    const passkey = device.sign(await askPasskey(phone));
    const cookies = new Map(phone.jar);
    const thief = world.newBrowser();
    expect(await outcome(await send(thief, passkey))).toEqual([412, 'expired-passkey']);
    await askPasskey(thief);
    expect(await outcome(await send(thief, passkey))).toEqual([403, 'invalid-passkey']);
    expect(await outcome(await send(phone, passkey))).toBe(200);
    const copy = world.newBrowser();
    for (const [name, value] of cookies) copy.jar.set(name, value);
    expect(await outcome(await send(copy, passkey))).toEqual([412, 'expired-passkey']);

    const late = world.newBrowser();
    const options = await askPasskey(late);
    world.clock.advance(5 * MINUTE);
    expect(await outcome(await send(late, device.sign(options)))).toEqual([412, 'expired-passkey']);
    // Neither does a refused answer leave the question open.
    const question = await askPasskey(late);
    expect(await outcome(await send(late, device.sign(question, { isForged: true })))).toEqual([
      403,
      'invalid-passkey',
    ]);
    expect(await outcome(await send(late, device.sign(question)))).toEqual([412, 'expired-passkey']);
  });

  test('[AU5] a copied passkey is refused, whose counter is behind', async () => {
    const { device } = await addBob();
    const phone = world.newBrowser();
    expect(await outcome(await signInWithPasskey(phone, device, { counter: 7 }))).toBe(200);
    for (const counter of [7, 3, 0])
      expect(await outcome(await signInWithPasskey(phone, device, { counter }))).toEqual([
        403,
        'invalid-passkey',
      ]);
    expect(await outcome(await signInWithPasskey(phone, device, { counter: 8 }))).toBe(200);
  });

  test('[AU5] passkeys without a counter, which are on several devices, sign in again and again', async () => {
    const { device } = await addBob();
    for (let time = 0; time < 2; time++)
      expect(await outcome(await signInWithPasskey(world.newBrowser(), device, { counter: 0 }))).toBe(200);
  });

  test('[AU5] the cookie of a question is HttpOnly and lasts five minutes', async () => {
    const response = await world.newBrowser().call('POST', `${PASSKEYS}/ask`, { purpose: 'sign-in' });
    expect(response.headers.getSetCookie()).toEqual([
      expect.stringMatching(/^nankeen\.passkey=\w{20}; Max-Age=300; Path=\/; HttpOnly; SameSite=Lax$/),
    ]);
  });

  test('[AU5] [AU9] a disabled account is not signed in', async () => {
    const { device } = await addBob();
    await world.newBrowser().signUp(ANN);
    const manager = world.newBrowser();
    await manager.signIn(ANN.email, ANN.password);
    const disabled = await manager.call('POST', '/api/v1/admin/accounts/disable', { email: BOB.email });
    expect(disabled.status).toBe(200);
    expect(await outcome(await signInWithPasskey(world.newBrowser(), device))).toEqual([
      403,
      'user-disabled',
    ]);
  });

  test('[AU5] [T07] a network asks for at most 20 passkeys a minute', async () => {
    const browser = world.newBrowser();
    for (let time = 0; time < 20; time++) await askPasskey(browser);
    const refused = await browser.call('POST', `${PASSKEYS}/ask`, { purpose: 'sign-in' });
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '60']);
    world.moveTo('198.51.100.9');
    await askPasskey(browser);
  });

  test('[AU5] [T11] a page of another site can neither ask for a passkey nor sign in', async () => {
    for (const path of ['ask', 'sign-in']) {
      const response = await world.app.request(`${ORIGIN}${PASSKEYS}/${path}`, {
        method: 'POST',
        headers: { origin: 'https://evil.example', 'content-type': 'application/json' },
        body: '{}',
      });
      expect([path, await outcome(response)]).toEqual([path, [403, 'CSRF']]);
    }
  });
});

describe('a passkey as the second factor', () => {
  const needed = async (browser: TestBrowser) => {
    const response = await browser.call('GET', '/api/v1/account/second-factor');
    return ((await response.json()) as { needed: object | null }).needed;
  };

  test('[AU5] the password alone makes no session; with the passkey or a recovery code it does', async () => {
    const { device, recoveryCodes } = await addBob();
    const browser = world.newBrowser();
    expect(await needed(browser)).toBeNull();
    expect(await outcome(await browser.giveFirstFactor(BOB.email, BOB.password))).toEqual([
      401,
      'second-factor-required',
    ]);
    expect(await isSignedIn(browser)).toBe(false);
    expect(await needed(browser)).toEqual({ hasCodeApp: false, hasPasskey: true });
    expect(await askPasskey(browser, 'second-factor')).toMatchObject({
      allowCredentials: [{ id: device.credentialId, transports: ['internal', 'hybrid'] }],
    });
    expect(await outcome(await answerWithPasskey(browser, device))).toBe(200);
    expect((await browser.session()).account?.email).toBe(BOB.email);
    expect(await needed(browser)).toBeNull();

    const other = world.newBrowser();
    await other.giveFirstFactor(BOB.email, BOB.password);
    expect(await outcome(await other.answer('123456'))).toEqual([403, 'invalid-code']);
    expect(await outcome(await other.answer(recoveryCodes[0] ?? ''))).toBe(200);
  });

  test('[AU5] another account’s passkey is refused', async () => {
    await addBob();
    const eve = world.newBrowser();
    await eve.signUp({ name: 'Eve', email: 'eve@example.com', password: 'yet another horse' });
    const foreign = createPasskeyDevice(ORIGIN);
    await addPasskey(eve, foreign);
    const browser = world.newBrowser();
    await browser.giveFirstFactor(BOB.email, BOB.password);
    expect(await outcome(await answerWithPasskey(browser, foreign))).toEqual([403, 'foreign-passkey']);
    expect(await isSignedIn(browser)).toBe(false);

    // Nor does it prove Bob's identity, or is an answer to another question one to this.
    const confirmation = foreign.sign(await askPasskey(world, 'confirmation'));
    expect(
      await outcome(await world.call('POST', '/api/v1/account/confirm', { passkey: confirmation })),
    ).toEqual([403, 'foreign-passkey']);
    const signedIn = foreign.sign(await askPasskey(browser));
    expect(
      await outcome(await browser.call('POST', '/api/v1/account/second-factor', { passkey: signedIn })),
    ).toEqual([412, 'expired-passkey']);
  });

  test('[AU5] [T07] after five wrong answers an account waits', async () => {
    const { device } = await addBob();
    const browser = world.newBrowser();
    await browser.giveFirstFactor(BOB.email, BOB.password);
    const stranger = createPasskeyDevice(ORIGIN);
    for (let time = 0; time < 5; time++)
      expect(await outcome(await answerWithPasskey(browser, stranger))).toEqual([403, 'unknown-passkey']);
    const refused = await answerWithPasskey(browser, device);
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '60']);
    // The account's owner signs in with the passkey alone meanwhile.
    expect(await outcome(await signInWithPasskey(world.newBrowser(), device))).toBe(200);
    world.clock.advance(MINUTE);
    expect(await outcome(await answerWithPasskey(browser, device))).toBe(200);
  });

  test('[AU5] without a sign-in that waits, or a session, nothing is asked', async () => {
    const browser = world.newBrowser();
    const send = (purpose: string) => browser.call('POST', `${PASSKEYS}/ask`, { purpose });
    expect(await outcome(await send('second-factor'))).toEqual([412, 'expired-action-code']);
    expect((await send('confirmation')).status).toBe(401);
  });
});
