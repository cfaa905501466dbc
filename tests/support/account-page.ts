import type { Page, Request } from 'playwright-core';
import { ACCESS_CODE_HEADER } from '#shared/api/routes.ts';
import type { PurchaseOrder } from '#shared/collections/purchase-orders.ts';
import type { LocalStore } from './shop-server.ts';

type OrderContent = Omit<PurchaseOrder, 'writeId' | 'sync'>;

/** A device on which the access code was entered. */
export interface Holder {
  /** Stores an order as this device's own on the server, from where it comes like any other change. */
  store(order: OrderContent): Promise<void>;
}

/** Opens a locked page and enters the access code in it. */
export async function enterAsHolder(page: Page, shop: LocalStore, path: string): Promise<Holder> {
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
      const answer = await fetch(`${shop.origin}/api/v1/testing/data/ukraines/${order.FBUID}`, {
        method: 'PUT',
        headers: { authorization, [header]: token, 'content-type': 'application/json' },
        body: JSON.stringify(order),
      });
      if (!answer.ok) throw new Error(`The order was not stored: ${await answer.text()}`);
    },
  };
}
