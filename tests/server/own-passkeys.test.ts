import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import {
  ANN,
  createAccountWorld,
  errorOf,
  newestToken,
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
import { createPasskeyDevice, type Cbor, type PasskeyDevice } from '../support/passkey-device.ts';

const BOB = { name: 'Bob', email: 'bob@example.com', password: 'another horse 7' };
const MINUTE = 60_000;

/** Names http://crl.example/list as where revocations are listed. */
const CERTIFICATE =
  'MIIBnTCCAUOgAwIBAgIURXi9ZwVXy8F5YJ7D4ntAPkDU55AwCgYIKoZIzj0EAwIwDjEMMAoGA1UEAwwDY3JsMCAXDTI2MTEyMzIw' +
  'MzMzMVoYDzIxMjYxMDMwMjAzMzMxWjAOMQwwCgYDVQQDDANjcmwwWTATBgcqhkjOPQIBBggqhkjOPQMBBwNCAARD7dDA3Pe5Qg8g' +
  '1WkFAaOOM28cLca/DYSf1jU9mpRbLY3nFevmhb1nByGi0ldn8hBrH2sKUGLEu7q3cKePb77Ko30wezAdBgNVHQ4EFgQUNwohdQCy' +
  'Ds0AweNj84b/jKEZSiEwHwYDVR0jBBgwFoAUNwohdQCyDs0AweNj84b/jKEZSiEwDwYDVR0TAQH/BAUwAwEB/zAoBgNVHR8EITAf' +
  'MB2gG6AZhhdodHRwOi8vY3JsLmV4YW1wbGUvbGlzdDAKBggqhkjOPQQDAgNIADBFAiEA4ip5gX8v57AooTKYDpF8BL4UHaleThqg' +
  'Erv6/tbQPAwCIANDZ+SC6cypR443IYomRDkTHLANp8uisAE4HHGEraDy';

let world: AccountWorld;
beforeEach(async () => void (world = await createAccountWorld({ asksSecondFactor: true })));
afterEach(() => world.close());

const outcome = async (response: Response) =>
  response.ok ? response.status : [response.status, (await errorOf(response)).reason];
const isSignedIn = async (browser: TestBrowser) => (await browser.session()).account !== null;
const confirm = (browser: TestBrowser, password = BOB.password) =>
  browser.call('POST', '/api/v1/account/confirm', { password });

/** Bob's account with a passkey, in the world's own browser. */
async function addBob(): Promise<{ device: PasskeyDevice; recoveryCodes: readonly string[] }> {
  await world.signUp(BOB);
  const device = createPasskeyDevice(ORIGIN);
  return { device, recoveryCodes: await addPasskey(world, device) };
}

describe('adding a passkey', () => {
  test.each([
    ['of a page with another address', { origin: 'https://nankeen.example' }, 'invalid-passkey'],
    ['for another address', { rpId: 'nankeen.example' }, 'invalid-passkey'],
    ['without the person’s fingerprint, face or PIN', { isVerified: false }, 'unverified-passkey'],
    ['without the person', { isPresent: false }, 'invalid-passkey'],
    ['to another question', { challenge: 'YW5vdGhlciBxdWVzdGlvbg' }, 'invalid-passkey'],
    ['of a sign-in', { type: 'webauthn.get' }, 'invalid-passkey'],
  ] as const)('[AU5] an answer %s is refused, and nothing is added', async (_what, lies, reason) => {
    await world.signUp(BOB);
    const passkey = createPasskeyDevice(ORIGIN).create(await beginPasskey(world), lies);
    expect(await outcome(await world.call('POST', PASSKEYS, { passkey }))).toEqual([403, reason]);
    expect(await listPasskeys(world)).toEqual([]);
    expect(await outcome(await world.newBrowser().giveFirstFactor(BOB.email, BOB.password))).toBe(200);
  });

  test('[AU5] certificates are refused before anything is loaded from the addresses that they name', async () => {
    await world.signUp(BOB);
    const fetched = vi.spyOn(globalThis, 'fetch').mockRejectedValue(new Error('No network.'));
    const certificates = new Map<string, Cbor>([
      ['alg', -7],
      ['sig', Buffer.alloc(70)],
      ['x5c', [Buffer.from(CERTIFICATE, 'base64')]],
    ]);
    for (const fmt of [
      'packed',
      'fido-u2f',
      'apple',
      'android-key',
      'tpm',
      'android-safetynet',
      'none of them',
    ]) {
      const lies = { attestation: { fmt, attStmt: certificates } };
      const passkey = createPasskeyDevice(ORIGIN).create(await beginPasskey(world), lies);
      expect([fmt, await outcome(await world.call('POST', PASSKEYS, { passkey }))]).toEqual([
        fmt,
        [403, 'invalid-passkey'],
      ]);
    }
    expect(fetched).not.toHaveBeenCalled();
    fetched.mockRestore();
  });

  test('[AU5] the question is answered once, within five minutes, by the account that asked', async () => {
    await world.signUp(BOB);
    const device = createPasskeyDevice(ORIGIN);
    const passkey = device.create(await beginPasskey(world));
    world.clock.advance(5 * MINUTE);
    const send = (browser: TestBrowser, one = passkey) => browser.call('POST', PASSKEYS, { passkey: one });
    expect(await outcome(await send(world))).toEqual([412, 'expired-passkey']);

    const eve = world.newBrowser();
    await eve.signUp({ name: 'Eve', email: 'eve@example.com', password: 'yet another horse' });
    const asked = device.create(await beginPasskey(world));
    eve.jar.set('nankeen.passkey', world.jar.get('nankeen.passkey') ?? '');
    expect(await outcome(await send(eve, asked))).toEqual([412, 'expired-passkey']);
    expect(await outcome(await send(world, asked))).toEqual([412, 'expired-passkey']);

    await addPasskey(world, device);
    const again = createPasskeyDevice(ORIGIN).create(await beginPasskey(eve), { id: device.credentialId });
    expect(await outcome(await send(eve, again))).toEqual([412, 'known-passkey']);
    expect(await beginPasskey(world)).toMatchObject({ excludeCredentials: [{ id: device.credentialId }] });
  });

  test('[AU5] [AU6] needs a proof of identity, ends the other sessions, and a mail says so', async () => {
    await world.signUp(BOB);
    const other = world.newBrowser();
    await other.signIn(BOB.email, BOB.password);
    world.clock.advance(11 * MINUTE);
    const passkey = createPasskeyDevice(ORIGIN).create({ challenge: '' });
    for (const [method, path, body] of [
      ['POST', `${PASSKEYS}/begin`],
      ['POST', PASSKEYS, { passkey }],
      ['DELETE', `${PASSKEYS}/none`],
    ] as const) {
      expect([path, await outcome(await world.call(method, path, body))]).toEqual([
        path,
        [403, 'CONFIRM_IDENTITY'],
      ]);
    }
    await confirm(world);
    const device = createPasskeyDevice(ORIGIN);
    await addPasskey(world, device);
    expect([await isSignedIn(world), await isSignedIn(other)]).toEqual([true, false]);
    await expect
      .poll(() => world.mails.at(-1)?.text)
      .toContain('A passkey was added to your Nankeen account');

    world.clock.advance(11 * MINUTE);
    expect((await world.session()).isConfirmedUntil).toBeUndefined();
    const proof = { passkey: device.sign(await askPasskey(world, 'confirmation')) };
    expect(await outcome(await world.call('POST', '/api/v1/account/confirm', proof))).toBe(200);
    expect((await world.session()).isConfirmedUntil).toBeDefined();
    expect(await outcome(await world.call('POST', '/api/v1/account/confirm', proof))).toEqual([
      412,
      'expired-passkey',
    ]);
  });

  test('[AU5] an account has at most ten, and recovery codes come with the first', async () => {
    await world.signUp(BOB);
    expect(await addPasskey(world, createPasskeyDevice(ORIGIN))).toHaveLength(10);
    for (let count = 1; count < 10; count++)
      expect(await addPasskey(world, createPasskeyDevice(ORIGIN))).toEqual([]);
    expect(await outcome(await world.call('POST', `${PASSKEYS}/begin`))).toEqual([412, 'too-many-passkeys']);
    expect(await listPasskeys(world)).toHaveLength(10);
    expect((await listPasskeys(world))[0]?.name).toBe('Passkey');
  });

  test('[AU5] what was added before the address was proven goes with the password', async () => {
    await world.close();
    world = await createAccountWorld({ asksSecondFactor: true, production: false });
    await world.signUp(BOB);
    const device = createPasskeyDevice(ORIGIN);
    await addPasskey(world, device);
    await expect.poll(() => newestToken(world.mails)).not.toBe('');
    const owner = world.newBrowser();
    expect(await outcome(await owner.verify('a password of the owner'))).toBe(200);
    expect(await listPasskeys(owner)).toEqual([]);
    expect(await outcome(await signInWithPasskey(world.newBrowser(), device))).toEqual([
      403,
      'unknown-passkey',
    ]);
  });
});

describe('removing a passkey', () => {
  const remove = (browser: TestBrowser, id: string) => browser.call('DELETE', `${PASSKEYS}/${id}`);
  const firstId = async (browser: TestBrowser) => (await listPasskeys(browser))[0]?.id ?? '';

  test('[AU5] ends the other sessions, and the last one takes the recovery codes along', async () => {
    const { device } = await addBob();
    const phone = world.newBrowser();
    await signInWithPasskey(phone, device);
    const second = createPasskeyDevice(ORIGIN);
    await addPasskey(phone, second);
    await signInWithPasskey(world, device);
    expect(await outcome(await remove(world, await firstId(world)))).toBe(200);
    expect([await isSignedIn(world), await isSignedIn(phone)]).toEqual([true, false]);
    await expect.poll(() => world.mails.at(-1)?.text).toContain('A passkey was removed from');
    expect(await outcome(await signInWithPasskey(phone, device))).toEqual([403, 'unknown-passkey']);
    expect(await outcome(await signInWithPasskey(phone, second))).toBe(200);
    const codes = async () => (await world.call('GET', '/api/v1/account/totp')).json();
    expect(await codes()).toEqual({ isOn: false, recoveryCodesLeft: 10 });

    expect(await outcome(await remove(world, await firstId(world)))).toBe(200);
    expect(await codes()).toEqual({ isOn: false, recoveryCodesLeft: 0 });
    expect(await outcome(await world.newBrowser().giveFirstFactor(BOB.email, BOB.password))).toBe(200);
    expect((await remove(world, 'none')).status).toBe(404);
  });

  test('[AU5] another account’s passkey can’t be removed', async () => {
    await addBob();
    const eve = world.newBrowser();
    await eve.signUp({ name: 'Eve', email: 'eve@example.com', password: 'yet another horse' });
    expect((await remove(eve, await firstId(world))).status).toBe(404);
    expect(await listPasskeys(world)).toHaveLength(1);
  });

  test('[AU5] the session goes on with its second factor while the account has a code app', async () => {
    await addBob();
    await world.staffGrants.grant({ email: BOB.email, role: 'staff', at: 0, by: 'admin' });
    await world.addCodeApp();
    await remove(world, await firstId(world));
    expect((await world.session()).role).toBe('staff');
    expect(await outcome(await world.newBrowser().giveFirstFactor(BOB.email, BOB.password))).toEqual([
      401,
      'second-factor-required',
    ]);
  });
});

describe('staff in production', () => {
  test('[AU5] [R-ROL-03] have their role with a passkey, and lose it with the last one', async () => {
    await world.signUp(BOB);
    await world.staffGrants.grant({ email: BOB.email, role: 'manager', at: 0, by: 'admin' });
    expect(await world.session()).toMatchObject({ role: 'customer', needs: 'second-factor-enrolment' });
    const device = createPasskeyDevice(ORIGIN);
    await addPasskey(world, device);
    expect(await world.session()).toMatchObject({ role: 'manager', isStaff: true });
    const { staff } = (await (await world.call('GET', '/api/v1/admin/staff')).json()) as { staff: object[] };
    expect(staff).toContainEqual(expect.objectContaining({ email: BOB.email, hasSecondFactor: true }));

    for (const enter of [
      (browser: TestBrowser) => signInWithPasskey(browser, device),
      async (browser: TestBrowser) => {
        await browser.giveFirstFactor(BOB.email, BOB.password);
        return answerWithPasskey(browser, device);
      },
    ]) {
      const browser = world.newBrowser();
      expect(await outcome(await enter(browser))).toBe(200);
      expect((await browser.session()).role).toBe('manager');
    }
    const [passkey] = await listPasskeys(world);
    expect((await world.call('DELETE', `${PASSKEYS}/${passkey?.id}`)).status).toBe(200);
    expect(await world.session()).toMatchObject({ role: 'customer', needs: 'second-factor-enrolment' });
    expect((await world.call('GET', '/api/v1/admin/staff')).status).toBe(401);
  });

  test('[AU5] [AU6] a manager removes lost passkeys with their recovery codes', async () => {
    const { device, recoveryCodes } = await addBob();
    const manager = world.newBrowser();
    await manager.signUp(ANN);
    const path = '/api/v1/admin/accounts/remove-second-factor';
    expect((await manager.call('POST', path, { email: BOB.email })).status).toBe(200);
    expect(await isSignedIn(world)).toBe(false);
    await expect
      .poll(() => world.mails.at(-1))
      .toMatchObject({
        to: BOB.email,
        text: expect.stringContaining('Your second factor was removed') as string,
      });
    expect(await outcome(await signInWithPasskey(world.newBrowser(), device))).toEqual([
      403,
      'unknown-passkey',
    ]);
    expect(await outcome(await world.giveFirstFactor(BOB.email, BOB.password))).toBe(200);
    expect(recoveryCodes).toHaveLength(10);
    expect((await manager.call('POST', path, { email: BOB.email })).status).toBe(404);
  });
});

test('[PR1] the download of own data names the passkeys, without ids and keys', async () => {
  await world.signUp(BOB);
  const device = createPasskeyDevice(ORIGIN);
  await addPasskey(world, device, 'Phone');
  const text = await (await world.call('GET', '/api/v1/account/data')).text();
  expect((JSON.parse(text) as { passkeys: unknown }).passkeys).toEqual([
    { name: 'Phone', madeAt: '2026-03-02T09:00:00.000Z', usedAt: null },
  ]);
  expect(text).not.toContain(device.credentialId);
});
