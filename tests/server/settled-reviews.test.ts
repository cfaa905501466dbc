import { beforeEach, expect, test } from 'vitest';
import type { PaymentOverview } from '#shared/api/payment-routes.ts';
import { errorIn, signIn } from '../support/core-calls.ts';
import { createCoreServer, type Caller, type CoreServer } from '../support/core-server.ts';
import { product } from '../support/payment-world.ts';

const ADA = { device: 'ada' };

let server: CoreServer;
let sam: Caller;
let price: string;

beforeEach(() => {
  price = '24990.00';
  const find = async () => product('kestrel', price);
  server = createCoreServer(undefined, undefined, {
    products: { list: async () => [await find()], findByPriceId: find },
  });
  sam = signIn(server, 'sam', true);
  server.payments.events.start();
});

const checkOut = (quantity: number) => {
  const json = { lines: [{ price: 'price_demo_kestrel', quantity }] };
  return server.request('/checkout/sessions', { as: ADA, method: 'POST', json });
};

async function reviews(): Promise<PaymentOverview['reviews']> {
  const response = await server.request('/admin/payments', { as: sam });
  return ((await response.json()) as PaymentOverview).reviews;
}

const settle = (id: string, as: Caller = sam) =>
  server.request(`/admin/payments/${id}/settle`, { as, method: 'POST' });

test('[PY3] [PY10] staff settle the review of a payment without money, once, and buyers do not', async () => {
  expect((await checkOut(1)).status).toBe(200);
  // The provider keeps the price that it knows.
  price = '25990.00';
  expect((await checkOut(2)).status).toBe(409);
  const [review, ...others] = await reviews();
  expect([review?.isPaid, others]).toEqual([false, []]);
  const id = review?.id ?? '';
  expect((await settle(id, ADA)).status).toBe(401);
  expect(await reviews()).toHaveLength(1);
  expect((await settle(id)).status).toBe(200);
  expect(await reviews()).toEqual([]);
  expect((await settle(id)).status).toBe(200);
  expect((await settle('none')).status).toBe(404);
});

test('[PY7] the review of a payment with money is settled with its order only', async () => {
  const { id } = (await (await checkOut(1)).json()) as { readonly id: string };
  const body = new URLSearchParams({ email: 'ada@example.com', amount: '1.00' });
  await server.app.request(`/test-payment/${id}/pay`, { method: 'POST', body });
  await server.payments.events.idle();
  const [review] = await reviews();
  expect(review?.isPaid).toBe(true);
  const response = await settle(review?.id ?? '');
  expect(response.status).toBe(412);
  expect(await errorIn(response)).toMatchObject({ code: 'failed-precondition' });
  expect(await reviews()).toHaveLength(1);
});
