import { createRxDatabase, type RxCollection, type RxDatabase, type RxStorage } from 'rxdb/plugins/core';
import { EMPTY_DRAFT_ORDER, type DraftOrderContent } from '#shared/domain/draft-order.ts';
import { isoNow, type Clock } from '#shared/kernel/clock.ts';
import { createId } from '#shared/kernel/ids.ts';
import {
  revisionSchema,
  draftOrderSchema,
  type RevisionRecord,
  type DraftOrder,
} from './draft-order-record.ts';

/** What is kept of purchase orders on this device alone, whoever is signed in: it never leaves it. */
export type DraftOrderDatabase = RxDatabase<{
  draftOrders: RxCollection<DraftOrder>;
  revisions: RxCollection<RevisionRecord>;
}>;

export async function openDraftOrderDatabase(
  name: string,
  storage: RxStorage<unknown, unknown>,
): Promise<DraftOrderDatabase> {
  const database: DraftOrderDatabase = await createRxDatabase({
    name,
    storage,
    multiInstance: true,
    eventReduce: true,
    closeDuplicates: true,
    // As in the stores of the identities: every tab may tidy up.
    cleanupPolicy: { waitForLeadership: false },
  });
  await database.addCollections({
    draftOrders: { schema: draftOrderSchema },
    revisions: { schema: revisionSchema },
  });
  return database;
}

export interface DraftOrderParts {
  readonly database: DraftOrderDatabase;
  readonly clock: Clock;
}

/**
 * Keeps what is chosen now; the first time makes the draft order.
 * @param changedAt when it was chosen, in epoch milliseconds; it may be kept a while later
 */
export async function keepDraftOrder(
  { database, clock }: DraftOrderParts,
  id: string,
  content: DraftOrderContent,
  changedAt: number = clock.now(),
): Promise<void> {
  const kept = await database.draftOrders.findOne(id).exec();
  const createdAt = kept?.createdAt ?? isoNow(clock);
  const { role, engineeringNeeds, missionType, lines } = content;
  const chosen = { role, engineeringNeeds, missionType, lines: [...lines] };
  await database.draftOrders.incrementalUpsert({ id, createdAt, changedAt, ...chosen });
}

/** Another draft order of the same, to be changed into another order. @returns its id */
export async function copyDraftOrder(parts: DraftOrderParts, content: DraftOrderContent): Promise<string> {
  const id = createId();
  await keepDraftOrder(parts, id, { ...EMPTY_DRAFT_ORDER, ...content });
  return id;
}

/** Takes a draft order off this device. @returns what puts it back */
export async function dropDraftOrder(
  { database }: DraftOrderParts,
  id: string,
): Promise<() => Promise<void>> {
  const kept = await database.draftOrders.findOne(id).exec();
  if (!kept) return async () => undefined;
  const draftOrder = kept.toMutableJSON();
  await kept.incrementalRemove();
  return async () => void (await database.draftOrders.incrementalUpsert(draftOrder));
}

/** Remembers which version of an order a write is. */
export async function keepRevision(
  { database }: Pick<DraftOrderParts, 'database'>,
  record: RevisionRecord,
): Promise<void> {
  await database.revisions.incrementalUpsert({ ...record });
}
