import { html } from 'hono/html';
import { formatCents } from '#shared/kernel/money.ts';
import { toTotalCents, type SimulatedLine, type SimulatedSession } from './simulated-session.ts';

export const STYLE_PATH = '/test-payment/style.css';

/** The hosted page of a simulated payment. Works without a script; every text is escaped. */
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

/** For an id nobody has. */
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
    <p class="note">
      There is no card to fill in. Paying marks this order as paid, cancelling brings you back to it.
    </p>
    <form method="post" action="/test-payment/${id}/pay">
      <label for="email">E-mail for the confirmation <span>optional</span></label>
      <input id="email" name="email" type="email" autocomplete="email" maxlength="320" />
      <button class="button" type="submit">Pay ${total}</button>
    </form>
    <form method="post" action="/test-payment/${id}/cancel">
      <button class="button quiet" type="submit">Cancel</button>
    </form>
  </section>`;
}

function toOutcome(session: SimulatedSession) {
  const isPaid = session.state === 'complete';
  return html`<section class="pay" aria-labelledby="outcome">
    <h2 id="outcome">${isPaid ? 'This test payment is made' : 'This test payment has expired'}</h2>
    <p class="note">
      ${isPaid ? 'It is paid once; paying again changes nothing.' : 'It was open for 24 hours. Start again from your bag.'}
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
        <link rel="stylesheet" href="${STYLE_PATH}" />
      </head>
      <body>
        <header class="top">
          <p class="brand">Nankeen</p>
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
