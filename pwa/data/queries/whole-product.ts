import type { Product } from '#shared/collections/products.ts';
import { connection } from '../platform.ts';
import { whenStore } from '../store/store-provider.ts';
import { pageClient } from '../sync/page-client.ts';
import { readThrough } from '../sync/read-through.ts';

/** All of a product: from this device, or from the server while it hasn't arrived here. @throws AppError */
export async function findWholeProduct({ FBUID }: Product): Promise<Product> {
  const { database } = await whenStore();
  const local = await database.products.findOne(FBUID).exec();
  if (local) return local.toJSON() as Product;
  const { isOnline } = connection.current;
  const [document] = await readThrough(pageClient(), isOnline, { collection: 'products', id: FBUID });
  return document as unknown as Product;
}
