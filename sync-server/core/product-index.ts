import { ANONYMOUS } from '#shared/access/actor.ts';
import { toReadScope } from '#shared/access/decide-access.ts';
import type { Product } from '#shared/collections/products.ts';
import { toPriceId } from '#shared/domain/product-entries.ts';
import type { DocumentStore } from './document-store.ts';
import { PRODUCTS } from './find-taken-price.ts';
import { toWireText } from './to-wire.ts';

/** The store's products, found by the price id they are paid with. */
export interface ProductIndex {
  /** In order of their ids. A product that was not changed is the same object as before. */
  list(): Promise<readonly Product[]>;
  findByPriceId(priceId: string): Promise<Product | undefined>;
}

const PAGE = { limit: 500, maxCharacters: 1_048_576 };
const SCOPE = toReadScope(PRODUCTS, ANONYMOUS);

/** Keeps the products in memory from the first time they are asked for, and reads what changed when asked again. */
export function createProductIndex(store: DocumentStore): ProductIndex {
  const products = new Map<string, Product>();
  let position = 0;
  let isStale = true;
  let reading: Promise<readonly Product[]> = Promise.resolve([]);
  store.onCommit(({ touched }) => {
    if (touched.some(({ collection }) => collection === PRODUCTS)) isStale = true;
  });

  async function readChanges(): Promise<readonly Product[]> {
    for (;;) {
      const page = await store.changesSince({ collection: PRODUCTS, scope: SCOPE, after: position, ...PAGE });
      if (position > 0 && position < page.purgeHorizon) {
        // Tombstones after this position may be gone.
        products.clear();
        position = 0;
        continue;
      }
      for (const document of page.documents) {
        const text = document.deleted ? undefined : toWireText(document, ANONYMOUS);
        if (text === undefined) products.delete(document.id);
        else products.set(document.id, JSON.parse(text) as Product);
      }
      for (const { id } of page.evictions) products.delete(id);
      const last = Math.max(page.documents.at(-1)?.sequence ?? 0, page.evictions.at(-1)?.sequence ?? 0);
      const isWhole = !page.isCut && page.documents.length + page.evictions.length < PAGE.limit;
      position = isWhole ? page.newest : last;
      if (isWhole) return [...products.values()].toSorted((a, b) => (a.FBUID < b.FBUID ? -1 : 1));
    }
  }

  function list(): Promise<readonly Product[]> {
    if (!isStale) return reading;
    isStale = false;
    reading = reading
      .catch(() => [])
      .then(readChanges)
      .catch((error: unknown) => {
        isStale = true;
        throw error;
      });
    return reading;
  }

  return {
    list,
    findByPriceId: async (priceId) => (await list()).find((product) => toPriceId(product) === priceId),
  };
}
