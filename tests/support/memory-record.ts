import type { DeviceRecord, OpenRecord } from '#pwa/data/session/device-database.ts';
import type { InstallationRecord } from '#pwa/data/session/installation-record.ts';

/** A record that all tabs of a test's device share. */
export interface MemoryRecord<Value = InstallationRecord> extends DeviceRecord<Value> {
  stored: unknown;
  /** Whether the disk is full: nothing can be written. */
  isFull: boolean;
}

export function createMemoryRecord<Value = InstallationRecord>(stored?: unknown): MemoryRecord<Value> {
  const memory: MemoryRecord<Value> = {
    stored,
    isFull: false,
    async change(update) {
      const next = update(memory.stored);
      if (memory.isFull && next !== memory.stored) throw new DOMException('Full.', 'QuotaExceededError');
      memory.stored = next;
    },
  };
  return memory;
}

/** A browser without its database: values are only in local storage. */
export const noRecords: OpenRecord = () => ({
  async change() {
    throw new DOMException('Denied.', 'SecurityError');
  },
});
