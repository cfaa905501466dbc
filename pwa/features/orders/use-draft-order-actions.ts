import { useNavigate } from 'react-router-dom';
import { toDraftOrderPath } from '#shared/api/document-paths.ts';
import type { PurchaseOrder } from '#shared/collections/purchase-orders.ts';
import { toDraftOrderContent } from '#shared/domain/draft-order.ts';
import { toTodaysPrices } from '#shared/domain/order-prices.ts';
import { createId } from '#shared/kernel/ids.ts';
import { useAppStore } from '#pwa/data/app-store.ts';
import { logError } from '#pwa/data/log.ts';
import {
  copyDraftOrder,
  dropDraftOrder,
  keepDraftOrder,
  keepLabel,
} from '#pwa/data/orders/draft-order-store.ts';
import { useOrderLabels } from '#pwa/data/orders/use-draft-orders.ts';
import { useToast } from '#pwa/ui/toasts.ts';

export interface DraftOrderActions {
  /** Copies a draft order and opens the copy. @param title names the original */
  readonly duplicate: (id: string, title: string) => void;
  /** Makes a new draft order with an order's lines, at today's prices, and opens it. */
  readonly reorder: (order: PurchaseOrder) => void;
  /** Deletes it, with an Undo for a while. @returns whether it was deleted */
  readonly remove: (id: string, message: string) => Promise<boolean>;
}

export function useDraftOrderActions(): DraftOrderActions {
  const app = useAppStore();
  const { draftOrders } = app;
  const labels = useOrderLabels();
  const showToast = useToast();
  const navigate = useNavigate();

  async function attempt(action: () => Promise<void>): Promise<boolean> {
    try {
      await action();
      return true;
    } catch (error) {
      logError('A draft order could not be changed:', error);
      showToast({ text: 'That did not work. Nothing was lost; try again.', tone: 'error' });
      return false;
    }
  }

  return {
    duplicate: (id, title) =>
      void attempt(async () => {
        const label = toCopyLabel(title, Object.values(labels));
        const copy = await draftOrders.change(async (parts) => {
          const made = await copyDraftOrder(parts, id);
          await keepLabel(parts, made, label);
          return made;
        });
        showToast({ text: 'This is the copy. The first one stays as it is.' });
        await navigate(toDraftOrderPath(copy));
      }),
    reorder: (order) =>
      void attempt(async () => {
        const content = toDraftOrderContent(order);
        const id = createId();
        const lines = toTodaysPrices(content.lines);
        await draftOrders.change((parts) => keepDraftOrder(parts, id, { ...content, lines }));
        showToast({ text: 'This is a new draft order at today’s prices. Confirm sends it.' });
        await navigate(toDraftOrderPath(id));
      }),
    remove: (id, message) =>
      attempt(async () => {
        const restore = await draftOrders.change((parts) => dropDraftOrder(parts, id));
        showToast({
          text: message,
          action: { text: 'Undo', act: () => void attempt(() => draftOrders.change(restore)) },
        });
      }),
  };
}

/** The title with the next free number, such as `FPV Goggles (2)`. */
function toCopyLabel(title: string, taken: readonly string[]): string {
  const base = title.replace(/ \(\d+\)$/, '');
  let number = 2;
  while (taken.includes(`${base} (${number})`)) number++;
  return `${base} (${number})`;
}
