import { afterEach, describe, expect, it } from 'vitest';
import { betterAuth } from 'better-auth';
import { ANN, createAccountWorld, type AccountWorld } from '../support/account-world.ts';

let world: AccountWorld;
afterEach(() => world.close());

describe('the session token', () => {
  it('[T16] [T39] is in no response body, so that no script can read it', async () => {
    world = await createAccountWorld();
    const bodies: string[] = [];
    const tokens: string[] = [];
    const note = async (response: Response) => {
      expect(response.status).toBe(200);
      bodies.push(await response.text());
      const [token = ''] = decodeURIComponent(world.jar.get('nankeen.session_token') ?? '').split('.');
      if (token !== '') tokens.push(token);
    };
    await note(await world.sendSignUp());
    await note(await world.verify());
    await note(await world.signIn(ANN.email, ANN.password));
    await note(await world.call('POST', '/api/v1/account/confirm', { password: ANN.password }));
    for (const path of ['session', 'account/sessions', 'account/passkeys', 'account/data'])
      await note(await world.call('GET', `/api/v1/${path}`));
    await note(await world.call('POST', '/api/v1/auth/sign-out', {}));
    expect(new Set(tokens).size).toBe(2);
    for (const token of tokens) {
      expect(token).toMatch(/^\w{20,}$/);
      expect(bodies.join()).not.toContain(token);
    }
    expect(bodies.join()).not.toContain('"token"');
  });

  it('[T16] no address of the account library is reachable but three, by POST', async () => {
    world = await createAccountWorld();
    await world.signUp();
    const known = Object.values(
      betterAuth({ baseURL: 'http://localhost', emailAndPassword: { enabled: true } }).api,
    ).flatMap((endpoint) => (typeof endpoint.path === 'string' ? [endpoint.path] : []));
    expect(known).toContain('/get-session');
    expect(known.length).toBeGreaterThan(25);
    const open: string[] = [];
    for (const path of known)
      for (const method of ['GET', 'POST', 'PUT', 'DELETE']) {
        // `reset-password` has a link's token in its address.
        const { status } = await world.call(
          method,
          `/api/v1/auth${path.replace(/:\w+/, 'x')}`,
          ...(method === 'GET' ? [] : [{}]),
        );
        if (status !== 404) open.push(`${method} ${path}`);
      }
    expect(open.toSorted()).toEqual(['POST /sign-in/email', 'POST /sign-out', 'POST /sign-up/email']);
  });
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
      // The app sends the anti-forgery token in a header, too.
      expect(/; HttpOnly/i.test(cookie)).toBe(!cookie.startsWith('__Host-XSRF-TOKEN='));
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
