import type { Database } from 'better-sqlite3';
import { createId } from '#shared/kernel/ids.ts';
import type { DataEpoch } from '../write-names.ts';

/**
 * Reads the epoch; begins a new one in a file marked as restored. A device with a checkpoint of an earlier epoch
 * learns from `restoredTo` how much of its data still exists.
 * @returns `undefined` when the file has no epoch
 */
export function beginEpoch(writer: Database): DataEpoch | undefined {
  return writer
    .transaction(() => {
      const epoch = readMeta(writer, 'epoch');
      if (epoch === undefined) return undefined;
      const earlier = readEarlier(writer);
      if (readMeta(writer, RESTORED) === undefined) return { epoch, restoredTo: new Map(earlier) };
      const sequence = readNewest(writer);
      const epochs = earlier.map(([one, upTo]) => [one, Math.min(upTo, sequence)] as const);
      const restoredTo = new Map([...epochs, [epoch, sequence] as const]);
      const next = createId();
      writeMeta(writer, 'epoch', next);
      writeMeta(writer, 'restoredTo', JSON.stringify(Object.fromEntries(restoredTo)));
      writer.prepare(`DELETE FROM meta WHERE key = ?`).run(RESTORED);
      return { epoch: next, restoredTo };
    })
    .immediate();
}

/** Reads the epoch of a file that another process writes. */
export function readEpoch(database: Database): DataEpoch | undefined {
  const epoch = readMeta(database, 'epoch');
  return epoch === undefined ? undefined : { epoch, restoredTo: new Map(readEarlier(database)) };
}

function readEarlier(database: Database): [string, number][] {
  return Object.entries(JSON.parse(readMeta(database, 'restoredTo') ?? '{}') as Record<string, number>);
}

/** Key in `meta` of a file that was restored from a backup and has not been opened since. */
const RESTORED = 'restored';

/** Makes the next opening of this database begin a new epoch. */
export function markEpochEnded(writer: Database): void {
  writeMeta(writer, RESTORED, '1');
}

export function readMeta(database: Database, key: string): string | undefined {
  return database.prepare<[string], { value: string }>(`SELECT value FROM meta WHERE key = ?`).get(key)
    ?.value;
}

export function writeMeta(database: Database, key: string, value: string): void {
  const sql = `INSERT INTO meta (key, value) VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value`;
  database.prepare(sql).run(key, value);
}

/** The highest sequence assigned so far, even if compaction has removed its entry. */
function readNewest(database: Database): number {
  const sql = `SELECT COALESCE(MAX(sequence), 0) AS sequence FROM history`;
  const newest = database.prepare<[], { sequence: number }>(sql).get()?.sequence ?? 0;
  return Math.max(newest, Number(readMeta(database, 'purgeHorizon') ?? 0));
}
