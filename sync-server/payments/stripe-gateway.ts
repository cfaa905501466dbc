import type { Stripe } from 'stripe';
import * as v from 'valibot';
import { AppError } from '#shared/kernel/app-error.ts';
import { systemClock, type Clock } from '#shared/kernel/clock.ts';
import type { Log } from '#server/log.ts';
import type {
  Delivery,
  DeliveryRequest,
  GatewayLine,
  GatewayPrice,
  GatewayRefund,
  GatewaySession,
  PaymentEvent,
  PaymentGateway,
} from './payment-gateway.ts';
import { findDispute } from './stripe-dispute.ts';
import {
  isMissing,
  PAYMENT_TEXTS,
  PRICE_TEXTS,
  REFUND_TEXTS,
  toGatewayError,
  type FailureTexts,
} from './stripe-error.ts';

export interface StripeGatewayOptions {
  readonly secretKey: string;
  /** A delivery signed with any of them is accepted. */
  readonly webhookSecrets: readonly string[];
  /** Replaces Stripe's address, for tests. */
  readonly endpoint?: { readonly host: string; readonly port: number; readonly protocol: 'http' | 'https' };
  /** Replaces the network connection, for the simulator. */
  readonly fetch?: typeof fetch;
  readonly clock?: Clock;
  readonly log?: Pick<Log, 'warn'>;
  /** For tests. */
  readonly timeoutMs?: number;
  /** For tests. */
  readonly maxRetries?: number;
}

/** Name in the provider's metadata. */
const REFUND = 'refund';
/** That the types of the SDK and the simulator have. */
const API_VERSION = '2026-10-28.endive';
const TIMEOUT_MS = 10_000;
const MAX_RETRIES = 2;
const TOLERANCE_SECONDS = 300;
/** What a session is retrieved with. */
const EXPANDED = ['line_items', 'payment_intent.latest_charge.refunds'];
/** States of a payment that was asked for and not made. */
const REFUSED: ReadonlySet<string | undefined> = new Set(['requires_payment_method', 'canceled']);
const SESSION_EVENTS = [
  'checkout.session.completed',
  'checkout.session.async_payment_succeeded',
  'checkout.session.async_payment_failed',
  'checkout.session.expired',
] as const;
const CHARGE_EVENTS = [
  'charge.refunded',
  'charge.refund.updated',
  'charge.dispute.created',
  'charge.dispute.closed',
  'refund.updated',
  'refund.failed',
] as const;
const EVENT_TYPES = [...SESSION_EVENTS, ...CHARGE_EVENTS];
const isOneOf = (types: readonly string[], type: string) => types.includes(type);
/** Page size for lists; a session embeds only its first ten lines. */
const MAX_LINES = 100;
const MOST_LISTED = 10_000;

