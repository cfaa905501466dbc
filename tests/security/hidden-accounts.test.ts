import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ANN, createAccountWorld, newestLink, type AccountWorld } from '../support/account-world.ts';
import { watchStatements, type StatementWatch } from '../support/watch-statements.ts';

/** Signed up, and has not confirmed the address. */
const BO = { name: 'Bo', email: 'bo@example.com', password: 'the first password' };

let folder: string;
let world: AccountWorld;
let statements: StatementWatch;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'nankeen-hidden-'));
  statements = watchStatements();
  world = await createAccountWorld({ folder });
  await world.signUp();
});
afterEach(async () => {
  await world.close();
  vi.restoreAllMocks();
  rmSync(folder, { recursive: true });
});

const sentMails = () => statements.unseen(() => world.sentMails());

/** What a stranger learns from a call, and the work that it makes. @param mails to anybody, or to nobody */
async function observe(call: () => Promise<Response>, { mails }: { readonly mails: number }) {
  const sent = await sentMails();
  const [hashes, rows] = [world.hashCount(), await world.rowsWritten()];
  const before = statements.counts();
  const response = await call();
  const cookies = response.headers.getSetCookie().map((cookie) => cookie.replace(/=[^;]*/, ''));
  const headers = [...response.headers].filter(([name]) => name !== 'set-cookie' && name !== 'x-request-id');
  const { status } = response;
  const body = await response.text();
  // The work goes on after the response.
  await expect.poll(sentMails).toBe(sent + mails);
  const after = statements.counts();
  return {
    seen: { status, body, headers, cookies },
    work: {
      hashes: world.hashCount() - hashes,
      reads: after.reads - before.reads,
      writes: after.writes - before.writes,
      rows: (await world.rowsWritten()) - rows,
    },
  };
}

const signUp = (email: string) =>
  world.newBrowser().sendSignUp({ name: 'Ann', email, password: 'password of a stranger' });
const signIn = (email: string) => world.newBrowser().signIn(email, 'password of a stranger');
const ask = (path: string, email: string) =>
  world.newBrowser().call('POST', `/api/v1/account/${path}`, { email });

describe('words and work tell nobody in production whether an address has an account', () => {
  beforeEach(async () => {
    await observe(() => world.newBrowser().sendSignUp(BO), { mails: 1 });
    world.moveTo('198.51.100.9');
  });

  it.each([
    ['a sign-in with a wrong password', signIn, { status: 401, hashes: 1, mails: 0 }],
    [
      'a sign-in with the password of an unconfirmed sign-up',
      (email: string) => world.newBrowser().signIn(email, BO.password),
      { status: 401, hashes: 1, mails: 0 },
    ],
    ['a sign-up', signUp, { status: 200, hashes: 1, mails: 1 }],
    ['a new password', (email: string) => ask('reset', email), { status: 200, hashes: 0, mails: 1 }],
    ['the link again', (email: string) => ask('verify/send', email), { status: 200, hashes: 0, mails: 1 }],
  ])(
    '[T08] [AU2] [AU8] %s: every address gets the same response after the same hashes, reads and writes',
    async (_what, call, { status, hashes, mails }) => {
      // The first call of a network begins its counts.
      await observe(() => call('first@example.com'), { mails });
      const nobody = await observe(() => call('nobody@example.com'), { mails });
      const known = await observe(() => call(ANN.email.toUpperCase()), { mails });
      const unconfirmed = await observe(() => call(BO.email), { mails });
      expect(nobody.seen.status).toBe(status);
      expect(nobody.work.hashes).toBe(hashes);
      expect(known).toEqual(nobody);
      expect(unconfirmed).toEqual(nobody);
    },
  );

  it('[T08] [AU10] moving an account to an address that is taken makes the same response and work', async () => {
    const move = (email: string) =>
      observe(() => world.call('POST', '/api/v1/account/email', { email }), { mails: 1 });
    await move('first@example.com');
    const free = await move('nobody@example.com');
    expect(free.seen).toMatchObject({ status: 200, body: '{}' });
    expect(await move(BO.email)).toEqual(free);
  });
});

describe('signing up in production', () => {
  it('[T08] the owner of the address gets a mail, and the browser that signed up gets no session and no account', async () => {
    const stranger = world.newBrowser();
    await stranger.sendSignUp({ ...ANN, password: 'password of a stranger' });
    await expect.poll(() => world.mails.length).toBe(2);
    expect(world.mails[1]).toMatchObject({ to: ANN.email, subject: 'You already have a Nankeen account' });
    expect(newestLink(world.mails)).not.toContain('#');
    expect(await stranger.session()).toMatchObject({ account: null });
    expect((await stranger.signIn(ANN.email, 'password of a stranger')).status).toBe(401);
    expect((await world.newBrowser().signIn(ANN.email, ANN.password)).status).toBe(200);
  });

  it('[T08] signing in with the password of a sign-up tells nothing before the address is confirmed', async () => {
    await signUp('bo@example.com');
    await signUp(ANN.email);
    const answers = [];
    for (const email of ['bo@example.com', ANN.email, 'nobody@example.com']) {
      const before = world.hashCount();
      const response = await world.newBrowser().signIn(email, 'password of a stranger');
      answers.push([response.status, await response.text(), world.hashCount() - before]);
    }
    expect(answers[0]?.slice(0, 1)).toEqual([401]);
    expect(answers[1]).toEqual(answers[0]);
    expect(answers[2]).toEqual(answers[0]);
  });

  it('[T08] of two sign-ups with an address at the same moment both get the same response', async () => {
    const responses = await Promise.all([signUp(BO.email), signUp(BO.email)]);
    expect(await Promise.all(responses.map(async (one) => [one.status, await one.text()]))).toEqual([
      [200, '{}'],
      [200, '{}'],
    ]);
  });

  it('[T08] [T11] who signs up a second time, before confirming, chooses the password by the link', async () => {
    const browser = world.newBrowser();
    const bo = { name: 'Bo', email: 'bo@example.com', password: 'the first password' };
    await browser.sendSignUp(bo);
    await browser.sendSignUp({ ...bo, password: 'the second password' });
    await expect.poll(() => world.mails.length).toBe(3);
    expect((await browser.verify()).status).toBe(400);
    expect((await browser.verify('the second password')).status).toBe(200);
    expect((await world.newBrowser().signIn(bo.email, 'the second password')).status).toBe(200);
  });

  it('[T08] [T38] a fourth sign-up with an address within an hour is refused, whether it has an account or not', async () => {
    const last = [];
    for (const email of ['cy@example.com', ANN.email]) {
      // Ann's own sign-up was the first.
      for (let count = email === ANN.email ? 1 : 0; count < 3; count++)
        expect((await signUp(email)).status).toBe(200);
      const response = await signUp(email);
      last.push([response.status, response.headers.get('retry-after'), await response.text()]);
    }
    expect(last[0]?.[0]).toBe(429);
    expect(last[1]).toEqual(last[0]);
  });
});
