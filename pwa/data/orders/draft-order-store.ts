import type { RxCollection, RxDatabase } from 'rxdb';
import { EMPTY_DRAFT_ORDER, type DraftOrderContent } from '#shared/domain/draft-order.ts';
import { isoNow, type Clock } from '#shared/kernel/clock.ts';
import { createId } from '#shared/kernel/ids.ts';
import type { DraftOrder, RevisionRecord } from './draft-order-record.ts';

/** Data about purchase orders that never leaves this device, for all identities. */
export type DraftOrderDatabase = RxDatabase<{
  draftOrders: RxCollection<DraftOrder>;
  revisions: RxCollection<RevisionRecord>;
}>;

export interface DraftOrderParts {
  readonly database: DraftOrderDatabase;
  readonly clock: Clock;
}

/**
 * Stores a draft order, creating it the first time.
 * @param changedAt epoch milliseconds of the change, which may be stored a while later
 */
export async function keepDraftOrder(
  { database, clock }: DraftOrderParts,
  id: string,
  content: DraftOrderContent,
  changedAt: number = clock.now(),
): Promise<void> {
  const stored = await database.draftOrders.findOne(id).exec();
  const createdAt = stored?.createdAt ?? isoNow(clock);
  const { role, engineeringNeeds, missionType, lines } = content;
  const chosen = { role, engineeringNeeds, missionType, lines: [...lines] };
  await database.draftOrders.incrementalUpsert({ id, createdAt, changedAt, ...chosen });
}

/** Creates a new draft order with the content that this one has now. @returns its id */
export async function copyDraftOrder(parts: DraftOrderParts, originalId: string): Promise<string> {
  const id = createId();
  const original = await parts.database.draftOrders.findOne(originalId).exec();
  await keepDraftOrder(parts, id, original?.toMutableJSON() ?? EMPTY_DRAFT_ORDER);
  return id;
}

/** Removes a draft order. @returns a function that restores it */
export async function dropDraftOrder(
  { database }: DraftOrderParts,
  id: string,
): Promise<() => Promise<void>> {
  const stored = await database.draftOrders.findOne(id).exec();
  if (!stored) return async () => undefined;
  const draftOrder = stored.toMutableJSON();
  await stored.incrementalRemove();
  return async () => void (await database.draftOrders.incrementalUpsert(draftOrder));
}

/** Stores the version number of an order's write. */
export async function keepRevision(
  { database }: Pick<DraftOrderParts, 'database'>,
  record: RevisionRecord,
): Promise<void> {
  await database.revisions.incrementalUpsert({ ...record });
}
