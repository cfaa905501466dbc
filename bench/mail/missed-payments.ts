import { startShopServer } from '../../tests/support/shop-server.ts';

const LIMITS = {
  CHECKOUTS_PER_HOUR: '99999',
  CHECKOUTS_PER_HOUR_OF_NETWORK: '99999',
  CHECKOUTS_PER_HOUR_IN_TOTAL: '99999',
};

/**
 * Pays without a word to the shop, and starts the shop again.
 * @param buy pays for one product
 * @returns seconds from the start until every payment has its order; the first look comes ten seconds after the start
 */
export async function measureMissed(
  payments: number,
  buy: (origin: string, number: number) => Promise<string>,
): Promise<number> {
  const shop = await startShopServer(LIMITS);
  try {
    for (let count = 0; count < payments; count++) await buy(shop.origin, count);
    await shop.end();
    const from = performance.now();
    await shop.restart();
    while ((await countOrders(shop.admin)) < payments)
      await new Promise((resolve) => setTimeout(resolve, 200));
    return (performance.now() - from) / 1000;
  } finally {
    await shop.stop();
  }
}

async function countOrders(admin: (path: string) => Promise<Response>): Promise<number> {
  const response = await admin('/admin/collections/orders');
  return response.ok ? ((await response.json()) as { readonly documents: number }).documents : 0;
}
