import type { Clock } from '#shared/kernel/clock.ts';
import type { Config } from '#server/config.ts';
import type { Log } from '#server/log.ts';
import type { Mails } from '#server/mail/mails.ts';
import type { Storage } from '#server/storage.ts';
import { createAlerts } from './alerts.ts';
import { createScheduledBackups } from './scheduled-backups.ts';
import { watchDiskSpace, type ReadDiskUse } from './watch-disk-space.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** Background tasks: scheduled backups, mails about failures, and files that are made or removed. */
export interface Upkeep {
  /** Does what is due. Never rejects. */
  run(): Promise<void>;
  /** Runs now and once a minute, without keeping the process alive. */
  start(): void;
  /** Starts nothing more. @returns resolves when the last run has ended */
  stop(): Promise<void>;
}

export interface UpkeepOptions {
  readonly config: Config;
  readonly storage: Storage;
  readonly mails: Pick<Mails, 'queue'>;
  readonly clock: Clock;
  readonly log: Log;
  readonly readDiskUse?: ReadDiskUse;
  /** Makes the pictures that are due. Never rejects. */
  readonly makeDue: () => Promise<void>;
  /** Each removes what is no longer needed. */
  readonly removals: readonly (() => Promise<void>)[];
}

export function createUpkeep(options: UpkeepOptions): Upkeep {
  const { config, storage, mails, clock, log } = options;
  const alerts = createAlerts({ mails, to: config.contactEmail, clock, log });
  const { backups, leases } = storage;
  const schedule = config.backupSchedule;
  const backUp = createScheduledBackups({ backups, schedule, alerts, leases, clock, log });
  const checkDisk = watchDiskSpace({ ...options, folder: config.dataDir, alerts });
  let running: Promise<void> | undefined;
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;
  let nextRemoval = 0;

  async function runAll(): Promise<void> {
    // Not awaited: a picture may take a minute.
    void options.makeDue();
    await checkDisk();
    if (!isStopped) await backUp();
    if (!isStopped) await removeHourly();
  }

  async function removeHourly(): Promise<void> {
    if (clock.now() < nextRemoval) return;
    nextRemoval = clock.now() + HOUR_MS;
    for (const remove of options.removals) {
      await remove().catch((err: unknown) => log.error({ err }, 'Old files could not be removed.'));
    }
  }

  const run = () => (running ??= runAll().finally(() => (running = undefined)));
  return {
    run,
    start() {
      void run();
      timer = setInterval(() => void run(), MINUTE_MS);
      timer.unref();
    },
    async stop() {
      isStopped = true;
      clearInterval(timer);
      await running;
    },
  };
}
