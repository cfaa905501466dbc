import type { SelectedComponent } from '#shared/collections/purchase-orders.ts';
import {
  COMPONENT_CATEGORIES,
  PRICE_LISTS,
  TODAYS_PRICES,
  type CatalogueComponent,
  type ComponentCategory,
  type PriceList,
} from './component-catalogue.ts';

/** Prices that a component ever had, in USD, oldest first; empty for a component that was in no list. */
export function pricesOf(name: string, lists: readonly PriceList[] = PRICE_LISTS): readonly number[] {
  return lists.flatMap((list) => findComponent(list, name)?.price ?? []);
}

/** The newest category of a component; `undefined` for a component that was in no list. */
export function categoryOf(
  wanted: string,
  lists: readonly PriceList[] = PRICE_LISTS,
): ComponentCategory | undefined {
  const list = lists.findLast((one) => findComponent(one, wanted));
  return COMPONENT_CATEGORIES.find((category) =>
    list?.components[category].some(({ name }) => name === wanted),
  );
}

/** A line whose price isn't today's. */
export interface PriceChange {
  readonly name: string;
  /** USD. */
  readonly was: number;
  /** Today's price in USD; `undefined` for a component that isn't offered any more. */
  readonly now: number | undefined;
  /** Whether the component ever had its price; the server refuses an order with any other. */
  readonly isOurs: boolean;
}

/** The lines whose price isn't that of the newest list. */
export function findPriceChanges(
  lines: readonly SelectedComponent[],
  lists: readonly PriceList[] = PRICE_LISTS,
): readonly PriceChange[] {
  const today = lists.at(-1);
  return lines.flatMap(({ name, price: was }) => {
    const now = today && findComponent(today, name)?.price;
    return was === now ? [] : [{ name, was, now, isOurs: pricesOf(name, lists).includes(was) }];
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
