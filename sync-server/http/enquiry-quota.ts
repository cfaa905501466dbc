import type { Context } from 'hono';
import { AppError } from '#shared/kernel/app-error.ts';
import type { Clock } from '#shared/kernel/clock.ts';
import type { AttemptTable } from '#server/accounts/account-tables.ts';
import type { AppEnv } from './app-env.ts';
import { isLoopback, type AddressReader } from './client-address.ts';
import { createTokenBuckets, toNetwork, type TokenBuckets } from './token-buckets.ts';

export interface EnquiryLimits {
  /** Per device or account. */
  readonly perHour: number;
  /** Per IPv4 address or IPv6 /64. */
  readonly perHourOfNetwork: number;
}

/** Keeps anybody from filling the store with enquiries. Staff and admins write as they like. */
export interface EnquiryQuota {
  /**
   * Counts documents that a call may create. As many as one call brings go through as soon as one may, and the wait
   * until the next is longer for it: a device that comes back with a day's enquiries loses none and isn't stuck.
   * @throws AppError 429 with the seconds to wait; the same call will do later
   */
  take(c: Context<AppEnv>, collection: string, creates: number): void;
}

export interface EnquiryQuotaParts {
  readonly clock: Clock;
  readonly limits: EnquiryLimits;
  readonly addressOf: AddressReader;
  /** Lets a restart forget nothing. */
  readonly table?: AttemptTable;
}

const COLLECTION = 'contacts';

export function createEnquiryQuota({ clock, limits, addressOf, table }: EnquiryQuotaParts): EnquiryQuota {
  const perHour = (count: number) =>
    createTokenBuckets(clock, { capacity: count, perMinute: count / 60 }, table);
  const ofDevices = perHour(limits.perHour);
  const ofNetworks = perHour(limits.perHourOfNetwork);

  return {
    take(c, collection, creates) {
      const { isStaff, isAdmin, fid, accountId } = c.get('actor');
      if (collection !== COLLECTION || creates === 0 || isStaff || isAdmin) return;
      const counted: [TokenBuckets, string][] = [];
      const holder = accountId ?? fid;
      if (holder !== undefined) counted.push([ofDevices, `enquiries of ${holder}`]);
      const address = addressOf(c);
      if (address !== undefined && !isLoopback(address))
        counted.push([ofNetworks, `enquiries from ${toNetwork(address)}`]);
      const retryAfter = Math.max(0, ...counted.map(([buckets, key]) => buckets.wait(key) ?? 0));
      if (retryAfter > 0) {
        const message = 'Many enquiries came in a short time. None is lost: they are kept and sent later.';
        throw new AppError('resource-exhausted', message, { retryAfter });
      }
      for (const [buckets, key] of counted) buckets.take(key, creates);
    },
  };
}
