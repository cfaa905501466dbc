import type { Clock } from '#shared/kernel/clock.ts';
import type { AccountTables, AttemptRow } from './account-tables.ts';

/** How often something may happen; `windowSeconds` start with the first time. */
export interface AttemptRule {
  readonly max: number;
  readonly windowSeconds: number;
  /**
   * Seconds between attempts beyond `max`, where these aren't refused until the window ends: twice as long each time.
   * The window then starts anew with every attempt.
   */
  readonly delay?: { readonly firstSeconds: number; readonly mostSeconds: number };
}

/** What a deployment, or a load test on loopback, may set otherwise. */
export interface AccountLimits {
  /** Per network address (IPv6: per /64). */
  readonly signIn: AttemptRule;
  readonly signUp: AttemptRule;
  /** Per account, whoever tries; a success clears it. */
  readonly signInOfAccount: AttemptRule;
  /** Of everybody together: many networks that try many accounts. */
  readonly signInOfAll: AttemptRule;
  /** Mails to one address. */
  readonly mailsToAddress: AttemptRule;
}

export const ACCOUNT_LIMITS: AccountLimits = {
  signIn: { max: 20, windowSeconds: 60 },
  signUp: { max: 10, windowSeconds: 60 },
  // Whose account it is never waits longer than a quarter of an hour, however long somebody else keeps guessing.
  signInOfAccount: { max: 10, windowSeconds: 86_400, delay: { firstSeconds: 60, mostSeconds: 900 } },
  signInOfAll: { max: 300, windowSeconds: 60 },
  mailsToAddress: { max: 3, windowSeconds: 3600 },
};

export interface AttemptLimiter {
  /** Counts one attempt; seconds to wait when it is one too many, otherwise `undefined`. */
  attempt(key: string, rule: AttemptRule): number | undefined;
  clear(key: string): void;
}

/** Counts in a table, so that a restart forgets nothing. */
export function createAttemptLimiter(tables: AccountTables, clock: Clock): AttemptLimiter {
  return {
    attempt(key, rule) {
      const now = clock.now();
      const fresh = now + rule.windowSeconds * 1000;
      const row = tables.attempt(key);
      if (!row || row.endsAt <= now) {
        tables.deleteAttemptsBefore(now);
        tables.putAttempt(key, { count: 1, endsAt: fresh });
        return undefined;
      }
      const wait = toWait(row, rule, now);
      if (wait > 0) return Math.ceil(wait / 1000);
      tables.putAttempt(key, { count: row.count + 1, endsAt: rule.delay ? fresh : row.endsAt });
      return undefined;
    },
    clear: (key) => tables.deleteAttempt(key),
  };
}

/** Milliseconds until the next attempt may be made. */
function toWait(
  { count, endsAt }: AttemptRow,
  { max, windowSeconds, delay }: AttemptRule,
  now: number,
): number {
  if (count < max) return 0;
  if (!delay) return endsAt - now;
  const delayMs = Math.min(delay.mostSeconds, delay.firstSeconds * 2 ** (count - max)) * 1000;
  const lastAt = endsAt - windowSeconds * 1000;
  // A clock that was set back makes nobody wait longer.
  return Math.min(delayMs, lastAt + delayMs - now);
}
