// @vitest-environment happy-dom
import { cleanup, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import type { AskRefund } from '#shared/api/order-routes.ts';
import type { PaidOrder } from '#shared/collections/orders.ts';
import { AppError } from '#shared/kernel/app-error.ts';
import { createFakeApp, renderInApp, STAFF, toErrorResponse } from '../../../tests/support/fake-app.tsx';
import { STORED_DOCUMENTS } from '../../../tests/support/stored-documents.ts';
import { RefundDialog } from './refund-form.tsx';

afterEach(cleanup);

const ORDER = STORED_DOCUMENTS.orders as unknown as PaidOrder;
const REFUSED = 'The payment provider has refused this refund: The balance is too low. No money was moved.';

async function fill(label: RegExp, text: string) {
  await userEvent.clear(screen.getByLabelText(label));
  await userEvent.type(screen.getByLabelText(label), text);
}

/** Renders the dialog; the server answers each click with the next of the answers. */
function openDialog(...answers: readonly (() => unknown)[]) {
  const app = createFakeApp({ session: STAFF });
  const left = [...answers];
  app.respond(`POST /admin/orders/${ORDER.FBUID}/refunds`, () => left.shift()?.());
  const onAsked = vi.fn();
  const payment = { refunds: [], refundableCents: 9_000, providerUrl: null };
  const props = { order: ORDER, payment, isOpen: true, onClose: vi.fn(), onAsked };
  renderInApp(app, <RefundDialog {...props} call={(make) => make()} />);
  return { onAsked, payment, asked: () => app.requests.map(({ body }) => body as AskRefund) };
}

const click = () => userEvent.click(screen.getByRole('button', { name: /^Refund/ }));
const failure = async () => (await screen.findByRole('alert')).textContent;

test('[PY4] after the provider has refused a refund, the next click asks for another one', async () => {
  const { asked, onAsked, payment } = openDialog(
    () => toErrorResponse(new AppError('failed-precondition', REFUSED, { reason: 'refund-refused' })),
    () => payment,
  );
  await fill(/^Why/, 'Damaged in transport');
  await click();
  expect(await failure()).toBe(REFUSED);
  await fill(/^Amount/, '50.00');
  await click();
  await vi.waitFor(() => expect(onAsked).toHaveBeenCalledWith(payment), 10_000);
  expect(asked().map(({ cents }) => cents)).toEqual([9_000, 5_000]);
  expect(new Set(asked().map(({ id }) => id)).size).toBe(2);
});

test('[PY4] after a response that was lost, the next click asks for the same refund', async () => {
  const { asked, onAsked, payment } = openDialog(
    () => {
      throw new TypeError('The connection was lost.');
    },
    () => payment,
  );
  await fill(/^Why/, 'Damaged in transport');
  await click();
  expect(await failure()).toBe('The server did not answer. Try again.');
  await click();
  await vi.waitFor(() => expect(onAsked).toHaveBeenCalledWith(payment), 10_000);
  expect(new Set(asked().map(({ id }) => id)).size).toBe(1);
});
