import { statfs } from 'node:fs/promises';
import type { Log } from '#server/log.ts';
import type { Alerts } from './alerts.ts';

/** Used part of the disk that is an incident, and below which it has ended. */
const FULL = 0.9;
const WELL = 0.85;
const INCIDENT = 'disk-full';

/** Reads the used part of a folder's disk, from 0 to 1, as `df` shows it. */
export type ReadDiskUse = (folder: string) => Promise<number>;

export interface WatchDiskSpaceOptions {
  readonly folder: string;
  readonly alerts: Alerts;
  readonly log: Log;
  readonly readDiskUse?: ReadDiskUse;
}

/** @returns checks the disk of the data folder, and sends a mail when it is nearly full. Never rejects */
export function watchDiskSpace(options: WatchDiskSpaceOptions): () => Promise<void> {
  const { folder, alerts, log, readDiskUse: read = readDiskUse } = options;
  let isFull = false;
  return async () => {
    const used = await read(folder).catch(() => undefined);
    if (used === undefined) return;
    if (used < WELL) {
      isFull = false;
      alerts.end(INCIDENT);
    } else if (used >= FULL) {
      const percent = Math.floor(used * 100);
      if (!isFull) log.warn({ folder, percent }, 'The disk of the data folder is nearly full.');
      isFull = true;
      await alerts.raise({ template: INCIDENT, facts: { folder, percent } });
    }
  };
}

const readDiskUse: ReadDiskUse = async (folder) => {
  const { blocks, bfree, bavail } = await statfs(folder);
  const used = blocks - bfree;
  return used / (used + bavail);
};
