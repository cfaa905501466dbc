import type { LocalDatabase } from '#pwa/data/store/database.ts';
import { toChain, type OutboxRecord } from '#pwa/data/sync/outbox-record.ts';
import { readCheckpoint } from '#pwa/data/sync/checkpoints.ts';
import { TRACED_FIELDS } from './model-record.ts';

/** The acknowledged values of a store: its documents, or the bases of pending writes. */
export interface HeldValues {
  /** Epoch of the values; empty while everything is pulled again. */
  readonly epoch: string;
  readonly values: readonly unknown[];
}

export async function readHeld(database: LocalDatabase): Promise<HeldValues> {
  const { checkpoint, isRestarting } = await readCheckpoint(database, 'contacts');
  const epoch = isRestarting ? '' : (checkpoint.split('.')[1] ?? '');
  const records = new Map(
    (await database.outbox.find().exec()).map((record) => [
      record.documentId,
      record.toJSON() as OutboxRecord,
    ]),
  );
  const states = (await database.contacts.find().exec()).map((document) => {
    const state = document.toJSON() as unknown as Record<string, unknown>;
    const record = records.get(document.FBUID);
    const chain = record && toChain(record, document.writeId);
    return chain && chain.entries.length > 0 ? (chain.base ?? {}) : state;
  });
  const living = states.filter(({ _deleted }) => _deleted !== true);
  return { epoch, values: living.flatMap((state) => TRACED_FIELDS.map((field) => state[field])) };
}
