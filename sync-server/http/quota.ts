import type { Context } from 'hono';
import { AppError } from '#shared/kernel/app-error.ts';
import type { Clock } from '#shared/kernel/clock.ts';
import type { AttemptTable } from '#server/accounts/account-tables.ts';
import type { AppEnv } from './app-env.ts';
import type { NetworkReader } from './caller-network.ts';
import { createTokenBuckets, type BucketRule, type TokenBuckets } from './token-buckets.ts';

/** What is counted, and how much of it is allowed. */
export interface QuotaRule {
  /** Begins the keys of the stored counts. */
  readonly name: string;
  /** Per device and per account: a call of both counts for both. Callers without either share a count. */
  readonly perOwner?: BucketRule;
  readonly perNetwork?: BucketRule;
  /** Of all callers together. */
  readonly inTotal?: BucketRule;
  /** Tells a refused caller what was kept. */
  readonly message: string;
}

export interface QuotaParts {
  readonly clock: Clock;
  readonly networkOf: NetworkReader;
  /** Makes the counts survive a restart. */
  readonly attempts: AttemptTable;
}

/** Counts one kind of call or content. All limits are such counts, except those of sign-in and of open streams. */
export interface Quota {
  /**
   * A call passes as soon as one unit is left of each count, however many it takes; the debt lengthens the wait for
   * the next call. So a device that returns with a day's work is not stuck.
   * @throws AppError 429 with the seconds to wait; the same call succeeds later
   */
  assertLeft(c: Context<AppEnv>): void;
  count(c: Context<AppEnv>, units: number): void;
  /** Counts one call. @throws as `assertLeft` */
  take(c: Context<AppEnv>): void;
}

export function createQuota({ clock, networkOf, attempts }: QuotaParts, rule: QuotaRule): Quota {
  const { name, message } = rule;
  const create = (limit: BucketRule | undefined) => limit && createTokenBuckets(clock, limit, attempts);
  const [ofOwner, ofNetwork, ofAll] = [rule.perOwner, rule.perNetwork, rule.inTotal].map(create);

  function countsOf(c: Context<AppEnv>): readonly [TokenBuckets, string][] {
    const counts: [TokenBuckets, string][] = [];
    const network = networkOf(c);
    if (ofOwner) for (const owner of ownersOf(c)) counts.push([ofOwner, `${name} of ${owner}`]);
    if (ofNetwork && network !== undefined) counts.push([ofNetwork, `${name} from ${network}`]);
    if (ofAll) counts.push([ofAll, `${name} in total`]);
    return counts;
  }

  function assertLeft(c: Context<AppEnv>): void {
    const retryAfter = Math.max(0, ...countsOf(c).map(([buckets, key]) => buckets.wait(key) ?? 0));
    if (retryAfter > 0) throw new AppError('resource-exhausted', message, { retryAfter });
  }

  function count(c: Context<AppEnv>, units: number): void {
    if (units > 0) for (const [buckets, key] of countsOf(c)) buckets.take(key, units);
  }

  return {
    assertLeft,
    count,
    take(c) {
      assertLeft(c);
      count(c, 1);
    },
  };
}

function ownersOf(c: Context<AppEnv>): readonly string[] {
  const { accountId, fid } = c.get('actor');
  const owners = [accountId, fid].filter((id) => id !== undefined);
  return owners.length > 0 ? owners : ['nobody'];
}

/** A limit that the settings name, in units an hour. */
export interface HourlyLimit {
  /** Per device and per account. */
  readonly perHour: number;
  /** Per IPv4 address or IPv6 /64. */
  readonly perHourOfNetwork: number;
  /** Of all callers together. */
  readonly perHourInTotal?: number;
}

/** The part of a rule that an hourly limit gives; each bucket holds an hour's units. */
export function toBuckets(limit: HourlyLimit): Pick<QuotaRule, 'perOwner' | 'perNetwork' | 'inTotal'> {
  const hourOf = (units: number) => ({ capacity: units, perMinute: units / 60 });
  return {
    perOwner: hourOf(limit.perHour),
    perNetwork: hourOf(limit.perHourOfNetwork),
    ...(limit.perHourInTotal === undefined ? {} : { inTotal: hourOf(limit.perHourInTotal) }),
  };
}
