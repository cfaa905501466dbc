import type { InstallationRecord, RecordStorage } from '#pwa/data/session/installation-record.ts';

/** An installation's record, which all tabs of a test's device share. */
export interface MemoryRecord extends RecordStorage {
  stored: unknown;
  /** Whether the disk is full: nothing can be written. */
  isFull: boolean;
}

export function createMemoryRecord(stored?: unknown): MemoryRecord {
  const memory: MemoryRecord = {
    stored,
    isFull: false,
    async change(update: (stored: unknown) => InstallationRecord) {
      const next = update(memory.stored);
      if (memory.isFull && next !== memory.stored) throw new DOMException('Full.', 'QuotaExceededError');
      memory.stored = next;
    },
  };
  return memory;
}
