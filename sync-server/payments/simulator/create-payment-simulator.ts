import { Hono } from 'hono';
import { toPriceId } from '#shared/domain/product-entries.ts';
import { createSimulatedCheckout, type SimulatedCheckoutOptions } from './simulated-checkout.ts';
import { createSimulatedPrices, type SimulatedPricesOptions } from './simulated-prices.ts';
import { simulatorApi } from './simulator-api.ts';
import { toPaymentLinkId } from './stripe-shapes.ts';
import { testPaymentRoutes, type OpenPaymentLink } from './test-payment-routes.ts';

export interface PaymentSimulatorOptions
  extends SimulatedCheckoutOptions, Pick<SimulatedPricesOptions, 'documents'> {
  /** Bearer key for the calls below `/v1`. */
  readonly key: string;
}

/** Simulates Stripe when no key is configured. @returns routes mounted at the server's root, never in production */
export function createPaymentSimulator(options: PaymentSimulatorOptions): Hono {
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
  return new Hono()
    .route('/v1', simulatorApi({ ...options, checkout, prices }))
    .route('/', testPaymentRoutes(checkout, openLink));
}
