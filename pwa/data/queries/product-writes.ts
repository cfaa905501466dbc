import type { Product } from '#shared/collections/products.ts';
import type { ProductContent } from '#shared/domain/product-form.ts';
import type { AppStore } from '../app-store.ts';
import { isKnownToServer, readState } from '../sync/local-states.ts';

/** Whether a product on this device has an id, or had it before it was deleted. */
export async function isIdTaken({ localStore }: AppStore, id: string): Promise<boolean> {
  const { database } = await localStore.whenOpen();
  const state = await readState(database, 'products', id);
  return state !== undefined && (!state._deleted || isKnownToServer(state));
}

/**
 * Stores a new product on this device and pushes it as soon as there is a network.
 * @returns `taken` when another product has the id; then nothing was written
 * @throws AppError `invalid-argument` with the field's path
 */
export async function createProduct(
  app: AppStore,
  id: string,
  content: ProductContent,
): Promise<'saved' | 'taken'> {
  const store = await app.localStore.whenOpen();
  let isTaken = await isIdTaken(app, id);
  if (isTaken) return 'taken';
  await store.write('products', id, (current) => {
    isTaken = current !== undefined;
    return isTaken ? 'keep' : content;
  });
  return isTaken ? 'taken' : 'saved';
}

/**
 * Stores a change of a product, like `createProduct`.
 * @param toContent the new content, from the newest state on this device
 * @returns `gone` when the product was deleted; then nothing was written
 */
export async function updateProduct(
  { localStore }: AppStore,
  id: string,
  toContent: (current: Product) => ProductContent,
): Promise<'saved' | 'gone'> {
  const store = await localStore.whenOpen();
  let isGone = false;
  await store.write('products', id, (current) => {
    isGone = current === undefined;
    return current ? toContent(current) : 'keep';
  });
  return isGone ? 'gone' : 'saved';
}

/** The name of another product on this device with a price id, which each product needs for itself. */
export async function findProductWithPrice(
  { localStore }: AppStore,
  priceId: string,
  id: string | undefined,
): Promise<string | undefined> {
  const { database } = await localStore.whenOpen();
  const products = await database.products.find().exec();
  return products.find(
    ({ FBUID, productPrices }) => FBUID !== id && productPrices[0]?.description === priceId,
  )?.productName;
}
