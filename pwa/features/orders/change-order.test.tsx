// @vitest-environment happy-dom
import { cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Route, Routes, useLocation } from 'react-router-dom';
import { afterEach, expect, test } from 'vitest';
import { createFakeApp, renderInApp, type FakeApp } from '../../../tests/support/fake-app.tsx';
import { STORED_DOCUMENTS } from '../../../tests/support/stored-documents.ts';
import { OrderPickerPage } from './order-picker-page.tsx';

afterEach(cleanup);

const part = (name: string, quantity: number, price: number) => ({ name, quantity, price });
const GOGGLES = part('FPV Goggles', 2, 549);
const MOTOR = part('6007 Lift Motor', 2, 148);
const { writeId: _writeId, sync: _sync, ...CONTENT } = STORED_DOCUMENTS.ukraines;
const ORDER = { ...CONTENT, FBUID: 'one', selectedComponents: [MOTOR, GOGGLES] };

const Review = () => <pre data-testid="review">{useLocation().search}</pre>;

/** Opens the order and sets a quantity; before that is confirmed, a colleague’s version of the order arrives. */
async function changeBesides(change: (app: FakeApp) => Promise<unknown>): Promise<FakeApp> {
  const app = createFakeApp({ hasAccess: true });
  await app.pull('ukraines', [ORDER]);
  renderInApp(
    app,
    <Routes>
      <Route path="/ukraine" element={<OrderPickerPage />} />
      <Route path="/ukraine/review" element={<Review />} />
    </Routes>,
    { path: '/ukraine?order=one' },
  );
  await screen.findByRole('heading', { name: /^Change PO-/ });
  const quantity = await screen.findByLabelText(`Quantity of ${GOGGLES.name}`);
  await waitFor(() => expect((quantity as HTMLInputElement).value).toBe('2'));
  await userEvent.clear(quantity);
  await userEvent.type(quantity, '20');
  await userEvent.tab();
  const { database } = await app.draftOrders.whenOpen();
  await waitFor(async () =>
    expect((await database.draftOrders.findOne('one').exec())?.lines).toMatchObject([
      MOTOR,
      { quantity: 20 },
    ]),
  );
  await change(app);
  return app;
}

const theirs = (changes: object) => (app: FakeApp) => app.pull('ukraines', [{ ...ORDER, ...changes }]);
const linesOf = async (app: FakeApp) =>
  (await app.read('ukraines')).map(({ selectedComponents }) => selectedComponents);
async function confirm(name: RegExp) {
  await userEvent.click(screen.getByRole('button', { name }));
  await screen.findByTestId('review');
}

test('[CF1] [R-PCK-08] what others confirm while a change is open stays when it is confirmed', async () => {
  const app = await changeBesides(
    theirs({
      selectedComponents: [{ ...MOTOR, quantity: 55 }, GOGGLES],
      engineeringNeeds: 'Improve radio range',
    }),
  );
  await screen.findByText(/^This order was changed on another device since you began/);
  await confirm(/^Confirm change/);
  expect(await linesOf(app)).toEqual([
    [
      { ...MOTOR, quantity: 55 },
      { ...GOGGLES, quantity: 20 },
    ],
  ]);
  expect(await app.read('ukraines')).toMatchObject([{ engineeringNeeds: 'Improve radio range' }]);
  expect(await app.rejectedChanges()).toEqual([]);
});

test('[CF1] [CF2] what both changed stays as it is in the order, and the person is asked', async () => {
  const app = await changeBesides(
    theirs({
      selectedComponents: [
        { ...MOTOR, quantity: 55 },
        { ...GOGGLES, quantity: 5 },
      ],
    }),
  );
  await confirm(/^Confirm change/);
  expect(await linesOf(app)).toEqual([
    [
      { ...MOTOR, quantity: 55 },
      { ...GOGGLES, quantity: 5 },
    ],
  ]);
  const motor = { ...MOTOR, quantity: 55 };
  expect(await app.rejectedChanges()).toMatchObject([
    {
      kind: 'conflict',
      documentId: 'one',
      content: {
        selectedComponents: {
          mine: [motor, { ...GOGGLES, quantity: 20 }],
          theirs: [motor, { ...GOGGLES, quantity: 5 }],
        },
      },
    },
  ]);
});

test('[CF3] [R-PCK-08] a change of an order that was deleted meanwhile becomes a new order', async () => {
  const app = await changeBesides(async ({ database }) => (await database).ukraines.find().remove());
  await screen.findByText(/^This order was deleted on another device/);
  await confirm(/^Confirm/);
  const [order, ...others] = await app.read('ukraines');
  expect(others).toEqual([]);
  expect(order?.['FBUID']).not.toBe('one');
  expect(screen.getByTestId('review').textContent).toContain(String(order?.['FBUID']));
  expect(order?.['selectedComponents']).toEqual([MOTOR, { ...GOGGLES, quantity: 20 }]);
});

test('[R-PCK-08] a change that changes nothing writes nothing', async () => {
  const app = await changeBesides(async () => undefined);
  await userEvent.clear(screen.getByLabelText(`Quantity of ${GOGGLES.name}`));
  await userEvent.type(screen.getByLabelText(`Quantity of ${GOGGLES.name}`), '2');
  await userEvent.tab();
  await confirm(/^Confirm change/);
  expect(await app.read('ukraines')).toMatchObject([{ writeId: 'write-1' }]);
});
