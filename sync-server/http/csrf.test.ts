import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  ANN,
  createAccountWorld,
  errorOf,
  ORIGIN,
  toCookieHeader,
  type AccountWorld,
} from '../../tests/support/account-world.ts';

let world: AccountWorld;
beforeEach(async () => void (world = await createAccountWorld()));
afterEach(() => world.close());

describe('forged calls', () => {
  it('[R-CAL-20] [T05] a signed-in call needs its own session’s token in the header', async () => {
    await world.signUp();
    const cookie = toCookieHeader(world.jar);
    const token = world.jar.get('XSRF-TOKEN') ?? '';
    const signOut = (headers: Record<string, string>) =>
      world.app.request(`${ORIGIN}/api/v1/auth/sign-out`, { method: 'POST', headers, body: '{}' });
    const json = { 'content-type': 'application/json' };

    const planted = cookie.replace(token, 'planted.token');
    const refused: Record<string, string>[] = [
      { cookie, origin: ORIGIN, ...json },
      { cookie, origin: 'https://evil.example', 'x-xsrf-token': token, ...json },
      { cookie, origin: 'null', 'x-xsrf-token': token, ...json },
      { cookie, 'x-xsrf-token': token, ...json },
      { cookie, origin: ORIGIN, 'sec-fetch-site': 'cross-site', 'x-xsrf-token': token, ...json },
      { cookie, origin: ORIGIN, 'sec-fetch-site': 'same-site', 'x-xsrf-token': token, ...json },
      { cookie: planted, origin: ORIGIN, 'x-xsrf-token': 'planted.token', ...json },
      { cookie, origin: 'https://evil.example', 'content-type': 'text/plain' },
    ];
    for (const headers of refused) {
      const response = await signOut(headers);
      expect([response.status, headers]).toEqual([403, headers]);
      expect(await errorOf(response)).toMatchObject({ code: 'permission-denied' });
    }
    expect((await signOut({ cookie, origin: ORIGIN, 'x-xsrf-token': token, ...json })).status).toBe(200);
  });

  it('[T05] another session’s token is rejected', async () => {
    await world.signUp();
    const other = world.jar.get('XSRF-TOKEN') ?? '';
    world.jar.clear();
    await world.signUp({ ...ANN, email: 'bo@example.com' });
    world.jar.set('XSRF-TOKEN', other);
    expect((await world.call('POST', '/api/v1/auth/sign-out')).status).toBe(403);
  });

  it('[T11] a sign-in form on a foreign page is rejected', async () => {
    await world.signUp();
    const response = await world.app.request(`${ORIGIN}/api/v1/auth/sign-in/email`, {
      method: 'POST',
      headers: {
        origin: 'https://evil.example',
        'sec-fetch-site': 'cross-site',
        'sec-fetch-mode': 'navigate',
        'content-type': 'application/x-www-form-urlencoded',
      },
      body: new URLSearchParams({ email: ANN.email, password: ANN.password }).toString(),
    });
    expect(response.status).toBe(403);
    expect(response.headers.getSetCookie()).toEqual([]);
  });

  it('[R-CAL-20] the first session call sets the cookie, which is kept while it is valid', async () => {
    await world.call('GET', '/api/v1/session');
    const first = world.jar.get('XSRF-TOKEN');
    expect(first).toBeTruthy();
    await world.call('GET', '/api/v1/session');
    expect(world.jar.get('XSRF-TOKEN')).toBe(first);
    await world.signUp();
    expect(world.jar.get('XSRF-TOKEN')).not.toBe(first);
  });
});
