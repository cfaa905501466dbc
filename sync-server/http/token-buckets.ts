import { isIPv6 } from 'node:net';
import type { Clock } from '#shared/kernel/clock.ts';
import type { AttemptTable } from '#server/accounts/account-tables.ts';

export interface BucketRule {
  /** Calls that may come at once. */
  readonly capacity: number;
  readonly perMinute: number;
}

export interface TokenBuckets {
  /**
   * Seconds to wait when there is no token, otherwise `undefined` and the tokens are taken: `count` of them (1 unless
   * told otherwise) as soon as there is one, on credit.
   */
  take(key: string, count?: number): number | undefined;
  /** As `take`, and takes none. */
  wait(key: string): number | undefined;
}

/** Tokens are kept by the thousandth, until the bucket is full again and there is nothing to remember. */
const PARTS = 1000;
const MAX_KEYS = 100_000;
const MINUTE_MS = 60_000;
/** Sums of parts of a token are this far from exact. */
const ROUNDING = 1e-6;

/**
 * Counts in memory; when there are too many keys, those used longest ago go first. Without a table a restart forgets
 * all.
 */
export function createTokenBuckets(
  clock: Clock,
  { capacity, perMinute }: BucketRule,
  table?: AttemptTable,
): TokenBuckets {
  const buckets = new Map<string, { tokens: number; at: number }>();

  function fill(key: string): number {
    const now = clock.now();
    const { tokens, at } = buckets.get(key) ?? readStored(key) ?? { tokens: capacity, at: now };
    // A clock that steps back fills nothing up.
    return Math.min(capacity, tokens + (Math.max(0, now - at) / MINUTE_MS) * perMinute);
  }

  function toWait(tokens: number): number | undefined {
    if (tokens >= 1 - ROUNDING) return undefined;
    return Math.ceil(((1 - tokens) / perMinute) * 60 - ROUNDING);
  }

  const toFillMs = (tokens: number) => ((capacity - tokens) / perMinute) * MINUTE_MS;

  function readStored(key: string) {
    const row = table?.attempt(key);
    return row && { tokens: row.count / PARTS, at: row.endsAt - toFillMs(row.count / PARTS) };
  }

  function store(key: string, tokens: number): void {
    const count = Math.round(tokens * PARTS);
    const endsAt = Math.ceil(clock.now() + toFillMs(count / PARTS));
    try {
      table?.putAttempt(key, { count, endsAt });
    } catch {
      // A full disk: it counts until the process ends, and nothing can be stored meanwhile anyway.
    }
  }

  return {
    take(key, count = 1) {
      const tokens = fill(key);
      const wait = toWait(tokens);
      buckets.delete(key);
      if (buckets.size >= MAX_KEYS) dropOldest(buckets);
      const left = wait === undefined ? tokens - count : tokens;
      buckets.set(key, { tokens: left, at: clock.now() });
      if (wait === undefined) store(key, left);
      return wait;
    },
    wait: (key) => toWait(fill(key)),
  };
}

function dropOldest(buckets: Map<string, unknown>): void {
  for (const key of buckets.keys()) {
    buckets.delete(key);
    return;
  }
}

/** Whoever has one IPv6 address has the other 2^64 of its network, so that they count as one. */
export function toNetwork(address: string | undefined): string {
  if (address === undefined || !isIPv6(address)) return address ?? 'unknown';
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped !== undefined) return mapped;
  const [head = '', tail] = address.split('%', 1)[0]?.split('::') ?? [];
  const before = head === '' ? [] : head.split(':');
  const after = tail ? tail.split(':') : [];
  const zeros = Array.from({ length: Math.max(0, 8 - before.length - after.length) }, () => '0');
  const groups = [...before, ...(tail === undefined ? [] : zeros), ...after];
  return `${groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')}::/64`;
}
