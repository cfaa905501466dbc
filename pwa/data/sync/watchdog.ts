import type { Clock } from '#shared/kernel/clock.ts';
import type { LocalDatabase } from '../store/database.ts';
import { dropOrphans, listRecords } from './outbox.ts';
import { unparkWrites } from './parked-writes.ts';

/** A write that waits longer than this while nothing blocks it is stuck. */
const OVERDUE_MS = 120_000;
const CHECK_MS = 30_000;
/** Parked writes are retried this often. */
const CHECKS_PER_UNPARKING = 3_600_000 / CHECK_MS;
/** Documents in limbo are searched for at every fourth check only, because that reads whole collections. */
const CHECKS_PER_LIMBO_SEARCH = 4;

export interface WatchdogOptions {
  readonly database: LocalDatabase;
  readonly clock: Clock;
  readonly isOnline: () => boolean;
  readonly isIdle: () => boolean;
  /** Pushes again. */
  readonly push: () => void;
  /** Fetches documents in limbo from the server. */
  readonly resolveLimbo: () => Promise<void>;
  readonly onFailure: (error: unknown) => void;
}

/**
 * Every half minute: pushes writes that are stuck, and drops notes of writes that never happened. Every hour: retries
 * parked writes.
 * @returns a function that stops it
 */
export function startWatchdog(options: WatchdogOptions): () => void {
  let checks = 0;
  let checksAtWork = 0;
  const check = async () => {
    await dropOrphans(options.database, options.clock.now());
    checks += 1;
    if (checks % CHECKS_PER_UNPARKING === 0) {
      await unparkWrites(options.database);
      options.push();
    }
    if (!options.isOnline() || !options.isIdle()) return;
    if (await isOverdue(options)) options.push();
    checksAtWork += 1;
    if (checksAtWork % CHECKS_PER_LIMBO_SEARCH === 0) await options.resolveLimbo();
  };
  const timer = setInterval(() => void check().catch(options.onFailure), CHECK_MS);
  return () => clearInterval(timer);
}

async function isOverdue({ database, clock }: WatchdogOptions): Promise<boolean> {
  const records = await listRecords(database);
  return records.some(({ trail, isParked }) => {
    // The absolute value, because a clock set back puts writes in the future.
    const age = Math.abs(clock.now() - Date.parse(trail.at(-1)?.at ?? ''));
    return isParked !== true && !(age < OVERDUE_MS);
  });
}
