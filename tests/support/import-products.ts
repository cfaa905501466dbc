import { expect } from 'vitest';
import type { Shop } from './shop-server.ts';

/** Imports products into a test's own server. */
export async function importProducts(shop: Shop, products: readonly object[]): Promise<void> {
  const response = await fetch(`${shop.origin}/api/v1/admin/import/products`, {
    method: 'POST',
    headers: { authorization: `Bearer ${shop.adminToken}`, 'content-type': 'application/x-ndjson' },
    body: products.map((product) => JSON.stringify(product)).join('\n'),
  });
  expect(response.status, await response.text()).toBe(200);
}
