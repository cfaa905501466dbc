import { beforeEach, expect, test, vi } from 'vitest';
import { createFakeApp, type FakeApp } from '../../../tests/support/fake-app.tsx';
import { sampleItem } from '../../../tests/support/sample-product.ts';
import { ACCESS_CODE_KEY } from './access-memory.ts';
import { SESSION_KEY, SIGNED_OUT } from './account-session.ts';
import { emailForSignIn, signIn, signOut, signUp } from './session.ts';

const ADA = { id: 'ada', email: 'ada@example.com', name: 'ada', emailVerified: false };
const timeouts = vi.spyOn(AbortSignal, 'timeout');
let app: FakeApp;

beforeEach(() => {
  app = createFakeApp();
  app.respond('GET /session', () => ({ account: ADA, isStaff: false }));
  for (const path of ['sign-in/email', 'sign-up/email', 'sign-out']) {
    app.respond(`POST /auth/${path}`, () => ({}));
  }
  app.respond('POST /claim', () => ({ claimed: 0 }));
  timeouts.mockClear();
});

test('[R-CST-17] a session request times out after 30 seconds, signing in after 60', async () => {
  await app.session.refresh();
  expect(timeouts.mock.calls).toEqual([[30_000]]);
  timeouts.mockClear();
  await signIn(app, ADA.email, 'a long secret');
  expect(app.requests.map(({ path }) => path)).toEqual([
    '/session',
    '/auth/sign-in/email',
    '/session',
    '/claim',
  ]);
  expect(timeouts.mock.calls).toEqual([[60_000], [30_000], [30_000]]);
});

test('[CL6] the session is asked for if the server names another account or role than the page knows', async () => {
  const staff = { account: ADA, role: 'staff', isStaff: true } as const;
  app.session.keep(staff);
  await app.session.check({ id: 'ada', role: 'staff' });
  expect(app.requests).toEqual([]);
  app.respond('GET /session', () => staff);
  await app.session.check({ id: 'ada', role: 'customer' });
  await app.session.check({ id: 'ann', role: 'staff' });
  // Earlier versions of the server name none.
  await app.session.check(undefined);
  expect(app.requests).toHaveLength(3);
  app.respond('GET /session', () => SIGNED_OUT);
  await app.session.check(null);
  expect(app.session.read()).toEqual(SIGNED_OUT);
  await app.session.check(null);
  expect(app.requests).toHaveLength(4);
});

test('[R-AUT-08] [R-AUT-06] signing up stores the email address; signing out removes it and the session', async () => {
  expect(emailForSignIn(app)).toBe('');
  await signUp(app, ADA.email, 'a long secret');
  expect(app.storage.getItem('emailForSignIn')).toBe(ADA.email);
  expect(emailForSignIn(app)).toBe(ADA.email);
  expect(app.session.read()?.account).toEqual(ADA);
  app.cartMirror.reset([sampleItem(1)]);
  await signOut(app);
  expect(app.cartMirror.items).toEqual([]);
  expect(emailForSignIn(app)).toBe('');
  expect(app.session.read()).toEqual(SIGNED_OUT);
  expect(app.storage.getItem(SESSION_KEY)).toBe(JSON.stringify(SIGNED_OUT));
});

test.each(['sign up', 'sign in'])(
  '[R-AUT-06] [R-AUT-08] %s asks once more for the session if only that response is lost',
  async (name) => {
    let lost = 1;
    app.respond('GET /session', () => {
      if (lost-- > 0) throw new TypeError('Failed to fetch');
      return { account: ADA, isStaff: false };
    });
    const enter = name === 'sign up' ? signUp : signIn;
    await enter(app, ADA.email, 'a long secret');
    expect(app.session.read()?.account).toEqual(ADA);
    lost = 2;
    await expect(enter(app, ADA.email, 'a long secret')).rejects.toThrow('could not be reached');
  },
);

/** What a network's login page or a proxy in between answers. */
const otherPage = () => new Response('<title>Log in</title>', { headers: { 'content-type': 'text/html' } });

test.each(['up', 'in'])(
  '[R-AUT-06] a sign-%s that another site’s page answers has not happened',
  async (name) => {
    app.respond(`POST /auth/sign-${name}/email`, otherPage);
    const enter = name === 'up' ? signUp : signIn;
    await expect(enter(app, ADA.email, 'a long secret')).rejects.toThrow('did not answer as expected');
    expect(emailForSignIn(app)).toBe('');
    expect(app.session.read()?.account ?? null).toBeNull();
  },
);

test('[T13] a sign-out that another site’s page answers is still due', async () => {
  vi.spyOn(console, 'info').mockReturnValue();
  await signIn(app, ADA.email, 'a long secret');
  app.respond('POST /auth/sign-out', otherPage);
  await signOut(app);
  expect(app.sessionEnd.isDue()).toBe(true);
  expect(app.session.read()).toEqual(SIGNED_OUT);
});

test('[T13] signing out locks the purchase-order pages and removes the access code’s token', async () => {
  await signIn(app, ADA.email, 'a long secret');
  await app.accessMemory.keep('a token');
  expect(app.storage.getItem(ACCESS_CODE_KEY)).toBe('{"token":"a token"}');
  await signOut(app);
  expect([app.accessMemory.token(), app.storage.getItem(ACCESS_CODE_KEY)]).toEqual([undefined, '{}']);
});

test('[R-AUT-06] signing in to a browser that keeps no session asks to allow cookies', async () => {
  app.respond('GET /session', () => SIGNED_OUT);
  await expect(signIn(app, ADA.email, 'a long secret')).rejects.toThrow('Allow cookies for this site.');
  expect(app.session.read()).toEqual(SIGNED_OUT);
});
