import { useNavigate } from 'react-router-dom';
import { toDraftOrderPath } from '#shared/api/document-paths.ts';
import { toDraftOrderTitle } from '#shared/domain/draft-order.ts';
import { useAppStore } from '#pwa/data/app-store.ts';
import { logError } from '#pwa/data/log.ts';
import type { DraftOrder } from '#pwa/data/orders/draft-order-record.ts';
import { copyDraftOrder, dropDraftOrder } from '#pwa/data/orders/draft-order-store.ts';
import { useToast } from '#pwa/ui/toasts.ts';

export interface DraftOrderActions {
  /** Copies it and opens the copy. */
  readonly duplicate: (draftOrder: DraftOrder) => void;
  /** Deletes it, with an Undo for a while. */
  readonly remove: (draftOrder: DraftOrder) => Promise<void>;
}

export function useDraftOrderActions(): DraftOrderActions {
  const { draftOrders } = useAppStore();
  const showToast = useToast();
  const navigate = useNavigate();

  async function attempt(action: () => Promise<void>): Promise<void> {
    try {
      await action();
    } catch (error) {
      logError('A draft order could not be changed:', error);
      showToast({ text: 'That did not work. Nothing was lost; try again.', tone: 'error' });
    }
  }

  return {
    duplicate: (draftOrder) =>
      void attempt(async () => {
        const id = await draftOrders.change((parts) => copyDraftOrder(parts, draftOrder));
        showToast({ text: 'This is the copy. The first one stays as it is.' });
        await navigate(toDraftOrderPath(id));
      }),
    remove: (draftOrder) =>
      attempt(async () => {
        const restore = await draftOrders.change((parts) => dropDraftOrder(parts, draftOrder.id));
        showToast({
          text: `The draft order “${toDraftOrderTitle(draftOrder)}” was deleted.`,
          action: { text: 'Undo', act: () => void attempt(() => draftOrders.change(restore)) },
        });
      }),
  };
}
