import type { RxCollection, RxDatabase } from 'rxdb';
import { EMPTY_DRAFT_ORDER, type DraftOrderContent } from '#shared/domain/draft-order.ts';
import { isoNow, type Clock } from '#shared/kernel/clock.ts';
import { createId } from '#shared/kernel/ids.ts';
import type { DraftOrder, OrderBase, RevisionRecord } from './draft-order-record.ts';

/** Data about purchase orders that never leaves this device, for all identities. */
export type DraftOrderDatabase = RxDatabase<{
  draftOrders: RxCollection<DraftOrder>;
  orderBases: RxCollection<OrderBase>;
  revisions: RxCollection<RevisionRecord>;
}>;

export interface DraftOrderParts {
  readonly database: DraftOrderDatabase;
  readonly clock: Clock;
}

interface DraftOrderChange {
  /** Epoch milliseconds of the change, which may be stored a while later; now by default. */
  readonly changedAt?: number;
  /** The confirmed order that is being changed, as it is now; stored with the first change only. */
  readonly base?: DraftOrderContent | undefined;
}

/** Stores a draft order, creating it the first time. */
export async function keepDraftOrder(
  { database, clock }: DraftOrderParts,
  id: string,
  content: DraftOrderContent,
  { changedAt = clock.now(), base }: DraftOrderChange = {},
): Promise<void> {
  const stored = await database.draftOrders.findOne(id).exec();
  if (!stored && base) await database.orderBases.incrementalUpsert({ orderId: id, content: base });
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
  const base = await findOrderBase({ database }, id);
  await stored.incrementalRemove();
  await database.orderBases.findOne(id).incrementalRemove();
  return async () => {
    if (base) await database.orderBases.incrementalUpsert({ orderId: id, content: base });
    await database.draftOrders.incrementalUpsert(draftOrder);
  };
}

/** What a confirmed order was when the unconfirmed change of it began. */
export async function findOrderBase(
  { database }: Pick<DraftOrderParts, 'database'>,
  id: string,
): Promise<DraftOrderContent | undefined> {
  return (await database.orderBases.findOne(id).exec())?.toMutableJSON().content;
}

/** Stores the version number of an order's write. */
export async function keepRevision(
  { database }: Pick<DraftOrderParts, 'database'>,
  record: RevisionRecord,
): Promise<void> {
  await database.revisions.incrementalUpsert({ ...record });
}
