import type { Context } from 'hono';
import type { Log } from '#server/log.ts';
import type { AppEnv } from './app-env.ts';
import { isLoopback, type AddressReader } from './client-address.ts';
import { toNetwork } from './token-buckets.ts';

/** Network that a call counts for, an IPv4 address or an IPv6 /64; `undefined` for programs on this machine. */
export type NetworkReader = (c: Context<AppEnv>) => string | undefined;

/** Headers of a proxy on this machine, whose requests come from loopback but belong to other callers. */
const FORWARDED = ['x-forwarded-for', 'forwarded', 'x-real-ip'] as const;

const UNNAMED_PROXY =
  'A proxy on this machine forwards calls, and TRUST_PROXY does not name it: all its callers share the limits of one network. Set TRUST_PROXY to its address.';

/** Whether the caller is on this machine, with no proxy in between. */
export function isLocalCall(c: Context<AppEnv>, addressOf: AddressReader): boolean {
  return isLoopback(addressOf(c) ?? '') && FORWARDED.every((name) => c.req.header(name) === undefined);
}

/** All callers behind an unnamed proxy on this machine are one network, which is logged once. */
export function createNetworkReader(addressOf: AddressReader, log: Pick<Log, 'warn'>): NetworkReader {
  let hasWarned = false;
  return (c) => {
    const address = addressOf(c);
    if (address === undefined || isLocalCall(c, addressOf)) return undefined;
    if (isLoopback(address) && !hasWarned) {
      hasWarned = true;
      log.warn({ address }, UNNAMED_PROXY);
    }
    return toNetwork(address);
  };
}
