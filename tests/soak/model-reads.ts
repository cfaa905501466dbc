import type { WireDocument } from '#shared/sync/wire-document.ts';
import type { CheckpointRecord } from '#pwa/data/sync/checkpoint-record.ts';
import type { ModelRecord } from './model-record.ts';

export interface ReadsOptions {
  readonly device: number;
  readonly record: ModelRecord;
  /** The server's current epoch. */
  readonly epoch: () => string;
}

/** Checks every state a device stores: a document never shows an older state again. */
export interface ReadsObserver {
  stored(collection: string, document: unknown): void;
}

/** Compares only states of the server's current epoch, because sequences of earlier ones are meaningless. */
export function observeReads({ device, record, epoch }: ReadsOptions): ReadsObserver {
  let pulled = '';
  let newest = new Map<string, WireDocument>();

  function takeCheckpoint({ checkpoint, isRestarting }: CheckpointRecord): void {
    const next = isRestarting ? '' : (checkpoint.split('.')[1] ?? '');
    if (next !== pulled) newest = new Map();
    pulled = next;
  }

  function takeDocument(state: WireDocument): void {
    if (pulled === '' || pulled !== epoch()) return void newest.delete(state.FBUID);
    const before = newest.get(state.FBUID);
    newest.set(state.FBUID, state);
    if (!before || isOffTheServer(before) || isOffTheServer(state)) return;
    const text = `${state.FBUID} on device ${device}`;
    if (sequenceOf(state) < sequenceOf(before)) {
      record.breaches.push(`[PL4] ${text} went back from ${sequenceOf(before)} to ${sequenceOf(state)}`);
    }
    const isAccepted = isPending(before) && record.verdicts.get(before.writeId ?? '') === 'accepted';
    if (isAccepted && !isPending(state) && state.writeId !== before.writeId) {
      // A newer state includes the accepted one, and has a higher sequence than its base.
      const isWritten = record.history.some(({ writeId }) => writeId === before.writeId);
      if (isWritten && sequenceOf(state) <= sequenceOf(before)) {
        record.breaches.push(`[PL4] ${text} went back behind the accepted ${before.writeId}`);
      }
    }
  }

  return {
    stored(collection, document) {
      if (collection === 'checkpoints') takeCheckpoint(document as CheckpointRecord);
      if (collection === 'contacts') takeDocument(document as WireDocument);
    },
  };
}

/** Evicted or refused: a tombstone that the server doesn't know. */
function isOffTheServer({ _deleted, sync }: WireDocument): boolean {
  return _deleted === true && sync?.sequence === 0;
}

function isPending({ writeId, sync }: WireDocument): boolean {
  return writeId !== sync?.acknowledged;
}

function sequenceOf({ sync }: WireDocument): number {
  return sync?.sequence ?? 0;
}
