import * as v from 'valibot';
import { createId } from '#shared/kernel/ids.ts';

/** Status of the registration, as stored in the record. */
export const NOT_REGISTERED = 0;
export const IN_PROGRESS = 1;
export const REGISTERED = 2;

/** A registration in progress for longer than this was abandoned. */
export const REGISTRATION_TIMEOUT_MS = 10_000;

/** The record's key in local storage. */
export const INSTALLATION_KEY = 'nankeen.installation';

const recordSchema = v.object({
  fid: v.string(),
  status: v.optional(v.picklist([NOT_REGISTERED, IN_PROGRESS, REGISTERED])),
  /** Epoch milliseconds when the registration in progress started. */
  startedAt: v.optional(v.number()),
  refreshToken: v.optional(v.string()),
  /** The previous refresh token: valid while the current one was never used or is unknown to the server. */
  earlierRefreshToken: v.optional(v.string()),
  token: v.optional(v.string()),
  /** Epoch milliseconds, by this device's clock. */
  expiresAt: v.optional(v.number()),
});

export type InstallationRecord = v.InferOutput<typeof recordSchema> & {
  readonly status: typeof NOT_REGISTERED | typeof IN_PROGRESS | typeof REGISTERED;
};

export interface RecordStore {
  /** The current record; replaces a missing or corrupted one, and resets an abandoned registration. */
  read(): InstallationRecord;
  /** @returns whether the record survives the page */
  write(record: InstallationRecord): boolean;
}

export type RecordStorage = Pick<Storage, 'getItem' | 'setItem'>;

/** Keeps the installation's record, which all tabs share. */
export function createRecordStore(storage: RecordStorage, now: () => number): RecordStore {
  // Set when storage is full or disabled: the record lasts as long as the page.
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
      // The age is negative when the clock was set back.
      const isAbandoned = record.status === IN_PROGRESS && (age >= REGISTRATION_TIMEOUT_MS || age < 0);
      const current = isAbandoned ? toUnregistered(record) : record;
      if (!stored.success || isAbandoned) write(current);
      return current;
    },
    write,
  };
}

export function freshRecord(): InstallationRecord {
  return { fid: createId(), status: NOT_REGISTERED };
}

/** The same installation, unregistered; it keeps its secret, by which the server recognises it. */
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
