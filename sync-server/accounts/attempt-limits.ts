import type { Clock } from '#shared/kernel/clock.ts';

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

const MAX_KEYS = 100_000;

/** Counts in memory, forgotten at a restart; the oldest keys go first when there are too many. */
export function createAttemptLimiter(clock: Clock): AttemptLimiter {
  const entries = new Map<string, { count: number; endsAt: number }>();

  return {
    attempt(key, { max, windowSeconds }) {
      const now = clock.now();
      const entry = entries.get(key);
      if (!entry || entry.endsAt <= now) {
        entries.delete(key);
        dropOldest();
        entries.set(key, { count: 1, endsAt: now + windowSeconds * 1000 });
        return undefined;
      }
      if (entry.count >= max) return Math.ceil((entry.endsAt - now) / 1000);
      entry.count += 1;
      return undefined;
    },
    clear: (key) => void entries.delete(key),
  };

  function dropOldest(): void {
    if (entries.size < MAX_KEYS) return;
    for (const key of entries.keys()) {
      entries.delete(key);
      return;
    }
  }
}
