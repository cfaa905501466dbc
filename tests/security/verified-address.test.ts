import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
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
import { createStreamReader } from '../support/stream-reader.ts';

const CEO = 'ceo@shop.example';
const OLD_PASSWORD = 'password of the attacker';
const NEW_PASSWORD = 'password of the owner';
const AS_ATTACKER = { name: 'Ceo', email: CEO, password: OLD_PASSWORD };

let world: AccountWorld;
afterEach(() => world.close());

const exportStatus = async (browser: TestBrowser) =>
  (await browser.call('GET', '/api/v1/admin/export/contacts')).status;

describe('an account that another person signed up', () => {
  it('[T11] [T01] never gives staff rights to who signed up with the address, though its owner confirms it', async () => {
    world = await createAccountWorld({ staffEmails: [CEO] });
    const attacker = world.newBrowser();
    const owner = world.newBrowser();
    // As in data of earlier versions: an account that is not verified has a session.
    expect((await attacker.signUp(AS_ATTACKER)).status).toBe(200);
    world.unverify(CEO);
    expect(await attacker.session()).toMatchObject({ account: { emailVerified: false }, isStaff: false });
    expect(await exportStatus(attacker)).toBe(401);
    const stream = createStreamReader(await attacker.call('GET', '/api/v1/testing/data/stream'));
    expect((await stream.next())?.event).toBe('hello');
    // The owner of the address signs up, and has the mailed link.
    expect((await owner.sendSignUp({ ...AS_ATTACKER, password: NEW_PASSWORD })).status).toBe(200);
    await expect.poll(() => world.mails.length).toBe(2);

    // A mail scanner opens the link, without cookies.
    const scanned = await world.newBrowser().call('GET', newestLink(world.mails).slice(ORIGIN.length));
    expect(scanned.headers.getSetCookie()).toEqual([]);
    expect(await attacker.session()).toMatchObject({ account: { emailVerified: false }, isStaff: false });

    const read = await owner.call('POST', '/api/v1/account/verify/link', {
      token: newestToken(world.mails),
    });
    expect(await read.json()).toEqual({ email: CEO, needsPassword: true });
    expect(await errorOf(await owner.verify())).toMatchObject({ reason: 'password-needed' });
    expect((await owner.verify(NEW_PASSWORD)).status).toBe(200);

    expect(await owner.session()).toMatchObject({ account: { email: CEO }, isStaff: true });
    expect(await exportStatus(owner)).toBe(200);
    expect(await attacker.session()).toMatchObject({ account: null, isStaff: false });
    expect(await exportStatus(attacker)).toBe(401);
    expect(await stream.next()).toBeUndefined();
    expect((await attacker.signIn(CEO, OLD_PASSWORD)).status).toBe(401);
    expect((await world.newBrowser().signIn(CEO, NEW_PASSWORD)).status).toBe(200);
  });

  it('[T11] an attacker who signs in while the owner chooses a new password gets no session', async () => {
    let release = () => undefined as void;
    let isChecking: (value?: unknown) => void = () => undefined;
    const checking = new Promise((resolve) => (isChecking = resolve));
    const gate = new Promise<void>((resolve) => (release = resolve));
    world = await createAccountWorld({
      staffEmails: [CEO],
      beforePasswordCheck: () => (isChecking(), gate),
    });
    await world.newBrowser().sendSignUp(AS_ATTACKER);
    const attacker = world.newBrowser();
    const owner = world.newBrowser();
    const signingIn = attacker.signIn(CEO, OLD_PASSWORD);
    await checking;
    expect((await owner.verify(NEW_PASSWORD)).status).toBe(200);
    release();
    expect((await signingIn).status).toBe(401);
    expect(attacker.jar.has('nankeen.session_token')).toBe(false);
    expect(await owner.session()).toMatchObject({ isStaff: true });
  });

  it('[T11] a session that began before the verification has no staff rights, even if it has survived', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'nankeen-accounts-'));
    const file = join(folder, 'accounts.sqlite');
    world = await createAccountWorld({ file, staffEmails: [CEO] });
    await world.signUp(AS_ATTACKER);
    const elsewhere = new Database(file);
    elsewhere.exec('UPDATE user SET emailVerified = 1, emailVerifiedAt = 1');
    elsewhere.close();
    expect(await world.session()).toMatchObject({ account: { emailVerified: true }, isStaff: false });
    expect(await exportStatus(world)).toBe(401);
    await world.signIn(CEO, OLD_PASSWORD);
    expect(await world.session()).toMatchObject({ isStaff: true });
    rmSync(folder, { recursive: true, force: true });
  });
});

