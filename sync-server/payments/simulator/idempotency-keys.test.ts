import { expect, test } from 'vitest';
import { createPaymentWorld, PROVIDER_KEY, SHOP } from '../../../tests/support/payment-world.ts';

const world = createPaymentWorld({ isRemote: true });
const KEY = 'one';
const REUSED = [400, 'idempotency_error'];

async function ask(path: string, form: Record<string, string>, key: string): Promise<readonly unknown[]> {
  const response = await world.app.request(`/v1${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${PROVIDER_KEY}`, 'idempotency-key': key },
    body: new URLSearchParams(form).toString(),
  });
  const body = (await response.json()) as { readonly id?: string; readonly error?: { type: string } };
  return [response.status, body.id ?? body.error?.type];
}

const askAtOnce = (path: string, forms: readonly Record<string, string>[]) =>
  Promise.all(forms.map((form) => ask(path, form, KEY)));

test('[F75] of calls at once with one idempotency key, one makes the session', async () => {
  const form = {
    mode: 'payment',
    success_url: `${SHOP}/success`,
    cancel_url: `${SHOP}/checkout`,
    'line_items[0][price]': 'price_demo_recon-vtol',
    'line_items[0][quantity]': '1',
  };
  const other = { ...form, 'line_items[0][quantity]': '2' };
  const [made, ...others] = await askAtOnce('/checkout/sessions', [form, form, other]);
  expect(made).toEqual([200, expect.stringContaining('cs_test_')]);
  expect(others).toEqual([made, REUSED]);
});

test('[PB9] of calls at once with one idempotency key, one makes the price', async () => {
  const form = { product: 'prod_demo_recon-vtol', unit_amount: '12000', currency: 'aud' };
  const [made, ...others] = await askAtOnce('/prices', [form, form, { ...form, unit_amount: '1' }]);
  expect(made).toEqual([200, expect.stringContaining('price_test_')]);
  expect(others).toEqual([made, REUSED]);
});

test('[PY4] of calls at once, one makes the refund of a key, and all together give back no more than was paid', async () => {
  const { id } = await world.checkOut();
  await world.pay(id);
  const { paymentIntent = '' } = (await world.simulated.find(id)) ?? {};
  const form = { payment_intent: paymentIntent, amount: '2000000' };
  const [made, ...others] = await askAtOnce('/refunds', [form, form, { ...form, amount: '1' }]);
  expect(made).toEqual([200, expect.stringContaining('re_test_')]);
  expect(others).toEqual([made, REUSED]);

  const rest = { ...form, amount: '300000' };
  const answers = await Promise.all(['two', 'three'].map((key) => ask('/refunds', rest, key)));
  expect(answers.map(([status]) => status)).toEqual([200, 400]);
  expect(await world.simulated.find(id)).toMatchObject({
    refunds: [{ cents: 2_000_000 }, { cents: 300_000 }],
  });
});
