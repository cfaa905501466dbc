import type { ApiClient } from '#shared/api/client.ts';
import { ROUTES } from '#shared/api/routes.ts';
import { AppError } from '#shared/kernel/app-error.ts';
import type { Clock } from '#shared/kernel/clock.ts';
import type { PushAnswer } from '#shared/sync/messages.ts';
import type { ShopDatabase } from '../database.ts';
import { applyVerdict } from './apply-verdict.ts';
import { readState } from './local-states.ts';
import { dropRecord, listRecords } from './outbox.ts';
import { isOrphan } from './outbox-record.ts';
import { addRewind } from './positions.ts';
import { nextBatch, type PushBatch } from './push-rows.ts';

export interface PushOptions {
  readonly database: ShopDatabase;
  readonly client: ApiClient;
  readonly clock: Clock;
  /** Told when a push has written something, so that its master state is pulled. */
  readonly onPushed: (collection: string) => void;
}

/** Pushes until nothing waits any more. @throws AppError when no verdict came; then nothing is taken off the outbox */
export async function pushWrites(options: PushOptions): Promise<void> {
  for (;;) {
    const batch = await nextBatch(options.database);
    if (!batch) return;
    await pushBatch(options, batch);
  }
}

async function pushBatch(options: PushOptions, { collection, rows }: PushBatch): Promise<void> {
  const { database, client, clock } = options;
  const body = { rows: rows.map(({ row }) => row) };
  const answer = (await client.call(ROUTES.push, { params: { collection }, body })) as PushAnswer;
  // First of all: what was accepted must be pulled, even if this tab ends before it has read the verdicts.
  if (answer.rewind !== undefined) await addRewind(database, collection, answer.rewind);
  const verdicts = new Map(answer.verdicts.map((verdict) => [verdict.writeId, verdict]));
  for (const pushed of rows) {
    const verdict = verdicts.get(pushed.row.newDocumentState.writeId ?? '');
    if (!verdict)
      throw new AppError('unavailable', 'The server did not say what became of a write. It is asked again.');
    await applyVerdict({ database, clock }, pushed, verdict);
  }
  options.onPushed(collection);
}

/** Drops notes of writes that were never made, because the device stopped in between, and what is left of old ones. */
export async function tidyOutbox(database: ShopDatabase, at: number): Promise<void> {
  for (const record of await listRecords(database)) {
    const state = await readState(database, record.collectionName, record.documentId);
    if (isOrphan(record, state?.writeId ?? '', at)) await dropRecord(database, record.id);
  }
  await database.outbox.cleanup(0);
}
