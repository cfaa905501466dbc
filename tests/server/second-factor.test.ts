import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { toTotp } from '#server/accounts/totp.ts';
import {
  ANN,
  createAccountWorld,
  errorOf,
  type AccountWorld,
  type TestBrowser,
} from '../support/account-world.ts';
import { toCodeAt } from '../support/code-app.ts';

const BOB = { name: 'Bob', email: 'bob@example.com', password: 'another horse 7' };
const MINUTE = 60_000;

let world: AccountWorld;
beforeEach(async () => void (world = await createAccountWorld({ asksSecondFactor: true })));
afterEach(() => world.close());

const outcome = async (response: Response) =>
  response.ok ? response.status : [response.status, (await errorOf(response)).reason];
const isSignedIn = async (browser: TestBrowser) => (await browser.session()).account !== null;

/** A browser that has given Bob's password and waits for his code. */
async function waitForCode(): Promise<TestBrowser> {
  const browser = world.newBrowser();
  const response = await browser.giveFirstFactor(BOB.email, BOB.password);
  expect(await outcome(response)).toEqual([401, 'second-factor-required']);
  return browser;
}

test('[AU5] codes are those of RFC 6238, appendix B', () => {
  const key = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';
  for (const [seconds, code] of [
    [59, '287082'],
    [1_111_111_109, '081804'],
    [1_111_111_111, '050471'],
    [1_234_567_890, '005924'],
    [2_000_000_000, '279037'],
    [20_000_000_000, '353130'],
  ] as const) {
    expect(toTotp(Buffer.from('12345678901234567890'), Math.floor(seconds / 30))).toBe(code);
    expect(toCodeAt(key, seconds * 1000)).toBe(code);
  }
});

