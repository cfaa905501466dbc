import type { RxDocument } from 'rxdb/plugins/core';
import { combineLatest, map } from 'rxjs';
import type { Product } from '#shared/collections/products.ts';
import { useAppStore } from '../app-store.ts';
import { hasArrived } from '../sync/has-arrived.ts';
import { useServedPage, type ServedList } from './ssr-data.ts';
import { useQuery } from './use-query.ts';

export interface ProductList {
  /** `arriving`: the list is incomplete, so neither its length nor a missing product means anything. */
  readonly status: 'loading' | 'arriving' | 'ready';
  readonly products: readonly Product[];
  /** Set when the products are one page of a list, served with the page. */
  readonly served?: ServedList;
}

const NONE: readonly Product[] = [];

/**
 * All products on this device, live. Until they have all arrived, the ones served with the page, which have only the
 * fields their cards show.
 * @param query the list's query string; a served list applies to one
 */
export function useProducts(query: string): ProductList {
  const { connection, earlyProducts } = useAppStore();
  const served = useServedPage()?.list;
  const early = earlyProducts.read();
  const found = useQuery<[readonly Product[], boolean]>(
    'products',
    ({ database }) => {
      const products = database.products.find().$.pipe(map((all) => all.map(toProduct)));
      return combineLatest([products, hasArrived({ database, connection }, 'products')]);
    },
    early && [early, false],
  );
  const [products, isComplete] = found ?? [NONE, false];
  if (isComplete) return { status: 'ready', products };
  if (served?.query === query) return { status: 'ready', products: served.cards, served };
  const known = products.length > 0 ? products : (served?.cards ?? NONE);
  return { status: known.length > 0 ? 'arriving' : 'loading', products: known };
}

const plainProducts = new WeakMap<RxDocument<Product>, Product>();

/** Returns the same object for the same state of a product, so that derived values can be cached by it. */
function toProduct(document: RxDocument<Product>): Product {
  const product = plainProducts.get(document) ?? (document.toJSON() as Product);
  plainProducts.set(document, product);
  return product;
}

export interface OneProduct {
  readonly status: 'loading' | 'ready' | 'missing';
  readonly product?: Product;
}

interface Found {
  readonly product?: Product | undefined;
  readonly isGone: boolean;
}

/** One product by id; `missing` only once all products have arrived, or when the device is offline. */
export function useProduct(id: string): OneProduct {
  const served = useServedPage()?.product;
  const { connection, earlyProducts } = useAppStore();
  const early = earlyProducts.read()?.find(({ FBUID }) => FBUID === id);
  const found = useQuery<[Found, boolean]>(
    `product ${id}`,
    ({ database }) => {
      let wasHere = false;
      const one = database.products.findOne(id).$.pipe(
        map((document) => {
          const product = document?.toJSON() as Product | undefined;
          wasHere ||= product !== undefined;
          return { product, isGone: wasHere && !product };
        }),
      );
      return combineLatest([one, hasArrived({ database, connection }, 'products')]);
    },
    early && [{ product: early, isGone: false }, false],
  );
  const [{ product, isGone } = { isGone: false }, isComplete] = found ?? [];
  if (product) return { status: 'ready', product };
  // Products arrive in several pages: this one may still be on its way.
  if (served && !isGone) return { status: 'ready', product: served };
  return { status: isComplete || isGone || served === null ? 'missing' : 'loading' };
}
