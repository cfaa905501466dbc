import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ANN, createAccountWorld, newestLink, type AccountWorld } from '../support/account-world.ts';

let world: AccountWorld;
beforeEach(async () => {
  world = await createAccountWorld();
  await world.signUp();
});
afterEach(() => world.close());

/** What a stranger learns from a call, and the work that it makes. */
async function observe(call: () => Promise<Response>) {
  const hashes = world.hashCount();
  const rows = world.rowsWritten();
  const mails = world.mails.length;
  const response = await call();
  const cookies = response.headers.getSetCookie().map((cookie) => cookie.replace(/=[^;]*/, ''));
  const headers = [...response.headers].filter(([name]) => name !== 'set-cookie' && name !== 'x-request-id');
  const { status } = response;
  const body = await response.text();
  await expect.poll(() => world.mails.length).toBe(mails + 1);
  return {
    seen: { status, body, headers, cookies },
    work: { hashes: world.hashCount() - hashes, rows: world.rowsWritten() - rows },
  };
}

const signUp = (email: string, password = 'password of a stranger') =>
  world.newBrowser().sendSignUp({ name: 'Ann', email, password });

describe('signing up in production', () => {
  it('[T08] [AU8] a known address and a new one get the same response after the same work', async () => {
    const known = await observe(() => signUp(ANN.email.toUpperCase()));
    const isNew = await observe(() => signUp('bo@example.com'));
    // Of a person who signed up before and did not open the mail.
    const isUnconfirmed = await observe(() => signUp('bo@example.com'));
    expect(known.seen).toMatchObject({
      status: 200,
      body: '{}',
      cookies: ['nankeen.browser; Max-Age=34560000; Path=/; HttpOnly; SameSite=Lax'],
    });
    expect(known.work.hashes).toBe(1);
    expect(isNew).toEqual(known);
    expect(isUnconfirmed).toEqual(known);
  });

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

it('[T08] [AU2] asking for a new password costs the same work for every address', async () => {
  const work = [];
  for (const email of [ANN.email, 'nobody@example.com']) {
    const [hashes, rows] = [world.hashCount(), world.rowsWritten()];
    const response = await world.newBrowser().call('POST', '/api/v1/account/reset', { email });
    expect([response.status, await response.text(), [...response.headers.getSetCookie()]]).toEqual([
      200,
      '{}',
      [],
    ]);
    // Two attempt counts and a link. The work goes on after the response.
    await expect.poll(() => world.rowsWritten() - rows).toBe(3);
    work.push(world.hashCount() - hashes);
  }
  expect(work).toEqual([0, 0]);
});
