import type { ImportAnswer } from '#shared/api/messages.ts';
import { AppError } from '#shared/kernel/app-error.ts';
import { addCounts, NO_COUNTS } from './import-counts.ts';
import type { ImportBatch } from './import-batch.ts';
import type { Rejected } from '#shared/import/reject-line.ts';
import { toRejected } from './send-batch.ts';

/** While the server writes one, the next is on its way; it writes them in their order. */
const AT_ONCE = 2;

interface Sending {
  /** Of the documents before it all are written. */
  readonly position: number;
  readonly send: (batch: ImportBatch) => Promise<ImportAnswer>;
  readonly onRejected: (rejected: Rejected) => Promise<void> | void;
  readonly onWritten: (written: { readonly position: number; readonly bytes: number }) => void;
}

interface UnderWay {
  readonly batch: ImportBatch;
  readonly answer: Promise<ImportAnswer>;
}

/** Batches of one import that were sent, with what became of those that are answered: looked at in their order. */
export class BatchesUnderWay {
  counts = NO_COUNTS;
  position: number;
  private readonly sending: Sending;
  private readonly batches: UnderWay[] = [];
  private bytes = 0;

  constructor(sending: Sending) {
    this.sending = sending;
    this.position = sending.position;
  }

  /** Waits until one more can be sent. @throws what one before it was refused with */
  async room(): Promise<void> {
    if (this.batches.length === AT_ONCE) await this.next();
  }

  send(batch: ImportBatch): void {
    const answer = this.sending.send(batch);
    // A refusal is looked at in its turn.
    answer.catch(() => undefined);
    this.batches.push({ batch, answer });
  }

  /** Waits for all of them. @throws what the first of them was refused with */
  async end(): Promise<void> {
    while (this.batches.length > 0) await this.next();
  }

  /**
   * After one of them failed: takes note of those behind it that may be written all the same.
   * @param written documents that are written and no more will be; `undefined` where nobody knows
   */
  async salvage(written: number | undefined): Promise<void> {
    while (this.batches.some(({ batch }) => written === undefined || batch.from < written)) {
      await this.next().catch(() => undefined);
    }
  }

  private async next(): Promise<void> {
    const first = this.batches.shift();
    if (!first) return;
    const { batch } = first;
    const answer = await first.answer.catch((error: unknown) => {
      if (!this.isEarly(error, batch)) throw error;
      return this.sending.send(batch);
    });
    this.counts = addCounts(this.counts, answer);
    for (const rejected of await toRejected(answer, batch, this.position)) {
      await this.sending.onRejected(rejected);
    }
    this.position = answer.position ?? this.position;
    this.bytes += batch.body.length;
    batch.letGo();
    this.sending.onWritten({ position: this.position, bytes: this.bytes });
  }

  /** Whether the server didn't wait long enough for the batch before, which is written by now. */
  private isEarly(error: unknown, { from }: ImportBatch): boolean {
    return error instanceof AppError && error.reason === 'IMPORT_GAP' && from === this.position;
  }
}
