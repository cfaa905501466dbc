import { afterEach, describe, expect, it } from 'vitest';
import { ANN, createAccountWorld, type AccountWorld } from '../support/account-world.ts';

let world: AccountWorld;
afterEach(() => world.close());

describe('the session token', () => {
  it('[T16] [T39] is in no response body, so that no script can read it', async () => {
    world = await createAccountWorld();
    const bodies: string[] = [];
    for (const response of [
      await world.signUp(),
      await world.call('GET', '/api/v1/session'),
      await world.call('POST', '/api/v1/auth/sign-out', {}),
      await world.signIn(ANN.email, ANN.password),
    ]) {
      expect(response.status).toBe(200);
      bodies.push(await response.text());
    }
    const signed = decodeURIComponent(world.jar.get('nankeen.session_token') ?? '');
    const [token = ''] = signed.split('.');
    expect(token).toMatch(/^\w{20,}$/);
    expect(bodies.join()).not.toContain(token);
    expect(bodies.join()).not.toContain('"token"');
  });

  it.each(['get-session', 'list-sessions', 'verify-email?token=x', 'update-session'])(
    '[T16] the account library’s own %s is not reachable',
    async (path) => {
      world = await createAccountWorld();
      await world.signUp();
      for (const method of ['GET', 'POST']) {
        expect((await world.call(method, `/api/v1/auth/${path}`)).status).toBe(404);
      }
    },
  );
});

describe('cookies', () => {
  it('[T05] [T06] over https session and anti-forgery token are cookies that only this host can set', async () => {
    world = await createAccountWorld({ origin: 'https://shop.example' });
    const cookies = (await world.signUp()).headers.getSetCookie();
    expect(cookies.map((cookie) => cookie.split('=', 1)[0]).toSorted()).toEqual([
      '__Host-XSRF-TOKEN',
      '__Host-nankeen.browser',
      '__Host-nankeen.session_token',
    ]);
    for (const cookie of cookies) {
      expect(cookie).toMatch(/; Secure/i);
      expect(cookie).toMatch(/; Path=\/(;|$)/i);
      expect(cookie).toMatch(/; SameSite=Lax/i);
      expect(cookie).not.toMatch(/; Domain=/i);
    }
    expect(await world.session()).toMatchObject({ account: { email: ANN.email } });
    expect((await world.call('POST', '/api/v1/auth/sign-out', {})).status).toBe(200);
    expect(await world.session()).toMatchObject({ account: null });
  });

  it('[T05] over https a cookie without the prefix proves nothing', async () => {
    world = await createAccountWorld({ origin: 'https://shop.example' });
    await world.signUp();
    const token = world.jar.get('__Host-XSRF-TOKEN') ?? '';
    world.jar.delete('__Host-XSRF-TOKEN');
    world.jar.set('XSRF-TOKEN', token);
    expect((await world.call('POST', '/api/v1/auth/sign-out', {})).status).toBe(403);
  });

  it('[R-CAL-20] over http, as on this machine, the cookies have plain names, which browsers accept', async () => {
    world = await createAccountWorld();
    await world.signUp();
    expect([...world.jar.keys()].toSorted()).toEqual([
      'XSRF-TOKEN',
      'nankeen.browser',
      'nankeen.session_token',
    ]);
  });
});
