import type { Clock } from '#shared/kernel/clock.ts';
import type { AccountTables } from './account-tables.ts';

/** How often something may happen; `windowSeconds` start with the first time. */
export interface AttemptRule {
  readonly max: number;
  readonly windowSeconds: number;
}

/** What a deployment, or a load test on loopback, may set otherwise. */
export interface AccountLimits {
  /** Per network address (IPv6: per /64). */
  readonly signIn: AttemptRule;
  readonly signUp: AttemptRule;
  /** Per account, whoever tries; a success clears it. */
  readonly signInOfAccount: AttemptRule;
  /** Mails to one address. */
  readonly mailsToAddress: AttemptRule;
}

export const ACCOUNT_LIMITS: AccountLimits = {
  signIn: { max: 20, windowSeconds: 60 },
  signUp: { max: 10, windowSeconds: 60 },
  signInOfAccount: { max: 10, windowSeconds: 900 },
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
    attempt(key, { max, windowSeconds }) {
      const now = clock.now();
      const row = tables.attempt(key);
      if (!row || row.endsAt <= now) {
        tables.deleteAttemptsBefore(now);
        tables.putAttempt(key, { count: 1, endsAt: now + windowSeconds * 1000 });
        return undefined;
      }
      if (row.count >= max) return Math.ceil((row.endsAt - now) / 1000);
      tables.putAttempt(key, { ...row, count: row.count + 1 });
      return undefined;
    },
    clear: (key) => tables.deleteAttempt(key),
  };
}
