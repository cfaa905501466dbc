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

/** The products of one payment. */
export interface Order {
  /** Assigned by the server. */
  readonly orderNumber?: string | undefined;
  readonly currency: string;
  readonly totalCents: number;
  readonly lines: readonly OrderLine[];
}

/** Converts a cart to an order, without products that have no price or can't be bought. */
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

/** The server's order, prices included, with the pictures that this device has. */
export function withPictures(order: Order, known: Order | undefined): Order {
  const pictures = new Map(known?.lines.map(({ productId, picture }) => [productId, picture]));
  const lines = order.lines.map((line) => {
    const picture = line.picture ?? pictures.get(line.productId);
    return picture ? { ...line, picture } : line;
  });
  return { ...order, lines };
}

/** Cart items, or the part of their quantity, that the order doesn't include. */
export function toLeftover(items: readonly CartItem[], { lines }: Order): readonly CartItem[] {
  return items.flatMap((item) => {
    const ordered = lines.find(({ productId }) => productId === item.FBUID)?.quantity ?? 0;
    const productCount = item.productCount - ordered;
    return productCount > 0 ? [{ ...item, productCount }] : [];
  });
}
