import { Hono, type Context } from 'hono';
import type { Product } from '#shared/collections/products.ts';
import { toPriceId, toUnitPriceCents } from '#shared/domain/product-entries.ts';
import type { Clock } from '#shared/kernel/clock.ts';
import { isSameSecret } from '#server/devices/device-tokens.ts';
import { readCheckoutForm, readPriceForm, readRefundForm } from './checkout-form.ts';
import type { SimulatedCheckout } from './simulated-checkout.ts';
import type { SimulatedPrices } from './simulated-prices.ts';
import {
  findRefundByKey,
  toCurrent,
  toRefundedCents,
  toTotalCents,
  type SimulatedFilter,
  type SimulatedPaymentStore,
  type SimulatedSession,
} from './simulated-session.ts';
import { keyReused, noSuch, SimulatorError } from './simulator-error.ts';
import * as shapes from './stripe-shapes.ts';

export interface SimulatorApiOptions extends shapes.ShapeOptions {
  readonly key: string;
  readonly checkout: SimulatedCheckout;
  readonly prices: SimulatedPrices;
  readonly clock: Clock;
  readonly sessions: SimulatedPaymentStore;
  readonly listProducts: () => Promise<readonly Product[]>;
}

/** The subset of Stripe's API below `/v1` that the shop and its command line use. */
export function simulatorApi(options: SimulatorApiOptions): Hono {
  const { checkout, prices, publicUrl, currency } = options;
  const purchasable = async () =>
    (await options.listProducts()).filter(
      (product) => toPriceId(product) && toUnitPriceCents(product) !== undefined,
    );
  const findProduct = async (what: string, id: string, fits: (product: Product) => boolean) => {
    const product = (await options.listProducts()).find(fits);
    if (!product) throw noSuch(what, id, what === 'payment_link' ? 'payment_link' : 'id');
    return product;
  };
  const findSession = async (id: string): Promise<SimulatedSession> => {
    const session = await checkout.find(id);
    if (!session) throw noSuch('checkout.session', id, 'session');
    return session;
  };
  const respond = (c: Context, session: SimulatedSession) =>
    c.json(shapes.toStripeSession(session, publicUrl, toExpanded(c)));

  const api = new Hono();
  api.onError((error, c) => {
    if (!(error instanceof SimulatorError)) throw error;
    const { type, code, param, message } = error;
    return c.json({ error: { type, code, param, message } }, error.status);
  });
  api.use('*', async (c, next) => {
    const key = /^Bearer (\S+)$/.exec(c.req.header('authorization') ?? '')?.[1];
    if (key === undefined || !isSameSecret(key, options.key)) {
      throw new SimulatorError('Invalid API Key provided.', { status: 401 });
    }
    await next();
  });
  api.get('/products/:id', async (c) => {
    const id = c.req.param('id');
    return c.json(shapes.toStripeProduct(await findProduct('product', id, ({ STUPID }) => STUPID === id)));
  });
  api.get('/prices/:id', async (c) => {
    const id = c.req.param('id');
    const price = await prices.find(id);
    if (!price) throw noSuch('price', id, 'price');
    return c.json(shapes.toStripePrice(price));
  });
  api.get('/prices', async (c) => {
    const found = await Promise.all(
      (await purchasable()).map((product) => prices.find(toPriceId(product) ?? '')),
    );
    const known = found.filter((price) => price !== undefined);
    return c.json(shapes.toStripeList('/v1/prices', known.map(shapes.toStripePrice)));
  });
  api.post('/prices', async (c) => {
    const form = readPriceForm(await c.req.text());
    return c.json(shapes.toStripePrice(await prices.create(form, c.req.header('idempotency-key'))));
  });
  api.get('/payment_links', async (c) =>
    c.json(
      shapes.toStripeList(
        '/v1/payment_links',
        (await purchasable()).map((product) => shapes.toStripePaymentLink(product, options)),
      ),
    ),
  );
  api.get('/payment_links/:id/line_items', async (c) => {
    const id = c.req.param('id');
    const product = await findProduct(
      'payment_link',
      id,
      (candidate) => shapes.toPaymentLinkId(candidate) === id,
    );
    const price = await prices.find(toPriceId(product) ?? '');
    const line = {
      priceId: price?.id ?? '',
      productId: product.STUPID,
      name: product.productName,
      quantity: 1,
      unitCents: price?.unitCents ?? 0,
    };
    return c.json(shapes.toStripeList(c.req.path, [shapes.toStripeLineItem(line, currency)]));
  });
  api.post('/checkout/sessions', async (c) => {
    const form = readCheckoutForm(await c.req.text());
    const { session, isReplay } = await checkout.create(form, c.req.header('idempotency-key'));
    if (isReplay) c.header('Idempotent-Replayed', 'true');
    return respond(c, session);
  });
  api.get('/checkout/sessions', async (c) => {
    const intent = c.req.query('payment_intent');
    const { limit, ...page } = toPage(c);
    const found =
      intent === undefined
        ? await options.sessions.list({ ...page, limit: limit + 1 })
        : [await options.sessions.findByPaymentIntent(intent)].filter((one) => one !== undefined);
    const expanded = toExpanded(c).map((field) => field.replace(/^data\./, ''));
    const shaped = found.map((session) =>
      shapes.toStripeSession(toCurrent(session, options.clock.now()), publicUrl, expanded),
    );
    return c.json(toListPage('/v1/checkout/sessions', shaped, limit));
  });
  api.get('/checkout/sessions/:id', async (c) => respond(c, await findSession(c.req.param('id'))));
  api.get('/checkout/sessions/:id/line_items', async (c) => {
    const { lines } = await findSession(c.req.param('id'));
    return c.json(
      shapes.toStripeList(
        c.req.path,
        lines.map((line) => shapes.toStripeLineItem(line, currency)),
      ),
    );
  });
  api.post('/checkout/sessions/:id/expire', async (c) => {
    const session = await findSession(c.req.param('id'));
    if (session.state !== 'open')
      throw new SimulatorError(`Only Checkout Sessions with a status in ["open"] can be expired.`);
    return respond(c, (await checkout.act(session.id, 'expire')) ?? session);
  });
  api.post('/refunds', async (c) => {
    const { paymentIntent, cents, reference } = readRefundForm(await c.req.text());
    const found = await options.sessions.findByPaymentIntent(paymentIntent);
    if (!found) throw noSuch('payment_intent', paymentIntent, 'payment_intent', 400);
    const idempotencyKey = c.req.header('idempotency-key');
    const details = { cents, reference, idempotencyKey, isExact: true };
    const changed = await checkout.act(found.id, 'refund', details);
    const session = changed ?? (await checkout.find(found.id)) ?? found;
    const refund = changed
      ? changed.refunds?.at(-1)
      : findRefundByKey(session, idempotencyKey, options.clock.now());
    if (refund && (refund.cents !== cents || refund.reference !== reference)) throw keyReused();
    if (refund) return c.json(shapes.toStripeRefund(refund, session));
    const left = toTotalCents(session) - toRefundedCents(session);
    if (cents <= left) throw new SimulatorError('This payment was not made.');
    throw new SimulatorError(
      `Refund amount (${cents}) is greater than unrefunded amount on charge (${left}).`,
      { param: 'amount' },
    );
  });
  api.get('/refunds', async (c) => {
    const session = await options.sessions.findByPaymentIntent(c.req.query('payment_intent') ?? '');
    const refunds = session?.refunds?.map((refund) => shapes.toStripeRefund(refund, session)) ?? [];
    return c.json(shapes.toStripeList('/v1/refunds', refunds.toReversed()));
  });
  api.get('/disputes', async (c) => {
    const paymentIntent = c.req.query('charge')?.replace(/^ch_/, '') ?? '';
    const session = await options.sessions.findByPaymentIntent(paymentIntent);
    const found = session ? shapes.toStripeDisputes(session) : [];
    return c.json(shapes.toStripeList('/v1/disputes', found));
  });
  api.get('/events', async (c) => {
    const { limit, ...page } = toPage(c);
    const types = valuesOf(c, 'types');
    const found = await options.sessions.listEvents({ ...page, types, limit: limit + 1 });
    return c.json(toListPage('/v1/events', found, limit));
  });
  api.all('*', (c) => {
    throw new SimulatorError(`Unrecognized request URL (${c.req.method}: ${c.req.path}).`, { status: 404 });
  });
  return api;
}

/** The fields that the request expands with `expand[0]=…`. */
function toExpanded(c: Context): readonly string[] {
  return valuesOf(c, 'expand');
}

function toPage(c: Context): SimulatedFilter {
  return {
    since: Number(c.req.query('created[gte]') ?? 0),
    after: c.req.query('starting_after'),
    limit: Number(c.req.query('limit') ?? 10),
  };
}

/** @param found one more than the page holds, if there are more */
function toListPage(path: string, found: readonly object[], limit: number) {
  return { ...shapes.toStripeList(path, found.slice(0, limit)), has_more: found.length > limit };
}

/** The values of `name[0]`, `name[1]` … */
function valuesOf(c: Context, name: string): readonly string[] {
  return Object.entries(c.req.query()).flatMap(([key, value]) => (key.startsWith(`${name}[`) ? [value] : []));
}
