import { beforeEach, describe, expect, it, vi } from 'vitest';
import { ANONYMOUS } from '#shared/access/actor.ts';
import { changeDocument } from '#server/core/document-calls.ts';
import { stampNow } from '#server/core/stamp.ts';
import { productContent } from '../../../tests/support/samples.ts';
import {
  createPaymentWorld,
  product,
  PROVIDER_KEY,
  SHOP,
  type PaymentWorld,
  sessionEvent,
} from '../../../tests/support/payment-world.ts';

let world: PaymentWorld;
beforeEach(() => void (world = createPaymentWorld()));

const CHECKOUT = '/v1/checkout/sessions';
const GOOD = {
  mode: 'payment',
  success_url: `${SHOP}/success?session_id={CHECKOUT_SESSION_ID}`,
  cancel_url: `${SHOP}/checkout`,
  'line_items[0][price]': 'price_demo_recon-vtol',
  'line_items[0][quantity]': '1',
};

async function ask(path: string, form?: Record<string, string>, headers: Record<string, string> = {}) {
  const response = await world.app.request(path, {
    method: form ? 'POST' : 'GET',
    headers: { authorization: `Bearer ${PROVIDER_KEY}`, ...headers },
    ...(form ? { body: new URLSearchParams(form).toString() } : {}),
  });
  return {
    status: response.status,
    headers: response.headers,
    body: (await response.json()) as Record<string, never>,
  };
}

describe('the simulated provider’s API', () => {
  it('[R-CAL-11] products, prices and payment links come from the shop’s products', async () => {
    expect((await ask('/v1/products/prod_demo_recon-vtol')).body).toMatchObject({
      object: 'product',
      name: 'recon-vtol',
    });
    expect((await ask('/v1/prices/price_demo_trainer-pack')).body).toMatchObject({
      object: 'price',
      unit_amount: 2490,
      currency: 'aud',
      product: 'prod_demo_trainer-pack',
    });
    const { body } = await ask('/v1/payment_links');
    expect(body['data']).toHaveLength(2);
    const items = await ask('/v1/payment_links/plink_demo_recon-vtol/line_items');
    expect(items.body['data']).toMatchObject([{ price: { id: 'price_demo_recon-vtol' }, quantity: 1 }]);
  });

  it.each([
    '/v1/products/none',
    '/v1/prices/none',
    '/v1/payment_links/none/line_items',
    `${CHECKOUT}/none`,
    '/v1/none',
  ])('[R-CAL-11] a missing resource gets Stripe’s error: %s', async (path) => {
    const { status, body } = await ask(path);
    expect(status).toBe(404);
    expect(body).toMatchObject({ error: { type: 'invalid_request_error' } });
  });

  it('[R-CAL-11] every call needs the bearer key', async () => {
    for (const authorization of ['', 'Bearer sk_test_wrong', `Basic ${PROVIDER_KEY}`]) {
      expect((await ask('/v1/payment_links', undefined, { authorization })).status).toBe(401);
      expect((await ask(CHECKOUT, GOOD, { authorization })).status).toBe(401);
    }
  });

  it('[R-CAL-12] [R-CST-09] form fields create a one-off payment session', async () => {
    const { status, body } = await ask(CHECKOUT, GOOD);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      object: 'checkout.session',
      mode: 'payment',
      status: 'open',
      payment_status: 'unpaid',
      amount_total: 2_499_000,
      currency: 'aud',
      url: `${SHOP}/test-payment/${body['id']}`,
    });
  });

  it('[T32] an unknown price gets Stripe’s error', async () => {
    const { status, body } = await ask(CHECKOUT, { ...GOOD, 'line_items[0][price]': 'price_none' });
    expect(status).toBe(400);
    expect(body).toEqual({
      error: {
        type: 'invalid_request_error',
        code: 'resource_missing',
        param: 'line_items[0][price]',
        message: "No such price: 'price_none'",
      },
    });
  });

  it.each([
    [{ mode: 'subscription' }, 'mode'],
    [{ success_url: 'javascript:alert(1)' }, 'success_url'],
    [{ cancel_url: '' }, 'cancel_url'],
    [{ 'line_items[0][quantity]': '0' }, 'line_items[0][quantity]'],
    [{ 'line_items[0][amount]': '1' }, 'line_items[0][amount]'],
    [{ 'line_items[2][price]': 'price_demo_recon-vtol' }, 'line_items[1][price]'],
  ])('[R-CAL-12] a form with %j is rejected', async (change, param) => {
    const { status, body } = await ask(CHECKOUT, { ...GOOD, ...change });
    expect([status, body]).toMatchObject([400, { error: { param } }]);
  });

  it('[F75] a repeated idempotency key returns the same session and is rejected for another request', async () => {
    const key = { 'idempotency-key': 'one' };
    const first = await ask(CHECKOUT, GOOD, key);
    const again = await ask(CHECKOUT, GOOD, key);
    expect(again.body).toEqual(first.body);
    expect(again.headers.get('idempotent-replayed')).toBe('true');
    const other = await ask(CHECKOUT, { ...GOOD, 'line_items[0][quantity]': '2' }, key);
    expect([other.status, other.body]).toMatchObject([400, { error: { type: 'idempotency_error' } }]);
  });

  it('[F75] the shop learns of an expired session, which cannot be paid', async () => {
    const { id } = await world.checkOut();
    await world.gateway.expireSession(id);
    expect(await world.statusOf(id)).toBe('expired');
    expect((await world.pay(id)).status).toBe(409);
    await expect(world.gateway.expireSession(id)).rejects.toMatchObject({ code: 'failed-precondition' });
  });
});

