import type { AddressInfo } from 'node:net';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import { serve } from '@hono/node-server';
import { afterEach, describe, expect, it } from 'vitest';
import type { PaymentGateway } from '#server/payments/payment-gateway.ts';
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
