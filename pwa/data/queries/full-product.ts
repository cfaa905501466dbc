import type { Product } from '#shared/collections/products.ts';
import type { AppStore } from '../app-store.ts';
import { pageClient } from '../sync/page-client.ts';
import { readThrough } from '../sync/read-through.ts';

/** A product with all fields: from this device, or from the server if it hasn't arrived yet. @throws AppError */
export async function findFullProduct(app: AppStore, { FBUID }: Product): Promise<Product> {
  const { database } = await app.localStore.whenOpen();
  const local = await database.products.findOne(FBUID).exec();
  if (local) return local.toJSON() as Product;
  const { isOnline } = app.connection.current;
  const [document] = await readThrough(pageClient(app), isOnline, { collection: 'products', id: FBUID });
  return document as unknown as Product;
}
