import { createHash } from 'node:crypto';
import type { MakePrice, NewPrice } from '#shared/api/payment-routes.ts';
import type { Actor } from '#shared/access/actor.ts';
import type { Product } from '#shared/collections/products.ts';
import { toPriceId, toUnitPriceCents } from '#shared/domain/product-entries.ts';
import { AppError } from '#shared/kernel/app-error.ts';
import type { Clock } from '#shared/kernel/clock.ts';
import { changeDocument } from '#server/core/document-calls.ts';
import type { DocumentStore } from '#server/core/document-store.ts';
import { PRODUCTS } from '#server/core/find-taken-price.ts';
import { stampNow } from '#server/core/stamp.ts';
import type { GatewayPrice, PaymentGateway } from './payment-gateway.ts';

export interface NewPricesOptions {
  readonly gateway: Pick<PaymentGateway, 'price' | 'createPrice'>;
  readonly documents: DocumentStore;
  readonly currency: string;
  readonly clock: Clock;
}

/** Gives a product a price at the payment provider that is the catalogue's. */
export interface NewPrices {
  /**
   * Asking again makes no second price.
   * @throws AppError `not-found` without such a product, `aborted` reason `PRICE_CHANGED` if its price is not the asked
   *   one any more, `unavailable` while the provider is unreachable, `failed-precondition` when it refuses the price
   */
  make(asked: MakePrice, actor: Actor): Promise<NewPrice>;
}

export function createNewPrices({ gateway, documents, currency, clock }: NewPricesOptions): NewPrices {
  async function read(id: string): Promise<Product> {
    const stored = await documents.read({ collection: PRODUCTS, id });
    if (!stored || stored.deleted || stored.isDamaged)
      throw new AppError('not-found', 'There is no such product. Nothing was changed.');
    return stored.data as unknown as Product;
  }

  async function create(asked: MakePrice, product: Product): Promise<GatewayPrice> {
    const { productId, unitCents, priceId } = asked;
    const key = createHash('sha256')
      .update(JSON.stringify([productId, product.STUPID, priceId, unitCents, currency]))
      .digest('hex');
    try {
      return await gateway.createPrice({
        productId: product.STUPID,
        unitCents,
        currency,
        idempotencyKey: `nankeen-price-${key}`,
      });
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'failed-precondition') throw error;
      const words = (error.cause as Error | undefined)?.message ?? '';
      throw new AppError('failed-precondition', `${error.message} ${words}`.trim(), {
        cause: error,
        reason: 'PROVIDER_REFUSED',
      });
    }
  }

  return {
    async make(asked, actor) {
      const product = await read(asked.productId);
      const priceId = toPriceId(product);
      const known = priceId === undefined ? undefined : await gateway.price(priceId);
      const decision = decideNewPrice(asked, product, known, currency);
      if (decision === 'changed') throw changed();
      if (decision === 'keep') return { priceId: priceId ?? '' };
      const price = await create(asked, product);
      await changeDocument(
        documents,
        { collection: PRODUCTS, id: asked.productId },
        { kind: 'edit', edit: (data) => withPriceId(data as unknown as Product, asked, price.id) },
        stampNow(clock, actor),
      );
      return { priceId: price.id };
    },
  };
}

/**
 * What to do about a product's price. Pure.
 * @param known the provider's price of the product's present price id
 */
export function decideNewPrice(
  asked: Pick<MakePrice, 'priceId' | 'unitCents'>,
  product: Product,
  known: GatewayPrice | undefined,
  currency: string,
): 'make' | 'keep' | 'changed' {
  if (toUnitPriceCents(product) !== asked.unitCents) return 'changed';
  const isRight =
    known?.isActive === true &&
    known.productId === product.STUPID &&
    known.unitCents === asked.unitCents &&
    known.currency === currency;
  if (isRight) return 'keep';
  return (toPriceId(product) ?? '') === asked.priceId ? 'make' : 'changed';
}

/** The product with its new price id; refuses if it has another price by now. */
function withPriceId(product: Product, asked: MakePrice, priceId: string) {
  const isAsked =
    toUnitPriceCents(product) === asked.unitCents && (toPriceId(product) ?? '') === asked.priceId;
  const [first, ...others] = product.productPrices;
  if (!first || !isAsked) return changed();
  return { ...product, productPrices: [{ ...first, description: priceId }, ...others] };
}

function changed(): AppError {
  return new AppError(
    'aborted',
    'Somebody else has changed this price meanwhile. Nothing was changed; compare again.',
    { reason: 'PRICE_CHANGED' },
  );
}
