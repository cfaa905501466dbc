import { Hono, type Env } from 'hono';
import type { Product } from '#shared/collections/products.ts';
import { createSimulatedCheckout, type SimulatedCheckoutOptions } from './simulated-checkout.ts';
import { simulatorApi } from './simulator-api.ts';
import { testPaymentRoutes } from './test-payment-routes.ts';

export interface PaymentSimulatorOptions extends SimulatedCheckoutOptions {
  /** Bearer key the calls below `/v1` need. */
  readonly key: string;
  readonly listProducts: () => Promise<readonly Product[]>;
}

/** Stands in for Stripe where no key is configured; mounted at the root of the server, never in production. */
export function createPaymentSimulator<E extends Env = Env>(options: PaymentSimulatorOptions): Hono<E> {
  const checkout = createSimulatedCheckout(options);
  return new Hono<E>()
    .route('/v1', simulatorApi({ ...options, checkout }))
    .route('/', testPaymentRoutes(checkout));
}
