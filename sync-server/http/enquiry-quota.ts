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

/** Limits how many enquiries shoppers can create. Staff and admins are not limited. */
export interface EnquiryQuota {
  /**
   * Counts documents that a call may create. A call with several is accepted as soon as one token is left, and the debt
   * lengthens the wait for the next call. So a device that returns with a day's enquiries is not stuck.
   * @throws AppError 429 with the seconds to wait; the same call succeeds later
   */
  take(c: Context<AppEnv>, collection: string, creates: number): void;
}

export interface EnquiryQuotaParts {
  readonly clock: Clock;
  readonly limits: EnquiryLimits;
  readonly addressOf: AddressReader;
  /** Makes the counts survive a restart. */
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
        const message =
          'Too many enquiries in a short time. None is lost: the app keeps them and sends them later.';
        throw new AppError('resource-exhausted', message, { retryAfter });
      }
      for (const [buckets, key] of counted) buckets.take(key, creates);
    },
  };
}
