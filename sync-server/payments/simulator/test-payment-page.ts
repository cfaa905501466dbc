import { html, raw } from 'hono/html';
import { toCountryName } from '#shared/domain/country-names.ts';
import { formatCents } from '#shared/kernel/money.ts';
import {
  toPhase,
  toRefundedCents,
  toTotalCents,
  type SimulatedLine,
  type SimulatedSession,
} from './simulated-session.ts';

export const STYLE_PATH = '/test-payment/style.css';
export const FONT_PATH = '/test-payment/archivo.woff2';

const KESTREL = html`<svg viewBox="0 0 48 40" aria-hidden="true" focusable="false">
  <path
    d="M24 13.2c-1.5 0-2.7 1-3 2.4C16.5 13.8 9.8 9.6 2 3c3.2 8 8.6 14.8 17.8 18.4l1 3.6L17 37l3.9-1.6L24 38l3.1-2.6L31 37l-3.8-12 1-3.6C37.4 17.8 42.8 11 46 3c-7.8 6.6-14.5 10.8-19 12.6-.3-1.4-1.5-2.4-3-2.4z"
  />
</svg>`;

/** Field of the form that can't be accepted. */
export type PaymentFault = 'email' | 'country';

const AT_FAULT = 'aria-invalid="true" aria-describedby="fault"';
const toFault = (text: string) => html`<p class="fault" id="fault" role="alert">${text}</p>`;

/**
 * The hosted page of a simulated payment. Works without scripts; all texts are escaped.
 * @param fault of the form that was sent
 */
export function toTestPaymentPage(session: SimulatedSession, fault?: PaymentFault) {
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
      ${session.state === 'open' ? toForm(session, fault) : toOutcome(session)}`,
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

function toForm(session: SimulatedSession, fault: PaymentFault | undefined) {
  const { id, currency, countries } = session;
  return html`<section class="pay" aria-labelledby="pay">
    <h2 id="pay">Pay as a test</h2>
    <p class="note">There is no card to fill in. Pay marks the order as paid. Cancel takes you back.</p>
    <form method="post" action="/test-payment/${id}/pay">
      <label for="email">Email for the confirmation</label>
      ${fault === 'email' ? toFault('Write an email address. Nothing was paid.') : ''}
      <input
        id="email"
        name="email"
        type="email"
        autocomplete="email"
        maxlength="320"
        required
        ${fault === 'email' ? raw(AT_FAULT) : ''}
      />
      ${countries.length > 0 ? toDeliveryFields(countries, fault === 'country') : ''} ${toNewsField()}
      <details>
        <summary>Pay another amount</summary>
        <label for="amount">Amount <span>which the shop holds for review</span></label>
        <input id="amount" name="amount" inputmode="decimal" maxlength="20" />
      </details>
      <button class="button" type="submit">Pay ${toMoney(toTotalCents(session), currency)}</button>
      <button class="button quiet" type="submit" formaction="/test-payment/${id}/pay-later">
        Use a bank transfer, which takes days
      </button>
    </form>
    ${toActForm(id, 'cancel', 'Cancel')} ${toActForm(id, 'expire', 'Let it expire')}
  </section>`;
}

/** The provider's news reach a real shop late, twice or not at all, too. */
function toNewsField() {
  return html`<details>
    <summary>What the shop hears of it</summary>
    <label for="news">The shop is told</label>
    <select id="news" name="news">
      <option value="now">at once</option>
      <option value="late">half a minute later</option>
      <option value="twice">twice</option>
      <option value="never">not at all; it finds out within ten minutes</option>
    </select>
  </details>`;
}

function toActForm(id: string, act: string, label: string, fields: ReturnType<typeof html> | '' = '') {
  return html`<form method="post" action="/test-payment/${id}/${act}">
    ${fields}
    <button class="button quiet" type="submit">${label}</button>
  </form>`;
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

function toDeliveryFields(countries: readonly string[], isCountryWrong: boolean) {
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
    ${isCountryWrong ? toFault('The shop does not deliver to this country. Nothing was paid.') : ''}
    <select id="country" name="country" ${isCountryWrong ? raw(AT_FAULT) : ''}>
      ${countries.map((code) => html`<option value="${code}">${toCountryName(code)}</option>`)}
    </select>
  </fieldset>`;
}

const OUTCOMES = {
  paid: ['This test payment is made', 'It is paid once; paying again changes nothing.'],
  waiting: ['This test payment takes days', 'The money is not there yet. Decide here how it ends.'],
  failed: ['This test payment has failed', 'Nothing was charged. Start again from your cart.'],
  expired: [
    'This test payment has expired',
    'It was open for 24 hours, or ended by hand. Start again from your cart.',
  ],
} as const;

function toOutcome(session: SimulatedSession) {
  const phase = toPhase(session);
  const [title, note] = OUTCOMES[phase === 'open' ? 'expired' : phase];
  const isOver = phase === 'expired' || phase === 'failed';
  return html`<section class="pay" aria-labelledby="outcome">
    <h2 id="outcome">${title}</h2>
    <p class="note">${note}</p>
    ${phase === 'waiting' ? toDecision(session) : ''} ${phase === 'paid' ? toAfterwards(session) : ''}
    <a class="button quiet" href="${isOver ? session.cancelUrl : toSuccessUrl(session)}">Back to the shop</a>
  </section>`;
}

function toDecision({ id }: SimulatedSession) {
  return html`<form method="post" action="/test-payment/${id}/succeed">
    ${toNewsField()}
    <button class="button" type="submit">The money arrives</button>
    <button class="button quiet" type="submit" formaction="/test-payment/${id}/fail">It is refused</button>
  </form>`;
}

const DISPUTES = {
  open: 'The buyer disputes it.',
  won: 'The bank has decided for the shop.',
  lost: 'The bank has decided for the buyer.',
} as const;

/** What a shop or a bank does after a payment. */
function toAfterwards(session: SimulatedSession) {
  const { id, currency, disputes = [] } = session;
  const dispute = disputes.at(-1);
  const refundedCents = toRefundedCents(session);
  const left = toTotalCents(session) - refundedCents;
  return html`${refundedCents > 0 ? html`<p class="note">${toMoney(refundedCents, currency)} given back.</p>` : ''}
  ${dispute ? html`<p class="note">${DISPUTES[dispute]}</p>` : ''}
  ${
    left > 0
      ? html`<form method="post" action="/test-payment/${id}/refund">
          <label for="amount">Give back <span>of ${toMoney(left, currency)}</span></label>
          <input
            id="amount"
            name="amount"
            inputmode="decimal"
            maxlength="20"
            value="${(left / 100).toFixed(2)}"
          />
          ${toNewsField()}
          <button class="button quiet" type="submit">Give it back</button>
        </form>`
      : ''
  }
  ${refundedCents > 0 ? toActForm(id, 'fail-refund', 'Let the last refund fail') : ''}
  ${dispute === undefined || dispute === 'won' ? toActForm(id, 'dispute', 'Let the buyer dispute it') : ''}
  ${
    dispute === 'open'
      ? html`${toActForm(id, 'win-dispute', 'Let the shop win the dispute')}
        ${toActForm(id, 'lose-dispute', 'Let the buyer win the dispute')}`
      : ''
  }`;
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
