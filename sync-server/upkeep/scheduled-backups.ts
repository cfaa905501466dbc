import type { Clock } from '#shared/kernel/clock.ts';
import type { Backups } from '#server/backups/backups.ts';
import type { Leases } from '#server/core/leases.ts';
import type { Log } from '#server/log.ts';
import type { Alerts } from './alerts.ts';

const HOUR_MS = 3_600_000;
/** Half the time between two runs: otherwise each backup would be a run later than the one before. */
const SLACK_MS = 30_000;
const INCIDENT = 'backup-failed';

export interface BackupSchedule {
  /** `undefined` for no scheduled backups. */
  readonly everyMs: number | undefined;
  /** How many scheduled backups are kept. */
  readonly keep: number;
}

export interface ScheduledBackupsOptions {
  readonly backups: Backups;
  readonly schedule: BackupSchedule;
  readonly alerts: Alerts;
  /** Where several nodes share the folder: the one that begins has an hour. */
  readonly leases: Leases | undefined;
  readonly clock: Clock;
  readonly log: Log;
}

/**
 * Backups by schedule. The time of the last one comes from the folder, so the schedule survives a restart.
 * @returns creates a backup if one is due, and removes the oldest ones of the schedule. Never rejects
 */
export function createScheduledBackups(options: ScheduledBackupsOptions): () => Promise<void> {
  const { backups, schedule, alerts, leases, clock, log } = options;
  let notBefore = 0;

  async function isDue(everyMs: number): Promise<boolean> {
    const now = clock.now();
    if (now < notBefore) return false;
    // A backup from before the clock was set back must not stop the schedule.
    const last = (await scheduled()).find(({ at }) => at <= now);
    return last === undefined || now - last.at >= everyMs - SLACK_MS;
  }

  const scheduled = async () => (await backups.names()).filter(({ isScheduled }) => isScheduled);

  async function create(): Promise<void> {
    const { name, bytes } = await backups.create({ isScheduled: true });
    const others = (await scheduled()).filter((one) => one.name !== name);
    const removed = others.slice(schedule.keep - 1).map((one) => one.name);
    for (const one of removed) await backups.delete(one);
    log.info({ name, bytes, removed }, 'A scheduled backup was created.');
  }

  return async () => {
    const { everyMs } = schedule;
    if (everyMs === undefined || !(await isDue(everyMs))) return;
    try {
      if (leases && !(await leases.take('backup', HOUR_MS))) return;
      await create();
      alerts.end(INCIDENT);
    } catch (err) {
      notBefore = clock.now() + Math.min(everyMs, HOUR_MS);
      log.error({ err }, 'The scheduled backup failed. It runs again within an hour.');
      const { message } = err as Error;
      const [last] = await backups.names();
      const lastAt = last?.at ?? null;
      await alerts.raise({ template: INCIDENT, facts: { message, lastAt } });
    }
  };
}
