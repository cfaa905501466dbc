import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { storage } from '../platform.ts';
import { emailForSignIn, signIn, signOut, signUp } from './session.ts';
import { refreshSession, session, SESSION_KEY, SIGNED_OUT } from './session-state.ts';

const world = vi.hoisted(() => ({ steps: [] as string[] }));

vi.mock('../log.ts', () => ({ logNotice: vi.fn(), logError: vi.fn() }));
vi.mock('./page-identity.ts', () => ({
  pageIdentity: {
    current: () => ({ accountId: undefined }),
    countWaiting: async () => ({ unsent: 0, parked: 0, rejectedChanges: 0 }),
    claim: async () => {},
    open: async () => {},
    emptyMirror: () => void world.steps.push('empty mirror'),
  },
}));

const ADA = { id: 'ada', email: 'ada@example.com', name: 'ada', emailVerified: false };
const timeouts = vi.spyOn(AbortSignal, 'timeout');
const paths: string[] = [];

beforeEach(() => {
  vi.stubGlobal('document', { cookie: '' });
  vi.stubGlobal('fetch', async (url: string) => {
    paths.push(url.replace('/api/v1', ''));
    return Response.json(url.endsWith('/session') ? { account: ADA, isStaff: false } : {});
  });
  timeouts.mockClear();
  paths.length = 0;
});

afterEach(() => vi.unstubAllGlobals());

test('[R-CST-17] who is signed in is asked for at most 30 seconds, signing in takes at most 60', async () => {
  await refreshSession();
  expect(timeouts.mock.calls).toEqual([[30_000]]);
  timeouts.mockClear();
  await signIn(ADA.email, 'a long secret');
  expect(paths).toEqual(['/session', '/auth/sign-in/email', '/session']);
  expect(timeouts.mock.calls).toEqual([[60_000], [30_000]]);
});

test('[R-AUT-08] [R-AUT-06] signing up keeps the address on this device; signing out forgets it and the session', async () => {
  expect(emailForSignIn()).toBe('');
  await signUp(ADA.email, 'a long secret');
  expect(storage.getItem('emailForSignIn')).toBe(ADA.email);
  expect(emailForSignIn()).toBe(ADA.email);
  expect(session.read()?.account).toEqual(ADA);
  await signOut();
  expect(world.steps).toEqual(['empty mirror']);
  expect(emailForSignIn()).toBe('');
  expect(session.read()).toEqual(SIGNED_OUT);
  expect(storage.getItem(SESSION_KEY)).toBe(JSON.stringify(SIGNED_OUT));
});

test('[R-AUT-06] a browser that keeps no session is told to allow cookies', async () => {
  vi.stubGlobal('fetch', async () => Response.json(SIGNED_OUT));
  await expect(signIn(ADA.email, 'a long secret')).rejects.toThrow('Allow cookies for this site.');
  expect(session.read()).toEqual(SIGNED_OUT);
});
