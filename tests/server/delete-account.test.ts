import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { errorOf, ORIGIN, toCookieHeader } from '../support/account-world.ts';
import { describe, expect, test } from 'vitest';
import { addPasskey, beginPasskey } from '../support/passkey-browser.ts';
import { createPasskeyDevice } from '../support/passkey-device.ts';
import { payment } from '../contracts/payment-store-contract.ts';
import {
  setUpEraseWorld,
  askForLink,
  confirm,
  state,
  signInStaff,
  ZOE,
  readLink,
  path,
  MARKS,
  expectRefused,
  isDeleted,
  fillOther,
  fill,
  found,
  readHistory,
  ask,
  readEverything,
  SHARED_FILE,
  SAM,
} from '../support/erase-world.ts';

const own = setUpEraseWorld();

describe('deleting an account', () => {
  test('[PR2] the mailed link deletes the account and everything of the person but the orders', async () => {
    const browser = own.world.newBrowser();
    const id = await fill(browser);
    await addPasskey(browser, createPasskeyDevice(ORIGIN), 'Key of Zzyzx');
    await beginPasskey(browser);
    await fillOther(own.world.newBrowser());
    expect(found(readEverything().rows)).toEqual(MARKS);
    const factors = readEverything()
      .rows.split('\n')
      .filter((row) => /^(?:passkey|recovery)/i.test(row));
    const kinds = factors.filter((row) => row.includes(id)).map((row) => row.slice(0, row.indexOf(':')));
    expect(new Set(kinds)).toEqual(new Set(['passkey', 'passkeyChallenge', 'recoveryCode']));

    const token = await askForLink(browser);
    const mail = own.world.mails.findLast(({ subject }) => subject === 'Delete your account');
    expect(mail?.to).toBe(ZOE.email);
    expect(mail?.text).toContain(`/account/delete#${token}`);
    // Opening the link changes nothing.
    expect((await own.world.app.request(`${ORIGIN}/account/delete`)).status).not.toBe(500);
    expect((await readLink(own.world.newBrowser(), token)).status).toBe(200);
    expect((await browser.session()).account?.id).toBe(id);

    expect((await confirm(browser, token)).status).toBe(200);
    expect((await browser.session()).account).toBeNull();
    // Not in free pages or the write-ahead log either.
    expect(found(readEverything().bytes)).toEqual([]);
    await own.world.close();
    const { rows, bytes } = readEverything();
    expect(rows.split('\n').filter((row) => found(row).length > 0)).toEqual([]);
    expect(found(bytes)).toEqual([]);
    // Only orders name the account's random id, which nothing explains any more.
    const named = rows.split('\n').filter((row) => row.includes(id));
    expect(new Set(named.map((row) => row.slice(0, row.indexOf(':'))))).toEqual(
      new Set(['history', 'head', 'payment', 'deletedAccount']),
    );
    expect(readdirSync(join(own.folder, 'files'))).toEqual([`${SHARED_FILE}.webp`]);
    await own.reopen();
    expect(own.events.filter(({ event }) => event === 'account deleted')).toMatchObject([{ accountId: id }]);
    expect(found(JSON.stringify(own.events))).toEqual([]);
  });

  test('[PR2] orders stay without the account, and nothing of anybody else changes', async () => {
    const browser = own.world.newBrowser();
    const id = await fill(browser);
    const otto = own.world.newBrowser();
    const other = await fillOther(otto);
    await expect
      .poll(() => own.world.mails.some(({ subject }) => subject === 'We have your enquiry'))
      .toBe(true);
    const before = await (await otto.call('GET', '/api/v1/account/data')).text();
    const wrongAmount = {
      owner: `account:${id}`,
      fingerprint: 'wrong amount',
      sessionId: 'cs_wrong',
    } as const;
    const review = 'the provider took 1.00 AUD instead of 2.00 AUD';
    await own.world.payments.claim(payment('wrong', { ...wrongAmount, status: 'failed', review }), 0);
    await confirm(browser, await askForLink(browser));

    const staff = await signInStaff();
    const ordered = await (await staff.call('GET', path(`ukraines/order-${id}`))).json();
    expect(ordered).toMatchObject({ role: 'Civilian', sync: { updatedBy: 'deleted account' } });
    const history = await readHistory(staff, `ukraines/order-${id}`);
    expect(history.map(({ updatedBy }) => updatedBy)).toEqual(['deleted account', 'deleted account']);
    expect(await own.world.payments.ownedBy(`account:${id}`)).toEqual([]);
    expect(await own.world.payments.findBySession(`cs_paid_${id}`)).toMatchObject({ status: 'paid' });
    expect(await own.world.payments.findBySession(`cs_failed_${id}`)).toBeUndefined();
    // Money came for it.
    expect(await own.world.payments.findBySession('cs_wrong')).toMatchObject({ review });
    const withoutTime = (text: string) => text.replace(/"(madeAt|usedAt)":"[^"]*"/g, '');
    const after = await (await otto.call('GET', '/api/v1/account/data')).text();
    expect(withoutTime(after)).toBe(withoutTime(before));
    expect(await own.world.storage.files.find(SHARED_FILE)).toMatchObject({ by: null });
    expect((await staff.call('GET', path(`contacts/other-${other}`))).status).toBe(200);
    // The address is free again, for an account without anything of the first.
    expect((await browser.signUp(ZOE)).status).toBe(200);
    const again = await (await browser.call('GET', '/api/v1/account/data')).json();
    expect(again).toMatchObject({ documents: [], payments: [] });
  });

  test('[PR2] it needs a recent proof of identity, and can be cancelled until the link is used', async () => {
    const browser = own.world.newBrowser();
    await browser.signUp(ZOE);
    expect(await state(browser)).toEqual({ endsAt: null });
    own.world.clock.advance(11 * 60_000);
    const refused = await ask(browser);
    expect(refused.status).toBe(403);
    expect(await errorOf(refused)).toMatchObject({ reason: 'CONFIRM_IDENTITY' });
    await browser.call('POST', '/api/v1/account/confirm', { password: ZOE.password });

    const first = await askForLink(browser);
    const endsAt = new Date(own.world.clock.now() + 24 * 3_600_000).toISOString();
    expect(await state(browser)).toEqual({ endsAt });
    const second = await askForLink(browser);
    await expectRefused(first, 'invalid-action-code', 'This link is not valid');
    await browser.call('DELETE', '/api/v1/account/delete');
    expect(await state(browser)).toEqual({ endsAt: null });
    await expectRefused(second, 'invalid-action-code', 'the deletion was cancelled');

    // Three mails an hour for an address.
    own.world.clock.advance(3_600_000);
    await browser.call('POST', '/api/v1/account/confirm', { password: ZOE.password });
    const third = await askForLink(browser);
    own.world.clock.advance(24 * 3_600_000);
    expect(await state(browser)).toEqual({ endsAt: null });
    await expectRefused(third, 'expired-action-code', 'It worked for 24 hours. Nothing was deleted.');
    await expectRefused('nonsense', 'invalid-action-code', 'Nothing was deleted.');
    expect((await browser.session()).account?.email).toBe(ZOE.email);
  });

  test('[PR2] a link works once, in any browser, and signs the account out everywhere at once', async () => {
    const browser = own.world.newBrowser();
    await browser.signUp(ZOE);
    const id = (await browser.session()).account?.id;
    const phone = own.world.newBrowser();
    await phone.signIn(ZOE.email, ZOE.password);
    const headers = new Headers({ cookie: toCookieHeader(phone.jar) });
    const streaming = await own.world.readSession(headers);
    expect(streaming?.isCurrent()).toBe(true);
    const token = await askForLink(browser);
    expect(await isDeleted(id)).toBe(false);
    const stranger = own.world.newBrowser();
    await stranger.session();
    expect((await confirm(stranger, token)).status).toBe(200);
    // Streams ask this four times a second.
    expect(streaming?.isCurrent()).toBe(false);
    expect((await phone.session()).account).toBeNull();
    expect(await isDeleted(id)).toBe(true);
    await expectRefused(token, 'used-action-code', 'the account is deleted');
    const signIn = await phone.signIn(ZOE.email, ZOE.password);
    expect(await errorOf(signIn)).toMatchObject({ reason: 'invalid-credential' });
  });

  test('[PR2] the only manager makes another person a manager first', async () => {
    const staff = await signInStaff();
    const refused = await ask(staff);
    expect(refused.status).toBe(412);
    expect((await errorOf(refused)).message).toBe(
      'You are the only manager. Make another account a manager first, on the page for staff. Nothing was deleted.',
    );
    await own.world.storage.staffGrants.grant({ email: ZOE.email, role: 'manager', at: 0, by: SAM.email });
    const token = await askForLink(staff);
    await own.world.storage.staffGrants.revoke(ZOE.email);
    expect((await confirm(staff, token)).status).toBe(412);
    await own.world.storage.staffGrants.grant({ email: ZOE.email, role: 'manager', at: 0, by: SAM.email });
    expect((await confirm(staff, token)).status).toBe(200);
    expect(await own.world.storage.staffGrants.list()).toMatchObject([
      { email: ZOE.email, by: 'deleted account' },
    ]);
  });
});
