import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { GoogleRefusal } from '#shared/api/google-routes.ts';
import {
  ANN,
  createAccountWorld,
  errorOf,
  type AccountWorld,
  type TestBrowser,
} from '../support/account-world.ts';
import {
  chooseAt,
  CLIENT,
  PEOPLE,
  signInWithGoogle,
  startOpenIdProvider,
  TOKEN_FAULTS,
  type OpenIdProvider,
  type Person,
  type ProviderFault,
} from '../support/open-id-provider.ts';

const ORIGIN = 'http://localhost:8787';
const BEGIN = '/api/v1/auth/sign-in/social';

let provider: OpenIdProvider;
let world: AccountWorld;
beforeAll(async () => {
  provider = await startOpenIdProvider();
  provider.allow(ORIGIN);
});
afterAll(() => provider.close());
beforeEach(async () => {
  Object.assign(provider, { fault: undefined, tokenFault: undefined });
  world = await createAccountWorld({ google: toSettings() });
});
afterEach(() => world.close());

function toSettings(timeoutMs = 10_000) {
  return { ...CLIENT, issuer: provider.issuer, timeoutMs };
}

async function begin(browser: TestBrowser = world): Promise<string> {
  const response = await browser.call('POST', BEGIN);
  expect(response.status).toBe(200);
  return ((await response.json()) as { url: string }).url;
}

/** The path of an address of the shop, with its query. */
function toPath(address: string): string {
  return address.slice(ORIGIN.length);
}

const signInAs = (person: Person | 'cancel', browser: TestBrowser = world) =>
  signInWithGoogle(provider, browser, person);

const refused = (reason: GoogleRefusal) => `/login/done?reason=${reason}`;

describe('sign-in with Google', () => {
  it('[R-AUT-03] [R-CAL-14] [AU3] a person without an account gets one with the verified address, name and photo', async () => {
    expect(await signInAs('verified')).toBe('/login/done');
    const { email, name, picture: photo } = PEOPLE.verified;
    const { account } = await world.session();
    expect(account).toMatchObject({ email, name, photo, emailVerified: true });

    // The same account, in another browser.
    const other = world.newBrowser();
    expect(await signInAs('verified', other)).toBe('/login/done');
    expect((await other.session()).account?.id).toBe(account?.id);
    expect(world.mails).toEqual([]);
  });

  it('[AU3] an account made by Google can be staff, because its address is proven', async () => {
    await world.staffGrants.grant({ email: PEOPLE.verified.email, role: 'staff', at: 0, by: 'admin' });
    await signInAs('verified');
    expect(await world.session()).toMatchObject({ isStaff: true });
  });

  it('[AU5] [AU3] an account with a code app gets no session from Google, only after its code', async () => {
    const { email } = PEOPLE.verified;
    await world.signUp({ ...ANN, email });
    const { code } = await world.addCodeApp();
    const other = world.newBrowser();
    expect(await signInAs('verified', other)).toBe(refused('second-factor-required'));
    expect((await other.session()).account).toBeNull();
    expect((await other.answer(code(1))).status).toBe(200);
    expect((await other.session()).account?.email).toBe(email);
  });

  it('[AU3] a person without a name is called by the beginning of the address', async () => {
    expect(await signInAs('nameless')).toBe('/login/done');
    expect((await world.session()).account).toMatchObject({ name: 'crow', photo: null });
  });

  it('[AU3] the account is found by the subject, also after its address has changed at Google', async () => {
    await signInAs('verified');
    const before = await world.session();
    const person = PEOPLE.verified as { email: string };
    const { email } = person;
    try {
      person.email = 'vera@elsewhere.example';
      expect(await signInAs('verified')).toBe('/login/done');
      expect(await world.session()).toMatchObject({ account: { id: before.account?.id, email } });
    } finally {
      person.email = email;
    }
  });

  it('[AU3] an account whose address is verified is joined, and gets the photo; its password stays', async () => {
    await world.signUp();
    await world.verify();
    const before = await world.session();
    const other = world.newBrowser();
    expect(await signInAs('known', other)).toBe('/login/done');
    expect(await other.session()).toMatchObject({
      account: { id: before.account?.id, email: ANN.email, photo: PEOPLE.known.picture },
      isStaff: true,
    });
    expect((await world.newBrowser().signIn(ANN.email, ANN.password)).status).toBe(200);
  });

  it('[AU3] [T11] an account whose address nobody has proven is never joined', async () => {
    const attacker = world.newBrowser();
    await attacker.sendSignUp();
    await expect.poll(() => world.mails.length).toBe(1);
    expect(await signInAs('known')).toBe(refused('account-not-linked'));
    expect(await world.session()).toMatchObject({ account: null });
    expect(await signInAs('known')).toBe(refused('account-not-linked'));

    // The link in the mail opens the way.
    expect((await world.verify('chosen by the owner')).status).toBe(200);
    expect(await signInAs('known')).toBe('/login/done');
    expect(await attacker.session()).toMatchObject({ account: null });
  });

  it('[AU3] an address that Google has not verified makes no account', async () => {
    expect(await signInAs('unverified')).toBe(refused('email-not-verified'));
    expect(await signInAs('addressless')).toBe(refused('email-not-verified'));
    provider.tokenFault = 'text for a truth value';
    expect(await signInAs('verified')).toBe(refused('email-not-verified'));
    expect(await world.session()).toMatchObject({ account: null });
    expect(await world.accounts.isVerified(PEOPLE.unverified.email)).toBeUndefined();
  });

  it('[AU3] [AU9] a disabled account stays signed out', async () => {
    await world.signUp();
    await world.verify();
    await signInAs('verified', world.newBrowser());
    const { email } = PEOPLE.verified;
    expect((await world.call('POST', '/api/v1/account/confirm', { password: ANN.password })).status).toBe(
      200,
    );
    expect((await world.call('POST', '/api/v1/admin/accounts/disable', { email })).status).toBe(200);
    const other = world.newBrowser();
    expect(await signInAs('verified', other)).toBe(refused('user-disabled'));
    expect(await other.session()).toMatchObject({ account: null });
  });

  it('[AU3] a person who cancels at Google stays signed out', async () => {
    expect(await signInAs('cancel')).toBe(refused('user-cancelled'));
    expect(await world.session()).toMatchObject({ account: null });
  });
});

