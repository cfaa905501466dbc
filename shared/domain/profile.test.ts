import { describe, expect, it } from 'vitest';
import { EMPTY_PROFILE, profileSchema } from '#shared/collections/profiles.ts';
import { mergeAccount, toLandingPath, toProfileType } from './profile.ts';

const STORED = {
  ...EMPTY_PROFILE,
  profileNameGiven: 'Ada',
  profileImage: '/pictures/ada.webp',
  profileEmail: 'old@example.com',
  profileMobile: '0400 000 000',
};

describe('a profile and its account', () => {
  it('[R-AUT-05] photo, email and phone of the account override what is stored, and nothing else does', () => {
    const account = { email: 'ada@example.com', photo: 'https://example.com/ada.jpg', phone: '0411 111 111' };
    expect(mergeAccount(STORED, account)).toEqual({
      ...STORED,
      profileImage: 'https://example.com/ada.jpg',
      profileEmail: 'ada@example.com',
      profileMobile: '0411 111 111',
    });
  });

  it('[R-AUT-05] fields missing from the account keep their stored values', () => {
    expect(mergeAccount(STORED, { email: 'ada@example.com', photo: null })).toEqual({
      ...STORED,
      profileEmail: 'ada@example.com',
    });
  });

  it('[R-AUT-04] [R-ENT-16] a person without a profile gets an empty one with the placeholder picture', () => {
    const made = mergeAccount(undefined, { email: 'ada@example.com' });
    expect(made).toEqual({ ...EMPTY_PROFILE, profileEmail: 'ada@example.com' });
    expect(made.profileImage).toBe('/placeholders/profile.svg');
    expect(Object.keys(profileSchema.entries)).toEqual(expect.arrayContaining(Object.keys(made)));
  });
});

describe('the landing page', () => {
  const flags = (profileTypeTherapist: boolean, profileTypeClient: boolean) => ({
    profileTypeTherapist,
    profileTypeClient,
  });

  it.each([
    ['[R-RTE-25] a therapist', flags(true, false), '/client'],
    ['[R-RTE-26] a client', flags(false, true), '/program'],
    ['[R-PRF-01] a person with neither flag', flags(false, false), '/client'],
    ['[R-RTE-25] a therapist who is a client too', flags(true, true), '/client'],
    ['[R-RTE-27] a person without a profile', undefined, '/client'],
  ])('%s: %j lands on %s', (_who, profile, path) => {
    expect(toLandingPath(toProfileType(profile))).toBe(path);
  });
});
