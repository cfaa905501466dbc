import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { DELETED_ACCOUNT } from '#shared/collections/collection.ts';
import type { AccountTables, NewMailedLink } from '#server/accounts/account-tables.ts';
import type { PasskeyRow } from '#server/accounts/factor-table.ts';
import { ANN, type AccountWorld, type AccountWorldOptions } from '../support/account-world.ts';

const BOB = { name: 'Bob', email: 'bob@example.com', password: 'another horse 7' };

export type OpenAccountWorld = (options?: AccountWorldOptions) => Promise<AccountWorld>;

/** The contract of every store of accounts. `open` gives a server without accounts, which has no staff by settings. */
export function testAccountTables(name: string, open: OpenAccountWorld): void {
  describe(name, () => {
    let world: AccountWorld;
    let tables: AccountTables;
    /** Of Ann. */
    let accountId: string;
    let sessionId: string;
    beforeEach(async () => {
      world = await open({ asksSecondFactor: true, staffEmails: [] });
      expect((await world.signUp()).status).toBe(200);
      ({ tables } = world.storage.accounts);
      accountId = (await tables.accountIdOf(ANN.email)) ?? '';
      sessionId = (await tables.sessionsOf(accountId))[0]?.id ?? '';
    });
    afterEach(() => world.close());

    const signInElsewhere = () => world.newBrowser().signIn(ANN.email, ANN.password);
    const sessionIds = async () => (await tables.sessionsOf(accountId)).map(({ id }) => id);
    const link = (parts: Partial<NewMailedLink> = {}): NewMailedLink => ({
      purpose: 'reset',
      accountId,
      email: ANN.email,
      hash: 'one',
      endsAt: 1000,
      ...parts,
    });
    const passkey = (id: string): PasskeyRow => ({
      credentialId: `credential-${id}`,
      accountId,
      publicKey: new Uint8Array([1, 2, 255]),
      counter: 3,
      transports: 'internal,hybrid',
      id,
      name: 'Phone',
      madeAt: 5,
      usedAt: null,
    });
    const addPasskey = (row: PasskeyRow, ofSession = sessionId, most = 2) =>
      tables.addPasskey(row, { sessionId: ofSession, at: 9 }, { recoveryHashes: ['a', 'b'], most });
    async function addCodeApp(): Promise<boolean> {
      await tables.putPendingFactor(accountId, 'sealed');
      const app = { accountId, secret: 'sealed', recoveryHashes: ['a', 'b'] };
      return tables.activateCodeApp({ ...app, sessionId, at: 9 });
    }

    test('[DB12] calls with U+0000 are refused', async () => {
      const calls = [
        ['auth/sign-up/email', { ...BOB, name: 'B\0b' }],
        ['auth/sign-in/email', { email: 'b\0b@example.com', password: BOB.password }],
        ['account/reset', { email: 'b\0b@example.com' }],
        ['auth/sign-out?state=%00', {}],
      ] as const;
      for (const [path, body] of calls)
        expect((await world.newBrowser().call('POST', `/api/v1/${path}`, body)).status, path).toBe(400);
      expect((await world.call('DELETE', '/api/v1/account/sessions/a%00b')).status).toBe(400);
    });

    test('[AU7] a session has its account and its times in epoch milliseconds', async () => {
      const now = world.clock.now();
      const row = await tables.session(sessionId);
      expect(row).toEqual({
        accountId,
        email: ANN.email,
        emailVerified: true,
        isTrusted: true,
        hasSecondFactor: false,
        beganAt: now,
        usedAt: now,
        confirmedAt: now,
        expiresAt: expect.any(Number) as number,
      });
      expect(Math.abs((row?.expiresAt ?? 0) - Date.now() - 30 * 24 * 3_600_000)).toBeLessThan(60_000);
      expect(tables.watchedSession(sessionId)).toEqual(row);
      await tables.noteUse(sessionId, 7);
      await tables.noteConfirmation(sessionId, 8);
      expect(await tables.session(sessionId)).toEqual({ ...row, usedAt: 7, confirmedAt: 8 });
      expect(await tables.sessionsOf(accountId)).toEqual([
        { id: sessionId, beganAt: now, usedAt: 7, userAgent: '', expiresAt: row?.expiresAt },
      ]);
      expect([await tables.session('none'), await tables.sessionsOf('none')]).toEqual([undefined, []]);
    });

    test('[AU7] one session ends, the others of an account, or those of all accounts', async () => {
      for (let count = 0; count < 2; count += 1) await signInElsewhere();
      await world.newBrowser().signUp(BOB);
      const [other = ''] = (await sessionIds()).filter((id) => id !== sessionId);
      await tables.session(other);
      expect([await tables.endSession('none', other), await tables.endSession(accountId, other)]).toEqual([
        false,
        true,
      ]);
      await expect.poll(() => tables.watchedSession(other)).toBeUndefined();
      expect(await tables.endSessions({ accountId, except: sessionId })).toBe(1);
      expect(await sessionIds()).toEqual([sessionId]);
      expect(await tables.endSessions({ except: sessionId })).toBe(1);
      expect(await tables.endSessions({})).toBe(1);
    });

    test('[AU7] a session that is admitted ends the oldest ones, and one that is unknown is not admitted', async () => {
      world.clock.advance(1000);
      await signInElsewhere();
      const [newest = ''] = await sessionIds();
      expect(newest).not.toBe(sessionId);
      expect(await tables.admitSession(newest, 1)).toBe('admitted');
      expect(await sessionIds()).toEqual([newest]);
      expect(await tables.admitSession(sessionId, 1)).toBe('changed');
    });

    test('[AU9] a disabled account has no sessions until it is enabled', async () => {
      const disabled = { accountId, at: 4, by: 'mia@shop.example' };
      for (const by of [disabled.by, 'another']) await tables.disable({ ...disabled, by });
      expect([await tables.isDisabled(accountId), await sessionIds()]).toEqual([true, []]);
      expect(await tables.listDisabled()).toEqual([{ email: ANN.email, at: 4, by: disabled.by }]);
      expect([await tables.enable(accountId), await tables.enable(accountId)]).toEqual([true, false]);
      expect([await tables.isDisabled(accountId), await tables.listDisabled()]).toEqual([false, []]);
    });

    test('[T11] a mailed link replaces the one before, keeps its browser, and works once', async () => {
      const { hash: _hash, ...stored } = link({ browser: 'firefox' });
      expect(await tables.putLink(link({ browser: 'firefox' }))).toBe(true);
      expect(await tables.link('one')).toEqual({ ...stored, usedAt: null });
      expect(await tables.putLink(link({ hash: 'two' }))).toBe(true);
      expect(await tables.putLink(link({ hash: 'verify', purpose: 'verify' }))).toBe(true);
      expect(await tables.link('one')).toBeUndefined();
      expect(await tables.linkOf(accountId, 'reset')).toEqual({ ...stored, usedAt: null });
      expect(await tables.useLink({ hash: 'two', at: 1000, passwordHash: 'new' })).toBe(false);
      expect(await tables.useLink({ hash: 'two', at: 999, passwordHash: 'new' })).toBe(true);
      expect(await tables.useLink({ hash: 'two', at: 999 })).toBe(false);
      expect([await tables.passwordHash(accountId), await sessionIds()]).toEqual(['new', []]);
      expect((await tables.link('two'))?.usedAt).toBe(999);
      expect(await tables.linkOf(accountId, 'verify')).toBeUndefined();
      expect(await tables.putLink(link({ accountId: 'none', hash: 'three' }))).toBe(false);
      expect(await tables.putLink(link({ accountId: '', hash: 'four' }))).toBe(true);
      await tables.deleteLink(accountId, 'reset');
      expect(await tables.linkOf(accountId, 'reset')).toBeUndefined();
    });

    test('[AU10] a mailed link moves an account to an address that no other account has', async () => {
      await world.newBrowser().signUp(BOB);
      const before = await tables.verifiedAt(accountId);
      await tables.putLink(link({ purpose: 'address', email: BOB.email }));
      expect(await tables.useAddressLink({ hash: 'one', at: 1 })).toBeUndefined();
      expect((await sessionIds()).length).toBe(1);
      await tables.putLink(link({ purpose: 'address', email: 'new@example.com' }));
      expect(await tables.useAddressLink({ hash: 'one', at: 1 })).toBe(ANN.email);
      expect(await tables.accountIdOf('new@example.com')).toBe(accountId);
      expect([await tables.isVerified('new@example.com'), await tables.isVerified(ANN.email)]).toEqual([
        true,
        undefined,
      ]);
      expect(await tables.verifiedAt(accountId)).toBe((before ?? 0) + 1);
      expect(await sessionIds()).toEqual([]);
    });

    test('[AU2] a password is replaced only if it is the one that was checked, and only the own session goes on', async () => {
      await signInElsewhere();
      const replaced = (await tables.passwordHash(accountId)) ?? '';
      const change = { accountId, replaced, passwordHash: 'new', at: 1, sessionId };
      expect(await tables.changePassword({ ...change, replaced: 'wrong' })).toBe(false);
      expect(await tables.changePassword(change)).toBe(true);
      expect(await tables.changePassword(change)).toBe(false);
      expect([await tables.passwordHash(accountId), await sessionIds()]).toEqual(['new', [sessionId]]);
      expect((await tables.session(sessionId))?.isTrusted).toBe(true);
      expect(await tables.passwordHash('none')).toBeUndefined();
      const [method, ...others] = await tables.signInMethodsOf(accountId);
      expect([method?.kind, others]).toEqual(['password', []]);
      expect(new Date(method?.addedAt ?? '').toISOString()).toBe(method?.addedAt);
      expect(await tables.unlinkGoogle(accountId, sessionId)).toBe('not-linked');
    });

    test('[AU5] a code app counts once its pending secret is proven, and ends the other sessions', async () => {
      await signInElsewhere();
      await tables.putPendingFactor(accountId, 'first');
      expect(await tables.factorOf(accountId)).toEqual({ secret: null, pending: 'first' });
      expect([await tables.hasCodeApp(accountId), await tables.hasFactor(accountId)]).toEqual([false, false]);
      expect(await tables.removeCodeApp(accountId, sessionId)).toBe(false);
      const app = { accountId, secret: 'first', recoveryHashes: ['a', 'b'], sessionId, at: 9 };
      expect(await tables.activateCodeApp({ ...app, secret: 'another' })).toBe(false);
      expect(await tables.activateCodeApp({ ...app, sessionId: 'ended' })).toBe(false);
      expect(await tables.activateCodeApp(app)).toBe(true);
      expect(await tables.factorOf(accountId)).toEqual({ secret: 'first', pending: null });
      expect([await tables.hasCodeApp(accountId), await tables.hasFactor(accountId)]).toEqual([true, true]);
      expect(await sessionIds()).toEqual([sessionId]);
      expect((await tables.session(sessionId))?.hasSecondFactor).toBe(true);
      const [, method] = await tables.signInMethodsOf(accountId);
      expect(method).toEqual({ kind: 'code-app', addedAt: new Date(9).toISOString() });
      expect(await tables.recoveryCodesLeft(accountId)).toBe(2);
      expect(await tables.removeCodeApp(accountId, sessionId)).toBe(true);
      expect([await tables.recoveryCodesLeft(accountId), await tables.hasFactor(accountId)]).toEqual([
        0,
        false,
      ]);
      expect((await tables.session(sessionId))?.hasSecondFactor).toBe(false);
    });

    test('[AU5] a recovery code and a time step are used once', async () => {
      expect(await tables.putRecoveryCodes(accountId, ['a'])).toBe(false);
      await addCodeApp();
      expect(await tables.putRecoveryCodes(accountId, ['c', 'd'])).toBe(true);
      const uses = ['a', 'c', 'c'].map((hash) => tables.useRecoveryCode(accountId, hash));
      expect((await Promise.all(uses)).filter((isUsed) => isUsed)).toHaveLength(1);
      expect(await tables.recoveryCodesLeft(accountId)).toBe(1);
      const steps = [100, 100, 101].map((step) => tables.useTimeStep(accountId, step));
      expect((await Promise.all(steps)).filter((isUsed) => isUsed)).toHaveLength(2);
    });

    test('[AU5] passkeys are added, used and removed', async () => {
      const row = passkey('one');
      expect(await addPasskey(row, 'ended')).toBe('signed-out');
      expect(await addPasskey(row)).toBe('first');
      expect(await addPasskey(row)).toBe('known');
      expect(await addPasskey(passkey('two'))).toBe('further');
      expect(await addPasskey(passkey('three'))).toBe('too-many');
      const [found, ...others] = await tables.passkeysOf(accountId);
      expect({ ...found, publicKey: [...(found?.publicKey ?? [])] }).toEqual({
        ...row,
        publicKey: [1, 2, 255],
      });
      expect(others.map(({ id }) => id)).toEqual(['two']);
      const { credentialId } = row;
      const uses = [3, 4, 4].map((counter) => tables.notePasskeyUse({ credentialId, counter, at: 6 }));
      expect((await Promise.all(uses)).filter((isNoted) => isNoted)).toHaveLength(1);
      expect(await tables.passkey(credentialId)).toMatchObject({ counter: 4, usedAt: 6 });
      expect(await tables.recoveryCodesLeft(accountId)).toBe(2);
      expect(await tables.removePasskey({ accountId, id: 'two' }, sessionId)).toBe(true);
      expect(await tables.removePasskey({ accountId, id: 'two' }, sessionId)).toBe(false);
      expect([await tables.removeFactors(accountId), await tables.removeFactors(accountId)]).toEqual([
        true,
        false,
      ]);
      expect([await tables.passkeysOf(accountId), await sessionIds()]).toEqual([[], []]);
    });

    test('[AU5] a challenge is used up by one answer, and goes when it has expired', async () => {
      const challenge = { accountId, verifiedAt: null, endsAt: 100 };
      await tables.putChallenge('one', challenge, 1);
      expect(await tables.challenge('one')).toEqual(challenge);
      const uses = [tables.deleteChallenge('one'), tables.deleteChallenge('one')];
      expect((await Promise.all(uses)).toSorted()).toEqual([false, true]);
      await tables.putChallenge('two', challenge, 1);
      await tables.putChallenge('three', { ...challenge, endsAt: 200 }, 100);
      expect([await tables.challenge('two'), (await tables.challenge('three'))?.endsAt]).toEqual([
        undefined,
        200,
      ]);
      const question = { purpose: 'sign-in' as const, accountId: null, challenge: 'text', endsAt: 100 };
      await tables.putPasskeyChallenge('one', question, 1);
      const answers = [tables.takePasskeyChallenge('one'), tables.takePasskeyChallenge('one')];
      expect((await Promise.all(answers)).filter((one) => one)).toEqual([question]);
      await tables.putPasskeyChallenge('two', question, 1);
      await tables.putPasskeyChallenge('three', question, 100);
      expect(await tables.takePasskeyChallenge('two')).toBeUndefined();
    });

    test('[PR2] [PR3] an account is deleted with all that names it, and the note of it keeps its addresses until they are forgotten', async () => {
      await addCodeApp();
      await world.newBrowser().signUp(BOB);
      const put = () => ({ result: undefined, rows: [{ count: 1, endsAt: 1e15 }] });
      for (const key of [`sign-in:${ANN.email}`, 'sign-in:other']) await tables.changeAttempts([key], 0, put);
      await tables.putLink(link({ purpose: 'address', email: 'New@example.com' }));
      const deletion = link({ purpose: 'delete-account', hash: 'gone' });
      await tables.putLink(deletion);
      const use = { hash: 'gone', at: 999, keepsManager: false };
      for (const wrong of [{ at: 1000 }, { hash: 'one' }])
        expect(await tables.deleteAccount({ ...use, ...wrong })).toBeUndefined();
      await tables.disable({ accountId, at: 1, by: ANN.email });
      expect(await tables.deleteAccount(use)).toBeUndefined();
      await tables.enable(accountId);
      await world.staffGrants.grant({ email: ANN.email, role: 'manager', at: 1, by: 'admin' });
      expect(await tables.deleteAccount({ ...use, keepsManager: true })).toBeUndefined();
      await world.staffGrants.grant({ email: BOB.email, role: 'manager', at: 1, by: ANN.email });
      const bob = (await tables.accountIdOf(BOB.email)) ?? '';
      await tables.disable({ accountId: bob, at: 1, by: ANN.email });

      const deleted = await tables.deleteAccount({ ...use, keepsManager: true });
      expect(deleted?.accountId).toBe(accountId);
      expect(deleted?.addresses?.toSorted()).toEqual([ANN.email, 'new@example.com']);
      expect(await tables.deleteAccount(use)).toBeUndefined();
      expect([await tables.accountIdOf(ANN.email), await tables.hasFactor(accountId)]).toEqual([
        undefined,
        false,
      ]);
      expect([await tables.link('one'), await tables.recoveryCodesLeft(accountId)]).toEqual([undefined, 0]);
      const counted = (key: string) => tables.changeAttempts([key], 0, ([row]) => ({ result: row?.count }));
      expect([await counted(`sign-in:${ANN.email}`), await counted('sign-in:other')]).toEqual([undefined, 1]);
      expect(await tables.listDisabled()).toEqual([{ email: BOB.email, at: 1, by: DELETED_ACCOUNT }]);
      expect(await world.staffGrants.list()).toEqual([
        { email: BOB.email, role: 'manager', at: 1, by: DELETED_ACCOUNT },
      ]);
      expect(await tables.deletedAccounts()).toEqual([deleted]);
      await tables.forgetAddresses(accountId);
      expect(await tables.deletedAccounts()).toEqual([{ accountId, addresses: null }]);
      expect([await tables.isDeleted(accountId), await tables.isDeleted(bob)]).toEqual([true, false]);
      expect([await tables.isDeletionLink('gone'), await tables.isDeletionLink('one')]).toEqual([
        true,
        false,
      ]);
    });

    test('[AU13] accounts that nobody proves are found page by page, and deleted unless they have a link', async () => {
      const people = ['cy', 'di', 'ed'].map((name) => ({ ...BOB, email: `${name}@example.com` }));
      for (const person of people) await world.newBrowser().sendSignUp(person);
      const unproven: string[] = [];
      for (const { email } of people) unproven.push((await tables.accountIdOf(email)) ?? '');
      const now = world.clock.now() + 3_600_000;
      const page = { before: now, now, after: '', limit: 2 };
      const first = await tables.unprovenAccounts(page);
      const second = await tables.unprovenAccounts({ ...page, after: first.at(-1) ?? '' });
      expect([...first, ...second].toSorted()).toEqual(unproven.toSorted());
      expect(await tables.unprovenAccounts({ ...page, before: world.clock.now() })).toEqual([]);
      await tables.putLink(link({ accountId: first[0] ?? '', hash: 'late', endsAt: now + 1 }));
      expect(await tables.deleteUnproven([...first, accountId], { ...page, limit: 9 })).toBe(1);
      expect(await tables.unprovenAccounts({ ...page, limit: 9 })).toEqual(second);
    });
  });
}
