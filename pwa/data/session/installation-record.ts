import * as v from 'valibot';
import { createId, createSecret } from '#shared/kernel/ids.ts';
import type { DeviceRecord } from './device-database.ts';

/** Status of the registration, as stored in the record. */
export const NOT_REGISTERED = 0;
export const IN_PROGRESS = 1;
export const REGISTERED = 2;

/** A registration in progress for longer than this was abandoned. */
export const REGISTRATION_TIMEOUT_MS = 10_000;

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

export interface RecordChange {
  readonly record: InstallationRecord;
  /** Whether the record survives the page: a full disk keeps nothing. */
  readonly isKept: boolean;
}

export interface RecordStore {
  /**
   * Replaces the record in one step that no other tab interrupts; creates a missing or corrupted one, and resets an
   * abandoned registration.
   * @throws DOMException when the record can't be read
   */
  change(update: (current: InstallationRecord) => InstallationRecord): Promise<RecordChange>;
}

/** Keeps the installation's record, which all tabs share. */
export function createRecordStore(storage: DeviceRecord<InstallationRecord>, now: () => number): RecordStore {
  // Set until the record is on disk; on a full disk it lasts as long as the page.
  let unkept: InstallationRecord | undefined;

  function toCurrent(stored: unknown): InstallationRecord {
    const parsed = v.safeParse(recordSchema, stored);
    if (!parsed.success) return freshRecord();
    const record = parsed.output;
    if (record.status === IN_PROGRESS) {
      const age = now() - (record.startedAt ?? 0);
      // The age is negative when the clock was set back.
      if (age >= REGISTRATION_TIMEOUT_MS || age < 0) return toUnregistered(record);
    }
    if (record.status !== undefined) return stored as InstallationRecord;
    return { ...record, status: record.refreshToken ? REGISTERED : NOT_REGISTERED };
  }

  return {
    async change(update) {
      let record: InstallationRecord | undefined;
      try {
        await storage.change((stored) => (unkept = record = update(toCurrent(unkept ?? stored))));
        if (unkept === record) unkept = undefined;
      } catch (error) {
        if (!record) throw error;
      }
      if (!record) throw new Error('The installation’s record was not read.');
      return { record, isKept: unkept !== record };
    },
  };
}

export function freshRecord(): InstallationRecord {
  return toUnregistered({ fid: createId() });
}

/**
 * The same installation, unregistered, with the secret by which the server recognises it. A device makes its first secret
 * itself, so that a registration without a response can be repeated.
 */
export function toUnregistered({
  fid,
  refreshToken = createSecret() + createSecret(),
}: Pick<InstallationRecord, 'fid' | 'refreshToken'>): InstallationRecord {
  return { fid, status: NOT_REGISTERED, refreshToken };
}
