import { BACK_OFFICE_ROUTES } from '#shared/api/back-office-routes.ts';
import type { Product } from '#shared/collections/products.ts';
import type { ProductContent } from '#shared/domain/product-form.ts';
import type { AppStore } from '../app-store.ts';
import { logNotice } from '../log.ts';
import { isKnownToServer, readState } from '../sync/local-states.ts';
import { pageClient } from '../sync/page-client.ts';
import { readRights } from '../sync/rights.ts';

/** How long a person waits for the server to say whether an id is taken. */
const ANSWER_MS = 3000;

/**
 * Whether a product has an id, or had it before it was deleted, as far as this device knows. For staff with a connection
 * the server is asked; it decides in any case.
 */
export async function isIdTaken(app: AppStore, id: string): Promise<boolean> {
  const { database } = await app.localStore.whenOpen();
  const state = await readState(database, 'products', id);
  if (state !== undefined && (!state._deleted || isKnownToServer(state))) return true;
  if (!app.connection.current.isOnline || !readRights(app).isStaff) return false;
  try {
    const signal = AbortSignal.timeout(ANSWER_MS);
    const params = { collection: 'products', id };
    const { exists, deleted } = await pageClient(app).call(BACK_OFFICE_ROUTES.exists, { params, signal });
    return exists || deleted;
  } catch (error) {
    logNotice('The server could not be asked for an id.', error);
    return false;
  }
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
