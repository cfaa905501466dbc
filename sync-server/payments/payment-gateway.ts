/** One line for the provider. */
export interface GatewayLine {
  readonly priceId: string;
  readonly quantity: number;
}

export interface CheckoutRequest {
  readonly lines: readonly GatewayLine[];
  /** `{CHECKOUT_SESSION_ID}` in it is replaced by the provider. */
  readonly successUrl: string;
  readonly cancelUrl: string;
  /** The same key never makes a second session. */
  readonly idempotencyKey: string;
}

/** A hosted payment as the provider knows it now. */
export interface GatewaySession {
  readonly id: string;
  /** The page to pay on; absent once it is over. */
  readonly url: string | undefined;
  readonly state: 'open' | 'complete' | 'expired';
  readonly isPaid: boolean;
  readonly totalCents: number;
  /** ISO 4217, upper case. */
  readonly currency: string;
  readonly paymentIntent: string | undefined;
  readonly email: string | undefined;
  /** Empty when the provider was not asked for them. */
  readonly lines: readonly GatewayLine[];
}

export interface GatewayPrice {
  readonly id: string;
  readonly productId: string;
  readonly unitCents: number | undefined;
  readonly currency: string;
  readonly isActive: boolean;
}

export interface GatewayProduct {
  readonly id: string;
  readonly name: string;
  readonly isActive: boolean;
}

export interface GatewayPaymentLink {
  readonly id: string;
  readonly url: string;
  readonly isActive: boolean;
}

interface EventHeader {
  readonly id: string;
  readonly type: string;
}

/** The provider's news, as far as they concern payments. */
export type PaymentEvent =
  | (EventHeader & { readonly kind: 'session' | 'session-failed'; readonly sessionId: string })
  | (EventHeader & { readonly kind: 'refund' | 'partial-refund'; readonly paymentIntent: string })
  | (EventHeader & { readonly kind: 'other' });

/**
 * The payment provider.
 * @throws AppError `unavailable` when it did not answer as it should, `failed-precondition` when it knows less than we do
 */
export interface PaymentGateway {
  createCheckoutSession(request: CheckoutRequest): Promise<GatewaySession>;
  /** With its lines; `undefined` when the provider has no such session. */
  retrieveSession(sessionId: string): Promise<GatewaySession | undefined>;
  findSessionOfPayment(paymentIntent: string): Promise<GatewaySession | undefined>;
  expireSession(sessionId: string): Promise<void>;
  price(priceId: string): Promise<GatewayPrice | undefined>;
  product(productId: string): Promise<GatewayProduct | undefined>;
  listPaymentLinks(): Promise<readonly GatewayPaymentLink[]>;
  paymentLinkLineItems(linkId: string): Promise<readonly GatewayLine[]>;
  /** @throws AppError `invalid-argument` unless the body is signed by the provider and recent */
  parseWebhook(rawBody: string, signature: string): Promise<PaymentEvent>;
}
