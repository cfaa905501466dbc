import { html } from 'hono/html';
import { formatCents } from '#shared/kernel/money.ts';
import { toTotalCents, type SimulatedLine, type SimulatedSession } from './simulated-session.ts';

export const STYLE_PATH = '/test-payment/style.css';
export const FONT_PATH = '/test-payment/archivo.woff2';

const KESTREL = html`<svg viewBox="0 0 48 40" aria-hidden="true" focusable="false">
  <path
    d="M24 13.2c-1.5 0-2.7 1-3 2.4C16.5 13.8 9.8 9.6 2 3c3.2 8 8.6 14.8 17.8 18.4l1 3.6L17 37l3.9-1.6L24 38l3.1-2.6L31 37l-3.8-12 1-3.6C37.4 17.8 42.8 11 46 3c-7.8 6.6-14.5 10.8-19 12.6-.3-1.4-1.5-2.4-3-2.4z"
  />
</svg>`;

/** The hosted page of a simulated payment. Works without scripts; all texts are escaped. */
export function toTestPaymentPage(session: SimulatedSession) {
  return toDocument(
    session.state === 'open' ? 'Test payment' : 'Test payment is over',
    html`<section class="summary" aria-labelledby="order">
        <h1 id="order">Your order</h1>
        <p class="total">${toMoney(toTotalCents(session), session.currency)}</p>
        <p class="note">${session.currency}, including GST</p>
        <ul class="lines">
          ${session.lines.map((line) => toLine(line, session.currency))}
        </ul>
      </section>
      ${session.state === 'open' ? toForm(session) : toOutcome(session)}`,
  );
}

/** The page for an unknown id. */
export function toMissingPage() {
  return toDocument(
    'No such test payment',
    html`<section class="pay" aria-labelledby="missing">
      <h1 id="missing">No such test payment</h1>
      <p class="note">
        The address is incomplete, or this server never made that payment. Nothing was charged.
      </p>
      <a class="button quiet" href="/checkout">Back to the shop</a>
    </section>`,
  );
}

function toForm({ id, lines, currency, ...session }: SimulatedSession) {
  const total = toMoney(toTotalCents({ id, lines, currency, ...session }), currency);
  return html`<section class="pay" aria-labelledby="pay">
    <h2 id="pay">Pay as a test</h2>
    <p class="note">There is no card to fill in. Pay marks the order as paid. Cancel takes you back.</p>
    <form method="post" action="/test-payment/${id}/pay">
      <label for="email">Email for the confirmation <span>optional</span></label>
      <input id="email" name="email" type="email" autocomplete="email" maxlength="320" />
      ${session.countries.length > 0 ? toDeliveryFields(session.countries) : ''}
      <button class="button" type="submit">Pay ${total}</button>
    </form>
    <form method="post" action="/test-payment/${id}/cancel">
      <button class="button quiet" type="submit">Cancel</button>
    </form>
  </section>`;
}

/** Filled in, so that a test needs no typing. */
export const EXAMPLE_DELIVERY = {
  name: 'Alex Example',
  phone: '+61 400 000 000',
  line1: '1 Runway Road',
  city: 'Canberra',
  state: 'ACT',
  postalCode: '2600',
} as const;

const DELIVERY_FIELDS = [
  ['name', 'Name', 'name'],
  ['phone', 'Phone', 'tel'],
  ['line1', 'Street', 'address-line1'],
  ['city', 'Town or suburb', 'address-level2'],
  ['state', 'State', 'address-level1'],
  ['postalCode', 'Postcode', 'postal-code'],
] as const;

function toDeliveryFields(countries: readonly string[]) {
  return html`<fieldset>
    <legend>Deliver to</legend>
    ${DELIVERY_FIELDS.map(
      ([name, label, autocomplete]) =>
        html`<label for="${name}">${label}</label>
          <input
            id="${name}"
            name="${name}"
            autocomplete="${autocomplete}"
            maxlength="200"
            value="${EXAMPLE_DELIVERY[name]}"
            required
          />`,
    )}
    <label for="country">Country</label>
    <select id="country" name="country">
      ${countries.map((code) => html`<option value="${code}">${new Intl.DisplayNames('en-AU', { type: 'region' }).of(code)}</option>`)}
    </select>
  </fieldset>`;
}

function toOutcome(session: SimulatedSession) {
  const isPaid = session.state === 'complete';
  return html`<section class="pay" aria-labelledby="outcome">
    <h2 id="outcome">${isPaid ? 'This test payment is made' : 'This test payment has expired'}</h2>
    <p class="note">
      ${isPaid ? 'It is paid once; paying again changes nothing.' : 'It was open for 24 hours. Start again from your cart.'}
    </p>
    <a class="button quiet" href="${isPaid ? toSuccessUrl(session) : session.cancelUrl}">Back to the shop</a>
  </section>`;
}

export function toSuccessUrl(session: SimulatedSession): string {
  return session.successUrl.replaceAll('{CHECKOUT_SESSION_ID}', session.id);
}

function toLine({ name, quantity, unitCents }: SimulatedLine, currency: string) {
  return html`<li>
    <span class="name">${name}</span>
    <span class="amount">${toMoney(quantity * unitCents, currency)}</span>
    <span class="detail">${quantity} × ${toMoney(unitCents, currency)}</span>
  </li>`;
}

function toMoney(cents: number, currency: string): string {
  return formatCents(cents, currency);
}

function toDocument(title: string, content: ReturnType<typeof html>) {
  return html`<!doctype html>
    <html lang="en-AU">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <meta name="color-scheme" content="light dark" />
        <title>${title} – Nankeen</title>
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        <link rel="stylesheet" href="${STYLE_PATH}" />
      </head>
      <body>
        <header>
          <p class="brand">${KESTREL}<span>NANKEEN</span></p>
          <p class="mode"><strong>Test mode:</strong> no money moves</p>
        </header>
        <main>${content}</main>
        <footer>
          <p>
            This page stands in for the payment provider’s. It is part of the demo and refused in production.
          </p>
        </footer>
      </body>
    </html>`;
}
