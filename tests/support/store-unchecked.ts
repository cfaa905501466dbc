import { join } from 'node:path';
import { openDatabase } from '#server/stores/sqlite/open-database.ts';
import { createSqliteStore } from '#server/stores/sqlite/sqlite-store.ts';
import { put } from '../contracts/document-store-writes.ts';
import type { ShopServer } from './shop-server.ts';

/** Stores products that the server's rules refuse, as an earlier version did, while the server is down. */
export async function storeUnchecked(
  shop: ShopServer,
  products: readonly { readonly FBUID: string }[],
): Promise<void> {
  await shop.kill();
  const store = createSqliteStore(openDatabase(join(shop.dataDir, 'nankeen.sqlite')));
  const createdAt = '2026-03-02T09:00:00.000Z';
  await put(
    store,
    ...products.map((product) => ({
      collection: 'products',
      id: product.FBUID,
      data: { ...product, createdAt },
    })),
  );
  await store.close();
  await shop.restart();
}
