import type { Context } from 'hono';
import { AppError } from '#shared/kernel/app-error.ts';
import type { Clock } from '#shared/kernel/clock.ts';
import type { AttemptTable } from '#server/accounts/account-tables.ts';
import { toWaitWords } from '#server/wait-words.ts';
import type { AppEnv } from './app-env.ts';
import type { NetworkReader } from './caller-network.ts';
import { takeTokens, type BucketRule, type Taking } from './token-buckets.ts';

/** What is counted, and how much of it is allowed. */
export interface QuotaRule {
  /** Begins the keys of the stored counts. */
  readonly name: string;
  /** Per device and per account: a call of both counts for both. Callers without either share a count. */
  readonly perOwner?: BucketRule;
  readonly perNetwork?: BucketRule;
  /** Of all callers together. */
  readonly inTotal?: BucketRule;
  /** Tells a refused caller what was kept, and how long to wait if a person has to try again. */
  readonly message: string | ((wait: string) => string);
}

export interface QuotaParts {
  readonly clock: Clock;
  readonly networkOf: NetworkReader;
  /** Makes the counts survive a restart. */
  readonly attempts: AttemptTable;
}

/** What a call counts for one of its rules. */
interface QuotaShare {
  readonly rule: QuotaRule;
  readonly units: number;
}

/** Counts calls that several rules limit. */
interface Quotas {
  /**
   * A call passes as soon as one unit is left of each count, however many it takes; the debt lengthens the wait for
   * the next call. So a device that returns with a day's work is not stuck.
   * @throws AppError 429 with the seconds to wait; the same call succeeds later
   */
  assertLeft(c: Context<AppEnv>, rules: readonly QuotaRule[]): Promise<void>;
  /** Counts all shares, in the same step as it asks for what is left. @throws as `assertLeft`, with nothing counted */
  take(c: Context<AppEnv>, shares: readonly QuotaShare[]): Promise<void>;
  /** Counts units whether any is left or not. */
  count(c: Context<AppEnv>, share: QuotaShare): Promise<void>;
}

/** All limits are such counts, except those of sign-in and of open streams. */
export function createQuotas({ clock, networkOf, attempts }: QuotaParts): Quotas {
  function countsOf(c: Context<AppEnv>, { rule, units }: QuotaShare) {
    const { name, perOwner, perNetwork, inTotal } = rule;
    const network = networkOf(c);
    const counts: {
      readonly rule: QuotaRule;
      readonly key: string;
      readonly part: Taking['parts'][number];
    }[] = [];
    const add = (key: string, limit: BucketRule) => counts.push({ rule, key, part: { limit, units } });
    if (perOwner) for (const owner of ownersOf(c)) add(`${name} of ${owner}`, perOwner);
    if (perNetwork && network !== undefined) add(`${name} from ${network}`, perNetwork);
    if (inTotal) add(`${name} in total`, inTotal);
    return counts;
  }

  async function change(c: Context<AppEnv>, shares: readonly QuotaShare[], isOwed: boolean): Promise<void> {
    const counts = shares.flatMap((share) => countsOf(c, share));
    const keys = counts.map(({ key }) => key);
    const now = clock.now();
    const taking = { parts: counts.map(({ part }) => part), isOwed, now };
    const waits = await attempts.changeAttempts(keys, now, (rows) => takeTokens(rows, taking));
    for (const { rule } of shares) {
      const own = waits.filter((_wait, index) => counts[index]?.rule === rule);
      const retryAfter = Math.max(0, ...own);
      if (retryAfter > 0) throw toRefusal(rule, retryAfter);
    }
  }

  return {
    assertLeft: (c, rules) =>
      change(
        c,
        rules.map((rule) => ({ rule, units: 0 })),
        false,
      ),
    take: (c, shares) => change(c, shares, false),
    async count(c, share) {
      if (share.units > 0) await change(c, [share], true);
    },
  };
}

/** Counts one kind of call. */
interface Quota {
  /** @throws as `Quotas.assertLeft` */
  assertLeft(c: Context<AppEnv>): Promise<void>;
  /** Counts one call, as `Quotas.take`. */
  take(c: Context<AppEnv>): Promise<void>;
}

export function createQuota(parts: QuotaParts, rule: QuotaRule): Quota {
  const quotas = createQuotas(parts);
  return {
    assertLeft: (c) => quotas.assertLeft(c, [rule]),
    take: (c) => quotas.take(c, [{ rule, units: 1 }]),
  };
}

function toRefusal({ message }: QuotaRule, retryAfter: number): AppError {
  const text = typeof message === 'string' ? message : message(toWaitWords(retryAfter));
  return new AppError('resource-exhausted', text, { retryAfter });
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
