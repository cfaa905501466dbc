import type { Product } from '#shared/collections/products.ts';
import { readFromServer } from './server-reads.ts';
import { whenShop } from './shop-handle.ts';

/** All of a product: from this device, or from the server while it hasn't arrived here. @throws AppError */
export async function findWholeProduct({ FBUID }: Product): Promise<Product> {
  const { database } = await whenShop();
  const local = await database.products.findOne(FBUID).exec();
  if (local) return local.toJSON() as Product;
  const [document] = await readFromServer('products', FBUID);
  return document as unknown as Product;
}
