export interface GatewayLine {
  readonly priceId: string;
  readonly quantity: number;
}

export interface CheckoutRequest {
  readonly lines: readonly GatewayLine[];
  /** The provider replaces `{CHECKOUT_SESSION_ID}`. */
  readonly successUrl: string;
  readonly cancelUrl: string;
  /** A repeated key never creates a second session. */
  readonly idempotencyKey: string;
}

/** Current state of a hosted payment at the provider. */
export interface GatewaySession {
  readonly id: string;
  /** URL of the payment page; absent once the session is over. */
  readonly url: string | undefined;
  readonly state: 'open' | 'complete' | 'expired';
  readonly isPaid: boolean;
  readonly totalCents: number;
  /** ISO 4217, upper case. */
  readonly currency: string;
  readonly paymentIntent: string | undefined;
  readonly email: string | undefined;
  /** Empty unless requested. */
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

/** One delivered provider event; those that do not concern payments are `other`. */
export type PaymentEvent =
  | (EventHeader & { readonly kind: 'session' | 'session-failed'; readonly sessionId: string })
  | (EventHeader & { readonly kind: 'refund' | 'partial-refund'; readonly paymentIntent: string })
  | (EventHeader & { readonly kind: 'other' });

/**
 * The payment provider.
 * @throws AppError `unavailable` when the provider fails, `failed-precondition` when it rejects the request
 */
export interface PaymentGateway {
  createCheckoutSession(request: CheckoutRequest): Promise<GatewaySession>;
  /** Includes the lines. @returns `undefined` without such a session */
  retrieveSession(sessionId: string): Promise<GatewaySession | undefined>;
  findSessionOfPayment(paymentIntent: string): Promise<GatewaySession | undefined>;
  expireSession(sessionId: string): Promise<void>;
  price(priceId: string): Promise<GatewayPrice | undefined>;
  product(productId: string): Promise<GatewayProduct | undefined>;
  listPaymentLinks(): Promise<readonly GatewayPaymentLink[]>;
  paymentLinkLineItems(linkId: string): Promise<readonly GatewayLine[]>;
  /** @throws AppError `invalid-argument` unless the provider signed the body recently */
  parseWebhook(rawBody: string, signature: string): Promise<PaymentEvent>;
}
