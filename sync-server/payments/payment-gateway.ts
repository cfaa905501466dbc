import type { ProviderPrice } from '#shared/domain/provider-prices.ts';

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
  /** Absent where nothing is delivered: the provider is then sent the specified fields only. */
  readonly delivery?: DeliveryRequest | undefined;
}

export interface DeliveryRequest {
  /** Id of the shop's payment, which the session keeps. */
  readonly reference: string;
  /** Where the shop delivers to: ISO 3166-1, upper case, at least one. */
  readonly countries: readonly string[];
}

/** Where to deliver, as the buyer gave it at the provider. */
export interface Delivery {
  readonly name: string;
  readonly phone?: string | undefined;
  readonly line1: string;
  readonly line2?: string | undefined;
  readonly city: string;
  readonly state?: string | undefined;
  readonly postalCode: string;
  readonly country: string;
}

/** Money that the provider gives back. */
export interface GatewayRefund {
  readonly id: string;
  /** Id of the shop's refund, if the shop asked for it. */
  readonly reference: string | undefined;
  readonly cents: number;
  /** Epoch milliseconds. */
  readonly createdAt: number;
  readonly state: 'pending' | 'succeeded' | 'failed';
}

export interface RefundRequest {
  /** Id of the shop's refund. A repeated one never gives money back a second time. */
  readonly reference: string;
  readonly paymentIntent: string;
  readonly cents: number;
}

/** How far the bank is, which the buyer has asked for the money back: `won` by the shop or `lost`. */
export type Dispute = 'open' | 'won' | 'lost';

/** Current state of a hosted payment at the provider. */
export interface GatewaySession {
  readonly id: string;
  /** URL of the payment page; absent once the session is over. */
  readonly url: string | undefined;
  readonly state: 'open' | 'complete' | 'expired';
  readonly isPaid: boolean;
  /** Whether a payment that takes days was refused. */
  readonly hasFailed: boolean;
  /** Id of the shop's payment, if the shop made the session. */
  readonly reference: string | undefined;
  /** Epoch milliseconds. */
  readonly createdAt: number;
  readonly refundedCents: number;
  /** Oldest first; empty unless requested. */
  readonly refunds: readonly GatewayRefund[];
  readonly dispute: 'none' | Dispute;
  /** Id of the newest dispute that is open. */
  readonly disputeId?: string | undefined;
  readonly totalCents: number;
  /** ISO 4217, upper case. */
  readonly currency: string;
  readonly paymentIntent: string | undefined;
  readonly email: string | undefined;
  readonly delivery: Delivery | undefined;
  /** Empty unless requested. */
  readonly lines: readonly GatewayLine[];
}

export interface GatewayPrice extends ProviderPrice {
  readonly id: string;
}

export interface PriceRequest {
  readonly productId: string;
  readonly unitCents: number;
  /** ISO 4217, upper case. */
  readonly currency: string;
  /** A repeated key never makes a second price. */
  readonly idempotencyKey: string;
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

/** An address that the provider sends events to. */
export interface GatewayWebhook {
  readonly url: string;
  readonly isEnabled: boolean;
  /** Types that the shop needs and the provider does not send there. */
  readonly missingEvents: readonly string[];
}

/** News about one payment. What has happened is asked from the provider, so events may come late, twice and in any order. */
export interface PaymentEvent {
  readonly id: string;
  readonly type: string;
  /** One of the two. */
  readonly sessionId: string | null;
  readonly paymentIntent: string | null;
}

/**
 * The payment provider.
 * @throws AppError `unavailable` when the provider fails, `failed-precondition` when it rejects the request
 */
export interface PaymentGateway {
  createCheckoutSession(request: CheckoutRequest): Promise<GatewaySession>;
  /** Includes the lines. @returns `undefined` without such a session */
  retrieveSession(sessionId: string): Promise<GatewaySession | undefined>;
  findSessionOfPayment(paymentIntent: string): Promise<GatewaySession | undefined>;
  /** Sessions created since a time (epoch milliseconds), without their lines. */
  listSessions(since: number): AsyncIterable<GatewaySession>;
  expireSession(sessionId: string): Promise<void>;
  refund(request: RefundRequest): Promise<GatewayRefund>;
  price(priceId: string): Promise<GatewayPrice | undefined>;
  listPrices(): Promise<readonly GatewayPrice[]>;
  createPrice(request: PriceRequest): Promise<GatewayPrice>;
  product(productId: string): Promise<GatewayProduct | undefined>;
  listPaymentLinks(): Promise<readonly GatewayPaymentLink[]>;
  paymentLinkLineItems(linkId: string): Promise<readonly GatewayLine[]>;
  /**
   * @returns `undefined` for an event that does not concern payments
   * @throws AppError `invalid-argument` unless the provider signed the body recently
   */
  parseWebhook(rawBody: string, signature: string): Promise<PaymentEvent | undefined>;
  listWebhooks(): Promise<readonly GatewayWebhook[]>;
  /** The events about payments since a time (epoch milliseconds), newest first. */
  listEvents(since: number): AsyncIterable<PaymentEvent>;
}
