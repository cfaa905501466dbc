import { createId } from '#shared/kernel/ids.ts';
import type { DataEpoch } from '../write-names.ts';
import type { Connection, Connections } from './connections.ts';
import { LOCK_WRITER } from './commit-queue.ts';
import { DatabaseError } from './database-error.ts';
import { putMeta, readMeta } from './open-schema.ts';
import { BOUNDS } from './statements.ts';

/**
 * PostgreSQL's cluster and timeline. Another one than before is a promoted standby, a point in time that was recovered, or
 * a dump in another cluster: it may lack what was acknowledged. NULL on a standby.
 */
const ORIGIN = `CASE WHEN NOT pg_is_in_recovery() THEN
  (SELECT system_identifier FROM pg_control_system()) || '/' || left(pg_walfile_name(pg_current_wal_lsn()), 8) END`;

const CHECK = `
  SELECT (SELECT value FROM meta WHERE key = 'epoch') AS epoch,
    (SELECT value FROM meta WHERE key = 'needs')::int AS needs,
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
    'The database was replaced or changed, and may lack what came last. Nothing was stored; devices send it again. Try again soon.';
  return new DatabaseError(message, { cause: undefined });
}

/** Makes sure that everything is read and written in the epoch, and in the tables, that this node knows. */
export interface EpochWatch {
  /** @throws DatabaseError in another epoch, where one has to begin, which it then does, and in newer tables */
  check(connection: Connection): Promise<void>;
  /** When the last check succeeded, as by `performance.now()`. */
  checkedAt(): number;
  /** Resolves when the epoch has ended, or the tables need newer nodes. */
  readonly ended: Promise<void>;
}

interface WatchOptions {
  readonly epoch: string;
  /** Newest version of the tables that this node knows. */
  readonly version: number;
  readonly keepsAll?: boolean | undefined;
}

export function watchEpoch(connections: Connections, { epoch, version, keepsAll }: WatchOptions): EpochWatch {
  let end: () => void;
  const ended = new Promise<void>((resolve) => (end = resolve));
  let opening: Promise<void> | undefined;
  let checkedAt = performance.now();

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
    checkedAt: () => checkedAt,
    async check(connection) {
      const [found] = await connection.rows<Found>(CHECK);
      if ((found?.needs ?? 1) > version) end();
      else if (found?.epoch !== epoch || found.isElsewhere === true) openAgain();
      else {
        checkedAt = performance.now();
        return;
      }
      throw epochEnded();
    },
  };
}

interface Found {
  readonly epoch: string | null;
  /** The oldest version whose nodes can use the tables; `null` for the first one. */
  readonly needs: number | null;
  readonly isElsewhere: boolean | null;
}

type Meta = ReadonlyMap<string, string>;

async function readNewest(connection: Connection): Promise<number> {
  const [bounds] = await connection.rows<{ newest: number }>(BOUNDS);
  return bounds?.newest ?? 0;
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
