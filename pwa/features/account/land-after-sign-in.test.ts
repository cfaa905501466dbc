import { afterEach, beforeEach, expect, test, vi, type Mock } from 'vitest';
import { EMPTY_PROFILE } from '#shared/collections/profiles.ts';
import { createFakeApp, type FakeApp } from '../../../tests/support/fake-app.tsx';
import { landAfterSignIn } from './land-after-sign-in.ts';

const ADA = { id: 'ada', email: 'ada@example.com' };
const CLIENT = { ...EMPTY_PROFILE, FBUID: 'ada', profileTypeClient: true };

let app: FakeApp;
let navigate: Mock<(path: string) => Promise<void>>;
let logged: Mock<typeof console.error>;

beforeEach(() => {
  app = createFakeApp();
  navigate = vi.fn();
  logged = vi.spyOn(console, 'error').mockReturnValue();
});
afterEach(() => vi.restoreAllMocks());

test('[R-USR-03] [R-AUT-04] the profile is saved first, and its type determines the page after sign-in', async () => {
  await app.pull('profiles', [CLIENT]);
  let kept: unknown;
  navigate.mockImplementation(async () => void (kept = await app.read('profiles')));
  await landAfterSignIn(app, ADA, navigate);
  expect(kept).toMatchObject([{ ...CLIENT, profileEmail: 'ada@example.com' }]);
  expect(navigate.mock.calls).toEqual([['/program']]);
  expect(logged).not.toHaveBeenCalled();
});

test('[R-ERR-02] [R-ERR-03] [R-PRF-02] a profile that can’t be loaded or saved is only logged, and the user counts as a therapist', async () => {
  const failure = new Error('disk full');
  app = createFakeApp({ store: { write: () => Promise.reject(failure) } });
  await app.pull('profiles', [CLIENT]);
  await landAfterSignIn(app, ADA, navigate);
  expect(navigate.mock.calls).toEqual([['/client']]);
  expect(logged).toHaveBeenCalledExactlyOnceWith('The profile could not be loaded or saved:', failure);
});

test('[R-PRF-03] [R-ERR-04] a page that can’t be opened is logged, and /client is opened instead', async () => {
  await app.pull('profiles', [CLIENT]);
  const failure = new Error('no such page');
  navigate.mockRejectedValueOnce(failure);
  await landAfterSignIn(app, ADA, navigate);
  expect(navigate.mock.calls).toEqual([['/program'], ['/client']]);
  expect(logged).toHaveBeenCalledExactlyOnceWith('The page after signing in could not be opened:', failure);
});
