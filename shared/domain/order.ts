import type { CartItem } from '#shared/collections/checkouts.ts';
import type { ProductEntry } from '#shared/collections/products.ts';
import { toLineCents, toPaymentLines } from './cart.ts';
import { toThumbnail, toUnitPriceCents } from './product-entries.ts';

/** One line of an order, with the price it was ordered at. */
export interface OrderLine {
  readonly productId: string;
  readonly name: string;
  readonly quantity: number;
  readonly unitCents: number;
  readonly picture?: Pick<ProductEntry, 'value' | 'label'> | undefined;
}

/** What somebody pays for in one go. */
export interface Order {
  /** As the confirmation mail names it; the server gives it. */
  readonly reference?: string | undefined;
  readonly currency: string;
  readonly totalCents: number;
  readonly lines: readonly OrderLine[];
}

/** The order a cart becomes: what has no price or can't be paid for is not part of it. */
export function toOrder(items: readonly CartItem[], currency: string): Order {
  const ordered = items.filter((item) => toPaymentLines([item]).length > 0);
  return {
    currency,
    totalCents: ordered.reduce((sum, item) => sum + (toLineCents(item) ?? 0), 0),
    lines: ordered.map((item) => {
      const thumbnail = toThumbnail(item);
      return {
        productId: item.FBUID,
        name: item.productName,
        quantity: item.productCount,
        unitCents: toUnitPriceCents(item) ?? 0,
        ...(thumbnail && { picture: { value: thumbnail.value, label: thumbnail.label } }),
      };
    }),
  };
}

/** An order as the server has it, with the pictures this device knows. The server's prices are the ones that count. */
export function withPictures(order: Order, known: Order | undefined): Order {
  const pictures = new Map(known?.lines.map(({ productId, picture }) => [productId, picture]));
  const lines = order.lines.map((line) => {
    const picture = line.picture ?? pictures.get(line.productId);
    return picture ? { ...line, picture } : line;
  });
  return { ...order, lines };
}

/** What of a cart was not part of an order, or more of it than was ordered. */
export function toLeftover(items: readonly CartItem[], { lines }: Order): readonly CartItem[] {
  return items.flatMap((item) => {
    const ordered = lines.find(({ productId }) => productId === item.FBUID)?.quantity ?? 0;
    const productCount = item.productCount - ordered;
    return productCount > 0 ? [{ ...item, productCount }] : [];
  });
}
