import type { Product } from '#shared/collections/products.ts';
import { toPriceId, toUnitPriceCents } from '#shared/domain/product-entries.ts';
import { createId } from '#shared/kernel/ids.ts';
import type { DocumentStore } from '#server/core/document-store.ts';
import { PRODUCTS } from '#server/core/find-taken-price.ts';
import type { PriceForm } from './checkout-form.ts';
import type { SimulatedPaymentStore, SimulatedPrice } from './simulated-session.ts';
import { keyReused, noSuch } from './simulator-error.ts';

export interface SimulatedPricesOptions {
  readonly sessions: Pick<SimulatedPaymentStore, 'findPrice' | 'addPrice'>;
  readonly documents: Pick<DocumentStore, 'history'>;
  readonly listProducts: () => Promise<readonly Product[]>;
  readonly currency: string;
}

/** The simulator's prices. What an id stands for never changes, as at the provider. */
export interface SimulatedPrices {
  /** A price of the catalogue is the one that its product first had under this id, whenever it is asked for. */
  find(id: string): Promise<SimulatedPrice | undefined>;
  /** A repeated key makes no second price. @throws SimulatorError where the provider would refuse it */
  create(form: PriceForm, idempotencyKey: string | undefined): Promise<SimulatedPrice>;
}

const ENTRIES_PER_PAGE = 100;

export function createSimulatedPrices({
  sessions,
  documents,
  listProducts,
  currency,
}: SimulatedPricesOptions): SimulatedPrices {
  /** The oldest price in the history of a product that has this price id now. */
  async function findInCatalogue(id: string): Promise<SimulatedPrice | undefined> {
    const product = (await listProducts()).find((candidate) => toPriceId(candidate) === id);
    if (!product) return undefined;
    let price = toPrice(product, currency);
    let before: string | undefined;
    for (;;) {
      const page = await documents.history(
        { collection: PRODUCTS, id: product.FBUID },
        before,
        ENTRIES_PER_PAGE,
      );
      for (const { operation, isDamaged, data, at } of page) {
        before = at;
        // Only the last of the edits made offline was ever in the catalogue.
        const entry = isDamaged || operation === 'coalesced' ? undefined : (data as unknown as Product);
        const earlier = entry && toPrice(entry, currency);
        if (earlier?.id === id) price = earlier;
      }
      if (page.length < ENTRIES_PER_PAGE) return price;
    }
  }

  return {
    async find(id) {
      const known = await sessions.findPrice(id);
      if (known) return known;
      const price = await findInCatalogue(id);
      if (price) await sessions.addPrice(price);
      return price;
    },
    async create({ productId, unitCents, currency: asked }, idempotencyKey) {
      const products = await listProducts();
      if (!products.some(({ STUPID }) => STUPID === productId))
        throw noSuch('product', productId, 'product', 400);
      const id = `price_test_${createId()}`;
      const price = await sessions.addPrice({ id, productId, unitCents, currency: asked, idempotencyKey });
      const isSame =
        price.productId === productId && price.unitCents === unitCents && price.currency === asked;
      if (!isSame) throw keyReused();
      return price;
    },
  };
}

function toPrice(product: Product, currency: string): SimulatedPrice | undefined {
  const [id, unitCents] = [toPriceId(product), toUnitPriceCents(product)];
  if (id === undefined || unitCents === undefined) return undefined;
  return { id, productId: product.STUPID, unitCents, currency };
}