describe('the simulated provider’s prices', () => {
  const setPrice = (value: string, description: string) => {
    const [first] = world.products;
    if (!first) throw new Error('The world has no product.');
    world.products[0] = { ...first, productPrices: [{ value, label: 'AUD incl. GST', description }] };
  };
  const amountOf = async (id: string) => (await ask(`/v1/prices/${id}`)).body['unit_amount'];
  const NEW = { product: 'prod_demo_recon-vtol', unit_amount: '12000', currency: 'aud' };

  it('[PB9] a price never changes under its id, also after a restart', async () => {
    expect(await amountOf('price_demo_recon-vtol')).toBe(2_499_000);
    setPrice('120.00', 'price_demo_recon-vtol');
    expect(await amountOf('price_demo_recon-vtol')).toBe(2_499_000);
    expect((await ask(CHECKOUT, GOOD)).body).toMatchObject({ amount_total: 2_499_000 });
    const links = await ask('/v1/payment_links/plink_demo_recon-vtol/line_items');
    expect(links.body['data']).toMatchObject([{ price: { unit_amount: 2_499_000 } }]);
    await world.restart();
    expect(await amountOf('price_demo_recon-vtol')).toBe(2_499_000);
    expect((await world.payments.check(0)).differences).toMatchObject([
      { kind: 'price-amount', id: 'recon-vtol', text: '$24,990.00 at the provider, $120.00 in the shop.' },
    ]);
    await expect(world.checkOut()).rejects.toThrow('PRICE_CHANGED');
  });

  it('[PB9] it keeps a price of the catalogue before anybody asks for it', async () => {
    const setLate = async (price: string, name: string) => {
      const data = { ...productContent(name), productPrices: product('late', price).productPrices };
      const key = { collection: 'products', id: 'late' };
      const stamp = stampNow(world.clock, { ...ANONYMOUS, isAdmin: true });
      await changeDocument(world.documents, key, { kind: 'set', data }, stamp);
    };
    await setLate('on request', 'Late');
    for (let edit = 0; edit < 120; edit += 1) await setLate('10.00', `Late ${edit}`);
    await setLate('20.00', 'Late');
    world.products.push(product('late', '20.00'));
    expect(await amountOf('price_demo_late')).toBe(1000);
  });

  it('[PB9] a price that is made has an id of its own; its key makes it once', async () => {
    const key = { 'idempotency-key': 'one' };
    const { status, body } = await ask('/v1/prices', NEW, key);
    expect([status, body]).toMatchObject([
      200,
      { object: 'price', unit_amount: 12_000, currency: 'aud', product: NEW.product, active: true },
    ]);
    expect((await ask('/v1/prices', NEW, key)).body).toEqual(body);
    expect((await ask(`/v1/prices/${body['id']}`)).body).toEqual(body);
    const other = await ask('/v1/prices', { ...NEW, unit_amount: '12100' }, key);
    expect([other.status, other.body]).toMatchObject([400, { error: { type: 'idempotency_error' } }]);
    expect((await ask('/v1/prices', NEW)).body['id']).not.toBe(body['id']);
  });

  it.each([
    [{ product: 'none' }, 'product'],
    [{ product: '' }, 'product'],
    [{ unit_amount: '0' }, 'unit_amount'],
    [{ unit_amount: '1.5' }, 'unit_amount'],
    [{ currency: '' }, 'currency'],
  ])('[PB9] a price with %j is refused', async (change, param) => {
    const { status, body } = await ask('/v1/prices', { ...NEW, ...change });
    expect([status, body]).toMatchObject([400, { error: { param } }]);
  });
});

