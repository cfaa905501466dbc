import { BACK_OFFICE_ROUTES } from '#shared/api/back-office-routes.ts';
import type { Product } from '#shared/collections/products.ts';
import { toContent } from '#shared/sync/wire-document.ts';
import type { AppStore } from '../app-store.ts';
import type { Content } from '../store/local-writes.ts';
import type { LocalStore } from '../store/store-provider.ts';
import { readState } from '../sync/local-states.ts';
import { withoutMeta } from '../sync/on-disk.ts';
import { findRecords } from '../sync/outbox.ts';
import { pageClient } from '../sync/page-client.ts';
import { fetchHistory, restoreVersion } from './history.ts';
import { mapResults, type Results } from './use-query.ts';

const PRODUCTS = 'products';

/** How many days the server keeps a deleted product. */
export const RESTORABLE_DAYS = 180;

/** Deletes a product on this device; the server follows as soon as there is a network. */
export async function deleteProduct({ localStore }: AppStore, id: string): Promise<void> {
  const store = await localStore.whenOpen();
  await store.write(PRODUCTS, id, () => 'delete');
}

/**
 * Brings back a product that was deleted on this device. Before the server has the deletion, without a connection.
 * @throws AppError when the server has it and can't be reached, or refuses; the product stays deleted
 */
export async function undeleteProduct(app: AppStore, id: string): Promise<void> {
  const store = await app.localStore.whenOpen();
  const deleted = await readState(store.database, PRODUCTS, id);
  if (!deleted?._deleted) return;
  if ((await findRecords(store.database, PRODUCTS, [id])).size > 0) {
    const { FBUID: _FBUID, createdAt: _createdAt, ...content } = toContent(withoutMeta(deleted));
    await store.write(PRODUCTS, id, (current) =>
      current ? 'keep' : (content as unknown as Content<typeof PRODUCTS>),
    );
    return;
  }
  const { entries } = await fetchHistory(app, PRODUCTS, id);
  const [newest] = entries;
  if (newest?.operation !== 'delete') return;
  await restoreVersion(app, PRODUCTS, id, newest.at);
}

/** Changes with every change of a product that this device pulls, deletions included. */
export function readProductsVersion({ database }: LocalStore): Results<string | undefined> {
  return mapResults(database.checkpoints.findOne(PRODUCTS).$, (record) => record?.checkpoint);
}

/** A deleted product with its last content. */
export interface DeletedProduct {
  readonly product: Product;
  /** ISO time; also the key of the history entry that restores it. */
  readonly deletedAt: string;
  readonly deletedBy: string;
}

export interface DeletedPage {
  /** The last deleted first. */
  readonly products: readonly DeletedProduct[];
  /** For the next page; `null` on the last one. */
  readonly next: number | null;
}

/** A page of deleted products. @param before `next` of the page before @throws AppError */
export async function fetchDeleted(app: AppStore, before?: number): Promise<DeletedPage> {
  const { documents, next } = await pageClient(app).call(BACK_OFFICE_ROUTES.deleted, {
    params: { collection: PRODUCTS },
    query: { before },
  });
  const products = documents.map((document) => {
    const product = document as unknown as Product;
    return { product, deletedAt: product.sync.updatedAt, deletedBy: product.sync.updatedBy };
  });
  return { products, next };
}
