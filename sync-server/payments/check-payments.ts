import type { PaymentCheck, PaymentDifference, PaymentDifferenceKind } from '#shared/api/payment-routes.ts';
import type { PaidOrder } from '#shared/collections/orders.ts';
import type { Product } from '#shared/collections/products.ts';
import { toRefundedCents } from '#shared/domain/order-states.ts';
import { toPriceId } from '#shared/domain/product-entries.ts';
import { findPriceDifferences, toSoldPrice } from '#shared/domain/provider-prices.ts';
import { utcIso } from '#shared/kernel/clock.ts';
import { formatCents } from '#shared/kernel/money.ts';
import type { StoredDocument } from '#server/core/stored-document.ts';
import type { GatewayPrice, GatewaySession, PaymentGateway } from './payment-gateway.ts';
import type { PaymentStore } from './payment-store.ts';
import { hasOpenReview } from './payment-reviews.ts';
import type { Payment } from './payment.ts';

export interface PaymentCheckParts {
  readonly gateway: PaymentGateway;
  readonly store: Pick<PaymentStore, 'findBySession' | 'listPaid'>;
  readonly readOrder: (id: string) => Promise<StoredDocument | undefined>;
  readonly listProducts: () => Promise<readonly Product[]>;
  readonly currency: string;
}

/**
 * Compares the shop with the payment provider: products and prices, payment links, and payments, refunds and orders
 * since a time (epoch milliseconds). Changes nothing.
 * @throws AppError `unavailable` while the provider is unreachable
 */
export async function checkPayments(parts: PaymentCheckParts, since: number): Promise<PaymentCheck> {
  const products = await parts.listProducts();
  const differences: PaymentDifference[] = findSharedPrices(products);
  for (const product of products) differences.push(...(await checkProduct(parts, product)));
  const prices = new Set(products.map(toPriceId));
  const links = await checkLinks(parts, prices);
  const payments = await checkSessions(parts, since);
  differences.push(...links.differences, ...payments.differences);
  return {
    since: utcIso(since),
    products: products.length,
    paymentLinks: links.count,
    payments: payments.count,
    differences,
  };
}

/**
 * The provider's prices with the price ids of products; `undefined` where it has none.
 * @throws AppError `unavailable` while the provider is unreachable
 */
export async function listProviderPrices({
  gateway,
  listProducts,
}: Pick<PaymentCheckParts, 'gateway' | 'listProducts'>): Promise<
  ReadonlyMap<string, GatewayPrice | undefined>
> {
  const listed = new Map((await gateway.listPrices()).map((price) => [price.id, price]));
  const prices = new Map<string, GatewayPrice | undefined>();
  for (const id of (await listProducts()).map(toPriceId))
    if (id !== undefined) prices.set(id, listed.get(id) ?? (await gateway.price(id)));
  return prices;
}

const differ = (kind: PaymentDifferenceKind, id: string, text: string): PaymentDifference => ({
  kind,
  id,
  text,
});

function findSharedPrices(products: readonly Product[]): PaymentDifference[] {
  const owners = new Map<string, string>();
  return products.flatMap((product) => {
    const priceId = toPriceId(product);
    if (priceId === undefined) return [];
    const owner = owners.get(priceId);
    if (owner !== undefined)
      return [differ('price-shared', product.FBUID, `Its price ${priceId} is also that of ${owner}.`)];
    owners.set(priceId, product.FBUID);
    return [];
  });
}

async function checkProduct(
  { gateway, currency }: PaymentCheckParts,
  product: Product,
): Promise<PaymentDifference[]> {
  const { FBUID: id, STUPID: productId } = product;
  const price = toSoldPrice(product, currency);
  if (!price) return [];
  const sold = await gateway.product(productId);
  const found: PaymentDifference[] = [];
  if (!sold) found.push(differ('product-missing', id, `The provider has no product ${productId}.`));
  else if (!sold.isActive)
    found.push(differ('product-inactive', id, `The provider’s product ${productId} is not active.`));
  const [first, ...others] = findPriceDifferences(price, productId, await gateway.price(price.priceId)).map(
    ({ kind, text }) => differ(kind, id, text),
  );
  // One new price mends all differences of a price. The provider makes none of a product it does not have.
  const newPrice = sold && { newPrice: { ...price } };
  return first ? [...found, { ...first, ...newPrice }, ...others] : found;
}

