import * as v from 'valibot';
import { createId } from '#shared/kernel/ids.ts';

/** How far the registration has come, as kept in the record. */
export const NOT_REGISTERED = 0;
export const IN_PROGRESS = 1;
export const REGISTERED = 2;

/** A registration that has been under way for longer than this was given up by whoever started it. */
export const REGISTRATION_TIMEOUT_MS = 10_000;

/** Its place in local storage. */
export const INSTALLATION_KEY = 'nankeen.installation';

const recordSchema = v.object({
  fid: v.string(),
  status: v.optional(v.picklist([NOT_REGISTERED, IN_PROGRESS, REGISTERED])),
  /** Epoch milliseconds at which the registration under way began. */
  startedAt: v.optional(v.number()),
  refreshToken: v.optional(v.string()),
  /** The one before it: good as long as the present one was never used, or is unknown to the server. */
  earlierRefreshToken: v.optional(v.string()),
  token: v.optional(v.string()),
  /** Epoch milliseconds, by this device's clock. */
  expiresAt: v.optional(v.number()),
});

export type InstallationRecord = v.InferOutput<typeof recordSchema> & {
  readonly status: typeof NOT_REGISTERED | typeof IN_PROGRESS | typeof REGISTERED;
};

export interface RecordStore {
  /** The present record; a missing or garbled one is made anew, a registration that was given up is reset. */
  read(): InstallationRecord;
  /** Whether it lasts longer than the page. */
  write(record: InstallationRecord): boolean;
}

export type RecordStorage = Pick<Storage, 'getItem' | 'setItem'>;

/** Keeps the installation's record, which all tabs share. */
export function createRecordStore(storage: RecordStorage, now: () => number): RecordStore {
  // A storage that takes nothing any more: the record lasts as long as the page.
  let unstored: InstallationRecord | undefined;
  const write = (record: InstallationRecord) => {
    try {
      storage.setItem(INSTALLATION_KEY, JSON.stringify(record));
      unstored = undefined;
    } catch {
      unstored = record;
    }
    return unstored === undefined;
  };
  return {
    read() {
      const stored = v.safeParse(recordSchema, unstored ?? parseJson(storage.getItem(INSTALLATION_KEY)));
      const record = stored.success ? withStatus(stored.output) : freshRecord();
      const age = now() - (record.startedAt ?? 0);
      // A clock that was set back makes a registration seem to start in the future: that one is given up too.
      const isGivenUp = record.status === IN_PROGRESS && (age >= REGISTRATION_TIMEOUT_MS || age < 0);
      const present = isGivenUp ? toUnregistered(record) : record;
      if (!stored.success || isGivenUp) write(present);
      return present;
    },
    write,
  };
}

export function freshRecord(): InstallationRecord {
  return { fid: createId(), status: NOT_REGISTERED };
}

/** The same installation before its registration; its secret stays, so that it is known again by it. */
export function toUnregistered({ fid, refreshToken }: InstallationRecord): InstallationRecord {
  return { fid, status: NOT_REGISTERED, ...(refreshToken === undefined ? {} : { refreshToken }) };
}

function withStatus(record: v.InferOutput<typeof recordSchema>): InstallationRecord {
  return { ...record, status: record.status ?? (record.refreshToken ? REGISTERED : NOT_REGISTERED) };
}

function parseJson(text: string | null): unknown {
  try {
    return JSON.parse(text ?? 'null');
  } catch {
    return null;
  }
}
