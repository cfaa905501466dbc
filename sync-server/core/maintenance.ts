import type { Clock } from '#shared/kernel/clock.ts';
import type { CompactableStore, DamagedEntry } from './compactable-store.ts';
import type { Leases } from './leases.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** Less than a day: the node that has had it may be gone. */
const LEASE_MS = 23 * HOUR_MS;
/** How long deletions, evictions and verdicts are kept. A device that was away for longer starts over. */
export const RETENTION_MS = 180 * DAY_MS;
/** How long the history of deleted orders and enquiries is kept, as business records are. */
export const RECORD_RETENTION_MS = Math.round(7 * 365.25) * DAY_MS;
/** How long the content of rejected writes is kept. The devices keep theirs until a person decides. */
export const REJECTION_RETENTION_MS = 30 * DAY_MS;
/** How long a device is known that owns nothing. When it comes back, it registers again under its id. */
export const UNUSED_DEVICE_MS = 30 * DAY_MS;
/** How long a payment is kept that nobody paid, and an event that was handled: as long as the provider lists events. */
export const UNPAID_PAYMENT_MS = 30 * DAY_MS;
/** A clock that is years ahead after a start must not purge everything; a correct one catches up. */
const LONGEST_LEAP_MS = 31 * DAY_MS;
/** Collections of business records. */
export const RECORDS = ['contacts', 'ukraines', 'orders'] as const;
/** Rows of each kind per transaction: few enough not to delay writes noticeably. */
const STEP_ROWS = 500;

const DAMAGE_FOUND =
  'Stored content has changed on the disk and is no longer served. Restore these documents from an earlier entry.';

/**
 * Removes what is past its retention time in small steps, so that other writes run in between.
 * @returns how many rows were removed
 */
export async function compactStore(
  store: CompactableStore,
  now: number,
  isStopped: () => boolean = () => false,
): Promise<number> {
  const step = {
    before: now - RETENTION_MS,
    rejectionsBefore: now - REJECTION_RETENTION_MS,
    devicesBefore: now - UNUSED_DEVICE_MS,
    paymentsBefore: now - UNPAID_PAYMENT_MS,
    keptCollections: RECORDS,
    keptBefore: now - RECORD_RETENTION_MS,
    limit: STEP_ROWS,
  };
  let removed = 0;
  while (!isStopped()) {
    const count = await store.compact(step);
    if (count === 0) break;
    removed += count;
  }
  return removed;
}

/** The time of a clock that may have jumped: it advances at most 31 days per run. */
export async function toClampedTime(store: CompactableStore, now: number): Promise<number> {
  return store.clampClock(now, LONGEST_LEAP_MS);
}

/** Verifies everything stored in small steps, so that other calls run in between. */
export async function findDamage(
  store: CompactableStore,
  isStopped: () => boolean = () => false,
): Promise<readonly DamagedEntry[]> {
  const damaged: DamagedEntry[] = [];
  for (let after = 0; !isStopped();) {
    const found = await store.inspect(after, STEP_ROWS);
    damaged.push(...found.damaged);
    if (found.last === undefined) break;
    after = found.last;
    await new Promise(setImmediate);
  }
  return damaged;
}

export interface MaintenanceOptions {
  readonly store: CompactableStore;
  /** Removes what is due elsewhere at a time. @returns how many rows */
  readonly removeMore?: ((now: number, isStopped: () => boolean) => Promise<number>) | undefined;
  /** Where several nodes share the store: one of them does it. */
  readonly leases?: Leases | undefined;
  readonly clock: Clock;
  readonly log: { info(facts: object, text: string): void; error(facts: object, text: string): void };
}

/** Compacts and verifies now and once a day, without keeping the process alive. @returns stop */
export function startMaintenance(options: MaintenanceOptions): () => void {
  const { store, removeMore, leases, clock, log } = options;
  let isStopped = false;
  const remove = async () => {
    const now = await toClampedTime(store, clock.now());
    const removed = await compactStore(store, now, () => isStopped);
    return removed + ((await removeMore?.(now, () => isStopped)) ?? 0);
  };
  const maintain = () => {
    remove().then(
      (removed) => removed > 0 && log.info({ removed }, 'Rows past their retention time were removed.'),
      (err: unknown) => log.error({ err }, 'Compaction failed. It runs again tomorrow.'),
    );
    findDamage(store, () => isStopped).then(
      (damaged) => damaged.length > 0 && log.error({ damaged }, DAMAGE_FOUND),
      (err: unknown) => log.error({ err }, 'The stored content could not be verified.'),
    );
  };
  const run = () => {
    if (!leases) return maintain();
    leases.take('maintenance', LEASE_MS).then(
      (isOurs) => isOurs && maintain(),
      (err: unknown) =>
        log.error({ err }, 'No node could be chosen for the compaction. It is tried again tomorrow.'),
    );
  };
  run();
  const timer = setInterval(run, DAY_MS);
  timer.unref();
  return () => {
    isStopped = true;
    clearInterval(timer);
  };
}
