import { useState } from 'react';
import {
  EMPTY_DRAFT_ORDER,
  toDraftOrderContent,
  type DraftOrderContent,
} from '#shared/domain/draft-order.ts';
import { useAppStore } from '#pwa/data/app-store.ts';
import { logError } from '#pwa/data/log.ts';
import { useOrder } from '#pwa/data/orders/use-orders.ts';
import { keepDraftOrder } from '#pwa/data/orders/draft-order-store.ts';
import { useKeptDraftOrder } from '#pwa/data/orders/use-draft-orders.ts';
import { useRejectedChanges } from '#pwa/data/queries/use-rejected-changes.ts';
import { toOrderOfRejectedChange } from './order-of-rejected-change.ts';

export interface DraftOrder {
  readonly isLoading: boolean;
  readonly content: DraftOrderContent;
  /** What is changed is an order already: its creation, as an ISO time with offset. */
  readonly orderCreatedAt: string | undefined;
  /** Whether the last change could not be kept on this device. */
  readonly hasFailed: boolean;
  readonly change: (change: (content: DraftOrderContent) => DraftOrderContent) => void;
}

interface Mine {
  readonly id: string;
  readonly content: DraftOrderContent;
  /** Epoch milliseconds. */
  readonly changedAt: number;
}

/**
 * What is chosen for an order: shown at once and kept with every change. An order that is changed begins with what the
 * server had refused of it, or else as it is.
 */
export function useDraftOrder(id: string): DraftOrder {
  const { draftOrders } = useAppStore();
  const kept = useKeptDraftOrder(id);
  const { status, kept: order } = useOrder(id);
  const [refused] = useRejectedChanges({ collection: 'ukraines', documentId: id });
  const [mine, setMine] = useState<Mine>();
  const [hasFailed, setHasFailed] = useState(false);

  // What another tab has changed since is newer.
  const isMine = mine?.id === id && (!kept || mine.changedAt >= kept.changedAt);
  const begun = (refused && toOrderOfRejectedChange(refused)) ?? order?.order;
  const content = isMine ? mine.content : (kept ?? (begun ? toDraftOrderContent(begun) : EMPTY_DRAFT_ORDER));

  function change(next: (content: DraftOrderContent) => DraftOrderContent): void {
    const changed = next(content);
    if (changed === content) return;
    // Later than all before it, so that none of those takes it back when it is kept at last.
    const changedAt = Math.max(Date.now(), (mine?.changedAt ?? 0) + 1, (kept?.changedAt ?? 0) + 1);
    setMine({ id, content: changed, changedAt });
    draftOrders
      .change((parts) => keepDraftOrder(parts, id, changed, changedAt))
      .then(
        () => setHasFailed(false),
        (error: unknown) => {
          logError('A sketch could not be kept:', error);
          setHasFailed(true);
        },
      );
  }

  return {
    isLoading: !isMine && (kept === undefined || (kept === null && status === 'loading')),
    content,
    orderCreatedAt: order?.order.createdAt,
    hasFailed,
    change,
  };
}
