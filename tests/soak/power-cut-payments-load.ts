import { openSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { createContext } from '#server/context.ts';
import { createStripeGateway } from '#server/payments/stripe-gateway.ts';
import { createServerApp } from '#server/server-app.ts';
import { openSqliteStorage } from '#server/stores/sqlite/open-storage.ts';
import { systemClock } from '#shared/kernel/clock.ts';
import { createId } from '#shared/kernel/ids.ts';
import { TEST_CONFIG, TEST_SECRETS } from '../support/core-server.ts';
import { product, SHOP } from '../support/payment-world.ts';
import { silentLog } from '../support/silent-log.ts';
import { SAID } from './power-cut-events.ts';

/**
 * The recorded server: people buy, pay and get a part back, and it ends as if killed. It reports `event` when a delivery
 * is acknowledged, `order` when the order is written, and `refund` when a refund is acknowledged.
 */
const [, , folder = '', count = ''] = process.argv;
const storage = openSqliteStorage({
  folder,
  holder: { pid: process.pid },
  isReading: false,
  clock: systemClock,
  rejectedBytes: 1e6,
  shopAddress: undefined,
  checks: false,
  log: silentLog,
});
const said = openSync(join(folder, SAID), 'a');
const say = (...words: readonly string[]) => writeSync(said, `${words.join(' ')}\n`);

const products = [product('trainer-pack', '24.90')];
const context = createContext(
  { ...TEST_CONFIG, publicUrl: SHOP },
  {
    secrets: TEST_SECRETS,
    clock: systemClock,
    log: silentLog,
    storage,
    mailer: { send: async () => undefined },
    products: { list: async () => products, findByPriceId: async () => products[0] },
    createGateway: (settings) =>
      createStripeGateway({
        ...settings,
        fetch: async (url: string | URL | Request, init?: RequestInit) => app.request(String(url), init),
        maxRetries: 0,
      }),
    async deliverWebhook({ body, signature }) {
      const { status } = await app.request('/api/v1/webhooks/stripe', {
        method: 'POST',
        headers: { 'stripe-signature': signature },
        body,
      });
      if (status === 200) say('event', (JSON.parse(body) as { readonly id: string }).id);
      return status;
    },
  },
);
const app = createServerApp(context);
context.mails.start();
context.payments.events.start();

/** The order of a session. A server with a planted bug may write it late. */
async function waitForOrder(sessionId: string) {
  for (let looks = 0; looks < 10_000; looks++) {
    await context.payments.events.idle();
    const payment = await storage.payments.findBySession(sessionId);
    const order = payment && (await storage.documents.read({ collection: 'orders', id: payment.id }));
    if (order) return order;
    await delay(1);
  }
  throw new Error(`There is no order of the session ${sessionId}.`);
}

for (let index = 1; index <= Number(count); index++) {
  const opened = await app.request('/api/v1/checkout/sessions', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ lines: [{ price: 'price_demo_trainer-pack', quantity: index }] }),
  });
  const { id } = (await opened.json()) as { readonly id: string };
  await app.request(`/test-payment/${id}/pay`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: 'email=ada@example.com',
  });
  const order = await waitForOrder(id);
  say('order', order.id);
  const refund = { id: createId(), cents: 100, reason: 'Damaged' };
  await context.payments.refunds.ask(order.id, refund, 'mia@example.com');
  say('refund', order.id, refund.id);
}
process.exit(0);
