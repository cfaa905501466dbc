import type { Clock } from '#shared/kernel/clock.ts';
import { hashSecret } from '#server/devices/device-tokens.ts';
import type { AttemptTable } from './account-tables.ts';
import {
  tooManyAttempts,
  type AccountLimits,
  type AttemptLimiter,
  type AttemptRule,
} from './attempt-limits.ts';

/** Who tries to sign in to which account. */
export interface SignInCaller {
  /** As typed; there may be no such account. */
  readonly email: string;
  /** Secret of the browser's cookie. */
  readonly browser: string;
  /** An IPv4 address or an IPv6 /64; `undefined` without a connection. */
  readonly network: string | undefined;
}

/**
 * Limits password guessing. A browser or network that has signed in to the account before has its own attempts, so
 * strangers cannot use them up and lock the owner out. All strangers share the account's other attempts.
 */
export interface SignInLimits {
  /** Counts one attempt. @throws AppError 429 with the seconds to wait */
  take(caller: SignInCaller): Promise<void>;
  /** Makes the caller's browser and network known to the account, whose owner has just proved it. */
  remember(caller: SignInCaller): Promise<void>;
  /** Clears the count that the caller's attempts belong to. */
  clear(caller: SignInCaller): Promise<void>;
}

interface SignInLimitsParts {
  readonly tables: AttemptTable;
  readonly clock: Clock;
  readonly limiter: AttemptLimiter;
  readonly limits: AccountLimits;
}

const KNOWN_MS = 90 * 24 * 3_600_000;

export function createSignInLimits({ tables, clock, limiter, limits }: SignInLimitsParts): SignInLimits {
  /** Which of the places have signed in to their account before. */
  function readKnown(places: readonly string[]): Promise<readonly boolean[]> {
    const now = clock.now();
    return tables.changeAttempts(places.map(toKnownKey), now, (rows) => ({
      result: rows.map((row) => row !== undefined && row.endsAt > now),
    }));
  }

  /** The count that the caller's attempts at the account belong to. */
  async function toCount(caller: SignInCaller) {
    const [browser, ...networks] = placesOf(caller);
    const [isBrowserKnown, isNetworkKnown] = await readKnown([browser, ...networks]);
    if (isBrowserKnown) return { key: `sign-in ${browser}`, isFromBrowser: true, isKnown: true };
    if (isNetworkKnown) return { key: `sign-in ${networks[0]}`, isKnown: true };
    return { key: `account:${toAccount(caller)}`, isKnown: false };
  }

  return {
    async take(caller) {
      const count = await toCount(caller);
      const { network } = caller;
      const counts: (readonly [key: string, rule: AttemptRule])[] = [[count.key, limits.signInOfAccount]];
      if (network !== undefined && !count.isFromBrowser)
        counts.unshift([`sign-in from ${network}`, limits.signIn]);
      if (!count.isKnown) counts.push(['sign-in of all', limits.signInOfAll]);
      for (const [key, rule] of counts) {
        const retryAfter = await limiter.attempt(key, rule);
        if (retryAfter !== undefined) throw tooManyAttempts(retryAfter);
      }
    },
    clear: async (caller) => limiter.clear((await toCount(caller)).key),
    remember(caller) {
      const now = clock.now();
      const places = placesOf(caller);
      const rows = places.map(() => ({ count: 1, endsAt: now + KNOWN_MS }));
      return tables.changeAttempts(places.map(toKnownKey), now, () => ({ result: undefined, rows }));
    },
  };
}

/** Names of the caller's browser and network together with the account, which don't reveal the cookie. */
function placesOf(caller: SignInCaller): readonly [browser: string, ...network: string[]] {
  const { browser, network } = caller;
  const account = toAccount(caller);
  const ofNetwork = network === undefined ? [] : [hashSecret(`network ${network} ${account}`)];
  return [hashSecret(`browser ${browser} ${account}`), ...ofNetwork];
}

function toKnownKey(place: string): string {
  return `known ${place}`;
}

function toAccount({ email }: SignInCaller): string {
  return email.trim().toLowerCase().slice(0, 320);
}
