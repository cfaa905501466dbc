import Database from 'better-sqlite3';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AppError } from '#shared/kernel/app-error.ts';
import { afterEach, describe, expect, it } from 'vitest';
import {
  ANN,
  createAccountWorld,
  errorOf,
  newestLink,
  newestToken,
  ORIGIN,
  type AccountWorld,
  type TestBrowser,
} from '../support/account-world.ts';
import { silentLog } from '../support/silent-log.ts';

const NEW_PASSWORD = 'a wholly new one';

let world: AccountWorld;
afterEach(() => world.close());

/** Asks for a link and waits for the mail. */
async function askForLink(browser: TestBrowser, email = ANN.email): Promise<string> {
  const before = world.mails.length;
  expect((await browser.call('POST', '/api/v1/account/reset', { email })).status).toBe(200);
  await expect.poll(() => world.mails.length).toBe(before + 1);
  return newestToken(world.mails);
}
const confirm = (token: string, browser: TestBrowser = world, password = NEW_PASSWORD) =>
  browser.call('POST', '/api/v1/account/reset/confirm', { token, password });
const reasonOf = async (response: Response) => [response.status, (await errorOf(response)).reason];

describe('a person who forgot the password', () => {
  it('[AU2] sets a new one by the mailed link, which ends every session and is told in a mail', async () => {
    world = await createAccountWorld();
    await world.signUp();
    const other = world.newBrowser();
    expect((await other.signIn(ANN.email, ANN.password)).status).toBe(200);
    const forgetful = world.newBrowser();
    await askForLink(forgetful, ` ${ANN.email.toUpperCase()}`);
    expect(newestLink(world.mails)).toMatch(new RegExp(`^${ORIGIN}/login/reset#\\w{20}$`));
    const read = await forgetful.call('POST', '/api/v1/account/reset/link', {
      token: newestToken(world.mails),
    });
    expect(await read.json()).toEqual({ email: ANN.email, needsPassword: true });
    expect((await forgetful.reset(NEW_PASSWORD)).status).toBe(200);

    // It begins no session: the person signs in, with a second factor if the account has one.
    expect(await forgetful.session()).toMatchObject({ account: null });
    for (const browser of [world, other])
      expect(await browser.session()).toMatchObject({ account: null, isStaff: false });
    expect((await other.signIn(ANN.email, ANN.password)).status).toBe(401);
    expect((await forgetful.signIn(ANN.email, NEW_PASSWORD)).status).toBe(200);
    expect(await forgetful.session()).toMatchObject({ isStaff: true });
    await expect.poll(() => world.mails.at(-1)?.subject).toBe('Your password was changed');
    expect(world.mails.at(-1)?.to).toBe(ANN.email);
  });

  it('[AU2] a used link is dead, a newer one replaces it, it expires, and it verifies nothing else', async () => {
    world = await createAccountWorld();
    await world.signUp();
    const first = await askForLink(world);
    const second = await askForLink(world);
    expect(await reasonOf(await confirm(first))).toEqual([412, 'invalid-action-code']);
    const verified = await world.call('POST', '/api/v1/account/verify', {
      token: second,
      password: NEW_PASSWORD,
    });
    expect(await reasonOf(verified)).toEqual([412, 'invalid-action-code']);
    world.clock.advance(10 * 60_000);
    expect(await reasonOf(await confirm(second))).toEqual([412, 'expired-action-code']);
    world.clock.advance(3_600_000);
    const third = await askForLink(world);
    expect(await reasonOf(await confirm(third, world, 'password1'))).toEqual([400, 'weak-password']);
    expect((await confirm(third)).status).toBe(200);
    expect(await reasonOf(await confirm(third))).toEqual([412, 'used-action-code']);
    const late = await world.call('POST', '/api/v1/account/reset/link', { token: third });
    expect(await reasonOf(late)).toEqual([412, 'used-action-code']);
    expect((await world.signIn(ANN.email, NEW_PASSWORD)).status).toBe(200);
  });

  it('[AU2] of two who use a link at the same moment one sets the password', async () => {
    world = await createAccountWorld();
    await world.signUp();
    const token = await askForLink(world);
    const responses = await Promise.all(
      ['a first new one', 'a second new one'].map((one) => confirm(token, world, one)),
    );
    expect(responses.map(({ status }) => status).toSorted()).toEqual([200, 412]);
  });

  it('[AU2] stays set if a sign-up that was under way fails', async () => {
    let fail = () => {};
    const failing = new Promise<void>((_resolve, reject) => {
      fail = () => reject(new AppError('unavailable', 'The server is busy.'));
    });
    let isUnderWay = false;
    world = await createAccountWorld({
      async beforeHash(password) {
        if (password !== 'password of a stranger') return;
        isUnderWay = true;
        await failing;
      },
    });
    await world.signUp();
    const token = await askForLink(world);
    const stranger = { name: 'Bo', email: 'bo@example.com', password: 'password of a stranger' };
    const signUp = world.newBrowser().sendSignUp(stranger);
    await expect.poll(() => isUnderWay).toBe(true);
    expect((await confirm(token)).status).toBe(200);
    fail();
    expect((await signUp).status).toBe(503);
    expect((await world.signIn(ANN.email, NEW_PASSWORD)).status).toBe(200);
  });

  it('[AU2] [T11] opening the link changes nothing, and a form on a foreign page can’t use it', async () => {
    world = await createAccountWorld();
    await world.signUp();
    const token = await askForLink(world);
    const scanned = await world.newBrowser().call('GET', newestLink(world.mails).slice(ORIGIN.length));
    expect(scanned.headers.getSetCookie()).toEqual([]);
    const foreign = await world.app.request(`${ORIGIN}/api/v1/account/reset/confirm`, {
      method: 'POST',
      headers: { 'content-type': 'text/plain', 'sec-fetch-site': 'cross-site' },
      body: JSON.stringify({ token, password: NEW_PASSWORD }),
    });
    expect(foreign.status).toBe(403);
    expect(await world.session()).toMatchObject({ account: { email: ANN.email } });
    expect((await world.newBrowser().signIn(ANN.email, ANN.password)).status).toBe(200);
  });

  it('[AU2] proves the mailbox, so the address is verified, and a link of the sign-up no longer works', async () => {
    world = await createAccountWorld();
    const attacker = world.newBrowser();
    await attacker.sendSignUp();
    await expect.poll(() => world.mails.length).toBe(1);
    const ofSignUp = newestToken(world.mails);
    await askForLink(world);
    expect((await world.reset(NEW_PASSWORD)).status).toBe(200);
    expect(await world.accounts.isVerified(ANN.email)).toBe(true);
    const late = await attacker.call('POST', '/api/v1/account/verify', { token: ofSignUp });
    expect(await reasonOf(late)).toEqual([412, 'invalid-action-code']);
    expect((await attacker.signIn(ANN.email, ANN.password)).status).toBe(401);
    expect((await world.signIn(ANN.email, NEW_PASSWORD)).status).toBe(200);
  });

  it('[AU2] gives a password to an account that has none', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'nankeen-accounts-'));
    const file = join(folder, 'accounts.sqlite');
    world = await createAccountWorld({ file });
    await world.signUp();
    const elsewhere = new Database(file);
    elsewhere.exec(`DELETE FROM account WHERE providerId = 'credential'`);
    const refused = await world.call('POST', '/api/v1/account/password', {
      current: '',
      password: NEW_PASSWORD,
    });
    expect(await reasonOf(refused)).toEqual([412, 'no-password']);
    await askForLink(world);
    expect((await world.reset(NEW_PASSWORD)).status).toBe(200);
    expect((await world.signIn(ANN.email, NEW_PASSWORD)).status).toBe(200);
    elsewhere.close();
    rmSync(folder, { recursive: true, force: true });
  });

  it('[AU2] [T39] each step is in the security log, without a token, a password or an address', async () => {
    const lines: string[] = [];
    const write = (facts: object, text: string) => void lines.push(JSON.stringify({ ...facts, text }));
    world = await createAccountWorld({ log: { ...silentLog, info: write, warn: write } });
    await world.signUp();
    const token = await askForLink(world);
    await world.reset(NEW_PASSWORD);
    await world.signIn(ANN.email, NEW_PASSWORD);
    await world.call('POST', '/api/v1/account/password', { current: NEW_PASSWORD, password: ANN.password });
    const text = lines.join('\n');
    for (const event of ['signed up', 'reset link asked for', 'password reset', 'password changed'])
      expect(lines.filter((line) => line.includes(`"event":"${event}"`))).toHaveLength(1);
    for (const secret of [token, NEW_PASSWORD, ANN.password, ANN.email]) expect(text).not.toContain(secret);
  });
});
