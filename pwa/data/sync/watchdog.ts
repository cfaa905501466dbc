import type { Clock } from '#shared/kernel/clock.ts';
import type { LocalDatabase } from '../store/database.ts';
import { dropOrphans, listRecords } from './outbox.ts';

/** What waits longer than this while nothing is in its way has been forgotten. */
const OVERDUE_MS = 120_000;
const LOOK_MS = 30_000;
/** Every so many looks the documents in doubt are looked for, which reads whole collections. */
const LOOKS_BETWEEN_DOUBTS = 4;

export interface WatchdogOptions {
  readonly database: LocalDatabase;
  readonly clock: Clock;
  readonly isOnline: () => boolean;
  readonly isIdle: () => boolean;
  /** Pushes again. */
  readonly push: () => void;
  /** Asks the server for what is in doubt. */
  readonly resolveDoubts: () => Promise<void>;
  readonly onFailure: (error: unknown) => void;
}

/**
 * Looks every half minute whether something waits that nothing holds up, and gets it going; what only seems to wait is
 * dropped.
 * @returns how to stop
 */
export function startWatchdog(options: WatchdogOptions): () => void {
  let looks = 0;
  const look = async () => {
    await dropOrphans(options.database, options.clock.now());
    if (!options.isOnline() || !options.isIdle()) return;
    if (await isOverdue(options)) options.push();
    looks += 1;
    if (looks % LOOKS_BETWEEN_DOUBTS === 0) await options.resolveDoubts();
  };
  const timer = setInterval(() => void look().catch(options.onFailure), LOOK_MS);
  return () => clearInterval(timer);
}

async function isOverdue({ database, clock }: WatchdogOptions): Promise<boolean> {
  const records = await listRecords(database);
  return records.some(({ trail, isParked }) => {
    // A clock that was set back makes a write seem to come from the future: that one is overdue too.
    const age = Math.abs(clock.now() - Date.parse(trail.at(-1)?.at ?? ''));
    return isParked !== true && !(age < OVERDUE_MS);
  });
}
