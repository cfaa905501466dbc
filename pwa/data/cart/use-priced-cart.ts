import { combineLatest, distinctUntilChanged, map, Observable, switchMap } from 'rxjs';
import type { CartItem } from '#shared/collections/checkouts.ts';
import type { Product } from '#shared/collections/products.ts';
import { priceLine, type PricedLine } from '#shared/domain/priced-line.ts';
import { useAppStore } from '../app-store.ts';
import { useQuery } from '../queries/use-query.ts';
import { useConnection } from '../sync/use-connection.ts';
import { hasArrived } from '../sync/has-arrived.ts';

type Products = ReadonlyMap<string, Product>;

/** The cart's lines at the current prices of the products on this device, live. */
export function usePricedCart(items: readonly CartItem[]): readonly PricedLine[] {
  const { connection, cartMirror, earlyProducts } = useAppStore();
  const { isOnline } = useConnection();
  const early = earlyProducts.read();
  const found = useQuery<[Products, boolean]>(
    'cart prices',
    ({ database }) => {
      const ids = new Observable<readonly string[]>((subscriber) => {
        const emit = () => subscriber.next(cartMirror.items.map(({ FBUID }) => FBUID));
        emit();
        return cartMirror.subscribe(emit);
      }).pipe(distinctUntilChanged((a, b) => a.join('|') === b.join('|')));
      const products = ids.pipe(
        switchMap((inCart) => database.products.findByIds([...inCart]).$),
        map((documents) => new Map([...documents].map(([id, one]) => [id, one.toJSON() as Product]))),
      );
      return combineLatest([products, hasArrived({ database, connection }, 'products')]);
    },
    early && [new Map(early.map((product) => [product.FBUID, product])), false],
  );
  const [products, isComplete] = found ?? [undefined, false];
  // Offline, the product may only be missing from this device.
  return items.map((item) => priceLine(item, products?.get(item.FBUID), isComplete && isOnline));
}
