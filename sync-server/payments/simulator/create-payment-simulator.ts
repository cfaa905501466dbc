import { Hono } from 'hono';
import type { Product } from '#shared/collections/products.ts';
import { toPriceId } from '#shared/domain/product-entries.ts';
import { createSimulatedCheckout, type SimulatedCheckoutOptions } from './simulated-checkout.ts';
import { simulatorApi } from './simulator-api.ts';
import { toPaymentLinkId } from './stripe-shapes.ts';
import { testPaymentRoutes, type OpenPaymentLink } from './test-payment-routes.ts';

export interface PaymentSimulatorOptions extends SimulatedCheckoutOptions {
  /** Bearer key for the calls below `/v1`. */
  readonly key: string;
  readonly listProducts: () => Promise<readonly Product[]>;
}

/** Simulates Stripe when no key is configured. Mounted at the server's root, never in production. */
export function createPaymentSimulator(options: PaymentSimulatorOptions): Hono {
  const checkout = createSimulatedCheckout(options);
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
  return new Hono()
    .route('/v1', simulatorApi({ ...options, checkout }))
    .route('/', testPaymentRoutes(checkout, openLink));
}
