import { NO_USER } from '#shared/collections/collection.ts';
import type { Actor } from './actor.ts';

const NOT_CONFIRMED = ' (not confirmed)';

/** The author of a write, as history names it: the account's address, marked while it is unverified. */
export function toAuthor({ email, isUnverified }: Actor): string {
  if (email === undefined) return NO_USER;
  return isUnverified ? email + NOT_CONFIRMED : email;
}

/** Whether a write was made by the account with this address, before or after the address was verified. */
export function isAuthor(author: string, email: string | undefined): boolean {
  return email !== undefined && (author === email || author === email + NOT_CONFIRMED);
}
