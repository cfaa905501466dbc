import type { Page } from 'playwright-core';
import { readDeviceId } from './device-id.ts';
import type { RunningShop } from './shop-server.ts';

/** Quantities in a device's cart on the server. */
export async function storedQuantities(page: Page, shop: RunningShop): Promise<readonly number[]> {
  const fid = await readDeviceId(page);
  const response = await shop.admin(`/testing/data/checkouts/${fid}`);
  if (response.status === 404) return [];
  const { checkoutItems } = (await response.json()) as { checkoutItems: { productCount: number }[] };
  return checkoutItems.map((item) => item.productCount);
}
