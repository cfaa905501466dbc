import { parseServerWriteId, toServerWriteId } from '#server/core/server-write-id.ts';
import type { DataEpoch } from './data-epoch.ts';

/** Ids of writes. Those of the server's own writes aren't stored: they follow from epoch and sequence. */
export interface WriteNames {
  /** @param stored the column's value; null for a write of the server's own */
  toWriteId(sequence: number, stored: string | null): string;
  /** What the column holds. */
  toStored(sequence: number, writeId: string): string | null;
  /** The sequence of the entry that has this id, if it is one of the server's own. */
  findSequence(writeId: string): number | undefined;
}

/** Each restore began another epoch: entries from before it keep the ids they had. */
export function createWriteNames({ epoch, restoredTo }: DataEpoch): WriteNames {
  const earlier = [...restoredTo];
  const epochOf = (sequence: number) => earlier.find(([, upTo]) => sequence <= upTo)?.[0] ?? epoch;
  const nameOf = (sequence: number) => toServerWriteId(epochOf(sequence), sequence);
  return {
    toWriteId: (sequence, stored) => stored ?? nameOf(sequence),
    toStored: (sequence, writeId) => (writeId === nameOf(sequence) ? null : writeId),
    findSequence(writeId) {
      const parsed = parseServerWriteId(writeId);
      return parsed && epochOf(parsed.sequence) === parsed.epoch ? parsed.sequence : undefined;
    },
  };
}
