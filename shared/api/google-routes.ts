import * as v from 'valibot';
import { route } from './routes.ts';

/** Why a sign-in with Google did not happen, with what the person reads. */
export const GOOGLE_REFUSALS = {
  'account-not-linked':
    'This address already has an account here, and nobody has confirmed yet that the address is theirs. Choose a ' +
    'new password by email; after that, Google works too.',
  'email-not-verified':
    'Google has not confirmed the address of your Google account. Confirm it at Google, or sign up here with a ' +
    'password.',
  'provider-unavailable':
    'Google can’t be reached, or does not answer as it should. Nothing was changed; try again, or use a password.',
  'invalid-answer':
    'What Google answered is not valid for this sign-in, so it was not accepted. Nothing was changed; try again, or ' +
    'use a password.',
  'invalid-credential':
    'Google’s answer came too late, it was for another window, or this browser keeps no cookies for this site. ' +
    'Nothing was changed; try again.',
  'user-cancelled': 'You cancelled at Google. Nothing was changed.',
  'user-disabled': 'This account is disabled. Write to us if you think that is a mistake.',
  'second-factor-required': 'Give your second factor to go on.',
  'too-many-requests': 'Too many attempts. Wait a moment, then try again.',
} as const;
export type GoogleRefusal = keyof typeof GOOGLE_REFUSALS;

export function isGoogleRefusal(reason: unknown): reason is GoogleRefusal {
  return typeof reason === 'string' && Object.hasOwn(GOOGLE_REFUSALS, reason);
}

/** `POST /auth/sign-in/social`: Google's page for this browser. */
const googleAddressSchema = v.looseObject({ url: v.string() });

/** Calls of pages that sign in or ask for a proof of identity, which other pages don't load. */
export const GOOGLE_ROUTES = {
  beginGoogle: route('POST', '/auth/sign-in/social', googleAddressSchema),
} as const;
