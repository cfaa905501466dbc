import { afterEach, describe, expect, it } from 'vitest';
import { ANN, createAccountWorld, errorOf, type AccountWorld } from '../support/account-world.ts';

let world: AccountWorld;
afterEach(() => world.close());

const NEW_PASSWORD = 'a wholly new one';
const change = (current: string, password: string, browser = world as Pick<AccountWorld, 'call'>) =>
  browser.call('POST', '/api/v1/account/password', { current, password });

/** Ann, signed in with a verified address. */
async function signUpAnn() {
  world = await createAccountWorld();
  await world.signUp();
}

describe('choosing a password', () => {
  it.each([
    ['short', /at least 8 characters/],
    ['password1', /known from data breaches/],
    ['aaaaaaaaaaaa', /different characters/],
    ['Nankeen2026', /besides “nankeen”/],
    ['ann@example.com', /besides “ann@example.com”/],
    ['kzqx'.repeat(33), /at most 128 characters/],
  ])(
    '[T07] [AU2] a guessable one is refused at sign-up, by a link and at a change: %s',
    async (weak, problem) => {
      world = await createAccountWorld();
      const refused = async (response: Response) => {
        expect(response.status).toBe(400);
        const error = await errorOf(response);
        expect(error).toMatchObject({ reason: 'weak-password', path: 'password' });
        expect(error.message).toMatch(problem);
      };
      await refused(await world.signUp({ ...ANN, password: weak }));
      expect(world.mails).toEqual([]);
      await world.sendSignUp();
      await refused(await world.newBrowser().verify(weak));
      await world.verify();
      await refused(await change(ANN.password, weak));
      expect((await world.newBrowser().signIn(ANN.email, ANN.password)).status).toBe(200);
    },
  );

  it('[T07] [T09] 128 characters of any script are taken as they are, and work at the next sign-in', async () => {
    await signUpAnn();
    const long = ` pass wörd ${'飛行機'.repeat(38)} `.padEnd(128, 'x');
    expect((await change(ANN.password, long)).status).toBe(200);
    expect((await world.newBrowser().signIn(ANN.email, long.trim())).status).toBe(401);
    expect((await world.newBrowser().signIn(ANN.email, long)).status).toBe(200);
  });
});

describe('changing a password', () => {
  it('[AU2] [T12] the new one counts, this browser stays signed in, and all others are signed out', async () => {
    await signUpAnn();
    const other = world.newBrowser();
    await other.signIn(ANN.email, ANN.password);
    expect((await change(ANN.password, NEW_PASSWORD)).status).toBe(200);
    expect(await world.session()).toMatchObject({ account: { email: ANN.email }, isStaff: true });
    expect(await other.session()).toMatchObject({ account: null });
    expect((await other.signIn(ANN.email, ANN.password)).status).toBe(401);
    expect((await other.signIn(ANN.email, NEW_PASSWORD)).status).toBe(200);
  });

  it('[R-ERR-13] [T07] a wrong current password has a code of its own, changes nothing, and can’t be guessed', async () => {
    await signUpAnn();
    for (let guess = 0; guess < 10; guess++) {
      const response = await change(`guess number ${guess}`, NEW_PASSWORD);
      expect(response.status).toBe(403);
      expect(await errorOf(response)).toMatchObject({ reason: 'wrong-password', path: 'current' });
    }
    const before = world.hashCount();
    const refused = await change(ANN.password, NEW_PASSWORD);
    expect(refused.status).toBe(429);
    expect(refused.headers.get('retry-after')).toBe('60');
    expect(await refused.text()).toContain('Too many attempts. Try again in 60 seconds.');
    expect(world.hashCount()).toBe(before);
    world.clock.advance(60_000);
    expect((await change(ANN.password, NEW_PASSWORD)).status).toBe(200);
  });

  it('[T05] [T12] without a session or the proof of one of our pages nothing is changed', async () => {
    await signUpAnn();
    expect((await change(ANN.password, NEW_PASSWORD, world.newBrowser())).status).toBe(401);
    world.jar.delete('XSRF-TOKEN');
    expect((await change(ANN.password, NEW_PASSWORD)).status).toBe(403);
    expect((await world.newBrowser().signIn(ANN.email, ANN.password)).status).toBe(200);
  });

  it('[T11] [T12] a sign-in with the old password that overlaps the change gets no session', async () => {
    let isHeld = false;
    let release = () => undefined as void;
    let isChecking: (value?: unknown) => void = () => undefined;
    const checking = new Promise((resolve) => (isChecking = resolve));
    const gate = new Promise<void>((resolve) => (release = resolve));
    world = await createAccountWorld({
      beforePasswordCheck: async () => {
        if (!isHeld) return;
        isHeld = false;
        isChecking();
        await gate;
      },
    });
    await world.signUp();
    const thief = world.newBrowser();
    isHeld = true;
    const signingIn = thief.signIn(ANN.email, ANN.password);
    await checking;
    expect((await change(ANN.password, NEW_PASSWORD)).status).toBe(200);
    release();
    expect((await signingIn).status).toBe(401);
    expect(await world.session()).toMatchObject({ isStaff: true });
  });
});
