import { EMPTY_PROFILE, type Profile, type ProfileContent } from '#shared/collections/profiles.ts';

/** Personal details from an account; unknown ones are missing or null. */
export interface AccountFacts {
  readonly email: string;
  readonly photo?: string | null | undefined;
  readonly phone?: string | null | undefined;
}

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
