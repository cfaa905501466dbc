import { ANONYMOUS } from '#shared/access/actor.ts';
import type { Product } from '#shared/collections/products.ts';
import { toPriceId } from '#shared/domain/product-entries.ts';
import { listWire } from './document-calls.ts';
import type { DocumentStore } from './document-store.ts';

/** The store's products, found by the price id they are paid with. */
export interface ProductIndex {
  list(): Promise<readonly Product[]>;
  findByPriceId(priceId: string): Promise<Product | undefined>;
}

/** Reads all products once, and again after a commit that touched them. */
export function createProductIndex(store: DocumentStore): ProductIndex {
  let reading: Promise<readonly Product[]> | undefined;
  store.onCommit(({ touched }) => {
    if (touched.some(({ collection }) => collection === 'products')) reading = undefined;
  });
  const list = () => (reading ??= readProducts(store));
  return {
    list,
    findByPriceId: async (priceId) => (await list()).find((product) => toPriceId(product) === priceId),
  };
}

async function readProducts(store: DocumentStore): Promise<readonly Product[]> {
  const products: Product[] = [];
  for await (const document of listWire(store, 'products', ANONYMOUS)) {
    products.push(document as unknown as Product);
  }
  return products;
}
