// @vitest-environment happy-dom
import { cleanup, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { createFakeApp, renderInApp, STAFF } from '../../../tests/support/fake-app.tsx';
import { STORED_DOCUMENTS } from '../../../tests/support/stored-documents.ts';
import { DeskOrderPage } from './desk-order-page.tsx';

afterEach(cleanup);

test('[PY4] [PY7] an order that was paid back before it was sent says not to send it', async () => {
  const app = createFakeApp({ session: STAFF });
  const order = STORED_DOCUMENTS.orders;
  const refund = { id: 'r', cents: order.orderPaidCents, at: order.createdAt, state: 'succeeded' };
  await app.pull('orders', [{ ...order, orderRefunds: [refund] }]);
  renderInApp(app, <DeskOrderPage />, { path: `/admin/orders/${order.FBUID}` });
  expect(await screen.findByText(/^The whole payment was refunded. Do not send this order/)).toBeTruthy();
});

test('[PY7] a double click takes the step once', async () => {
  let endWrite: (() => void) | undefined;
  const write = vi.fn(() => new Promise<void>((resolve) => (endWrite = resolve)));
  const app = createFakeApp({ session: STAFF, store: { write } });
  const order = STORED_DOCUMENTS.orders;
  await app.pull('orders', [order]);
  renderInApp(app, <DeskOrderPage />, { path: `/admin/orders/${order.FBUID}` });
  const steps = await screen.findByRole('group', { name: 'Next steps' });
  const button = steps.querySelector('button') as HTMLButtonElement;
  await userEvent.dblClick(button);
  await vi.waitFor(() => expect(write).toHaveBeenCalled(), 10_000);
  expect(button.disabled).toBe(true);
  endWrite?.();
  await vi.waitFor(() => expect(button.disabled).toBe(false), 10_000);
  expect(write).toHaveBeenCalledOnce();
});
