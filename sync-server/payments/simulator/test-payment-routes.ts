import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import * as v from 'valibot';
import { parseCents } from '#shared/kernel/money.ts';
import type { Delivery } from '../payment-gateway.ts';
import { ACTS, NEWS, type Act, type ActDetails, type SimulatedCheckout } from './simulated-checkout.ts';
import type { SimulatedSession } from './simulated-session.ts';
import {
  EXAMPLE_DELIVERY,
  FONT_PATH,
  STYLE_PATH,
  toMissingPage,
  toSuccessUrl,
  toTestPaymentPage,
  type PaymentFault,
} from './test-payment-page.ts';
import { TEST_PAYMENT_STYLE } from './test-payment-style.ts';

const MAX_BYTES = 4096;
const MAX_FIELD = 200;
const emailSchema = v.pipe(v.string(), v.trim(), v.email(), v.maxLength(320));

/** Hono's own refusal is an exception, which the server would take for a failure. */
const limitForm = bodyLimit({
  maxSize: MAX_BYTES,
  onError: (c) => c.text('This form is too large. Nothing was changed.', 413),
});

/** Creates a session for a payment link. @returns `undefined` without such a link */
export type OpenPaymentLink = (linkId: string) => Promise<SimulatedSession | undefined>;

/** The hosted test-payment page and its buttons. */
export function testPaymentRoutes(checkout: SimulatedCheckout, openLink: OpenPaymentLink): Hono {
  return new Hono()
    .use('/test-payment/*', async (c, next) => {
      await next();
      c.header('Cache-Control', 'no-store');
    })
    .get(STYLE_PATH, (c) => c.body(TEST_PAYMENT_STYLE, 200, { 'Content-Type': 'text/css; charset=utf-8' }))
    .get(FONT_PATH, async (c) => c.body(await readFont(), 200, { 'Content-Type': 'font/woff2' }))
    .get('/test-payment/links/:id', async (c) => {
      const session = await openLink(c.req.param('id'));
      return session ? c.redirect(`/test-payment/${session.id}`, 303) : c.html(toMissingPage(), 404);
    })
    .get('/test-payment/:id', async (c) => {
      const session = await checkout.find(c.req.param('id'));
      return session ? c.html(toTestPaymentPage(session)) : c.html(toMissingPage(), 404);
    })
    .post('/test-payment/:id/cancel', async (c) => {
      const session = await checkout.find(c.req.param('id'));
      return session ? c.redirect(session.cancelUrl, 303) : c.html(toMissingPage(), 404);
    })
    .post('/test-payment/:id/:act', limitForm, async (c) => {
      const session = await checkout.find(c.req.param('id'));
      const act = c.req.param('act');
      if (!session || !isAct(act)) return c.html(toMissingPage(), 404);
      const details = readDetails(new URLSearchParams(await c.req.text()), session.countries);
      const fault = session.state === 'open' && isPayment(act) && findFault(details, session.countries);
      if (fault) return c.html(toTestPaymentPage(session, fault), 400);
      const changed = await checkout.act(session.id, act, details);
      const current = changed ?? session;
      if (ACTS[act].from === 'open' && current.state === 'complete')
        return c.redirect(toSuccessUrl(current), 303);
      return changed
        ? c.redirect(`/test-payment/${session.id}`, 303)
        : c.html(toTestPaymentPage(session), 409);
    });
}

function isAct(name: string): name is Act {
  return Object.hasOwn(ACTS, name);
}

function isPayment(act: Act): boolean {
  return act === 'pay' || act === 'pay-later';
}

/** The provider always asks for an email address, and offers no other countries. */
function findFault({ email, delivery }: ActDetails, countries: readonly string[]): PaymentFault | undefined {
  if (email === undefined) return 'email';
  return delivery && !countries.includes(delivery.country) ? 'country' : undefined;
}

function readDetails(form: URLSearchParams, countries: readonly string[]): ActDetails {
  const email = v.safeParse(emailSchema, form.get('email'));
  const cents = parseCents(form.get('amount') ?? '');
  return {
    news: NEWS.find((one) => one === form.get('news')),
    ...(email.success && { email: email.output }),
    ...(countries.length > 0 && { delivery: readDelivery(form, countries) }),
    ...(cents !== undefined && { cents }),
  };
}

/** What is left empty is taken from the page's example, since this is a test. */
function readDelivery(form: URLSearchParams, countries: readonly string[]): Delivery {
  const text = (name: keyof Delivery) => form.get(name)?.trim().slice(0, MAX_FIELD);
  const needed = (name: keyof typeof EXAMPLE_DELIVERY) => text(name) || EXAMPLE_DELIVERY[name];
  return {
    name: needed('name'),
    phone: needed('phone'),
    line1: needed('line1'),
    line2: text('line2') || undefined,
    city: needed('city'),
    state: needed('state'),
    postalCode: needed('postalCode'),
    country: text('country') || (countries[0] ?? ''),
  };
}

/** The shop's typeface, read from its package, because the app's copy has a hashed name. */
async function readFont(): Promise<Uint8Array<ArrayBuffer>> {
  const require = createRequire(import.meta.url);
  const file = require.resolve('@fontsource-variable/archivo/files/archivo-latin-wght-normal.woff2');
  return new Uint8Array(await readFile(file));
}
