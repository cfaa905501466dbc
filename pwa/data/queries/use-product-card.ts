import type { Product } from '#shared/collections/products.ts';
import { useServedPage } from './ssr-data.ts';
import { mapResults, useQuery } from './use-query.ts';

/** What a card shows of one product, live; the one served with the page until this device has its own. */
export function useProductCard(id: string): Product | undefined {
  const served = useServedPage()?.list?.cards.find(({ FBUID }) => FBUID === id);
  const stored = useQuery(`card ${id}`, ({ database }) =>
    mapResults(database.products.findOne(id).$, (document) => document?.toJSON() as Product | undefined),
  );
  return stored ?? served;
}