describe('signing in with a code app', () => {
  test('[AU5] the password alone makes no session; a code does, once', async () => {
    await world.signUp(BOB);
    const { code } = await world.addCodeApp();
    const browser = await waitForCode();
    expect(browser.jar.has('nankeen.session_token')).toBe(false);
    expect(await isSignedIn(browser)).toBe(false);

    // Its set-up used this code.
    expect(await outcome(await browser.answer(code()))).toEqual([403, 'used-code']);
    const wrong = code() === '000000' ? '000001' : '000000';
    expect(await outcome(await browser.answer(wrong))).toEqual([403, 'invalid-code']);
    expect(await isSignedIn(browser)).toBe(false);
    world.clock.advance(30_000);
    const now = code();
    expect(await outcome(await browser.answer(`${now.slice(0, 3)} ${now.slice(3)}`))).toBe(200);
    expect((await browser.session()).account?.email).toBe(BOB.email);

    const other = await waitForCode();
    expect(await outcome(await other.answer(now))).toEqual([403, 'used-code']);
    world.clock.advance(30_000);
    expect(await outcome(await other.answer(now))).toEqual([403, 'used-code']);
    expect(await outcome(await other.answer(code()))).toBe(200);
  });

  test('[AU5] codes of the neighbouring time steps count, others don’t', async () => {
    await world.signUp(BOB);
    const { code } = await world.addCodeApp();
    world.clock.advance(10 * MINUTE);
    const browser = await waitForCode();
    for (const steps of [-2, 2]) {
      expect(await outcome(await browser.answer(code(steps)))).toEqual([403, 'invalid-code']);
    }
    expect(await outcome(await browser.answer(code(-1)))).toBe(200);
    expect(await outcome(await (await waitForCode()).answer(code(1)))).toBe(200);
  });

  test('[AU5] each recovery code counts once', async () => {
    await world.signUp(BOB);
    const { recoveryCodes } = await world.addCodeApp();
    expect(new Set(recoveryCodes).size).toBe(10);
    const [first = '', second = ''] = recoveryCodes;
    const left = async () => {
      const response = await world.call('GET', '/api/v1/account/totp');
      return (await response.json()) as object;
    };
    expect(await left()).toEqual({ isOn: true, recoveryCodesLeft: 10 });
    expect(await outcome(await (await waitForCode()).answer(first.toLowerCase().replaceAll('-', ' ')))).toBe(
      200,
    );
    const again = await waitForCode();
    expect(await outcome(await again.answer(first))).toEqual([403, 'invalid-code']);
    expect(await outcome(await again.answer(second))).toBe(200);
    expect(await left()).toEqual({ isOn: true, recoveryCodesLeft: 8 });

    const renewed = await world.call('POST', '/api/v1/account/totp/recovery-codes');
    const codes = ((await renewed.json()) as { recoveryCodes: string[] }).recoveryCodes;
    expect(codes).toHaveLength(10);
    expect(await outcome(await (await waitForCode()).answer(recoveryCodes[2] ?? ''))).toEqual([
      403,
      'invalid-code',
    ]);
    expect(await outcome(await (await waitForCode()).answer(codes[0] ?? ''))).toBe(200);
  });

  test('[AU5] a challenge lasts ten minutes, works in its own browser only, and once', async () => {
    await world.signUp(BOB);
    const { code } = await world.addCodeApp();
    const late = await waitForCode();
    world.clock.advance(10 * MINUTE);
    expect(await outcome(await late.answer(code()))).toEqual([412, 'expired-action-code']);
    expect(await outcome(await world.newBrowser().answer(code()))).toEqual([412, 'expired-action-code']);

    const browser = await waitForCode();
    const cookies = new Map(browser.jar);
    expect(await outcome(await browser.answer(code()))).toBe(200);
    const thief = world.newBrowser();
    for (const [name, value] of cookies) thief.jar.set(name, value);
    expect(await outcome(await thief.answer(code(1)))).toEqual([412, 'expired-action-code']);
  });

  test('[AU5] the challenge’s cookie is HttpOnly and ends with a changed password', async () => {
    await world.signUp(BOB);
    const { code } = await world.addCodeApp();
    const response = await world.newBrowser().giveFirstFactor(BOB.email, BOB.password);
    const cookie = response.headers.getSetCookie().find((one) => one.includes('second_factor='));
    expect(cookie).toMatch(/; Max-Age=600; Path=\/; HttpOnly; SameSite=Lax$/);
    const browser = await waitForCode();
    const change = { current: BOB.password, password: 'a newer horse 8' };
    expect((await world.call('POST', '/api/v1/account/password', change)).status).toBe(200);
    expect(await outcome(await browser.answer(code(1)))).toEqual([412, 'expired-action-code']);
  });

  test('[AU5] [T07] of many guesses at the code only five are checked until the wait is over', async () => {
    await world.signUp(BOB);
    const { code } = await world.addCodeApp();
    world.clock.advance(5 * MINUTE);
    for (let guess = 0; guess < 5; guess++) {
      const browser = await waitForCode();
      world.moveTo(`198.51.${guess}.9`);
      expect(await outcome(await browser.answer(code(10 + guess)))).toEqual([403, 'invalid-code']);
    }
    const browser = await waitForCode();
    const refused = await browser.answer(code());
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '60']);
    world.clock.advance(MINUTE);
    expect(await outcome(await browser.answer(code()))).toBe(200);
  });
});