describe('what Google answers', () => {
  it.each(TOKEN_FAULTS.filter((fault) => fault !== 'text for a truth value'))(
    '[AU3] an ID token with a fault begins no session: %s',
    async (fault) => {
      await signInAs('another', world.newBrowser());
      provider.tokenFault = fault;
      expect(await signInAs('verified')).toBe(refused('invalid-answer'));
      expect(await world.session()).toMatchObject({ account: null });
      expect(await world.accounts.isVerified(PEOPLE.verified.email)).toBeUndefined();
    },
  );

  it('[AU3] [T05] a code that Google gave another person’s browser begins no session in this one', async () => {
    const stolen = new URL(await chooseAt(provider, await begin(world.newBrowser()), 'another'));
    const own = new URL(await chooseAt(provider, await begin(), 'verified'));
    own.searchParams.set('code', stolen.searchParams.get('code') ?? '');
    const response = await world.call('GET', toPath(own.href));
    expect(response.headers.get('location')).toBe(refused('provider-unavailable'));
    expect(await world.session()).toMatchObject({ account: null });
  });

  it('[AU3] an answer without an ID token begins no session', async () => {
    provider.fault = 'no ID token';
    expect(await signInAs('verified')).toBe(refused('invalid-answer'));
  });

  it('[AU3] a new key of the provider is taken up at once', async () => {
    await signInAs('verified');
    provider.changeKeys();
    expect(await signInAs('verified')).toBe('/login/done');
  });

  it.each<ProviderFault>(['down', 'no metadata', 'metadata of another issuer'])(
    '[AU3] without the provider’s metadata sign-in says so and passwords work: %s',
    async (fault) => {
      provider.fault = fault;
      const response = await world.call('POST', BEGIN);
      expect(response.status).toBe(503);
      expect(await errorOf(response)).toMatchObject({ reason: 'provider-unavailable' });
      expect((await world.signUp()).status).toBe(200);
      // No restart is needed afterwards.
      provider.fault = undefined;
      expect(await signInAs('verified', world.newBrowser())).toBe('/login/done');
    },
  );

  it('[AU3] a provider whose keys can’t be read is unavailable, and the next attempt works', async () => {
    const back = await chooseAt(provider, await begin(), 'verified');
    provider.fault = 'no keys';
    expect((await world.call('GET', toPath(back))).headers.get('location')).toBe(
      refused('provider-unavailable'),
    );
    expect(await world.session()).toMatchObject({ account: null });
    provider.fault = undefined;
    expect(await signInAs('verified')).toBe('/login/done');
  });

  it('[AU3] a provider that does not answer in time is unavailable, at the beginning and at the end', async () => {
    await world.close();
    world = await createAccountWorld({ google: toSettings(300) });
    const back = await chooseAt(provider, await begin(), 'verified');
    provider.fault = 'silent about tokens';
    expect((await world.call('GET', toPath(back))).headers.get('location')).toBe(
      refused('provider-unavailable'),
    );
    provider.fault = 'silent';
    expect((await world.call('POST', BEGIN)).status).toBe(503);
    expect(await world.session()).toMatchObject({ account: null });
  });
});

