import type { Product } from '#shared/collections/products.ts';
import { MAX_ITEM_COUNT } from '#shared/collections/checkouts.ts';
import type { PaymentLine } from '#shared/domain/cart.ts';
import { toUnitPriceCents } from '#shared/domain/product-entries.ts';
import { formatCents } from '#shared/kernel/money.ts';
import { AppError } from '#shared/kernel/app-error.ts';
import type { GatewayLine } from './payment-gateway.ts';
import type { Quote, QuotedLine } from './payment.ts';

export type FindProductByPriceId = (priceId: string) => Promise<Product | undefined>;

export interface QuoteSource {
  readonly findProductByPriceId: FindProductByPriceId;
  readonly currency: string;
}

/**
 * Prices lines by the shop's own products; callers cannot set prices.
 * @throws AppError `invalid-argument` with the line's path for an unknown product, an unreadable price or more than ten
 */
export async function quoteLines(source: QuoteSource, lines: readonly PaymentLine[]): Promise<Quote> {
  const quoted: QuotedLine[] = [];
  const counts = new Map<string, number>();
  for (const [index, { price, quantity }] of lines.entries()) {
    const product = await source.findProductByPriceId(price);
    const unitCents = product && toUnitPriceCents(product);
    if (!product || unitCents === undefined) {
      throw refused(
        `lines[${index}].price`,
        'One of these products is no longer sold. Nothing was charged; look at your cart.',
      );
    }
    const count = (counts.get(price) ?? 0) + quantity;
    if (count > MAX_ITEM_COUNT) {
      throw refused(`lines[${index}].quantity`, `A quantity is at most ${MAX_ITEM_COUNT}.`);
    }
    counts.set(price, count);
    quoted.push({ priceId: price, productId: product.FBUID, name: product.productName, quantity, unitCents });
  }
  const totalCents = quoted.reduce((sum, { quantity, unitCents }) => sum + quantity * unitCents, 0);
  return { lines: quoted, totalCents, currency: source.currency };
}

/** How a paid session differs from its quote; `undefined` when it matches. */
export function findMismatch(
  quote: Quote,
  paid: { readonly totalCents: number; readonly currency: string; readonly lines: readonly GatewayLine[] },
): string | undefined {
  if (paid.currency !== quote.currency || paid.totalCents !== quote.totalCents)
    return `paid ${toText(paid)}, quoted ${toText(quote)}`;
  return toCounts(paid.lines) === toCounts(quote.lines) ? undefined : 'paid lines differ from the quote';
}

function toText({ totalCents, currency }: Pick<Quote, 'totalCents' | 'currency'>): string {
  return `${formatCents(totalCents, currency)} (${currency})`;
}

function toCounts(lines: readonly GatewayLine[]): string {
  const counts = new Map<string, number>();
  for (const { priceId, quantity } of lines) counts.set(priceId, (counts.get(priceId) ?? 0) + quantity);
  return JSON.stringify([...counts].toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

function refused(path: string, message: string): AppError {
  return new AppError('invalid-argument', message, { path });
}
