import type { SelectedComponent } from '#shared/collections/purchase-orders.ts';
import {
  PRICE_LISTS,
  TODAYS_PRICES,
  type CatalogueComponent,
  type PriceList,
} from './component-catalogue.ts';

/** Prices that a component ever had, in USD, oldest first; empty for a component that was in no list. */
export function pricesOf(name: string, lists: readonly PriceList[] = PRICE_LISTS): readonly number[] {
  return lists.flatMap((list) => findComponent(list, name)?.price ?? []);
}

/** A line whose price isn't today's. */
export interface PriceChange {
  readonly name: string;
  /** USD. */
  readonly was: number;
  /** Today's price in USD; `undefined` for a component that isn't offered any more. */
  readonly now: number | undefined;
}

/** The lines that were picked from an earlier price list. */
export function findPriceChanges(
  lines: readonly SelectedComponent[],
  today: PriceList = TODAYS_PRICES,
): readonly PriceChange[] {
  return lines.flatMap(({ name, price: was }) => {
    const now = findComponent(today, name)?.price;
    return was === now ? [] : [{ name, was, now }];
  });
}

/** The lines at today's prices; a component that isn't offered any more keeps its own. */
export function toTodaysPrices(
  lines: readonly SelectedComponent[],
  today: PriceList = TODAYS_PRICES,
): readonly SelectedComponent[] {
  return lines.map((line) => ({ ...line, price: findComponent(today, line.name)?.price ?? line.price }));
}

function findComponent({ components }: PriceList, wanted: string): CatalogueComponent | undefined {
  return Object.values(components)
    .flat()
    .find(({ name }) => name === wanted);
}
