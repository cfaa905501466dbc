import { parseServerWriteId, toServerWriteId } from '#server/core/server-write-id.ts';

/** The data's current epoch and its earlier ones. */
export interface DataEpoch {
  readonly epoch: string;
  /** Earlier epochs that a restore ended: epoch → newest sequence that survived it. */
  readonly restoredTo: ReadonlyMap<string, number>;
}

/** Maps write ids to stored values. The server's own ids are not stored: they follow from epoch and sequence. */
export interface WriteNames {
  /** @param stored the column's value; null for a write of the server's own */
  toWriteId(sequence: number, stored: string | null): string;
  /** The column's value. */
  toStored(sequence: number, writeId: string): string | null;
  /** The sequence of the entry with this id, if it is one of the server's own. */
  findSequence(writeId: string): number | undefined;
}

/** Each restore began a new epoch; entries from before it keep their ids. */
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
