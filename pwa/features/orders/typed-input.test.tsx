// @vitest-environment happy-dom
import { act, cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { keepDraftOrder, keepLabel } from '#pwa/data/orders/draft-order-store.ts';
import { createFakeApp, renderInApp, type FakeApp } from '../../../tests/support/fake-app.tsx';
import { OrderPickerPage } from './order-picker-page.tsx';

let app: FakeApp;
beforeEach(async () => {
  app = createFakeApp({ hasAccess: true });
  await app.pull('ukraines');
  renderInApp(app, <OrderPickerPage />, { path: '/ukraine?draft=one' });
  await screen.findByLabelText('Search components');
  await userEvent.click(screen.getByRole('checkbox', { name: 'FPV Goggles' }));
});
afterEach(cleanup);

const goggles = () => screen.getByLabelText<HTMLInputElement>('Quantity of FPV Goggles');

async function type(quantity: string): Promise<void> {
  await userEvent.clear(goggles());
  await userEvent.type(goggles(), quantity);
}

test('[R-VAL-11] a wrong quantity that a filter hides is named and not ordered', async () => {
  await userEvent.click(screen.getByRole('radio', { name: 'Civilian' }));
  await type('150000');
  await userEvent.type(screen.getByLabelText('Search components'), 'motor');
  await waitFor(() => expect(screen.queryByLabelText('Quantity of FPV Goggles')).toBeNull());
  await userEvent.click(screen.getByRole('button', { name: 'Confirm' }));
  await screen.findByText(/FPV Goggles: A quantity is a whole number from 1 to 100,000\.$/);
  expect(await app.read('ukraines')).toEqual([]);
  await userEvent.clear(screen.getByLabelText('Search components'));
  await waitFor(() => expect(goggles().value).toBe('150000'));
});

test('[R-VAL-11] emptying a quantity to type a new one announces no error until the field is left', async () => {
  await userEvent.clear(goggles());
  expect(screen.queryByRole('alert')).toBeNull();
  await userEvent.type(goggles(), '0');
  screen.getByRole('alert');
});

test('[R-PCK-08] a wrong quantity makes way for one from another tab', async () => {
  await type('0');
  const { database } = await app.draftOrders.whenOpen();
  await waitFor(async () => expect(await database.draftOrders.find().exec()).toHaveLength(1));
  const lines = [{ name: 'FPV Goggles', quantity: 7, price: 549 }];
  const content = { role: '', engineeringNeeds: '', missionType: '', lines } as const;
  await act(() =>
    app.draftOrders.change((parts) =>
      keepDraftOrder(parts, 'one', content, { changedAt: Date.now() + 1000 }),
    ),
  );
  await waitFor(() => expect(goggles().value).toBe('7'));
  expect(screen.queryByRole('alert')).toBeNull();
});

test('[R-PCK-08] a label follows another tab once its field is left', async () => {
  const label = () => screen.getByLabelText<HTMLInputElement>(/^Label/);
  await userEvent.type(label(), 'Mara');
  await userEvent.tab();
  await act(() => app.draftOrders.change((parts) => keepLabel(parts, 'one', 'Mara Quill')));
  await waitFor(() => expect(label().value).toBe('Mara Quill'));
  await userEvent.type(label(), '!');
  expect(label().value).toBe('Mara Quill!');
});

test('[R-PCK-08] lines in bulk entry that were not added are kept, and the order is not confirmed without them', async () => {
  await userEvent.click(screen.getByRole('radio', { name: 'Civilian' }));
  await userEvent.click(screen.getByText('Bulk entry'));
  const box = () => screen.getByLabelText<HTMLTextAreaElement>('Components and quantities');
  await userEvent.type(box(), '50 6007 Lift Motor');
  await userEvent.click(screen.getByRole('button', { name: 'Confirm' }));
  await screen.findByText(/Bulk entry has lines that are not added yet/);
  expect(await app.read('ukraines')).toEqual([]);
  await app.forms.flush();
  cleanup();
  renderInApp(app, <OrderPickerPage />, { path: '/ukraine?draft=one' });
  await waitFor(() => expect(box().value).toBe('50 6007 Lift Motor'));
  await userEvent.click(screen.getByRole('button', { name: 'Add to the order' }));
  await userEvent.click(screen.getByRole('button', { name: 'Confirm' }));
  await waitFor(async () =>
    expect(await app.read('ukraines')).toMatchObject([
      { selectedComponents: [{ name: '6007 Lift Motor', quantity: 50 }, { name: 'FPV Goggles' }] },
    ]),
  );
});
