import type { Database } from 'better-sqlite3';
import { AppError } from '#shared/kernel/app-error.ts';

/** Settings of every connection, verified after its first transaction. */
const SETTINGS = {
  // FULL: the bundled build's WAL default is NORMAL, which can lose acknowledged writes in a power cut.
  synchronous: 2,
  busy_timeout: 5000,
  foreign_keys: 1,
  trusted_schema: 0,
  // Without it REPLACE deletes history rows without firing their trigger.
  recursive_triggers: 1,
  cell_size_check: 1,
  // What is deleted is overwritten, so that it leaves the file too.
  secure_delete: 1,
  journal_size_limit: 67_108_864,
  // Checkpoints a quarter as often as by default: pages that change with every commit are copied back less.
  wal_autocheckpoint: 4000,
  // 4 MB: the OS caches the file, and a second copy in the process makes nothing faster here.
  cache_size: -4000,
  mmap_size: 0,
  // In memory.
  temp_store: 2,
} as const;

export function setUp(database: Database): void {
  for (const [name, value] of Object.entries(SETTINGS)) database.pragma(`${name} = ${value}`);
}

/**
 * Verifies every setting after a first transaction: only then does SQLite show which ones it keeps.
 * @throws AppError
 */
export function assertSettings(database: Database): void {
  database.transaction(() => database.prepare('SELECT COUNT(*) FROM sqlite_schema').get())();
  for (const [name, value] of Object.entries(SETTINGS)) {
    // A setting that this SQLite build lacks returns nothing.
    const found = Number(database.pragma(name, { simple: true }) ?? 0);
    if (found !== value) {
      throw new AppError(
        'failed-precondition',
        `SQLite keeps ${name} at ${found} instead of ${value}; writes would not be safe.`,
      );
    }
  }
  const mode = String(database.pragma('journal_mode', { simple: true }));
  if (mode !== 'wal' && mode !== 'memory') {
    throw new AppError(
      'failed-precondition',
      `The data file can’t have a write-ahead log (${mode}). Is it on a network drive?`,
    );
  }
}

const TRUNCATE_AGAIN_MS = 1000;

/**
 * Copies the write-ahead log into the file and empties it, so that nothing deleted is left in it. While somebody reads,
 * such as the check after a crash, or the disk is full, it stays, and is tried again each second.
 */
export function truncateLog(database: Database): void {
  if (database.readonly || isTruncated(database)) return;
  const again = () => {
    if (database.open) truncateLog(database);
  };
  setTimeout(again, TRUNCATE_AGAIN_MS).unref();
}

function isTruncated(database: Database): boolean {
  // Waiting would block the reader too, if it is in this process.
  database.pragma('busy_timeout = 0');
  try {
    const [{ busy } = { busy: 0 }] = database.pragma('wal_checkpoint(TRUNCATE)') as { busy: number }[];
    return busy === 0;
  } catch (cause) {
    if (!String((cause as { code?: unknown }).code).startsWith('SQLITE_FULL')) throw cause;
    return false;
  } finally {
    database.pragma(`busy_timeout = ${SETTINGS.busy_timeout}`);
  }
}