describe('state, PKCE and cookies', () => {
  it('[AU3] the request has state, nonce and a challenge, and only what is needed', async () => {
    const url = new URL(await begin());
    expect(Object.fromEntries(url.searchParams)).toEqual({
      response_type: 'code',
      client_id: CLIENT.clientId,
      state: expect.stringMatching(/^[\w-]{32}$/),
      scope: 'openid email profile',
      redirect_uri: `${ORIGIN}/api/v1/auth/callback/google`,
      nonce: expect.stringMatching(/^[\w-]{32}$/),
      prompt: 'select_account',
      code_challenge_method: 'S256',
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
    });
    await world.call('GET', toPath(await chooseAt(provider, url.href, 'verified')));
    expect(provider.tokenRequests.at(-1)?.get('code_verifier')).toMatch(/^[\w-]{128}$/);
  });

  it('[AU3] [T05] the answer counts once, and only in the browser that asked', async () => {
    const back = toPath(await chooseAt(provider, await begin(), 'verified'));
    const asked = provider.tokenRequests.length;
    for (const browser of [world.newBrowser()]) {
      expect((await browser.call('GET', back)).headers.get('location')).toBe(refused('invalid-credential'));
      expect(await browser.session()).toMatchObject({ account: null });
    }
    const forged = back.replace(/state=[\w-]+/, 'state=forged');
    expect((await world.call('GET', forged)).headers.get('location')).toBe(refused('invalid-credential'));
    expect(provider.tokenRequests.length).toBe(asked);

    expect((await world.call('GET', back)).headers.get('location')).toBe('/login/done');
    const again = world.newBrowser();
    expect((await again.call('GET', back)).headers.get('location')).toBe(refused('invalid-credential'));
    expect(provider.tokenRequests.length).toBe(asked + 1);
  });

  it('[AU3] [T05] over https the state is a cookie that only this host can set and no script can read', async () => {
    const origin = 'https://shop.example';
    await world.close();
    world = await createAccountWorld({ google: toSettings(), origin });
    const cookies = (await world.call('POST', BEGIN)).headers.getSetCookie();
    expect(cookies.map((cookie) => cookie.split('=', 1)[0])).toEqual(['__Host-nankeen.state']);
    for (const attribute of [
      /; Secure/i,
      /; Path=\/(;|$)/i,
      /; HttpOnly/i,
      /; SameSite=Lax/i,
      /; Max-Age=600/i,
    ]) {
      expect(cookies[0]).toMatch(attribute);
    }
    expect(cookies[0]).not.toMatch(/; Domain=/i);
  });

  it('[AU3] [T16] no token of Google or of the session is in a body or an address, or kept', async () => {
    const seen: string[] = [];
    const beginning = await world.call('POST', BEGIN);
    const text = await beginning.text();
    expect(Object.keys(JSON.parse(text) as object)).toEqual(['url']);
    seen.push(text);
    const back = await chooseAt(provider, (JSON.parse(text) as { url: string }).url, 'verified');
    const end = await world.call('GET', toPath(back));
    seen.push(await end.text(), end.headers.get('location') ?? '');
    const [token = ''] = decodeURIComponent(world.jar.get('nankeen.session_token') ?? '').split('.');
    expect(token).toMatch(/^\w{20,}$/);
    expect(seen.join()).not.toContain(token);
    expect(world.storedAccounts()).toMatchObject([
      { providerId: 'google', accessToken: null, refreshToken: null, idToken: null },
    ]);
    await signInAs('verified');
    expect(world.storedAccounts()).toMatchObject([
      { accessToken: null, refreshToken: null, idToken: null, password: null },
    ]);
  });
});

