import { isIPv6 } from 'node:net';
import type { Clock } from '#shared/kernel/clock.ts';
import type { AttemptDecision, AttemptRow, AttemptRows } from '#server/accounts/account-tables.ts';

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

interface Bucket {
  readonly tokens: number;
  /** Epoch milliseconds. */
  readonly at: number;
}

/** The table stores thousandths of a token. A row expires when its bucket is full again. */
const PARTS = 1000;
const MAX_KEYS = 20_000;
const MINUTE_MS = 60_000;
/** Tolerance for rounding errors in sums of partial tokens. */
const ROUNDING = 1e-6;

/** Keeps buckets in memory only, and drops the least recently used above `MAX_KEYS`. */
export function createTokenBuckets(clock: Clock, rule: BucketRule): TokenBuckets {
  const buckets = new Map<string, Bucket>();

  function read(key: string): number {
    const now = clock.now();
    const bucket = buckets.get(key) ?? { tokens: rule.capacity, at: now };
    if (isAhead(bucket, now)) buckets.set(key, { ...bucket, at: now });
    return fill(rule, bucket, now);
  }

  return {
    wait: (key) => toWait(rule, read(key)),
    take(key, count = 1) {
      const tokens = read(key) - count;
      buckets.delete(key);
      if (buckets.size >= MAX_KEYS) dropOldest(buckets);
      buckets.set(key, { tokens, at: clock.now() });
    },
  };
}

export interface Taking {
  /** Units of several buckets, in the order of their rows. */
  readonly parts: readonly { readonly limit: BucketRule; readonly units: number }[];
  /** Whether to take the units even if none is left. */
  readonly isOwed: boolean;
  /** Epoch milliseconds. */
  readonly now: number;
}

/**
 * Takes units of each bucket, as soon as one is left of each; a bucket may go into debt.
 * @returns seconds to wait for each bucket, none if the units were taken
 */
export function takeTokens(
  rows: AttemptRows,
  { parts, isOwed, now }: Taking,
): AttemptDecision<readonly number[]> {
  const buckets = parts.map(({ limit, units }, index) => {
    const bucket = toBucket(limit, rows[index], now);
    return { limit, units, tokens: fill(limit, bucket, now), isAhead: isAhead(bucket, now) };
  });
  const waits = buckets.map(({ limit, tokens }) => toWait(limit, tokens) ?? 0);
  const isRefused = !isOwed && waits.some((wait) => wait > 0);
  const result = isRefused ? waits : [];
  const taken = buckets.map((bucket) => ({ ...bucket, units: isRefused ? 0 : bucket.units }));
  if (!taken.some((bucket) => bucket.units > 0 || bucket.isAhead)) return { result };
  return { result, rows: taken.map(({ limit, tokens, units }) => toRow(limit, tokens - units, now)) };
}

function fill({ capacity, perMinute }: BucketRule, { tokens, at }: Bucket, now: number): number {
  return Math.min(capacity, tokens + (Math.max(0, now - at) / MINUTE_MS) * perMinute);
}

/** After a clock has stepped back, which adds no tokens: the bucket fills on from there. */
function isAhead({ at }: Bucket, now: number): boolean {
  return at >= now + 1;
}

function toWait({ perMinute }: BucketRule, tokens: number): number | undefined {
  if (tokens >= 1 - ROUNDING) return undefined;
  return Math.ceil(((1 - tokens) / perMinute) * 60 - ROUNDING);
}

function toBucket(rule: BucketRule, row: AttemptRow | undefined, now: number): Bucket {
  const tokens = row ? row.count / PARTS : rule.capacity;
  return { tokens, at: row ? row.endsAt - toFillMs(rule, tokens) : now };
}

function toRow(rule: BucketRule, tokens: number, now: number): AttemptRow {
  const count = Math.round(tokens * PARTS);
  return { count, endsAt: Math.floor(now + toFillMs(rule, count / PARTS)) };
}

function toFillMs({ capacity, perMinute }: BucketRule, tokens: number): number {
  return ((capacity - tokens) / perMinute) * MINUTE_MS;
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
