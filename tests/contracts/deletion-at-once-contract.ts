import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { errorOf, newestToken, type AccountWorld, type TestBrowser } from '../support/account-world.ts';
import type { OpenAccountWorld } from './account-tables-contract.ts';
import { meetAt, onceBefore } from '../support/table-calls.ts';

const MIA = { name: 'Mia', email: 'mia@shop.example', password: 'a horse of Mia' };
const KIM = { name: 'Kim', email: 'kim@shop.example', password: 'a horse of Kim' };
const DELETION = '/api/v1/account/delete';

/** What every store of accounts makes of deletions at once. */
export function testDeletionsAtOnce(name: string, open: OpenAccountWorld): void {
  describe(name, () => {
    let between: (call: string) => Promise<void>;
    let world: AccountWorld;
    beforeEach(async () => {
      between = async () => {};
      world = await open({ staffEmails: [], beforeTableCall: (call) => between(call) });
    });
    afterEach(() => world.close());

    interface Asker {
      readonly browser: TestBrowser;
      /** Of the mailed link. */
      readonly token: string;
    }

    async function askToDelete(person: typeof MIA): Promise<Asker> {
      const browser = world.newBrowser();
      await browser.signUp(person);
      await browser.call('POST', '/api/v1/account/confirm', { password: person.password });
      const before = newestToken(world.mails);
      expect((await browser.call('POST', DELETION)).status).toBe(200);
      await expect.poll(() => newestToken(world.mails)).not.toBe(before);
      return { browser, token: newestToken(world.mails) };
    }

    const confirm = ({ browser, token }: Asker) => browser.call('POST', `${DELETION}/confirm`, { token });
    const left = async () => {
      const found = await Promise.all([MIA, KIM].map(({ email }) => world.accounts.isVerified(email)));
      return found.filter((isVerified) => isVerified !== undefined).length;
    };

    test('[PR2] of two managers who delete their accounts at once, one stays', async () => {
      for (const { email } of [MIA, KIM])
        await world.staffGrants.grant({ email, role: 'manager', at: 0, by: 'admin' });
      const askers = [await askToDelete(MIA), await askToDelete(KIM)];
      between = meetAt('deleteAccount');
      const responses = await Promise.all(askers.map(confirm));
      expect(responses.map(({ status }) => status).toSorted()).toEqual([200, 412]);
      const refused = responses.find(({ ok }) => !ok);
      expect(refused && (await errorOf(refused)).reason).toBe('LAST_MANAGER');
      expect([await left(), (await world.staffGrants.list()).length]).toEqual([1, 1]);
    });

    test('[PR2] a link that is confirmed twice at once deletes the account once', async () => {
      const asker = await askToDelete(MIA);
      between = meetAt('deleteAccount');
      const responses = await Promise.all([
        confirm(asker),
        confirm({ ...asker, browser: world.newBrowser() }),
      ]);
      expect(responses.map(({ status }) => status).toSorted()).toEqual([200, 412]);
      expect(await left()).toBe(0);
    });

    test('[PR2] [AU9] an account that is disabled meanwhile stays', async () => {
      const asker = await askToDelete(MIA);
      const { tables } = world.storage.accounts;
      const accountId = (await tables.accountIdOf(MIA.email)) ?? '';
      between = onceBefore('deleteAccount', () => tables.disable({ accountId, at: 0, by: 'admin' }));
      const refused = await confirm(asker);
      expect([refused.status, (await errorOf(refused)).reason]).toEqual([403, 'user-disabled']);
      expect(await left()).toBe(1);
    });

    test('[PR3] no link is stored or mailed for an account that is deleted meanwhile', async () => {
      const asker = await askToDelete(MIA);
      const { tables } = world.storage.accounts;
      const accountId = (await tables.accountIdOf(MIA.email)) ?? '';
      const { length } = world.mails;
      between = onceBefore('putLink', () => confirm(asker));
      await world.accounts.sendLink('reset', MIA.email);
      expect(await left()).toBe(0);
      expect(await tables.linkOf(accountId, 'reset')).toBeUndefined();
      expect([world.mails.length, await world.storage.mails.count('waiting')]).toEqual([length, 0]);
    });
  });
}
