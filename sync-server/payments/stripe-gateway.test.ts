import type { AddressInfo } from 'node:net';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import { serve } from '@hono/node-server';
import { afterEach, describe, expect, it } from 'vitest';
import type { CheckoutRequest, PaymentGateway } from '#server/payments/payment-gateway.ts';
import { createLog } from '#server/log.ts';
import { createStripeGateway } from '#server/payments/stripe-gateway.ts';
import { createPaymentWorld, PROVIDER_KEY, SHOP, WEBHOOK_SECRET } from '../../tests/support/payment-world.ts';

const servers: { close(done: () => void): unknown }[] = [];
afterEach(async () => {
  for (const server of servers.splice(0))
    await new Promise<void>((resolve) => void server.close(() => resolve()));
});

function gatewayAt(port: number): PaymentGateway {
  return createStripeGateway({
    secretKey: PROVIDER_KEY,
    webhookSecrets: [WEBHOOK_SECRET],
    endpoint: { host: '127.0.0.1', port, protocol: 'http' },
    timeoutMs: 2_000,
    maxRetries: 0,
  });
}

async function listen(handle: (request: IncomingMessage, body: string) => [number, object]): Promise<number> {
  const server: Server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => void chunks.push(chunk));
    request.on('end', () => {
      const [status, body] = handle(request, Buffer.concat(chunks).toString());
      response
        .writeHead(status, { 'content-type': 'application/json', connection: 'close' })
        .end(JSON.stringify(body));
    });
  });
  servers.push(server);
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}

const REQUEST = {
  lines: [
    { priceId: 'price_1', quantity: 2 },
    { priceId: 'price_2', quantity: 1 },
  ],
  successUrl: `${SHOP}/success?session_id={CHECKOUT_SESSION_ID}`,
  cancelUrl: `${SHOP}/checkout`,
  idempotencyKey: 'nankeen-1',
};

