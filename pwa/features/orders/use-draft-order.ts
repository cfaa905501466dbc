import { useState } from 'react';
import {
  EMPTY_DRAFT_ORDER,
  toDraftOrderContent,
  type DraftOrderContent,
  type OrderContent,
} from '#shared/domain/draft-order.ts';
import { isJsonEqual } from '#shared/kernel/json.ts';
import { mergeFields } from '#shared/sync/merge.ts';
import { useAppStore } from '#pwa/data/app-store.ts';
import { logError } from '#pwa/data/log.ts';
import { useIsDeletedOrder, useOrder } from '#pwa/data/orders/use-orders.ts';
import { keepDraftOrder } from '#pwa/data/orders/draft-order-store.ts';
import { useKeptDraftOrder } from '#pwa/data/orders/use-draft-orders.ts';
import { useRejectedChanges, type RejectedChange } from '#pwa/data/queries/use-rejected-changes.ts';
import { toDraftOfRejectedChange } from './order-of-rejected-change.ts';

export interface DraftOrder {
  readonly isLoading: boolean;
  readonly content: DraftOrderContent;
  /** Creation of the confirmed order being changed, as an ISO time with offset. */
  readonly orderCreatedAt: string | undefined;
  /** What others have done to the confirmed order since this change of it began. */
  readonly doneElsewhere: 'changed' | 'deleted' | undefined;
  /** The confirmed order as it was when this change of it began, without what the server has refused since. */
  readonly base: DraftOrderContent | undefined;
  /** Whether the last change could not be saved on this device. */
  readonly hasFailed: boolean;
  readonly change: (change: (content: DraftOrderContent) => DraftOrderContent) => void;
}

interface LocalEdit {
  readonly id: string;
  readonly content: DraftOrderContent;
  readonly base: DraftOrderContent | undefined;
  /** Epoch milliseconds. */
  readonly changedAt: number;
}

/**
 * The content of a draft order, shown at once and saved with every change. Changing a confirmed order starts with its
 * rejected version, if there is one, or else with the order itself.
 */
export function useDraftOrder(id: string): DraftOrder {
  const { draftOrders } = useAppStore();
  const saved = useKeptDraftOrder(id);
  const { status, kept: order } = useOrder(id);
  const rejectedChanges = useRejectedChanges({ collection: 'ukraines', documentId: id });
  const refused = rejectedChanges?.[0];
  const [local, setLocal] = useState<LocalEdit>();
  const [hasFailed, setHasFailed] = useState(false);

  // A later change from another tab wins.
  const isLocal = local?.id === id && (!saved || local.changedAt >= saved.changedAt);
  const present = order && toDraftOrderContent(order.order);
  const began = refused?.base ? toDraftOrderContent(refused.base as unknown as OrderContent) : present;
  const existing = (refused && toDraftOfRejectedChange(refused)) ?? present;
  const content = isLocal ? local.content : (saved ?? existing ?? EMPTY_DRAFT_ORDER);
  const begun = isLocal ? local.base : saved ? saved.base : began;
  const base = begun && withoutRefused(begun, refused);
  const isDeleted = useIsDeletedOrder(id, status === 'missing');

  function change(next: (content: DraftOrderContent) => DraftOrderContent): void {
    const changed = next(content);
    if (changed === content) return;
    // Later than every earlier change, so that saving one of those can't undo this one.
    const changedAt = Math.max(Date.now(), (local?.changedAt ?? 0) + 1, (saved?.changedAt ?? 0) + 1);
    setLocal({ id, content: changed, base: begun, changedAt });
    draftOrders
      .change((parts) => keepDraftOrder(parts, id, changed, { changedAt, base: begun }))
      .then(
        () => setHasFailed(false),
        (error: unknown) => {
          logError('A draft order could not be saved:', error);
          setHasFailed(true);
        },
      );
  }

  return {
    isLoading:
      !isLocal && (saved === undefined || (saved === null && (status === 'loading' || !rejectedChanges))),
    content,
    orderCreatedAt: order?.order.createdAt,
    doneElsewhere:
      isDeleted && content.lines.length > 0
        ? 'deleted'
        : base && present && !isJsonEqual(base, present)
          ? 'changed'
          : undefined,
    base,
    hasFailed,
    change,
  };
}

/** The server never had a refused change, so a change that began with it began with the state before it. */
function withoutRefused(
  begun: DraftOrderContent,
  refused: RejectedChange | undefined,
): DraftOrderContent | undefined {
  const tried = refused && toDraftOfRejectedChange(refused);
  if (!tried) return begun;
  if (!refused.base) return undefined;
  const before = toDraftOrderContent(refused.base as unknown as OrderContent);
  return mergeFields({ ...tried }, { ...begun }, { ...before }).content as unknown as DraftOrderContent;
}
