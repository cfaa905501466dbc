import type { Page, Request } from 'playwright-core';
import { ACCESS_CODE_HEADER } from '#shared/api/routes.ts';
import type { PurchaseOrder } from '#shared/collections/purchase-orders.ts';
import type { RunningShop } from './shop-server.ts';

type OrderContent = Omit<PurchaseOrder, 'writeId' | 'sync'>;

/** A device that holds the access code's token. */
export interface UnlockedDevice {
  /** Stores an order on the server as this device; the app then pulls it. */
  store(order: OrderContent): Promise<void>;
}

/** Opens a locked page and enters the access code. */
export async function openUnlocked(page: Page, shop: RunningShop, path: string): Promise<UnlockedDevice> {
  const header = ACCESS_CODE_HEADER.toLowerCase();
  const isUnlocked = (request: Request) => request.headers()[header] !== undefined;
  await page.goto(shop.origin + path);
  const [request] = await Promise.all([
    page.waitForRequest(isUnlocked),
    page.getByLabel('Access code').fill(shop.accessCode),
  ]);
  const { authorization = '', [header]: token = '' } = request.headers();
  return {
    async store(order) {
      const response = await fetch(`${shop.origin}/api/v1/testing/data/ukraines/${order.FBUID}`, {
        method: 'PUT',
        headers: { authorization, [header]: token, 'content-type': 'application/json' },
        body: JSON.stringify(order),
      });
      if (!response.ok) throw new Error(`The order was not stored: ${await response.text()}`);
    },
  };
}
