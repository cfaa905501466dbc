import { isIPv6 } from 'node:net';
import type { Clock } from '#shared/kernel/clock.ts';
import type { AttemptTable } from '#server/accounts/account-tables.ts';

export interface BucketRule {
  /** Size of a burst. */
  readonly capacity: number;
  readonly perMinute: number;
}

export interface TokenBuckets {
  /** Seconds until a token is there; `undefined` if one is. */
  wait(key: string): number | undefined;
  /** Takes tokens; the bucket may go into debt. */
  take(key: string, count?: number): void;
}

/** The table stores thousandths of a token. A row expires when its bucket is full again. */
const PARTS = 1000;
const MAX_KEYS = 20_000;
const MINUTE_MS = 60_000;
/** Tolerance for rounding errors in sums of partial tokens. */
const ROUNDING = 1e-6;

/**
 * Keeps buckets in memory and drops the least recently used above `MAX_KEYS`. With a table, those are read again when
 * they are needed, and all survive a restart.
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
    // A clock that steps back adds no tokens, and the bucket fills on from there.
    if (at > now) buckets.set(key, { tokens, at: now });
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
    table?.putAttempt(key, { count, endsAt });
    table?.deleteAttemptsBefore(clock.now());
  }

  return {
    wait: (key) => toWait(fill(key)),
    take(key, count = 1) {
      const tokens = fill(key) - count;
      buckets.delete(key);
      if (buckets.size >= MAX_KEYS) dropOldest(buckets);
      buckets.set(key, { tokens, at: clock.now() });
      store(key, tokens);
    },
  };
}

function dropOldest(buckets: Map<string, unknown>): void {
  for (const key of buckets.keys()) {
    buckets.delete(key);
    return;
  }
}

/** A holder of one IPv6 address has the whole /64, so it counts as one network. */
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
