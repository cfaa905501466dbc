import { combineLatest, map } from 'rxjs';
import type { Product } from '#shared/collections/products.ts';
import { hasArrived } from './has-arrived.ts';
import { useQuery } from './use-query.ts';

export interface ProductList {
  readonly status: 'loading' | 'ready';
  readonly products: readonly Product[];
}

const NONE: readonly Product[] = [];

/** All products on this device, and what becomes of them while one looks. */
export function useProducts(): ProductList {
  const found = useQuery('products', ({ database }) => {
    const products = database.products
      .find()
      .$.pipe(map((all) => all.map((product) => product.toJSON() as Product)));
    return combineLatest([products, hasArrived(database, 'products')]);
  });
  if (!found) return { status: 'loading', products: NONE };
  const [products, isComplete] = found;
  return { status: products.length === 0 && !isComplete ? 'loading' : 'ready', products };
}

export interface OneProduct {
  readonly status: 'loading' | 'ready' | 'missing';
  readonly product?: Product;
}

/** One product by id; `missing` only once the server's products have arrived here, or the network can't be asked. */
export function useProduct(id: string): OneProduct {
  const found = useQuery(`product ${id}`, ({ database }) => {
    const one = database.products
      .findOne(id)
      .$.pipe(map((product) => product?.toJSON() as Product | undefined));
    return combineLatest([one, hasArrived(database, 'products')]);
  });
  const [product, isComplete] = found ?? [];
  if (product) return { status: 'ready', product };
  return { status: isComplete ? 'missing' : 'loading' };
}
