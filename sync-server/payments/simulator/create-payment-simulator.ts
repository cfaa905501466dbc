import { Hono } from 'hono';
import { toPriceId } from '#shared/domain/product-entries.ts';
import { createSimulatedCheckout, type SimulatedCheckoutOptions } from './simulated-checkout.ts';
import { createSimulatedPrices } from './simulated-prices.ts';
import { simulatorApi } from './simulator-api.ts';
import { toPaymentLinkId } from './stripe-shapes.ts';
import { testPaymentRoutes, type OpenPaymentLink } from './test-payment-routes.ts';

export interface PaymentSimulatorOptions extends SimulatedCheckoutOptions {
  /** Bearer key for the calls below `/v1`. */
  readonly key: string;
}

export interface PaymentSimulator {
  /** Mounted at the server's root, never in production. */
  readonly routes: Hono;
  /** To be called after each change of the catalogue: makes prices for the ids that the simulator does not know. */
  noteCatalogue(): void;
}

/** Least time between two looks at the catalogue, since an import changes it many times. */
const LOOK_MS = 1000;

/** Simulates Stripe when no key is configured. */
export function createPaymentSimulator(options: PaymentSimulatorOptions): PaymentSimulator {
  const prices = createSimulatedPrices(options);
  const checkout = createSimulatedCheckout({ ...options, prices });
  const openLink: OpenPaymentLink = async (linkId) => {
    const product = (await options.listProducts()).find((candidate) => toPaymentLinkId(candidate) === linkId);
    const price = product && toPriceId(product);
    if (price === undefined) return undefined;
    const form = {
      successUrl: `${options.publicUrl}/success?session_id={CHECKOUT_SESSION_ID}`,
      cancelUrl: `${options.publicUrl}/`,
      lines: [{ price, quantity: 1 }],
      countries: [],
    };
    return (await checkout.create(form, undefined)).session;
  };
  const routes = new Hono()
    .route('/v1', simulatorApi({ ...options, checkout, prices }))
    .route('/', testPaymentRoutes(checkout, openLink));
  let isLooking = false;
  let isChanged = false;
  async function look(): Promise<void> {
    isLooking = true;
    isChanged = false;
    // A price that is missing is taken over by the next call that asks for it.
    await prices.takeOver().catch(() => undefined);
    setTimeout(() => {
      isLooking = false;
      if (isChanged) void look();
    }, LOOK_MS).unref();
  }
  return {
    routes,
    noteCatalogue() {
      isChanged = true;
      if (!isLooking) void look();
    },
  };
}