async function checkLinks({ gateway }: PaymentCheckParts, prices: ReadonlySet<string | undefined>) {
  const differences: PaymentDifference[] = [];
  const links = (await gateway.listPaymentLinks()).filter(({ isActive }) => isActive);
  for (const { id, url } of links) {
    for (const { priceId } of await gateway.paymentLinkLineItems(id))
      if (!prices.has(priceId))
        differences.push(
          differ('link-price', id, `${url} sells the price ${priceId}, which no product has.`),
        );
  }
  return { count: links.length, differences };
}

async function checkSessions(parts: PaymentCheckParts, since: number) {
  const { gateway, store } = parts;
  const differences: PaymentDifference[] = [];
  const listed = new Set<string>();
  let count = 0;
  async function check(session: GatewaySession): Promise<void> {
    const payment = await store.findBySession(session.id);
    const isPaid = session.isPaid && session.state === 'complete';
    if (isPaid || payment?.paidAt !== undefined) count += 1;
    const order = payment && (await parts.readOrder(payment.id));
    if (payment && hasOpenReview(payment, order))
      differences.push(differ('payment-review', payment.id, `To be reviewed: ${payment.review}.`));
    else differences.push(...checkSession(session, payment, isPaid));
    if (payment?.paidAt !== undefined) differences.push(...checkOrder(payment, order));
  }
  for await (const session of gateway.listSessions(since)) {
    listed.add(session.id);
    await check(session);
  }
  for (const { id, sessionId } of await store.listPaid(since)) {
    if (sessionId === undefined || listed.has(sessionId)) continue;
    // Such as one that was started before that time.
    const session = await gateway.retrieveSession(sessionId);
    if (session) await check(session);
    else {
      count += 1;
      differences.push(
        differ('session-missing', id, `The provider does not have the paid session ${sessionId}.`),
      );
    }
  }
  return { count, differences };
}

function checkSession(
  session: GatewaySession,
  payment: Payment | undefined,
  isPaid: boolean,
): readonly PaymentDifference[] {
  const { id, totalCents, refundedCents, currency } = session;
  if (!payment)
    return isPaid
      ? [differ('payment-missing', id, 'Paid at the provider, and the shop has no payment of it.')]
      : [];
  if (isPaid !== (payment.paidAt !== undefined)) {
    const text = `${isPaid ? 'Paid' : 'Not paid'} at the provider, ${payment.status} in the shop.`;
    return [differ('payment-status', payment.id, text)];
  }
  if (!isPaid) return [];
  const found: PaymentDifference[] = [];
  // Not the quote's, if a manager has accepted that it differs.
  const { paidCents, paidCurrency = '' } = payment;
  if (currency !== paidCurrency || totalCents !== paidCents) {
    const text = `${toMoney(totalCents, currency)} at the provider, ${toMoney(paidCents, paidCurrency)} in the shop.`;
    found.push(differ('payment-amount', payment.id, text));
  }
  const known = payment.refundedCents ?? 0;
  if (refundedCents !== known) {
    const text = `${toMoney(refundedCents, currency)} given back at the provider, ${toMoney(known, currency)} in the shop.`;
    found.push(differ('payment-refund', payment.id, text));
  }
  return found;
}

/** What an administrator has deleted is not missing. */
function checkOrder(payment: Payment, order: StoredDocument | undefined): readonly PaymentDifference[] {
  const { id, paidCents, paidCurrency = '' } = payment;
  if (!order) return [differ('order-missing', id, 'Paid, and the shop has no order of it.')];
  if (order.deleted) return [];
  const { orderPaidCents, orderCurrency, orderRefunds } = order.data as unknown as PaidOrder;
  const found: PaymentDifference[] = [];
  if (orderPaidCents !== paidCents || orderCurrency !== paidCurrency) {
    const text = `${toMoney(paidCents, paidCurrency)} in the payment, ${toMoney(orderPaidCents, orderCurrency)} in the order.`;
    found.push(differ('order-amount', id, text));
  }
  const given = toRefundedCents({ orderRefunds: payment.refunds ?? [] });
  const known = toRefundedCents({ orderRefunds });
  if (given !== known) {
    const text = `${toMoney(given, paidCurrency)} given back in the payment, ${toMoney(known, orderCurrency)} in the order.`;
    found.push(differ('order-refund', id, text));
  }
  return found;
}

function toMoney(cents: number | undefined, currency: string): string {
  return cents === undefined ? 'No amount' : formatCents(cents, currency);
}
