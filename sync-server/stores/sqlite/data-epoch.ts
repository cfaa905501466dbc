import type { Database } from 'better-sqlite3';
import { createId } from '#shared/kernel/ids.ts';

/** Which lifetime of the data this is. */
export interface DataEpoch {
  readonly epoch: string;
  /** Earlier lives that a restore has ended: epoch → newest sequence that outlived it. */
  readonly restoredTo: ReadonlyMap<string, number>;
}

/**
 * Reads which life this is; a file marked as restored begins a new one. Whatever device comes with a checkpoint of an
 * earlier life learns how much of what it knows is still there.
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

/** Which life this is, begun by whoever writes. */
export function readEpoch(database: Database): DataEpoch | undefined {
  const epoch = readMeta(database, 'epoch');
  return epoch === undefined ? undefined : { epoch, restoredTo: new Map(readEarlier(database)) };
}

function readEarlier(database: Database): [string, number][] {
  return Object.entries(JSON.parse(readMeta(database, 'restoredTo') ?? '{}') as Record<string, number>);
}

/** Key in `meta` of a file that was put back from a backup and hasn't been opened since. */
const RESTORED = 'restored';

/** Says of an open database that its next opening is a restore's. */
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

/** The highest sequence given so far, also when compaction has removed its entry. */
function readNewest(database: Database): number {
  const sql = `SELECT COALESCE(MAX(sequence), 0) AS sequence FROM history`;
  const newest = database.prepare<[], { sequence: number }>(sql).get()?.sequence ?? 0;
  return Math.max(newest, Number(readMeta(database, 'purgeHorizon') ?? 0));
}