describe('the hosted test-payment page', () => {
  const page = async (id: string) => (await world.app.request(`/test-payment/${id}`)).text();

  it('[R-PAY-01] shows lines, amounts and the test notice, without scripts or inline styles', async () => {
    world.products.push(product('<script>alert(1)</script>', '10.00'));
    const { id } = await world.checkOut([
      { price: 'price_demo_recon-vtol', quantity: 2 },
      { price: 'price_demo_<script>alert(1)</script>', quantity: 1 },
    ]);
    const text = await page(id);
    expect(text).toContain('Test mode:');
    expect(text).toContain('no money moves');
    expect(text).toContain('$49,990.00');
    expect(text).toContain('2 × $24,990.00');
    expect(text).not.toMatch(/<script|<style|style=|onclick/i);
    const style = await world.app.request('/test-payment/style.css');
    expect(style.headers.get('content-type')).toContain('text/css');
  });

  it('[R-PAY-02] Cancel returns to the checkout, and the session stays open', async () => {
    const { id } = await world.checkOut();
    const response = await world.app.request(`/test-payment/${id}/cancel`, { method: 'POST' });
    expect([response.status, response.headers.get('location')]).toEqual([303, `${SHOP}/checkout?cancelled`]);
    expect(await world.statusOf(id)).toBe('open');
  });

  it('[R-PAY-03] Pay leads to /success with the session’s id, and paying again changes nothing', async () => {
    const { id } = await world.checkOut();
    const [first, second] = [await world.pay(id), await world.pay(id, 'other@example.com')];
    expect(first.headers.get('location')).toBe(`${SHOP}/success?session_id=${id}`);
    expect(second.headers.get('location')).toBe(first.headers.get('location'));
    expect(world.mails.map(({ to }) => to)).toEqual(['buyer@example.com']);
    expect(await page(id)).toContain('This test payment is made');
  });

  it.each(['pay', 'pay-later'])(
    '[R-SUC-02] %s always asks for an email address, and nothing is paid without one',
    async (button) => {
      const { id } = await world.checkOut();
      expect(await page(id)).toMatch(/<input\s[^>]*name="email"[^>]*\srequired\s/);
      for (const email of ['', 'nobody']) {
        const refused = await world.act(id, button, { email });
        expect(refused.status).toBe(400);
        expect(await refused.text()).toContain('Write an email address. Nothing was paid.');
      }
      expect(await world.statusOf(id)).toBe('open');
    },
  );

  it('[R-CAL-11] a payment link starts its own payment, which the shop records once it is paid', async () => {
    const { body } = await ask('/v1/payment_links');
    const [link] = body['data'] as unknown as { url: string }[];
    const opened = await world.app.request((link?.url ?? '').slice(SHOP.length));
    const id = opened.headers.get('location')?.split('/').at(-1) ?? '';
    expect(await world.statusOf(id)).toBe('unknown');
    world.clock.advance(60_000);
    await world.pay(id);
    expect(await world.statusOf(id)).toBe('paid');
    expect(world.mails).toHaveLength(1);
    expect(world.errors).toEqual([]);
    expect((await world.app.request('/test-payment/links/none')).status).toBe(404);
  });

  it('[T40] a form that is too large is refused and changes nothing', async () => {
    const { id } = await world.checkOut();
    const response = await world.act(id, 'pay', { email: 'a'.repeat(5_000) });
    expect([response.status, await response.text()]).toEqual([
      413,
      'This form is too large. Nothing was changed.',
    ]);
    expect([await world.statusOf(id), world.errors]).toEqual(['open', []]);
  });

  it('[R-PAY-01] the page of an expired or unknown session says so', async () => {
    const { id } = await world.checkOut();
    world.clock.advance(25 * 3_600_000);
    expect(await page(id)).toContain('has expired');
    expect((await world.pay(id)).status).toBe(409);
    expect((await world.app.request('/test-payment/cs_none')).status).toBe(404);
  });
});

