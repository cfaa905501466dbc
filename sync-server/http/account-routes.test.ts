import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  ANN,
  createAccountWorld,
  errorOf,
  newestLink,
  ORIGIN,
  type AccountWorld,
} from '../../tests/support/account-world.ts';

let world: AccountWorld;
beforeEach(async () => void (world = await createAccountWorld()));
afterEach(() => world.close());

describe('signing up and in', () => {
  it('[R-AUT-02] [R-AUT-07] [AU1] signing up sends one link, which signs in and verifies the address', async () => {
    expect(await world.session()).toEqual({ account: null, isStaff: false });
    expect((await world.sendSignUp()).status).toBe(200);
    await expect.poll(() => world.mails.length).toBe(1);
    expect(newestLink(world.mails)).toMatch(new RegExp(`^${ORIGIN}/login/verify#\\w{20}$`));
    expect((await world.verify()).status).toBe(200);
    expect(await world.session()).toMatchObject({
      account: { email: ANN.email, name: 'Ann', emailVerified: true },
    });
  });

  it('[R-AUT-02] [R-AUT-07] outside production signing up signs in at once, and sends the link too', async () => {
    const demo = await createAccountWorld({ production: false });
    expect((await demo.signUp()).status).toBe(200);
    expect(await demo.session()).toMatchObject({ account: { email: ANN.email, emailVerified: false } });
    expect((await demo.verify()).status).toBe(200);
    expect(await demo.session()).toMatchObject({ account: { emailVerified: true } });
    await demo.close();
  });

  it('[R-AUT-01] [R-CAL-14] a person signs out and in again', async () => {
    await world.signUp();
    expect((await world.call('POST', '/api/v1/auth/sign-out')).status).toBe(200);
    expect(await world.session()).toMatchObject({ account: null });
    expect((await world.signIn(ANN.email.toUpperCase(), ANN.password)).status).toBe(200);
    expect(await world.session()).toMatchObject({ account: { email: ANN.email } });
  });

  it('[R-ROL-03] in production an account named in the settings is staff only once its address is verified', async () => {
    await world.signUp();
    expect(await world.session()).toMatchObject({ isStaff: true });
    world.unverify();
    expect(await world.session()).toMatchObject({ isStaff: false });
  });

  it('[R-CAL-14] the session cookie is HttpOnly and SameSite', async () => {
    const cookies = (await world.signUp()).headers.getSetCookie();
    const cookie = cookies.find((value) => value.startsWith('nankeen.session_token='));
    expect(cookie).toMatch(/HttpOnly/i);
    expect(cookie).toMatch(/SameSite=Lax/i);
  });

  it('[T06] each sign-in starts a new session, and sign-out ends it', async () => {
    await world.signUp();
    const before = new Map(world.jar);
    await world.call('POST', '/api/v1/auth/sign-out');
    await world.signIn(ANN.email, ANN.password);
    expect(world.jar.get('nankeen.session_token')).not.toBe(before.get('nankeen.session_token'));
    for (const [name, value] of before) world.jar.set(name, value);
    expect(await world.session()).toMatchObject({ account: null });
  });

  it('[R-AUT-01] the demo staff account signs in, also after its password was regenerated', async () => {
    await world.accounts.ensureDemoStaff('staff@nankeen.example', 'first-password');
    await world.accounts.ensureDemoStaff('staff@nankeen.example', 'second-password');
    await world.accounts.ensureDemoStaff('staff@nankeen.example', 'second-password');
    expect((await world.signIn('staff@nankeen.example', 'first-password')).status).toBe(401);
    expect((await world.signIn('staff@nankeen.example', 'second-password')).status).toBe(200);
    expect(await world.session()).toMatchObject({ account: { emailVerified: true } });
    expect(world.mails).toEqual([]);
  });
});

