import { Hono } from 'hono';
import { checkoutRequestSchema } from '#shared/api/messages.ts';
import type { Checkouts } from '#server/payments/create-checkouts.ts';
import { AppError } from '#shared/kernel/app-error.ts';
import type { AppEnv } from './app-env.ts';
import { readJson } from './read-body.ts';

const MAX_BYTES = 64 * 1024;
const SESSION_ID = /^[A-Za-z0-9_]{1,200}$/;

/** Starting a hosted payment, and asking how it went. Open to everybody; a session's id is known to its payer alone. */
export function checkoutRoutes(checkouts: Checkouts): Hono<AppEnv> {
  return new Hono<AppEnv>()
    .post('/checkout/sessions', async (c) => {
      const { lines } = await readJson(c, checkoutRequestSchema, MAX_BYTES);
      return c.json(await checkouts.start(c.get('actor'), lines));
    })
    .get('/checkout/sessions/:id', async (c) => {
      const id = c.req.param('id');
      if (!SESSION_ID.test(id))
        throw new AppError('invalid-argument', 'That is not a payment session.', { path: 'id' });
      return c.json(await checkouts.statusOf(id));
    });
}