it('[T11] an account that was verified before verifications had a time is not trusted until its next one', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'nankeen-accounts-'));
  const file = join(folder, 'accounts.sqlite');
  const before = await createAccountWorld({ file });
  await before.signUp();
  await before.close();
  const elsewhere = new Database(file);
  elsewhere.exec(`
    ALTER TABLE user DROP COLUMN emailVerifiedAt;
    ALTER TABLE session DROP COLUMN emailVerifiedAt;
    DROP TABLE mailedLink;
    UPDATE user SET emailVerified = 1`);
  elsewhere.close();

  world = await createAccountWorld({ file });
  expect(await world.accounts.isVerified(ANN.email)).toBeUndefined();
  expect((await world.signIn(ANN.email, ANN.password)).status).toBe(200);
  expect(await world.session()).toMatchObject({ account: { emailVerified: false }, isStaff: false });
  await world.call('POST', '/api/v1/account/verify/send', { email: ANN.email });
  await expect.poll(() => world.mails.length).toBe(1);
  expect((await world.verify(NEW_PASSWORD)).status).toBe(200);
  expect(await world.session()).toMatchObject({ account: { emailVerified: true }, isStaff: true });
  rmSync(folder, { recursive: true, force: true });
});

describe('the mailed link', () => {
  it('[T11] in the browser that signed up needs no password, gives a new session, and ends all others', async () => {
    world = await createAccountWorld();
    await world.signUp();
    const before = world.jar.get('nankeen.session_token');
    const other = world.newBrowser();
    await other.signIn(ANN.email, ANN.password);
    world.unverify();
    await world.call('POST', '/api/v1/account/verify/send', { email: ANN.email });
    await expect.poll(() => world.mails.length).toBe(2);
    const token = newestToken(world.mails);
    const read = async (browser: TestBrowser) =>
      (await browser.call('POST', '/api/v1/account/verify/link', { token })).json();
    expect(await read(world)).toEqual({ email: ANN.email, needsPassword: false });
    // Knowing the password is not enough: it may be the one of who signed up.
    expect(await read(other)).toEqual({ email: ANN.email, needsPassword: true });
    expect(await errorOf(await other.verify())).toMatchObject({ reason: 'password-needed' });

    expect((await world.verify()).status).toBe(200);
    expect(world.jar.get('nankeen.session_token')).not.toBe(before);
    expect(await world.session()).toMatchObject({ account: { emailVerified: true }, isStaff: true });
    expect(await other.session()).toMatchObject({ account: null });
    expect((await world.call('POST', '/api/v1/auth/sign-out', {})).status).toBe(200);
    expect((await world.signIn(ANN.email, ANN.password)).status).toBe(200);
    expect(await world.session()).toMatchObject({ isStaff: true });
  });

  it('[T11] works once, also for two who use it at the same moment', async () => {
    world = await createAccountWorld();
    await world.newBrowser().sendSignUp();
    const browsers = [world.newBrowser(), world.newBrowser()];
    const responses = await Promise.all(browsers.map((one, index) => one.verify(`new password ${index}`)));
    expect(responses.map(({ status }) => status).toSorted()).toEqual([200, 412]);
    const refused = responses.find(({ status }) => status === 412) as Response;
    expect(await errorOf(refused)).toMatchObject({ reason: 'used-action-code' });
    const sessions = await Promise.all(browsers.map((one) => one.session()));
    expect(sessions.filter(({ account }) => account !== null)).toHaveLength(1);
    const late = await world.call('POST', '/api/v1/account/verify/link', { token: newestToken(world.mails) });
    expect(await errorOf(late)).toMatchObject({ reason: 'used-action-code' });
  });

  it('[T11] expires after ten minutes; a newer one replaces it and knows the browser that signed up', async () => {
    world = await createAccountWorld();
    await world.sendSignUp();
    await expect.poll(() => world.mails.length).toBe(1);
    const first = newestToken(world.mails);
    const again = () => world.call('POST', '/api/v1/account/verify/send', { email: ANN.email });
    world.clock.advance(10 * 60_000);
    expect(await errorOf(await world.verify())).toMatchObject({ reason: 'expired-action-code' });
    expect((await again()).status).toBe(200);
    await expect.poll(() => world.mails.length).toBe(2);
    const replaced = await world.call('POST', '/api/v1/account/verify', { token: first });
    expect(await errorOf(replaced)).toMatchObject({ reason: 'invalid-action-code' });
    expect((await world.verify()).status).toBe(200);
    expect(await world.session()).toMatchObject({ isStaff: true });
    // A verified account gets no more links.
    await again();
    await again();
    expect(world.mails).toHaveLength(2);
  });

  it('[T11] with a made-up token changes nothing and costs no password hash', async () => {
    world = await createAccountWorld();
    await world.sendSignUp();
    const before = world.hashCount();
    const body = { token: 'made-up', password: NEW_PASSWORD };
    const response = await world.newBrowser().call('POST', '/api/v1/account/verify', body);
    expect(response.status).toBe(412);
    expect(await errorOf(response)).toMatchObject({ reason: 'invalid-action-code' });
    expect(world.hashCount()).toBe(before);
  });

  it('[T11] a password that is too short is refused, and the link stays good', async () => {
    world = await createAccountWorld();
    await world.newBrowser().sendSignUp();
    for (const password of ['short', 'x'.repeat(129)]) {
      const response = await world.verify(password);
      expect(await errorOf(response)).toMatchObject({ reason: 'weak-password', path: 'password' });
    }
    expect((await world.verify(NEW_PASSWORD)).status).toBe(200);
  });

  it('[T05] [T11] a form on a foreign page can’t use a link to sign a visitor in', async () => {
    world = await createAccountWorld();
    await world.newBrowser().sendSignUp();
    await expect.poll(() => world.mails.length).toBe(1);
    const response = await world.app.request(`${ORIGIN}/api/v1/account/verify`, {
      method: 'POST',
      headers: { 'content-type': 'text/plain', 'sec-fetch-site': 'cross-site' },
      body: JSON.stringify({ token: newestToken(world.mails), password: NEW_PASSWORD }),
    });
    expect(response.status).toBe(403);
    expect(response.headers.getSetCookie()).toEqual([]);
  });

  it.each(['verify/send', 'reset'])(
    '[T08] [T38] [AU1] asking for a link (%s) answers alike for every address, three times an hour',
    async (path) => {
      world = await createAccountWorld();
      await world.signUp();
      if (path === 'verify/send') world.unverify();
      world.jar.clear();
      world.clock.advance(3_600_000);
      const ask = async (email: string) => {
        const response = await world.call('POST', `/api/v1/account/${path}`, { email });
        return [response.status, response.headers.get('retry-after'), await response.text()];
      };
      const addresses = [ANN.email, 'nobody@example.com', 'no address'];
      const before = world.hashCount();
      for (const email of addresses) {
        world.moveTo(`198.51.100.${addresses.indexOf(email)}`);
        for (let count = 0; count < 3; count++) expect(await ask(email)).toEqual([200, null, '{}']);
        const [status, retryAfter, text] = await ask(email.toUpperCase());
        expect([status, retryAfter]).toEqual([429, '3600']);
        expect(text).toMatch(/Three emails to this address were asked for within an hour/);
      }
      expect(world.hashCount()).toBe(before);
      // The one at the sign-up, and three.
      await expect.poll(() => world.mails.length).toBe(4);
      expect(world.mails.every(({ to }) => to === ANN.email)).toBe(true);
    },
  );

  it('[T38] [AU1] links asked for with an address that has no account don’t keep its owner from signing up', async () => {
    world = await createAccountWorld();
    for (let count = 0; count < 4; count++)
      await world.call('POST', '/api/v1/account/reset', { email: ANN.email });
    expect((await world.signUp()).status).toBe(200);
  });

  it('[T38] one network asks for ten mails a minute at most', async () => {
    world = await createAccountWorld();
    const statuses = [];
    for (let count = 0; count < 11; count++) {
      const email = `person${count}@example.com`;
      statuses.push((await world.call('POST', '/api/v1/account/reset', { email })).status);
    }
    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 200), 429]);
  });
});