describe('rejected calls', () => {
  it('[T08] [R-ERR-13] wrong password, unknown address and bad credential get the same response after the same work', async () => {
    await world.signUp();
    world.jar.clear();
    const tries: [string, string][] = [
      [ANN.email, 'wrong password'],
      ['nobody@example.com', 'wrong password'],
      ['not an address', 'wrong password'],
      [ANN.email, 'x'.repeat(129)],
    ];
    const responses = [];
    for (const [email, password] of tries) {
      const before = world.hashCount();
      const response = await world.signIn(email, password);
      responses.push({
        status: response.status,
        body: await response.text(),
        hashes: world.hashCount() - before,
      });
    }
    expect(responses[0]).toEqual({
      status: 401,
      body: JSON.stringify({
        error: {
          code: 'unauthenticated',
          message: 'Invalid email or password',
          reason: 'invalid-credential',
        },
      }),
      hashes: 1,
    });
    expect(responses[1]).toEqual(responses[0]);
    expect(responses.slice(2).map(({ status, body }) => ({ status, body }))).toEqual(
      responses.slice(0, 2).map(({ status, body }) => ({ status, body })),
    );
  });

  it('[R-ERR-13] an address in use, a short password and a bad address have codes of their own', async () => {
    const demo = await createAccountWorld({ production: false });
    await demo.signUp();
    demo.jar.clear();
    expect(await errorOf(await demo.signUp())).toMatchObject({
      code: 'already-exists',
      reason: 'email-already-in-use',
    });
    const short = await demo.signUp({ ...ANN, email: 'bo@example.com', password: 'short' });
    expect(await errorOf(short)).toMatchObject({
      code: 'invalid-argument',
      reason: 'weak-password',
      path: 'password',
    });
    const bad = await demo.signUp({ ...ANN, email: 'bo' });
    expect(await errorOf(bad)).toMatchObject({ code: 'invalid-argument' });
    await demo.close();
  });

  it('[R-ERR-13] empty fields are refused in our own words, none of the provider’s', async () => {
    const email = 'Enter an email address, like name@example.com.';
    const empty = await world.signUp({ ...ANN, email: '', password: '' });
    expect(await errorOf(empty)).toMatchObject({
      code: 'invalid-argument',
      message: `${email} Enter a password of at least 8 characters.`,
      path: 'email',
    });
    expect((await errorOf(await world.signUp({ ...ANN, email: '' }))).message).toBe(email);
    for (const [address, password] of [
      ['', ''],
      [ANN.email, ''],
      ['', ANN.password],
    ] as const) {
      expect((await errorOf(await world.signIn(address, password))).message).not.toMatch(/body|string|Too/);
    }
  });

  it('[T07] of many guesses at one account from many networks only ten are checked until the wait is over', async () => {
    await world.signUp();
    world.jar.clear();
    const before = world.hashCount();
    for (let guess = 0; guess < 30; guess++) {
      world.moveTo(`198.51.${guess}.9`);
      await world.signIn(ANN.email, `guess number ${guess}`);
    }
    expect(world.hashCount() - before).toBe(10);
    const refused = await world.signIn(ANN.email, ANN.password);
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    world.clock.advance(901_000);
    expect((await world.signIn(ANN.email, ANN.password)).status).toBe(200);
  });

  it('[T07] repeated guesses at an account double the wait each time, up to 15 minutes', async () => {
    await world.signUp();
    world.jar.clear();
    const guess = async (count: number) => {
      world.moveTo(`198.51.${count}.9`);
      const response = await world.signIn(ANN.email, `guess number ${count}`);
      return response.status === 429 ? Number(response.headers.get('retry-after')) : 0;
    };
    const waits = [];
    for (let count = 0; count < 18; count++) {
      const wait = await guess(count);
      world.clock.advance(wait * 1000);
      if (wait > 0) expect(await guess(100 + count)).toBe(0);
      waits.push(wait);
    }
    expect(waits.slice(0, 10)).toEqual(Array.from({ length: 10 }, () => 0));
    expect(waits.slice(10)).toEqual([60, 120, 240, 480, 900, 900, 900, 900]);
    world.clock.advance(900_000);
    expect((await world.signIn(ANN.email, ANN.password)).status).toBe(200);
    // A successful sign-in clears the count.
    expect(await guess(200)).toBe(0);
    expect(await guess(201)).toBe(0);
  });

  it('[T07] guesses at many accounts from many networks are blocked after 300 a minute', async () => {
    const guess = async (count: number) => {
      world.moveTo(`198.${count >> 8}.${count & 255}.9`);
      return (await world.signIn(`person${count}@example.com`, 'wrong password')).status;
    };
    for (let count = 0; count < 310; count++) await guess(count);
    expect(world.hashCount()).toBe(300);
    expect(await guess(400)).toBe(429);
    world.clock.advance(61_000);
    expect(await guess(400)).toBe(401);
  });

  it('[T07] guesses at many accounts from one IPv6 /64 are blocked after twenty', async () => {
    const before = world.hashCount();
    for (let guess = 0; guess < 40; guess++) {
      world.moveTo(`2001:db8:1:2::${guess.toString(16)}`);
      await world.signIn(`person${guess}@example.com`, 'wrong password');
    }
    expect(world.hashCount() - before).toBe(20);
  });

  it('[T07] of 1,000 guesses from 500 addresses of one IPv6 /64 at most twenty are checked', async () => {
    const before = world.hashCount();
    const statuses = new Map<number, number>();
    for (let guess = 0; guess < 1000; guess++) {
      world.moveTo(`2001:db8:1:2:${(guess % 500).toString(16)}::1`);
      const { status } = await world.signIn(`person${guess % 50}@example.com`, `guess ${guess}`);
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
    }
    expect(world.hashCount() - before).toBe(20);
    expect(Object.fromEntries(statuses)).toEqual({ 401: 20, 429: 980 });
  });

  it('[T07] of thirty guesses at once from one network at most twenty are checked', async () => {
    const before = world.hashCount();
    const guesses = Array.from({ length: 30 }, (_, guess) =>
      world.newBrowser().signIn(`person${guess}@example.com`, 'wrong password'),
    );
    const statuses = (await Promise.all(guesses)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 429)).toHaveLength(10);
    expect(world.hashCount() - before).toBe(20);
  });

  it('[T07] attempt counts per account and per network survive a restart', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'nankeen-accounts-'));
    const file = join(folder, 'accounts.sqlite');
    const first = await createAccountWorld({ file });
    await first.signUp();
    first.jar.clear();
    for (let guess = 0; guess < 10; guess++) {
      first.moveTo(`198.51.${guess}.9`);
      await first.signIn(ANN.email, `guess ${guess}`);
    }
    for (let guess = 0; guess < 20; guess++) {
      first.moveTo('198.51.100.1');
      await first.signIn(`person${guess}@example.com`, 'wrong password');
    }
    await first.close();

    const second = await createAccountWorld({ file });
    second.moveTo('198.51.200.9');
    expect((await second.signIn(ANN.email, ANN.password)).status).toBe(429);
    second.moveTo('198.51.100.1');
    expect((await second.signIn('somebody@example.com', 'wrong password')).status).toBe(429);
    expect(second.hashCount()).toBe(0);
    second.clock.advance(901_000);
    expect((await second.signIn(ANN.email, ANN.password)).status).toBe(200);
    await second.close();
    rmSync(folder, { recursive: true, force: true });
  });

  it('[T41] a caller cannot change its address with a forwarding header', async () => {
    const statuses = [];
    for (let guess = 0; guess < 22; guess++) {
      const response = await world.app.request(`${ORIGIN}/api/v1/auth/sign-in/email`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'x-forwarded-for': `192.0.2.${guess}`,
          'x-nankeen-address': `192.0.2.${guess}`,
        },
        body: JSON.stringify({ email: `p${guess}@example.com`, password: 'wrong password' }),
      });
      statuses.push(response.status);
    }
    expect(statuses.slice(-2)).toEqual([429, 429]);
  });

  it('[T38] [AU1] one address gets at most three mails an hour, that of the sign-up included', async () => {
    await world.sendSignUp();
    const statuses = [];
    for (let count = 0; count < 4; count++) {
      const response = await world.call('POST', '/api/v1/account/verify/send', { email: ANN.email });
      statuses.push(response.status);
    }
    expect(statuses).toEqual([200, 200, 429, 429]);
    await expect.poll(() => world.mails.length).toBe(3);
  });

  it('[T37] [T38] all networks together may sign up sixty times a minute', async () => {
    const signUp = (index: number) => {
      world.moveTo(`198.51.100.${index}`);
      return world.sendSignUp({ ...ANN, email: `person${index}@example.com` });
    };
    const statuses = [];
    for (let index = 0; index < 60; index++) statuses.push((await signUp(index)).status);
    expect(new Set(statuses)).toEqual(new Set([200]));
    const refused = await signUp(60);
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '60']);
    world.clock.advance(60_000);
    expect((await signUp(60)).status).toBe(200);
    await expect.poll(() => world.mails.length).toBe(61);
  });

  it('[T37] [T38] all networks together may ask for sixty mails with a link a minute', async () => {
    const ask = async (index: number) => {
      world.moveTo(`198.51.100.${index}`);
      const body = { email: `person${index}@example.com` };
      return (await world.call('POST', '/api/v1/account/reset', body)).status;
    };
    const statuses = [];
    for (let index = 0; index < 60; index++) statuses.push(await ask(index));
    expect(new Set(statuses)).toEqual(new Set([200]));
    expect(await ask(60)).toBe(429);
    world.clock.advance(1000);
    expect(await ask(60)).toBe(200);
  });

  it('[T10] a body above 8 KiB and calls that the app never makes are rejected', async () => {
    expect((await world.signIn('a'.repeat(9000), 'x')).status).toBe(413);
    expect((await world.call('POST', '/api/v1/auth/delete-user', {})).status).toBe(404);
    expect((await world.call('GET', '/api/v1/auth/ok')).status).toBe(404);
  });

  it('[R-AUT-07] a sign-up succeeds while the mail server is down', async () => {
    world.failMails();
    expect((await world.sendSignUp()).status).toBe(200);
  });
});
