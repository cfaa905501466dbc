import { beforeEach, expect, test, vi } from 'vitest';
import { EMPTY_PROFILE } from '#shared/domain/profile.ts';
import { logError } from '#pwa/data/log.ts';
import { keepProfile } from '#pwa/data/session/profile.ts';
import { landAfterSignIn } from './land-after-sign-in.ts';

vi.mock('#pwa/data/log.ts', () => ({ logError: vi.fn() }));
vi.mock('#pwa/data/session/profile.ts', () => ({ keepProfile: vi.fn() }));

const ADA = { id: 'ada', email: 'ada@example.com' };
const CLIENT = { ...EMPTY_PROFILE, profileTypeClient: true };
const navigate = vi.fn<(path: string) => void>();

beforeEach(() => {
  vi.resetAllMocks();
});

test('[R-USR-03] [R-AUT-04] the profile of whoever signed in is kept first, and its type says where they land', async () => {
  vi.mocked(keepProfile).mockResolvedValue(CLIENT);
  await landAfterSignIn(ADA, navigate);
  expect(keepProfile).toHaveBeenCalledWith(ADA);
  expect(navigate.mock.calls).toEqual([['/program']]);
  expect(logError).not.toHaveBeenCalled();
});

test('[R-ERR-02] [R-ERR-03] [R-PRF-02] a profile that can’t be had is logged only, and its person is a therapist', async () => {
  const failure = new Error('no answer');
  vi.mocked(keepProfile).mockRejectedValue(failure);
  await landAfterSignIn(ADA, navigate);
  expect(navigate.mock.calls).toEqual([['/client']]);
  expect(logError).toHaveBeenCalledExactlyOnceWith('The profile could not be loaded or saved:', failure);
});

test('[R-PRF-03] [R-ERR-04] a page that can’t be opened is logged, and /client is opened instead', async () => {
  vi.mocked(keepProfile).mockResolvedValue(CLIENT);
  const failure = new Error('no such page');
  navigate.mockImplementationOnce(() => {
    throw failure;
  });
  await landAfterSignIn(ADA, navigate);
  expect(navigate.mock.calls).toEqual([['/program'], ['/client']]);
  expect(logError).toHaveBeenCalledExactlyOnceWith('The page after signing in could not be opened:', failure);
});
