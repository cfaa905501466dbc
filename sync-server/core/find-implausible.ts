import type { CartItem } from '#shared/collections/checkouts.ts';
import type { PurchaseOrder } from '#shared/collections/purchase-orders.ts';
import { PRICE_LISTS, type PriceList } from '#shared/domain/component-catalogue.ts';
import { pricesOf } from '#shared/domain/order-prices.ts';
import { PURCHASE_ORDER_CURRENCY, VALIDITY_DAYS } from '#shared/domain/purchase-order.ts';
import { isJsonEqual } from '#shared/kernel/json.ts';
import { formatCents } from '#shared/kernel/money.ts';
import type { DocumentData } from './stored-document.ts';

export interface Implausibility {
  readonly path: string;
  /** A sentence for the person who made the write. */
  readonly message: string;
}

interface Reference {
  /** ISO time of the server's clock. */
  readonly at: string;
  /** Oldest first. */
  readonly lists?: readonly PriceList[];
}

/**
 * Finds a field that is valid by itself but makes no sense with the others or with the price lists. Only what the write
 * changes is checked, so that documents stored earlier can still be edited.
 * @param data valid content
 * @param before the stored content, if any
 */
export function findImplausible(
  collection: string,
  data: DocumentData,
  before: DocumentData | undefined,
  { at, lists = PRICE_LISTS }: Reference,
): Implausibility | undefined {
  if (collection === 'checkouts') return findInCart(data as unknown as Cart, before);
  if (collection !== 'ukraines') return undefined;
  const order = data as unknown as PurchaseOrder;
  return findInTime(order, before, at) ?? findInPurpose(order, before) ?? findInLines(order, before, lists);
}

interface Cart {
  readonly checkoutItems: readonly CartItem[];
}

/** A product twice would be a way past the limit of ten. */
function findInCart({ checkoutItems }: Cart, before: DocumentData | undefined): Implausibility | undefined {
  if (isJsonEqual(checkoutItems, before?.['checkoutItems'])) return undefined;
  const index = findRepeated(checkoutItems.map(({ FBUID }) => FBUID));
  if (index < 0) return undefined;
  const message = 'This product is in the cart twice. Give one line the whole quantity.';
  return { path: `checkoutItems[${index}].FBUID`, message };
}

const DAY_MS = 86_400_000;
/** A device's clock may be this far ahead. */
const LONGEST_LEAD_MS = VALIDITY_DAYS * DAY_MS;

/** An order can't be older than the first price list, or made in the future. */
function findInTime(
  { createdAt }: PurchaseOrder,
  before: DocumentData | undefined,
  at: string,
): Implausibility | undefined {
  if (createdAt === before?.['createdAt']) return undefined;
  const day = createdAt.slice(0, 10);
  const isAhead = Date.parse(createdAt) > Date.parse(at) + LONGEST_LEAD_MS;
  if (day >= PRICE_LISTS[0].validFrom && !isAhead) return undefined;
  const message = `This order is dated ${day}, which can’t be right. Check the date of this device, then send the order again.`;
  return { path: 'createdAt', message };
}

function findInPurpose(order: PurchaseOrder, before: DocumentData | undefined): Implausibility | undefined {
  const { role, engineeringNeeds, missionType } = order;
  const isSame = (['role', 'engineeringNeeds', 'missionType'] as const).every(
    (field) => order[field] === before?.[field],
  );
  if (isSame) return undefined;
  if (engineeringNeeds !== '' && role !== 'Drone Engineer') {
    const message = `Only a Drone Engineer names engineering needs; the role of this order is ${role}.`;
    return { path: 'engineeringNeeds', message };
  }
  if (missionType !== '' && role !== 'Drone Pilot') {
    const message = `Only a Drone Pilot names a mission type; the role of this order is ${role}.`;
    return { path: 'missionType', message };
  }
  return undefined;
}

/** Every part and price must have been in a price list, whichever: a draft order keeps the prices it was made with. */
function findInLines(
  { selectedComponents: lines }: PurchaseOrder,
  before: DocumentData | undefined,
  lists: readonly PriceList[],
): Implausibility | undefined {
  const stored = (before?.['selectedComponents'] ?? []) as PurchaseOrder['selectedComponents'];
  if (isJsonEqual(lines, stored)) return undefined;
  const repeated = findRepeated(lines.map(({ name }) => name));
  for (const [index, { name, price }] of lines.entries()) {
    const path = `selectedComponents[${index}]`;
    if (index === repeated) {
      const message = `“${name}” is in this order twice. Give one line the whole quantity.`;
      return { path: `${path}.name`, message };
    }
    const prices = pricesOf(name, lists);
    if (prices.includes(price) || stored.some((line) => line.name === name && line.price === price)) continue;
    const last = prices.at(-1);
    if (last === undefined) return { path: `${path}.name`, message: `“${name}” was never in the catalogue.` };
    const message = `“${name}” never cost ${format(price)}. Its price is ${format(last)}.`;
    return { path: `${path}.price`, message };
  }
  return undefined;
}

/** A price that isn't in whole cents is shown as it is. */
function format(price: number): string {
  const cents = Math.round(price * 100);
  return cents / 100 === price
    ? formatCents(cents, PURCHASE_ORDER_CURRENCY)
    : `${PURCHASE_ORDER_CURRENCY} ${price}`;
}

/** Index of the first value that has occurred before, or -1. */
function findRepeated(values: readonly string[]): number {
  const seen = new Set<string>();
  return values.findIndex((value) => seen.size === seen.add(value).size);
}
