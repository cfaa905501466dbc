import type { Product } from '#shared/collections/products.ts';
import { toPriceId, toUnitPriceCents } from '#shared/domain/product-entries.ts';
import { createId } from '#shared/kernel/ids.ts';
import type { PriceForm } from './checkout-form.ts';
import type { SimulatedPaymentStore, SimulatedPrice } from './simulated-session.ts';
import { keyReused, noSuch } from './simulator-error.ts';

export interface SimulatedPricesOptions {
  readonly sessions: Pick<SimulatedPaymentStore, 'findPrice' | 'addPrice' | 'addPrices'>;
  /** A product that was not changed is the same object as before. */
  readonly listProducts: () => Promise<readonly Product[]>;
  readonly currency: string;
}

/** The simulator's prices. What an id stands for never changes, as at the provider. */
export interface SimulatedPrices {
  /** Makes the prices of the catalogue whose ids the simulator does not know. */
  takeOver(): Promise<void>;
  find(id: string): Promise<SimulatedPrice | undefined>;
  /** A repeated key makes no second price. @throws SimulatorError where the provider would refuse it */
  create(form: PriceForm, idempotencyKey: string | undefined): Promise<SimulatedPrice>;
}

export function createSimulatedPrices({
  sessions,
  listProducts,
  currency,
}: SimulatedPricesOptions): SimulatedPrices {
  const takenOver = new WeakSet<Product>();

  async function takeOver(): Promise<void> {
    const changed = (await listProducts()).filter((product) => !takenOver.has(product));
    const priced = changed.flatMap((product) => toPrice(product, currency) ?? []);
    if (priced.length > 0) await sessions.addPrices(priced);
    for (const product of changed) takenOver.add(product);
  }

  return {
    takeOver,
    async find(id) {
      const known = await sessions.findPrice(id);
      if (known) return known;
      await takeOver();
      return sessions.findPrice(id);
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