describe('calls to the payment provider', () => {
  it('[R-CAL-12] [R-CST-09] a session request is form-encoded, with the bearer secret and exactly these fields', async () => {
    const seen: { request: IncomingMessage; body: string }[] = [];
    const port = await listen((request, body) => {
      seen.push({ request, body });
      return [
        200,
        { id: 'cs_1', object: 'checkout.session', url: 'https://pay.example/cs_1', status: 'open' },
      ];
    });
    const session = await gatewayAt(port).createCheckoutSession(REQUEST);
    expect(session).toMatchObject({ id: 'cs_1', url: 'https://pay.example/cs_1', state: 'open' });
    const [{ request, body } = { request: undefined, body: '' }] = seen;
    expect(`${request?.method} ${request?.url}`).toBe('POST /v1/checkout/sessions');
    expect(request?.headers).toMatchObject({
      authorization: `Bearer ${PROVIDER_KEY}`,
      'content-type': 'application/x-www-form-urlencoded',
      'idempotency-key': 'nankeen-1',
      'stripe-version': '2026-10-28.endive',
    });
    expect([...new URLSearchParams(body)].toSorted()).toEqual(
      [
        ['mode', 'payment'],
        ['success_url', REQUEST.successUrl],
        ['cancel_url', REQUEST.cancelUrl],
        ['line_items[0][price]', 'price_1'],
        ['line_items[0][quantity]', '2'],
        ['line_items[1][price]', 'price_2'],
        ['line_items[1][quantity]', '1'],
      ].toSorted(),
    );
  });

  it('[PY4] a refund is asked for with its id as idempotency key and in its metadata, unless the provider lists it', async () => {
    const seen: { request: IncomingMessage; body: string }[] = [];
    const made: object[] = [];
    const port = await listen((request, body) => {
      seen.push({ request, body });
      const refund = {
        id: 're_1',
        amount: 900,
        created: 1,
        status: 'succeeded',
        metadata: { refund: 'one' },
      };
      if (request.method === 'GET') return [200, { object: 'list', has_more: false, data: [...made] }];
      made.push(refund);
      return [200, refund];
    });
    const gateway = gatewayAt(port);
    const asked = { reference: 'one', paymentIntent: 'pi_1', cents: 900 };
    const refund = await gateway.refund(asked);
    expect(refund).toMatchObject({ id: 're_1', reference: 'one', cents: 900, state: 'succeeded' });
    expect(await gateway.refund(asked)).toEqual(refund);
    expect(seen.map(({ request: { method, url } }) => `${method} ${url}`)).toEqual([
      'GET /v1/refunds?payment_intent=pi_1&limit=100',
      'POST /v1/refunds',
      'GET /v1/refunds?payment_intent=pi_1&limit=100',
    ]);
    expect(seen[1]?.request.headers['idempotency-key']).toBe('nankeen-refund-one');
    expect([...new URLSearchParams(seen[1]?.body)].toSorted()).toEqual([
      ['amount', '900'],
      ['metadata[refund]', 'one'],
      ['payment_intent', 'pi_1'],
    ]);
  });

  it('[PY9] a session request with a delivery has exactly the reference, the countries and the phone number besides', async () => {
    const bodies: string[] = [];
    const port = await listen((_request, body) => {
      bodies.push(body);
      return [200, { id: 'cs_1', object: 'checkout.session', status: 'open' }];
    });
    const gateway = gatewayAt(port);
    await gateway.createCheckoutSession(REQUEST);
    await gateway.createCheckoutSession({
      ...REQUEST,
      delivery: { reference: 'payment-1', countries: ['AU', 'NZ'] },
    });
    const [plain, delivered] = bodies.map((body) => [...new URLSearchParams(body)].toSorted());
    expect(delivered).toEqual(
      [
        ...(plain ?? []),
        ['client_reference_id', 'payment-1'],
        ['shipping_address_collection[allowed_countries][0]', 'AU'],
        ['shipping_address_collection[allowed_countries][1]', 'NZ'],
        ['phone_number_collection[enabled]', 'true'],
      ].toSorted(),
    );
  });

  it.each([
    [['AU', 'NZ'], { delivery: { countries: ['AU', 'NZ'] } }],
    [[], {}],
  ])('[PY9] the setting %j is what a session is asked for', async (deliveryCountries, expected) => {
    const asked: CheckoutRequest[] = [];
    const world = createPaymentWorld({
      wrapGateway: (gateway) => ({
        ...gateway,
        createCheckoutSession: async (request) => (
          asked.push(request),
          gateway.createCheckoutSession(request)
        ),
      }),
    });
    await world.restart({ deliveryCountries });
    await world.checkOut();
    expect(asked).toMatchObject([expected]);
    expect(asked.map((request) => 'delivery' in request)).toEqual([deliveryCountries.length > 0]);
    await world.close();
  });

  it('[R-CAL-11] the four read calls use the provider’s paths and work against the simulator', async () => {
    const world = createPaymentWorld();
    const paths: string[] = [];
    const server = serve({
      port: 0,
      hostname: '127.0.0.1',
      fetch: (request) => (
        paths.push(`${request.method} ${new URL(request.url).pathname}`),
        world.app.fetch(request)
      ),
    });
    servers.push(server);
    await new Promise((resolve) => server.once('listening', resolve));
    const gateway = gatewayAt((server.address() as AddressInfo).port);
    expect(await gateway.product('prod_demo_recon-vtol')).toMatchObject({
      name: 'recon-vtol',
      isActive: true,
    });
    expect(await gateway.price('price_demo_recon-vtol')).toEqual({
      id: 'price_demo_recon-vtol',
      productId: 'prod_demo_recon-vtol',
      unitCents: 2_499_000,
      currency: 'AUD',
      isActive: true,
    });
    expect(await gateway.price('price_none')).toBeUndefined();
    expect(await gateway.listPaymentLinks()).toHaveLength(2);
    expect(await gateway.paymentLinkLineItems('plink_demo_recon-vtol')).toEqual([
      { priceId: 'price_demo_recon-vtol', quantity: 1 },
    ]);
    expect(paths).toEqual([
      'GET /v1/products/prod_demo_recon-vtol',
      'GET /v1/prices/price_demo_recon-vtol',
      'GET /v1/prices/price_none',
      'GET /v1/payment_links',
      'GET /v1/payment_links/plink_demo_recon-vtol/line_items',
    ]);
    if ('closeAllConnections' in server) server.closeAllConnections();
  });

  it.each([
    ['open', ['needs_response']],
    ['won', ['won']],
    ['won', ['warning_closed', 'prevented']],
    ['lost', ['lost', 'won']],
    ['open', ['under_review', 'lost']],
    ['open', []],
  ])('[PY5] a disputed charge is %s if its disputes are %j', async (dispute, statuses) => {
    const paths: (string | undefined)[] = [];
    const port = await listen(({ url }) => {
      paths.push(url);
      const intent = { id: 'pi_1', latest_charge: { id: 'ch_1', disputed: true } };
      return url?.startsWith('/v1/disputes')
        ? [200, { object: 'list', data: statuses.map((status) => ({ status })) }]
        : [200, { id: 'cs_1', object: 'checkout.session', status: 'complete', payment_intent: intent }];
    });
    expect(await gatewayAt(port).retrieveSession('cs_1')).toMatchObject({ dispute });
    expect(paths.at(-1)).toBe('/v1/disputes?charge=ch_1&limit=100');
  });

  it('[T50] a key that the provider does not accept and repeats is in no line of the log', async () => {
    const message = `Invalid API Key provided: ${PROVIDER_KEY}`;
    const port = await listen(() => [401, { error: { type: 'invalid_request_error', message } }]);
    const err: unknown = await gatewayAt(port)
      .product('prod_1')
      .catch((error: unknown) => error);
    const lines: string[] = [];
    const destination = { write: (line: string) => void lines.push(line) };
    createLog({ level: 'info', destination }).error({ err }, 'A payment was not looked at.');
    expect(lines.join('')).toContain('does not accept STRIPE_SECRET_KEY');
    expect(lines.join('')).not.toContain(PROVIDER_KEY);
  });

  it('[F75] an unreachable, failing or rejecting provider gives errors of the catalogue', async () => {
    const responses: [number, object][] = [
      [500, { error: { type: 'api_error' } }],
      [429, { error: { type: 'invalid_request_error', code: 'rate_limit' } }],
      [401, { error: { type: 'invalid_request_error', message: 'Invalid API Key' } }],
    ];
    for (const response of responses) {
      const gateway = gatewayAt(await listen(() => response));
      await expect(gateway.createCheckoutSession(REQUEST)).rejects.toMatchObject({
        code: 'unavailable',
        retryAfter: 5,
      });
    }
    const missing = {
      type: 'invalid_request_error',
      code: 'resource_missing',
      param: 'line_items[1][price]',
    };
    const gateway = gatewayAt(await listen(() => [400, { error: missing }]));
    await expect(gateway.createCheckoutSession(REQUEST)).rejects.toMatchObject({
      code: 'failed-precondition',
      path: 'lines[1].price',
    });
    await expect(gateway.retrieveSession('cs_none')).resolves.toBeUndefined();
  });
});