/** The payment provider over Stripe's SDK. The SDK is large, so the first call loads it. */
export function createStripeGateway(options: StripeGatewayOptions): PaymentGateway {
  let loading: Promise<Stripe> | undefined;
  const load = () => (loading ??= createStripe(options));
  const clock = options.clock ?? systemClock;
  const side = { isLive: /^[sr]k_live_/.test(options.secretKey), log: options.log };

  const toSession = async (session: Stripe.Checkout.Session): Promise<GatewaySession> => {
    const stripe = await load();
    const listed = session.line_items;
    const items = listed?.has_more
      ? (await stripe.checkout.sessions.listLineItems(session.id, { limit: MAX_LINES })).data
      : (listed?.data ?? []);
    const { payment_intent: intent } = session;
    const details = typeof intent === 'object' ? intent : undefined;
    const charge = typeof details?.latest_charge === 'object' ? details.latest_charge : undefined;
    return {
      id: session.id,
      url: session.url ?? undefined,
      state: toState(session.status),
      isPaid: session.payment_status !== 'unpaid',
      hasFailed: session.status === 'complete' && REFUSED.has(details?.status),
      reference: session.client_reference_id ?? undefined,
      createdAt: session.created * 1000,
      refundedCents: charge?.amount_refunded ?? 0,
      refunds: (charge?.refunds?.data ?? []).map(toRefund).toReversed(),
      ...(charge?.disputed ? await findDispute(stripe, charge.id) : { dispute: 'none' }),
      totalCents: session.amount_total ?? 0,
      currency: (session.currency ?? '').toUpperCase(),
      paymentIntent: (typeof intent === 'string' ? intent : intent?.id) ?? undefined,
      email: session.customer_details?.email ?? undefined,
      delivery: toDelivery(session),
      lines: items.map(toLine),
    };
  };

  const retrieveSession = (sessionId: string) =>
    find(async () =>
      toSession(await (await load()).checkout.sessions.retrieve(sessionId, { expand: [...EXPANDED] })),
    );

  async function verify(rawBody: string, signature: string): Promise<unknown> {
    const stripe = await load();
    const now = clock.now();
    for (const secret of options.webhookSecrets) {
      try {
        const event: unknown = stripe.webhooks.constructEvent(
          rawBody,
          signature,
          secret,
          TOLERANCE_SECONDS,
          undefined,
          now,
        );
        // The SDK rejects old signatures but not future ones.
        const signedAt = Number(/(?:^|,)t=(\d+)/.exec(signature)?.[1]) * 1000;
        if (signedAt <= now + TOLERANCE_SECONDS * 1000) return event;
      } catch {
        // Perhaps signed with another secret, for example the one before a rotation.
      }
    }
    throw rejected('SIGNATURE', 'its signature is wrong or too far from the current time');
  }

  return {
    createCheckoutSession: ({ lines, successUrl, cancelUrl, idempotencyKey, delivery }) =>
      call(async () => {
        const stripe = await load();
        const session = await stripe.checkout.sessions.create(
          {
            mode: 'payment',
            success_url: successUrl,
            cancel_url: cancelUrl,
            line_items: lines.map(({ priceId, quantity }) => ({ price: priceId, quantity })),
            ...(delivery && toDeliveryFields(delivery)),
          },
          { idempotencyKey },
        );
        return toSession(session);
      }),
    retrieveSession,
    findSessionOfPayment: (paymentIntent) =>
      find(async () => {
        const stripe = await load();
        const { data } = await stripe.checkout.sessions.list({ payment_intent: paymentIntent, limit: 1 });
        return data[0] && retrieveSession(data[0].id);
      }),
    async *listSessions(since) {
      try {
        const stripe = await load();
        const created = { gte: Math.floor(since / 1000) };
        const expand = ['data.payment_intent.latest_charge'];
        for await (const session of stripe.checkout.sessions.list({ created, limit: MAX_LINES, expand }))
          yield await toSession(session);
      } catch (cause) {
        throw toGatewayError(cause);
      }
    },
    expireSession: (sessionId) =>
      call(async () => void (await (await load()).checkout.sessions.expire(sessionId))),
    refund: ({ reference, paymentIntent, cents }) =>
      call(async () => {
        const stripe = await load();
        // Stripe forgets an idempotency key after a day.
        const { data } = await stripe.refunds.list({ payment_intent: paymentIntent, limit: MAX_LINES });
        const known = data.find(({ metadata }) => metadata?.[REFUND] === reference);
        if (known) return toRefund(known);
        const asked = { payment_intent: paymentIntent, amount: cents, metadata: { [REFUND]: reference } };
        return toRefund(
          await stripe.refunds.create(asked, { idempotencyKey: `nankeen-refund-${reference}` }),
        );
      }, REFUND_TEXTS),
    price: (priceId) =>
      find(async () => {
        const stripe = await load();
        return toPrice(await stripe.prices.retrieve(priceId));
      }),
    listPrices: () =>
      call(async () => {
        const stripe = await load();
        return (await stripe.prices.list({ limit: MAX_LINES }).autoPagingToArray({ limit: MOST_LISTED })).map(
          toPrice,
        );
      }),
    createPrice: ({ productId, unitCents, currency, idempotencyKey }) =>
      call(async () => {
        const stripe = await load();
        const asked = { product: productId, unit_amount: unitCents, currency: currency.toLowerCase() };
        return toPrice(await stripe.prices.create(asked, { idempotencyKey }));
      }, PRICE_TEXTS),
    product: (productId) =>
      find(async () => {
        const stripe = await load();
        const { id, name, active } = await stripe.products.retrieve(productId);
        return { id, name, isActive: active };
      }),
    listPaymentLinks: () =>
      call(async () => {
        const stripe = await load();
        const links = await stripe.paymentLinks
          .list({ limit: MAX_LINES })
          .autoPagingToArray({ limit: MOST_LISTED });
        return links.map(({ id, url, active }) => ({ id, url, isActive: active }));
      }),
    paymentLinkLineItems: (linkId) =>
      call(async () => {
        const stripe = await load();
        return (await stripe.paymentLinks.listLineItems(linkId, { limit: MAX_LINES })).data.map(toLine);
      }),
    async parseWebhook(rawBody, signature) {
      return toPaymentEvent(await verify(rawBody, signature), side);
    },
    listWebhooks: () =>
      call(async () => {
        const stripe = await load();
        const { data } = await stripe.webhookEndpoints.list({ limit: MAX_LINES });
        return data.map(({ url, status, enabled_events: types }) => ({
          url,
          isEnabled: status === 'enabled',
          missingEvents: types.includes('*') ? [] : EVENT_TYPES.filter((type) => !types.includes(type)),
        }));
      }),
    async *listEvents(since) {
      try {
        const stripe = await load();
        const created = { gte: Math.floor(since / 1000) };
        for await (const event of stripe.events.list({ created, types: EVENT_TYPES, limit: MAX_LINES })) {
          const found = toPaymentEvent(event, side);
          if (found) yield found;
        }
      } catch (cause) {
        throw toGatewayError(cause);
      }
    },
  };
}

async function createStripe(options: StripeGatewayOptions): Promise<Stripe> {
  const { Stripe } = await import('stripe');
  return new Stripe(options.secretKey, {
    apiVersion: API_VERSION,
    timeout: options.timeoutMs ?? TIMEOUT_MS,
    maxNetworkRetries: options.maxRetries ?? MAX_RETRIES,
    telemetry: false,
    ...options.endpoint,
    ...(options.fetch ? { httpClient: Stripe.createFetchHttpClient(options.fetch) } : {}),
  });
}