describe('what can happen to a test payment', () => {
  const act = async (id: string, name: string, form: Record<string, string> = {}) =>
    (await world.act(id, name, form)).status;
  const textOf = async (id: string) => (await world.app.request(`/test-payment/${id}`)).text();

  it.each([
    ['succeed', 'paid', /^Your Nankeen order \S+$/],
    ['fail', 'failed', /^The payment of your Nankeen order \S+ failed$/],
  ] as const)('[PY1] a payment that takes days can %s, and one mail says so', async (end, status, mail) => {
    const { id } = await world.checkOut();
    expect(await act(id, 'pay-later', { email: 'buyer@example.com' })).toBe(303);
    expect(await world.statusOf(id)).toBe('processing');
    expect(world.mails).toEqual([]);
    expect(await act(id, end)).toBe(303);
    expect(await world.statusOf(id)).toBe(status);
    await world.deliver(sessionEvent('checkout.session.async_payment_failed', id));
    expect(world.mails.map(({ subject }) => subject)).toEqual([expect.stringMatching(mail)]);
  });

  it('[PY1] it can be given back in part and then whole, and never more', async () => {
    const { id } = await world.checkOut();
    await world.pay(id);
    await act(id, 'refund', { amount: '90.00' });
    expect(await world.store.findBySession(id)).toMatchObject({ status: 'paid', refundedCents: 9_000 });
    expect(await textOf(id)).toContain('$90.00 given back.');
    await act(id, 'refund', { amount: '99999' });
    expect(await world.store.findBySession(id)).toMatchObject({
      status: 'refunded',
      refundedCents: 2_499_000,
    });
    expect(await textOf(id)).not.toContain('Give it back');
  });

  it('[R-PAY-01] another amount than that of the lines can be paid, and given back', async () => {
    const { id } = await world.checkOut();
    await act(id, 'pay', { email: 'buyer@example.com', amount: '12.50' });
    expect(await world.store.findBySession(id)).toMatchObject({
      totalCents: 2_499_000,
      paidCents: 1_250,
      review: 'paid $12.50 (AUD), quoted $24,990.00 (AUD)',
    });
    await act(id, 'refund');
    expect(await world.store.findBySession(id)).toMatchObject({ refundedCents: 1_250 });
  });

  it('[PY5] a dispute asks for review, and the shop gets one mail', async () => {
    const { id } = await world.checkOut();
    await world.pay(id);
    await act(id, 'dispute', { news: 'twice' });
    await world.payments.events.idle();
    expect(await world.store.findBySession(id)).toMatchObject({
      status: 'paid',
      review: 'the buyer disputes the payment',
    });
    expect([...world.mails, ...world.shopMails].map(({ to, subject }) => `${to}: ${subject}`)).toEqual([
      expect.stringContaining('buyer@example.com: Your Nankeen order'),
      expect.stringMatching(/hello@nankeen.example: New order \S+/),
      expect.stringMatching(/hello@nankeen.example: Order \S+ is disputed/),
    ]);
  });

  it('[PY1] the shop can be told twice', async () => {
    const { id } = await world.checkOut();
    await act(id, 'pay', { email: 'buyer@example.com', news: 'twice' });
    expect(await world.statusOf(id)).toBe('paid');
    expect(world.mails).toHaveLength(1);
  });

  it('[PY3] the shop can be told nothing, and finds out by itself', async () => {
    const { id } = await world.checkOut();
    await act(id, 'pay', { email: 'buyer@example.com', news: 'never' });
    expect(await world.statusOf(id)).toBe('open');
    await world.payments.events.look();
    await world.payments.events.idle();
    expect(await world.statusOf(id)).toBe('paid');
  });

  it('[PY1] the shop can be told late, after later news', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout'] });
    try {
      const { id } = await world.checkOut();
      await act(id, 'pay', { email: 'buyer@example.com', news: 'late' });
      expect(await world.statusOf(id)).toBe('open');
      await act(id, 'refund');
      expect(await world.statusOf(id)).toBe('refunded');
      await vi.advanceTimersByTimeAsync(30_000);
      vi.useRealTimers();
      await world.payments.events.idle();
      expect(await world.statusOf(id)).toBe('refunded');
      expect(world.mails.map(({ subject }) => subject).toSorted()).toEqual([
        expect.stringMatching(/^We have refunded \$24,990\.00 of your order/),
        expect.stringContaining('Your Nankeen order'),
      ]);
    } finally {
      vi.useRealTimers();
    }
  });

  it('[PY9] a country that the shop does not deliver to is refused, and nothing is paid', async () => {
    const { id } = await world.checkOut();
    const response = await world.act(id, 'pay', { email: 'buyer@example.com', country: 'NZ' });
    expect([response.status, await world.statusOf(id)]).toEqual([400, 'open']);
    expect(await response.text()).toContain('The shop does not deliver to this country. Nothing was paid.');
  });

  it('[T34] an act that does not fit the payment changes nothing, and an unknown one is not found', async () => {
    const { id } = await world.checkOut();
    for (const name of ['succeed', 'fail', 'refund', 'fail-refund', 'dispute', 'win-dispute'])
      expect(await act(id, name)).toBe(409);
    expect(await act(id, 'toString')).toBe(404);
    expect(await world.statusOf(id)).toBe('open');
    expect(await act(id, 'expire')).toBe(303);
    expect(await world.statusOf(id)).toBe('expired');
  });
});