describe('setting up and removing a code app', () => {
  test('[AU5] [AU6] needs a proof of identity, ends the other sessions, and a mail says so', async () => {
    await world.signUp(BOB);
    const other = world.newBrowser();
    await other.signIn(BOB.email, BOB.password);
    world.clock.advance(11 * MINUTE);
    for (const path of ['enable', 'verify', 'disable', 'recovery-codes']) {
      const refused = await world.call('POST', `/api/v1/account/totp/${path}`, { code: '123456' });
      expect([path, await outcome(refused)]).toEqual([path, [403, 'CONFIRM_IDENTITY']]);
    }
    await world.call('POST', '/api/v1/account/confirm', { password: BOB.password });
    const { code } = await world.addCodeApp();
    expect([await isSignedIn(world), await isSignedIn(other)]).toEqual([true, false]);
    await expect
      .poll(() => world.mails.at(-1)?.text)
      .toContain('A code app was added to your Nankeen account');

    world.clock.advance(11 * MINUTE);
    expect(await outcome(await world.call('POST', '/api/v1/account/confirm', { code: code() }))).toBe(200);
    expect(await outcome(await world.call('POST', '/api/v1/account/confirm', { code: code() }))).toEqual([
      403,
      'used-code',
    ]);
    expect(await outcome(await world.call('POST', '/api/v1/account/totp/disable'))).toBe(200);
    expect(await outcome(await world.newBrowser().giveFirstFactor(BOB.email, BOB.password))).toBe(200);
    await expect.poll(() => world.mails.at(-1)?.text).toContain('was removed from');
  });

  test('[AU5] a set-up that is not finished changes nothing', async () => {
    await world.signUp(BOB);
    expect((await world.call('POST', '/api/v1/account/totp/enable')).status).toBe(200);
    expect(await outcome(await world.newBrowser().giveFirstFactor(BOB.email, BOB.password))).toBe(200);
    const { code } = await world.addCodeApp();
    expect((await world.call('POST', '/api/v1/account/totp/enable')).status).toBe(200);
    expect(await outcome(await (await waitForCode()).answer(code(1)))).toBe(200);
  });

  test('[AU5] removing a code app that is not set up yet is refused, and its set-up goes on', async () => {
    await world.signUp(BOB);
    const begun = await world.call('POST', '/api/v1/account/totp/enable');
    const { key } = (await begun.json()) as { key: string };
    const removed = await world.call('POST', '/api/v1/account/totp/disable');
    expect(await outcome(removed)).toEqual([412, 'no-code-app']);
    const code = toCodeAt(key, world.clock.now());
    expect(await outcome(await world.call('POST', '/api/v1/account/totp/verify', { code }))).toBe(200);
  });

  test('[AU5] keys and recovery codes are not in the accounts file as they are', async () => {
    await world.signUp(BOB);
    const { key, recoveryCodes } = await world.addCodeApp();
    const stored = JSON.stringify(world.storedFactors());
    expect(stored).not.toContain(key);
    for (const code of recoveryCodes) expect(stored).not.toContain(code.replaceAll('-', ''));
  });
});

describe('staff in production', () => {
  test('[AU5] [R-ROL-03] are customers until they have set up a code app', async () => {
    await world.signUp(BOB);
    await world.staffGrants.grant({ email: BOB.email, role: 'manager', at: 0, by: 'admin' });
    expect(await world.session()).toMatchObject({
      role: 'customer',
      isStaff: false,
      needs: 'second-factor-enrolment',
    });
    expect((await world.call('GET', '/api/v1/admin/staff')).status).toBe(401);
    await world.addCodeApp();
    const session = await world.session();
    expect(session).toMatchObject({ role: 'manager', isStaff: true });
    expect(session).not.toHaveProperty('needs');
    expect((await world.call('GET', '/api/v1/admin/staff')).status).toBe(200);

    const browser = world.newBrowser();
    await browser.signIn(BOB.email, BOB.password);
    expect((await browser.session()).role).toBe('manager');
    expect((await browser.call('POST', '/api/v1/account/totp/disable')).status).toBe(200);
    expect(await browser.session()).toMatchObject({ role: 'customer', needs: 'second-factor-enrolment' });
  });

  test('[AU5] a customer is not asked to set up anything', async () => {
    await world.signUp(BOB);
    expect(await world.session()).not.toHaveProperty('needs');
  });

  test('[AU5] [AU6] a manager removes a lost code app, which ends all sessions of the account', async () => {
    await world.staffGrants.grant({ email: BOB.email, role: 'staff', at: 0, by: 'admin' });
    await world.signUp(ANN);
    const bob = world.newBrowser();
    await bob.signUp(BOB);
    expect((await bob.session()).role).toBe('staff');
    const factors = async (response: Response) => {
      const { staff } = (await response.json()) as { staff: { email: string; hasSecondFactor: boolean }[] };
      return staff.map(({ email, hasSecondFactor }) => [email, hasSecondFactor]);
    };
    expect(await factors(await world.call('GET', '/api/v1/admin/staff'))).toEqual([
      [ANN.email, true],
      [BOB.email, true],
    ]);
    const path = '/api/v1/admin/accounts/remove-second-factor';
    const removed = await world.call('POST', path, { email: BOB.email });
    expect(await factors(removed)).toEqual([
      [ANN.email, true],
      [BOB.email, false],
    ]);
    expect(await isSignedIn(bob)).toBe(false);
    await expect
      .poll(() => world.mails.at(-1))
      .toMatchObject({ to: BOB.email, subject: 'How you sign in was changed' });
    expect((await world.call('POST', path, { email: BOB.email })).status).toBe(404);
    expect((await bob.giveFirstFactor(BOB.email, BOB.password)).status).toBe(200);
    expect(await bob.session()).toMatchObject({ role: 'customer', needs: 'second-factor-enrolment' });
  });
});
