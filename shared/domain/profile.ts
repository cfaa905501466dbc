import type { Profile } from '#shared/collections/profiles.ts';
import { PROFILE_IMAGE_PLACEHOLDER } from '#shared/kernel/placeholders.ts';

/** A profile's own fields, without what every stored document carries. */
export type ProfileContent = Omit<Profile, 'FBUID' | 'createdAt' | 'writeId' | 'sync'>;

/** Personal details from an account; unknown ones are missing or null. */
export interface AccountFacts {
  readonly email: string;
  readonly photo?: string | null | undefined;
  readonly phone?: string | null | undefined;
}

export const EMPTY_PROFILE: ProfileContent = {
  profileNameGiven: '',
  profileNameFamily: '',
  profileNameOther: '',
  profileImage: PROFILE_IMAGE_PLACEHOLDER,
  profileEmail: '',
  profileMobile: '',
  profileAddress: null,
  profileDateOfBirth: null,
  profileClinicName: '',
  profileDiscipline: [],
  profileTypeTherapist: false,
  profileTypeClient: false,
};

/** A stored profile, or a new one, with the account's photo, email and phone over its own. */
export function mergeAccount(
  profile: ProfileContent | undefined,
  { email, photo, phone }: AccountFacts,
): ProfileContent {
  const stored = profile ?? EMPTY_PROFILE;
  return {
    ...stored,
    profileEmail: email,
    profileImage: photo || stored.profileImage,
    profileMobile: phone || stored.profileMobile,
  };
}

export type ProfileType = 'therapist' | 'client';

/** A person with neither flag is a therapist, as is one whose profile is missing or unavailable. */
export function toProfileType(
  profile: Pick<Profile, 'profileTypeTherapist' | 'profileTypeClient'> | undefined,
): ProfileType {
  return profile?.profileTypeClient && !profile.profileTypeTherapist ? 'client' : 'therapist';
}

/** Landing page after sign-in; nothing else depends on the type. */
export function toLandingPath(type: ProfileType): '/client' | '/program' {
  return type === 'client' ? '/program' : '/client';
}