type SessionFields = Pick<
  Stripe.Checkout.SessionCreateParams,
  'client_reference_id' | 'shipping_address_collection' | 'phone_number_collection'
>;

function toDeliveryFields({ reference, countries }: DeliveryRequest): SessionFields {
  type Countries = Stripe.Checkout.SessionCreateParams.ShippingAddressCollection['allowed_countries'];
  return {
    client_reference_id: reference,
    shipping_address_collection: { allowed_countries: [...countries] as Countries },
    phone_number_collection: { enabled: true },
  };
}

function toDelivery(session: Stripe.Checkout.Session): Delivery | undefined {
  const details = session.collected_information?.shipping_details;
  if (!details) return undefined;
  const { line1, line2, city, state, postal_code: postalCode, country } = details.address;
  return {
    name: details.name,
    phone: session.customer_details?.phone ?? undefined,
    line1: line1 ?? '',
    line2: line2 ?? undefined,
    city: city ?? '',
    state: state ?? undefined,
    postalCode: postalCode ?? '',
    country: country ?? '',
  };
}

function toState(status: Stripe.Checkout.Session['status']): GatewaySession['state'] {
  if (status === 'complete') return 'complete';
  return status === 'expired' ? 'expired' : 'open';
}

function toRefund({ id, amount, created, status, metadata }: Stripe.Refund): GatewayRefund {
  const isOver = status === 'failed' || status === 'canceled';
  return {
    id,
    reference: metadata?.[REFUND],
    cents: amount,
    createdAt: created * 1000,
    state: isOver ? 'failed' : status === 'succeeded' ? 'succeeded' : 'pending',
  };
}

function toPrice({ id, product, unit_amount: cents, currency, active }: Stripe.Price): GatewayPrice {
  return {
    id,
    productId: typeof product === 'string' ? product : product.id,
    unitCents: cents ?? undefined,
    currency: currency.toUpperCase(),
    isActive: active,
  };
}

function toLine(item: Stripe.LineItem): GatewayLine {
  return { priceId: item.price?.id ?? '', quantity: item.quantity ?? 0 };
}

async function call<Result>(
  work: () => Promise<Result>,
  texts: Readonly<FailureTexts> = PAYMENT_TEXTS,
): Promise<Result> {
  try {
    return await work();
  } catch (cause) {
    throw toGatewayError(cause, texts);
  }
}

async function find<Result>(work: () => Promise<Result>): Promise<Result | undefined> {
  try {
    return await work();
  } catch (cause) {
    if (isMissing(cause)) return undefined;
    throw toGatewayError(cause);
  }
}

function rejected(reason: 'SIGNATURE' | 'EVENT', why: string): AppError {
  return new AppError('invalid-argument', `This delivery was rejected, because ${why}.`, { reason });
}

const eventSchema = v.object({
  id: v.string(),
  type: v.string(),
  livemode: v.boolean(),
  /** Of a connected account; the shop's own events have none. */
  account: v.nullish(v.string()),
});
const sessionEventSchema = v.object({ data: v.object({ object: v.object({ id: v.string() }) }) });
const chargeEventSchema = v.object({
  data: v.object({
    object: v.object({
      payment_intent: v.nullish(v.union([v.string(), v.object({ id: v.string() })])),
    }),
  }),
});

interface ShopSide {
  readonly isLive: boolean;
  readonly log: Pick<Log, 'warn'> | undefined;
}

/**
 * @returns `undefined` for an event that does not concern the shop's payments
 * @throws AppError for one that is not a Stripe event, or that tells of money while the server is in test mode
 */
function toPaymentEvent(event: unknown, { isLive, log }: ShopSide): PaymentEvent | undefined {
  const { id, type, livemode, account } = parseEvent(eventSchema, event);
  if (livemode && !isLive)
    throw rejected('SIGNATURE', 'it is from live mode while the server is in test mode');
  // A refusal would make Stripe repeat it for days.
  if (livemode !== isLive || typeof account === 'string') {
    log?.warn(
      { event: id, type, livemode, account },
      'payment event of test mode or another account ignored',
    );
    return undefined;
  }
  if (isOneOf(SESSION_EVENTS, type)) {
    const sessionId = parseEvent(sessionEventSchema, event).data.object.id;
    return { id, type, sessionId, paymentIntent: null };
  }
  if (!isOneOf(CHARGE_EVENTS, type)) return undefined;
  const { payment_intent: intent } = parseEvent(chargeEventSchema, event).data.object;
  const paymentIntent = typeof intent === 'string' ? intent : intent?.id;
  return paymentIntent === undefined ? undefined : { id, type, sessionId: null, paymentIntent };
}

function parseEvent<Schema extends v.GenericSchema>(schema: Schema, event: unknown): v.InferOutput<Schema> {
  const parsed = v.safeParse(schema, event);
  if (parsed.success) return parsed.output;
  throw rejected('EVENT', 'it is not an event of the payment provider');
}
