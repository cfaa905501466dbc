import { AppError } from '#shared/kernel/app-error.ts';
import { systemClock, type Clock } from '#shared/kernel/clock.ts';
import { toWaitWords } from '#server/wait-words.ts';
import type { AttemptDecision, AttemptRow, AttemptTable } from './account-tables.ts';

/** `max` attempts in `windowSeconds`, counted from the first attempt. */
export interface AttemptRule {
  readonly max: number;
  readonly windowSeconds: number;
  /**
   * Exponential backoff beyond `max`, in seconds, instead of a block until the window ends. Every attempt then restarts
   * the window.
   */
  readonly delay?: { readonly firstSeconds: number; readonly mostSeconds: number };
}

/** Limits that a deployment or a load test can override. */
export interface AccountLimits {
  /** Per network address (IPv6: per /64). */
  readonly signIn: AttemptRule;
  readonly signUp: AttemptRule;
  /** For the whole server, because each sign-up mails an address of the caller's choice. */
  readonly signUpOfAll: AttemptRule;
  /**
   * Per account, for each browser and network that is known to it, and for all others together; a successful sign-in
   * clears it.
   */
  readonly signInOfAccount: AttemptRule;
  /** For the whole server, without known browsers and networks: stops many networks from trying many accounts. */
  readonly signInOfAll: AttemptRule;
  /** Of the current password, by a session that changes it; a right one clears it. */
  readonly currentPassword: AttemptRule;
  /** Of a code of the code app or a recovery code, per account; a right one clears it. */
  readonly code: AttemptRule;
  /** Per mail address. */
  readonly mailsToAddress: AttemptRule;
}

/** Caps the wait at 15 minutes, no matter how many guesses there are. */
const GUESSES: AttemptRule = {
  max: 10,
  windowSeconds: 86_400,
  delay: { firstSeconds: 60, mostSeconds: 900 },
};

export const ACCOUNT_LIMITS: AccountLimits = {
  signIn: { max: 20, windowSeconds: 60 },
  signUp: { max: 10, windowSeconds: 60 },
  signUpOfAll: { max: 60, windowSeconds: 60 },
  signInOfAccount: GUESSES,
  currentPassword: GUESSES,
  // Three of a million codes are right at a time.
  code: { ...GUESSES, max: 5 },
  signInOfAll: { max: 300, windowSeconds: 60 },
  mailsToAddress: { max: 3, windowSeconds: 3600 },
};

export interface AttemptLimiter {
  /** Counts one attempt. @returns seconds to wait when it exceeds the limit, otherwise `undefined` */
  attempt(key: string, rule: AttemptRule): Promise<number | undefined>;
  clear(key: string): Promise<void>;
}

/** Keeps its counts in a table, so they survive a restart. */
export function createAttemptLimiter(tables: AttemptTable, clock: Clock): AttemptLimiter {
  return {
    attempt(key, rule) {
      const now = clock.now();
      return tables.changeAttempts([key], now, ([row]) => countAttempt(row, rule, now));
    },
    clear: (key) =>
      tables.changeAttempts([key], clock.now(), () => ({ result: undefined, rows: [undefined] })),
  };
}

function countAttempt(
  row: AttemptRow | undefined,
  rule: AttemptRule,
  now: number,
): AttemptDecision<number | undefined> {
  const fresh = now + rule.windowSeconds * 1000;
  if (!row || row.endsAt <= now) return { result: undefined, rows: [{ count: 1, endsAt: fresh }] };
  const wait = toWait(row, rule, now);
  if (wait > 0) return { result: Math.ceil(wait / 1000) };
  return { result: undefined, rows: [{ count: row.count + 1, endsAt: rule.delay ? fresh : row.endsAt }] };
}

/** Milliseconds until the next attempt is allowed. */
function toWait(
  { count, endsAt }: AttemptRow,
  { max, windowSeconds, delay }: AttemptRule,
  now: number,
): number {
  if (count < max) return 0;
  if (!delay) return endsAt - now;
  const delayMs = Math.min(delay.mostSeconds, delay.firstSeconds * 2 ** (count - max)) * 1000;
  const lastAt = endsAt - windowSeconds * 1000;
  // A clock that steps back does not lengthen the wait.
  return Math.min(delayMs, lastAt + delayMs - now);
}

export function tooManyAttempts(retryAfter: number | undefined): AppError {
  const wait = retryAfter === undefined ? 'a moment' : toWaitWords(retryAfter);
  const message = `Too many attempts. Try again in ${wait}.`;
  return new AppError('resource-exhausted', message, { retryAfter, reason: 'too-many-requests' });
}

/** A sign-up counts as a link too, but links don't count as sign-ups: without an account none was sent. */
export type MailPurpose = 'sign-up' | 'link';

/** See `Accounts.countMail`. */
export function createMailCounter(parts: {
  readonly storage: { readonly tables: AttemptTable };
  readonly clock?: Clock;
  readonly limits?: Pick<AccountLimits, 'mailsToAddress'>;
}): (email: string, purpose: MailPurpose) => Promise<void> {
  const limiter = createAttemptLimiter(parts.storage.tables, parts.clock ?? systemClock);
  const { mailsToAddress } = parts.limits ?? ACCOUNT_LIMITS;
  return async (email, purpose) => {
    const count = (one: MailPurpose) =>
      limiter.attempt(`mail:${one}:${email.trim().toLowerCase()}`, mailsToAddress);
    const ofLinks = await count('link');
    const retryAfter = purpose === 'link' ? ofLinks : await count(purpose);
    if (retryAfter === undefined) return;
    const message = `Three emails to this address were asked for within an hour. Look for them, or try again in ${toWaitWords(retryAfter)}.`;
    throw new AppError('resource-exhausted', message, { retryAfter, reason: 'too-many-requests' });
  };
}
