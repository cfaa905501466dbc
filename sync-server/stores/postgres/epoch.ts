import { createId } from '#shared/kernel/ids.ts';
import type { DataEpoch } from '../write-names.ts';
import type { Connection, Connections } from './connections.ts';
import { LOCK_WRITER } from './commit-queue.ts';
import { DatabaseError } from './database-error.ts';
import { BOUNDS } from './statements.ts';

/**
 * PostgreSQL's cluster and timeline. Another one than before is a promoted standby, a point in time that was recovered, or
 * a dump in another cluster: it may lack what was acknowledged. NULL on a standby.
 */
const ORIGIN = `CASE WHEN NOT pg_is_in_recovery() THEN
  (SELECT system_identifier FROM pg_control_system()) || '/' || left(pg_walfile_name(pg_current_wal_lsn()), 8) END`;

const CHECK = `
  SELECT (SELECT value FROM meta WHERE key = 'epoch') AS epoch,
    (SELECT value FROM meta WHERE key = 'origin') <> ${ORIGIN} AS "isElsewhere"`;

/**
 * Reads the data's epoch. Where another cluster or timeline wrote the data last, it begins a new epoch first, so that
 * devices upload what the database lacks.
 * @param keepsAll whether a failover loses nothing, so that the epoch goes on
 */
export async function openEpoch(connection: Connection, keepsAll = false): Promise<DataEpoch> {
  await connection.rows(LOCK_WRITER);
  const [meta, [now]] = await Promise.all([
    readMeta(connection),
    connection.rows<{ origin: string }>(`SELECT ${ORIGIN} AS origin`),
  ]);
  const origin = now?.origin ?? '';
  if (meta.get('origin') === origin) return toDataEpoch(meta);
  const isEnded = meta.has('origin') && !keepsAll;
  const entries = isEnded ? toNextEpoch(meta, await readNewest(connection)) : {};
  await putMeta(connection, { origin, ...entries });
  return toDataEpoch(await readMeta(connection));
}

/** Ends the epoch: what comes after the sequence is not part of these data any more. */
export async function endEpoch(connection: Connection, sequence: number): Promise<void> {
  await putMeta(connection, toNextEpoch(await readMeta(connection), sequence));
}

/** The response to calls in an epoch that has ended. */
export function epochEnded(): DatabaseError {
  const message =
    'The database was replaced, and may lack what came last. Nothing was stored; devices send it again. Try again soon.';
  return new DatabaseError(message, { cause: undefined });
}

/** Makes sure that everything is read and written in the epoch that this node knows. */
export interface EpochWatch {
  /** @throws DatabaseError in another epoch, and where one has to begin, which it then does */
  check(connection: Connection): Promise<void>;
  /** Resolves when the epoch has ended. */
  readonly ended: Promise<void>;
}

export function watchEpoch(connections: Connections, epoch: string, keepsAll?: boolean): EpochWatch {
  let end: () => void;
  const ended = new Promise<void>((resolve) => (end = resolve));
  let opening: Promise<void> | undefined;

  function openAgain(): void {
    opening ??= connections
      .write((connection) => openEpoch(connection, keepsAll))
      .then(
        (now) => {
          if (now.epoch !== epoch) end();
        },
        // The next check tries again.
        () => undefined,
      )
      .finally(() => (opening = undefined));
  }

  return {
    ended,
    async check(connection) {
      const [found] = await connection.rows<{ epoch: string; isElsewhere: boolean | null }>(CHECK);
      if (found?.epoch === epoch && found.isElsewhere !== true) return;
      openAgain();
      throw epochEnded();
    },
  };
}

type Meta = ReadonlyMap<string, string>;

async function readMeta(connection: Connection): Promise<Meta> {
  const rows = await connection.rows<{ key: string; value: string }>('SELECT key, value FROM meta');
  return new Map(rows.map(({ key, value }) => [key, value]));
}

async function readNewest(connection: Connection): Promise<number> {
  const [bounds] = await connection.rows<{ newest: number }>(BOUNDS);
  return bounds?.newest ?? 0;
}

async function putMeta(connection: Connection, entries: Readonly<Record<string, string>>): Promise<void> {
  await connection.change(
    `INSERT INTO meta (key, value) SELECT * FROM unnest($1::text[], $2::text[])
     ON CONFLICT (key) DO UPDATE SET value = excluded.value`,
    [Object.keys(entries), Object.values(entries)],
  );
}

function toNextEpoch(meta: Meta, sequence: number) {
  const { epoch, restoredTo } = toDataEpoch(meta);
  const ended = { ...Object.fromEntries(restoredTo), [epoch]: sequence };
  return { epoch: createId(), restoredTo: JSON.stringify(ended) };
}

function toDataEpoch(meta: Meta): DataEpoch {
  const earlier = JSON.parse(meta.get('restoredTo') ?? '{}') as Record<string, number>;
  return { epoch: meta.get('epoch') ?? '', restoredTo: new Map(Object.entries(earlier)) };
}
