import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { MAX_SESSIONS } from '#server/accounts/session-limits.ts';
import { MAX_PASSKEYS } from '#shared/api/account-routes.ts';
import {
  errorOf,
  newestToken,
  ORIGIN,
  type AccountWorld,
  type TestBrowser,
} from '../support/account-world.ts';
import {
  addPasskey,
  askPasskey,
  beginPasskey,
  listPasskeys,
  PASSKEYS,
  signInWithPasskey,
} from '../support/passkey-browser.ts';
import type { OpenAccountWorld } from './account-tables-contract.ts';
import { toCodeAt } from '../support/code-app.ts';
import { createPasskeyDevice } from '../support/passkey-device.ts';
import { meetAt, onceBefore } from '../support/table-calls.ts';

const BOB = { name: 'Bob', email: 'bob@example.com', password: 'another horse 7' };
const TOTP = '/api/v1/account/totp';

/** What every store of accounts makes of requests at once. */
export function testAccountsAtOnce(name: string, open: OpenAccountWorld): void {
  describe(name, () => {
    /** What comes between a table's call and the one before it; at first, the calls of the other requests. */
    let between: (call: string) => Promise<void>;
    let world: AccountWorld;
    beforeEach(async () => {
      between = () => new Promise(setImmediate);
      world = await open({ asksSecondFactor: true, beforeTableCall: (call) => between(call) });
      await world.signUp(BOB);
    });
    afterEach(() => world.close());

    /** Sends requests at once. @returns the statuses, sorted */
    async function sendAtOnce(requests: readonly (() => Promise<Response>)[]): Promise<readonly number[]> {
      const responses = await Promise.all(requests.map(async (send) => send()));
      return responses.map(({ status }) => status).toSorted();
    }

    /** A browser that has given Bob's password and waits for his code. */
    async function waitForCode(): Promise<TestBrowser> {
      const browser = world.newBrowser();
      const response = await browser.giveFirstFactor(BOB.email, BOB.password);
      expect((await errorOf(response)).reason).toBe('second-factor-required');
      return browser;
    }

    /** The same browser in another tab. */
    function copyOf(browser: TestBrowser): TestBrowser {
      const copy = world.newBrowser();
      for (const [name, value] of browser.jar) copy.jar.set(name, value);
      return copy;
    }

    describe('of second factors that are given at once', () => {
      test('[AU5] one recovery code signs in one browser', async () => {
        const { recoveryCodes } = await world.addCodeApp();
        const browsers = [await waitForCode(), await waitForCode()];
        const answers = browsers.map((browser) => () => browser.answer(recoveryCodes[0] ?? ''));
        expect(await sendAtOnce(answers)).toEqual([200, 403]);
      });

      test('[AU5] one code of the code app signs in one browser', async () => {
        const { code } = await world.addCodeApp();
        world.clock.advance(30_000);
        const browsers = [await waitForCode(), await waitForCode()];
        expect(await sendAtOnce(browsers.map((browser) => () => browser.answer(code())))).toEqual([200, 403]);
      });

      test('[AU5] one answer of a passkey signs in one browser', async () => {
        const device = createPasskeyDevice(ORIGIN);
        await addPasskey(world, device);
        const browser = world.newBrowser();
        const passkey = device.sign(await askPasskey(browser));
        between = meetAt('takePasskeyChallenge');
        const tabs = [browser, copyOf(browser)];
        const signIns = tabs.map((tab) => () => tab.call('POST', `${PASSKEYS}/sign-in`, { passkey }));
        expect(await sendAtOnce(signIns)).toEqual([200, 412]);
      });

      test('[AU5] one challenge begins one session, whatever codes answer it', async () => {
        const { recoveryCodes } = await world.addCodeApp();
        const browser = await waitForCode();
        const answers = [browser, copyOf(browser)].map(
          (tab, index) => () => tab.answer(recoveryCodes[index] ?? ''),
        );
        expect(await sendAtOnce(answers)).toEqual([200, 412]);
      });
    });

    describe('of second factors that are added at once', () => {
      const recoveryCodesIn = async (response: Response) =>
        ((await response.json()) as { recoveryCodes?: readonly string[] }).recoveryCodes ?? [];

      test('[AU5] one set-up of a code app ends, and its recovery codes count', async () => {
        const { key } = (await (await world.call('POST', `${TOTP}/enable`)).json()) as { key: string };
        const codes = [0, 30_000].map((laterMs) => toCodeAt(key, world.clock.now() + laterMs));
        const tabs = [world, copyOf(world)];
        const responses = await Promise.all(
          tabs.map((tab, index) => tab.call('POST', `${TOTP}/verify`, { code: codes[index] })),
        );
        expect(responses.map(({ status }) => status).toSorted()).toEqual([200, 412]);
        const [recoveryCode = ''] = (await Promise.all(responses.map(recoveryCodesIn))).flat();
        expect((await (await waitForCode()).answer(recoveryCode)).status).toBe(200);
      });

      test('[AU5] the first passkey has the recovery codes, and they count', async () => {
        const tabs = [world, copyOf(world)];
        const passkeys: object[] = [];
        for (const tab of tabs) passkeys.push(createPasskeyDevice(ORIGIN).create(await beginPasskey(tab)));
        between = meetAt('addPasskey');
        const responses = await Promise.all(
          tabs.map((tab, index) => tab.call('POST', PASSKEYS, { passkey: passkeys[index] })),
        );
        expect(responses.map(({ status }) => status)).toEqual([200, 200]);
        const recoveryCodes = await Promise.all(responses.map(recoveryCodesIn));
        expect(recoveryCodes.map(({ length }) => length).toSorted((a, b) => a - b)).toEqual([0, 10]);
        expect((await (await waitForCode()).answer(recoveryCodes.flat()[0] ?? '')).status).toBe(200);
      });

      test('[AU5] no more passkeys are added than an account may have', async () => {
        for (let count = 1; count < MAX_PASSKEYS; count++)
          await addPasskey(world, createPasskeyDevice(ORIGIN));
        const tabs = [world, copyOf(world)];
        const passkeys: object[] = [];
        for (const tab of tabs) passkeys.push(createPasskeyDevice(ORIGIN).create(await beginPasskey(tab)));
        between = meetAt('addPasskey');
        const additions = tabs.map(
          (tab, index) => () => tab.call('POST', PASSKEYS, { passkey: passkeys[index] }),
        );
        expect(await sendAtOnce(additions)).toEqual([200, 412]);
        expect(await listPasskeys(world)).toHaveLength(MAX_PASSKEYS);
      });
    });

    test('[AU5] a second factor is not added by a session that ends meanwhile', async () => {
      const { key } = (await (await world.call('POST', `${TOTP}/enable`)).json()) as { key: string };
      const { account } = await world.session();
      between = async (call) => {
        if (call !== 'activateCodeApp') return;
        await world.storage.accounts.tables.endSessions({ accountId: account?.id ?? '' });
      };
      const code = toCodeAt(key, world.clock.now());
      expect((await world.call('POST', `${TOTP}/verify`, { code })).status).toBe(412);
      expect((await world.newBrowser().signIn(BOB.email, BOB.password)).status).toBe(200);
    });

    describe('an account that changes while a sign-in is checked', () => {
      const signIn = () => world.newBrowser().giveFirstFactor(BOB.email, BOB.password);
      const reasonOf = async (response: Response) => [response.status, (await errorOf(response)).reason];
      const sessionsOf = async () => {
        const { tables } = world.storage.accounts;
        return (await tables.sessionsOf((await tables.accountIdOf(BOB.email)) ?? '')).length;
      };

      test('[AU9] begins no session once it is disabled', async () => {
        const accountId = (await world.session()).account?.id ?? '';
        const { tables } = world.storage.accounts;
        between = onceBefore('verifiedAt', () => tables.disable({ accountId, at: 0, by: 'admin' }));
        expect(await reasonOf(await signIn())).toEqual([403, 'user-disabled']);
        expect(await sessionsOf()).toBe(0);
      });

      test('[AU5] begins no session without the second factor that it has got', async () => {
        between = onceBefore('verifiedAt', () => world.addCodeApp());
        expect(await reasonOf(await signIn())).toEqual([401, 'second-factor-required']);
        expect(await sessionsOf()).toBe(1);
      });

      test('[AU5] begins no session with a second factor that it has no more', async () => {
        const device = createPasskeyDevice(ORIGIN);
        await addPasskey(world, device);
        const { account } = await world.session();
        const { tables } = world.storage.accounts;
        between = onceBefore('verifiedAt', () => tables.removeFactors(account?.id ?? ''));
        const response = await signInWithPasskey(world.newBrowser(), device);
        expect(await reasonOf(response)).toEqual([401, 'invalid-credential']);
        expect(await sessionsOf()).toBe(0);
      });

      test('[T12] begins no session with the earlier password', async () => {
        const { recoveryCodes } = await world.addCodeApp();
        const browser = await waitForCode();
        between = onceBefore('deleteChallenge', () => setPassword('one more horse 8'));
        expect(await reasonOf(await browser.answer(recoveryCodes[0] ?? ''))).toEqual([
          401,
          'invalid-credential',
        ]);
        expect(await sessionsOf()).toBe(0);
      });

      test('[T12] takes no second factor after the earlier password', async () => {
        const { recoveryCodes } = await world.addCodeApp();
        between = onceBefore('isDisabled', () => setPassword('one more horse 8'));
        const browser = await waitForCode();
        expect(await reasonOf(await browser.answer(recoveryCodes[0] ?? ''))).toEqual([
          412,
          'expired-action-code',
        ]);
        expect(await sessionsOf()).toBe(0);
      });

      test('[AU7] keeps no more sessions than it may have, however many begin at once', async () => {
        for (let round = 0; round < 3; round++) {
          world.clock.advance(61_000);
          const browsers = Array.from({ length: 8 }, () => world.newBrowser());
          const signIns = browsers.map((browser) => () => browser.giveFirstFactor(BOB.email, BOB.password));
          expect(new Set(await sendAtOnce(signIns))).toEqual(new Set([200]));
        }
        expect(await sessionsOf()).toBe(MAX_SESSIONS);
      });
    });

    /** By a mailed link. */
    async function setPassword(password: string): Promise<void> {
      const before = world.mails.length;
      await world.call('POST', '/api/v1/account/reset', { email: BOB.email });
      await expect.poll(() => world.mails.length).toBe(before + 1);
      expect((await world.newBrowser().reset(password)).status).toBe(200);
    }

    test('[AU2] of two new passwords that replace the same one at once, one counts', async () => {
      between = meetAt('changePassword');
      const passwords = ['the first horse 1', 'the second horse 2'];
      const changes = [world, copyOf(world)].map(
        (tab, index) => () =>
          tab.call('POST', '/api/v1/account/password', { current: BOB.password, password: passwords[index] }),
      );
      expect(await sendAtOnce(changes)).toEqual([200, 403]);
      between = async () => {};
      const signIns = passwords.map(
        (password) => () => world.newBrowser().giveFirstFactor(BOB.email, password),
      );
      expect(await sendAtOnce(signIns)).toEqual([200, 401]);
    });

    test('[R-AUT-01] [T08] two sign-ups at once with an address make one account, and get the same response', async () => {
      const eve = { name: 'Eve', email: 'eve@example.com', password: 'yet another horse' };
      const before = world.mails.length;
      const browsers = [world.newBrowser(), world.newBrowser()];
      expect(await sendAtOnce(browsers.map((browser) => () => browser.sendSignUp(eve)))).toEqual([200, 200]);
      await expect.poll(() => world.mails.length).toBe(before + 2);
      const { tables } = world.storage.accounts;
      expect(await tables.signInMethodsOf((await tables.accountIdOf(eve.email)) ?? '')).toHaveLength(1);
    });

    test('[T11] a mailed link that is sent twice at once works once', async () => {
      const before = world.mails.length;
      await world.call('POST', '/api/v1/account/reset', { email: BOB.email });
      await expect.poll(() => world.mails.length).toBe(before + 1);
      const body = { token: newestToken(world.mails), password: 'one more horse 8' };
      const browsers = [world.newBrowser(), world.newBrowser()];
      const uses = browsers.map((one) => () => one.call('POST', '/api/v1/account/reset/confirm', body));
      expect(await sendAtOnce(uses)).toEqual([200, 412]);
    });
  });
}
