import { Hono } from 'hono';
import type { PaymentNews } from '#server/payments/handle-news.ts';
import type { AppEnv } from './app-env.ts';
import { readText } from './read-body.ts';

const MAX_BYTES = 256 * 1024;

/** The payment provider's deliveries. A 2xx means that the effect is stored; anything else is delivered again. */
export function webhookRoute(news: PaymentNews): Hono<AppEnv> {
  return new Hono<AppEnv>().post('/webhooks/stripe', async (c) => {
    const rawBody = await readText(c, MAX_BYTES);
    const outcome = await news.receive(rawBody, c.req.header('stripe-signature') ?? '');
    return c.json({ received: true, outcome });
  });
}