describe('the calls', () => {
  it('[AU3] [T06] a foreign page can’t begin a sign-in, nor a signed-in page without its anti-forgery token', async () => {
    const call = (headers: Record<string, string>) =>
      world.app.request(`${ORIGIN}${BEGIN}`, { method: 'POST', headers });
    expect((await call({})).status).toBe(403);
    expect((await call({ origin: 'https://evil.example' })).status).toBe(403);
    expect((await call({ origin: ORIGIN, 'sec-fetch-site': 'cross-site' })).status).toBe(403);
    await world.signUp();
    const cookie = `nankeen.session_token=${world.jar.get('nankeen.session_token')}`;
    expect((await call({ origin: ORIGIN, cookie })).status).toBe(403);
  });

  it('[AU3] what a page adds to the call is ignored: no ready ID token, no other page to come back to', async () => {
    const response = await world.call('POST', BEGIN, {
      idToken: { token: 'x.y.z' },
      callbackURL: 'https://evil.example',
      scopes: ['https://mail.example/all'],
    });
    const url = new URL(((await response.json()) as { url: string }).url);
    expect(url.searchParams.get('scope')).toBe('openid email profile');
    const end = await world.call('GET', toPath(await chooseAt(provider, url.href, 'verified')));
    expect(end.headers.get('location')).toBe('/login/done');
  });

  it('[AU3] attempts are limited', async () => {
    for (let count = 0; count < 20; count++) await begin();
    const response = await world.call('POST', BEGIN);
    expect(response.status).toBe(429);
    expect(await errorOf(response)).toMatchObject({ reason: 'too-many-requests' });
  });

  it('[AU3] without its settings there is no sign-in with Google', async () => {
    await world.close();
    world = await createAccountWorld();
    expect((await world.call('POST', BEGIN)).status).toBe(404);
    expect((await world.call('GET', '/api/v1/auth/callback/google?code=x&state=y')).status).toBe(404);
    expect(await (await world.call('GET', '/api/v1/config')).json()).toMatchObject({ googleSignIn: false });
  });

  it('[AU3] other calls and methods stay shut', async () => {
    expect(await (await world.call('GET', '/api/v1/config')).json()).toMatchObject({ googleSignIn: true });
    for (const [method, path] of [
      ['GET', 'sign-in/social'],
      ['POST', 'callback/google'],
      ['HEAD', 'callback/google'],
      ['GET', 'callback/github'],
      ['POST', 'link-social'],
      ['GET', 'error'],
      ['POST', 'get-access-token'],
      ['GET', 'account-info'],
    ] as const) {
      const { status } = await world.call(method, `/api/v1/auth/${path}`);
      expect([path, status]).toEqual([path, 404]);
    }
  });
});

describe('the security log', () => {
  it('[AU3] names sign-ins with Google and refused ones', async () => {
    await world.close();
    const lines: Record<string, unknown>[] = [];
    const push = (facts: object) => void lines.push(facts as Record<string, unknown>);
    const log = { fatal: push, error: push, warn: push, info: push, debug: push, trace: push };
    world = await createAccountWorld({ google: toSettings(), log: log as never });
    await signInAs('verified');
    await signInAs('unverified');
    expect(lines.filter(({ event }) => event !== undefined)).toMatchObject([
      { event: 'signed in with Google', namedAccount: expect.stringMatching(/^[\da-f]{12}$/) },
      { event: 'sign-in with Google refused', reason: 'email-not-verified' },
    ]);
    expect(JSON.stringify(lines)).not.toContain(CLIENT.clientSecret);
  });
});
