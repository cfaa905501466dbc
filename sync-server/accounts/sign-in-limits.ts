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
  take(caller: SignInCaller): void;
  /** Makes the caller's browser and network known to the account, whose owner has just proved it. */
  remember(caller: SignInCaller): void;
  /** Clears the count that the caller's attempts belong to. */
  clear(caller: SignInCaller): void;
}

interface SignInLimitsParts {
  readonly tables: AttemptTable;
  readonly clock: Clock;
  readonly limiter: AttemptLimiter;
  readonly limits: AccountLimits;
}

const KNOWN_MS = 90 * 24 * 3_600_000;

export function createSignInLimits({ tables, clock, limiter, limits }: SignInLimitsParts): SignInLimits {
  const isKnown = (place: string) => (tables.attempt(`known ${place}`)?.endsAt ?? 0) > clock.now();

  /** The count that the caller's attempts at the account belong to. */
  function toCount(caller: SignInCaller) {
    const { browser, network } = placesOf(caller);
    if (isKnown(browser)) return { key: `sign-in ${browser}`, isFromBrowser: true, isKnown: true };
    if (network !== undefined && isKnown(network)) return { key: `sign-in ${network}`, isKnown: true };
    return { key: `account:${toAccount(caller)}`, isKnown: false };
  }

  return {
    take(caller) {
      const count = toCount(caller);
      const { network } = caller;
      const counts: (readonly [key: string, rule: AttemptRule])[] = [[count.key, limits.signInOfAccount]];
      if (network !== undefined && !count.isFromBrowser)
        counts.unshift([`sign-in from ${network}`, limits.signIn]);
      if (!count.isKnown) counts.push(['sign-in of all', limits.signInOfAll]);
      for (const [key, rule] of counts) {
        const retryAfter = limiter.attempt(key, rule);
        if (retryAfter !== undefined) throw tooManyAttempts(retryAfter);
      }
    },
    clear: (caller) => limiter.clear(toCount(caller).key),
    remember(caller) {
      const endsAt = clock.now() + KNOWN_MS;
      for (const place of Object.values(placesOf(caller)))
        if (place !== undefined) tables.putAttempt(`known ${place}`, { count: 1, endsAt });
    },
  };
}

/** Names of the caller's browser and network together with the account, which don't reveal the cookie. */
function placesOf(caller: SignInCaller) {
  const account = toAccount(caller);
  return {
    browser: hashSecret(`browser ${caller.browser} ${account}`),
    network: caller.network === undefined ? undefined : hashSecret(`network ${caller.network} ${account}`),
  };
}

function toAccount({ email }: SignInCaller): string {
  return email.trim().toLowerCase().slice(0, 320);
}
