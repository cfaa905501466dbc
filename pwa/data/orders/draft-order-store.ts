import type { RxCollection, RxDatabase } from 'rxdb';
import { EMPTY_DRAFT_ORDER, type DraftOrderContent } from '#shared/domain/draft-order.ts';
import { isoNow, type Clock } from '#shared/kernel/clock.ts';
import { createId } from '#shared/kernel/ids.ts';
import {
  MAX_LABEL_LENGTH,
  type DraftOrder,
  type OrderNote,
  type RevisionRecord,
} from './draft-order-record.ts';

/** Data about purchase orders that never leaves this device, for all identities. */
export type DraftOrderDatabase = RxDatabase<{
  draftOrders: RxCollection<DraftOrder>;
  orderNotes: RxCollection<OrderNote>;
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
  const began = stored ? stored.toMutableJSON().base : base;
  const createdAt = stored?.createdAt ?? isoNow(clock);
  const { role, engineeringNeeds, missionType, lines } = content;
  const chosen = { role, engineeringNeeds, missionType, lines: [...lines], ...(began && { base: began }) };
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
export function keepRevision(
  parts: OrderNotes,
  { orderId, writeId, revision }: RevisionRecord,
): Promise<void> {
  return changeNote(parts, orderId, { writeId, revision });
}

/** Gives an order or draft order a label; an empty one removes it. */
export function keepLabel(parts: OrderNotes, orderId: string, label: string): Promise<void> {
  return changeNote(parts, orderId, { label: label.trim() === '' ? '' : label.slice(0, MAX_LABEL_LENGTH) });
}

type OrderNotes = Pick<DraftOrderParts, 'database'>;

async function changeNote(
  { database }: OrderNotes,
  orderId: string,
  change: Partial<OrderNote>,
): Promise<void> {
  // Another tab may store another part of it at the same moment.
  const note = await database.orderNotes.insertIfNotExists({ orderId, label: '', writeId: '', revision: 0 });
  await note.incrementalPatch(change);
}
