// @vitest-environment happy-dom
import { cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Route, Routes, useLocation } from 'react-router-dom';
import { afterEach, expect, test, vi } from 'vitest';
import { EMPTY_DRAFT_ORDER } from '#shared/domain/draft-order.ts';
import { createFakeApp, renderInApp, type FakeApp } from '../../../tests/support/fake-app.tsx';
import { STORED_DOCUMENTS } from '../../../tests/support/stored-documents.ts';
import { OrderPickerPage } from './order-picker-page.tsx';
import { ReviewPage } from './review-page.tsx';

afterEach(cleanup);

const part = (name: string, quantity: number, price: number) => ({ name, quantity, price });
const GOGGLES = part('FPV Goggles', 2, 549);
const MOTOR = part('6007 Lift Motor', 2, 148);
const { writeId: _writeId, sync: _sync, ...CONTENT } = STORED_DOCUMENTS.ukraines;
const ORDER = { ...CONTENT, FBUID: 'one', selectedComponents: [MOTOR, GOGGLES] };

const Review = () => <pre data-testid="review">{useLocation().search}</pre>;

/** Opens the order and sets a quantity; before that is confirmed, a colleague’s version of the order arrives. */
async function changeBesides(change: (app: FakeApp) => Promise<unknown>): Promise<FakeApp> {
  const app = await open();
  await setQuantity(GOGGLES, 20);
  await waitFor(async () => expect((await keptDraft(app))?.lines).toMatchObject([MOTOR, { quantity: 20 }]));
  await change(app);
  return app;
}

async function open(shown?: FakeApp, heading = /^Change PO-/): Promise<FakeApp> {
  const app = shown ?? createFakeApp({ hasAccess: true });
  if (!shown) await app.pull('ukraines', [ORDER]);
  renderInApp(
    app,
    <Routes>
      <Route path="/ukraine" element={<OrderPickerPage />} />
      <Route path="/ukraine/review" element={<Review />} />
    </Routes>,
    { path: '/ukraine?order=one' },
  );
  await screen.findByRole('heading', { name: heading });
  return app;
}

async function setQuantity({ name }: typeof GOGGLES, quantity: number): Promise<void> {
  const box = await screen.findByLabelText(`Quantity of ${name}`);
  await waitFor(() => expect((box as HTMLInputElement).value).toBe('2'));
  await userEvent.clear(box);
  await userEvent.type(box, String(quantity));
  await userEvent.tab();
}

async function keptDraft(app: FakeApp) {
  const { database } = await app.draftOrders.whenOpen();
  return database.draftOrders.findOne('one').exec();
}
const dropDraft = async (app: FakeApp) => (await keptDraft(app))?.remove();

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
  await screen.findByText(/^This order was changed elsewhere since you began/);
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
  await screen.findByText(/^This order was deleted elsewhere/);
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

test('[R-PCK-08] an order that is opened and confirmed without an edit is not written', async () => {
  const app = await open();
  await confirm(/^Confirm change/);
  expect(await app.read('ukraines')).toMatchObject([{ writeId: 'write-1' }]);
});

test('[CF1] what others confirm stays although another tab has confirmed and dropped the draft order', async () => {
  const app = await changeBesides(dropDraft);
  await theirs({ selectedComponents: [{ ...MOTOR, quantity: 55 }, GOGGLES] })(app);
  await screen.findByText(/^This order was changed elsewhere since you began/);
  await confirm(/^Confirm change/);
  expect(await linesOf(app)).toEqual([
    [
      { ...MOTOR, quantity: 55 },
      { ...GOGGLES, quantity: 20 },
    ],
  ]);
});

test('[CF1] what others changed stays in an order of which something else waits to be sent', async () => {
  const app = await changeBesides(theirs({ selectedComponents: [MOTOR, { ...GOGGLES, quantity: 5 }] }));
  const waits = {
    selectedComponents: [
      { ...MOTOR, quantity: 9 },
      { ...GOGGLES, quantity: 5 },
    ],
  };
  await app.write('ukraines', { ...ORDER, ...waits });
  await confirm(/^Confirm change/);
  expect(await linesOf(app)).toEqual([waits.selectedComponents]);
  expect(await app.rejectedChanges()).toMatchObject([{ kind: 'conflict' }]);
});

test('[CF1] of two changes of this device that wait, the later one counts without a question', async () => {
  const app = await changeBesides(async (fake) => {
    await fake.write('ukraines', {
      ...ORDER,
      selectedComponents: [
        { ...MOTOR, quantity: 9 },
        { ...GOGGLES, quantity: 5 },
      ],
    });
  });
  await confirm(/^Confirm change/);
  expect(await linesOf(app)).toEqual([
    [
      { ...MOTOR, quantity: 9 },
      { ...GOGGLES, quantity: 20 },
    ],
  ]);
  expect(await app.rejectedChanges()).toEqual([]);
});

const refuse = (app: FakeApp, content: object, base?: object) =>
  app.reject({
    collectionName: 'ukraines',
    documentId: 'one',
    kind: 'rejected',
    content: { ...content },
    ...(base && { base: { ...base } }),
  });

test('[RJ3] a change that is refused while the next one is open is part of that one', async () => {
  const earlier = { ...ORDER, selectedComponents: [MOTOR, { ...GOGGLES, quantity: 7 }] };
  const app = createFakeApp({ hasAccess: true });
  await app.pull('ukraines', [ORDER]);
  await app.write('ukraines', earlier);
  await open(app);
  await setQuantity(MOTOR, 9);
  await waitFor(async () =>
    expect((await keptDraft(app))?.lines).toMatchObject([{ quantity: 9 }, { quantity: 7 }]),
  );
  await app.pull('ukraines', [ORDER]);
  await refuse(app, earlier, ORDER);
  expect(screen.queryByText(/elsewhere/)).toBeNull();
  await confirm(/^Confirm change/);
  expect(await linesOf(app)).toEqual([
    [
      { ...MOTOR, quantity: 9 },
      { ...GOGGLES, quantity: 7 },
    ],
  ]);
  expect(await app.rejectedChanges()).toEqual([]);
});

test('[RJ3] an order whose creation was refused while it was changed again keeps its number', async () => {
  const app = createFakeApp({ hasAccess: true });
  await app.pull('ukraines', []);
  await app.write('ukraines', ORDER);
  await open(app);
  await setQuantity(GOGGLES, 20);
  const { database } = await app.localStore.whenOpen();
  await refuse(app, ORDER);
  await database.ukraines.find().remove();
  await screen.findByRole('heading', { name: /^Purchase order/ });
  expect(screen.queryByText(/deleted elsewhere/)).toBeNull();
  await confirm(/^Confirm/);
  expect(await app.read('ukraines')).toMatchObject([{ FBUID: 'one' }]);
});

test('[CF3] an order that is not on this device, such as after a change of accounts, is not called deleted', async () => {
  const app = createFakeApp({ hasAccess: true });
  await app.pull('ukraines', []);
  await app.draftOrders.change(({ database }) =>
    database.draftOrders.incrementalUpsert({
      ...EMPTY_DRAFT_ORDER,
      id: 'one',
      createdAt: ORDER.createdAt,
      changedAt: 1,
      role: ORDER.role,
      lines: [GOGGLES],
      base: { ...EMPTY_DRAFT_ORDER, role: ORDER.role, lines: [MOTOR] },
    }),
  );
  await open(app, /^Purchase order$/);
  await waitFor(() =>
    expect(screen.getByLabelText(`Quantity of ${GOGGLES.name}`)).toHaveProperty('value', '2'),
  );
  expect(screen.queryByText(/deleted elsewhere/)).toBeNull();
  await confirm(/^Confirm/);
  expect(await app.read('ukraines')).toMatchObject([{ FBUID: 'one' }]);
});

test('[CF2] where both changed the role, the question has the answer that belongs to mine', async () => {
  const app = await changeBesides(theirs({ role: 'Civilian', engineeringNeeds: '' }));
  await userEvent.click(screen.getByRole('radio', { name: 'Drone Pilot' }));
  await userEvent.selectOptions(await screen.findByLabelText(/^Pilot Mission Type/), 'FPV');
  await confirm(/^Confirm change/);
  expect(await app.read('ukraines')).toMatchObject([{ role: 'Civilian', missionType: '' }]);
  const [asked] = await app.rejectedChanges();
  expect(asked?.content).toEqual({
    role: { mine: 'Drone Pilot', theirs: 'Civilian' },
    missionType: { mine: 'FPV', theirs: '' },
  });
});

test('[CF3] confirming again what was deleted elsewhere makes no second order', async () => {
  const app = await changeBesides(async ({ database }) => (await database).ukraines.find().remove());
  await screen.findByText(/^This order was deleted elsewhere/);
  const { change } = app.draftOrders;
  let failures = 1;
  vi.spyOn(app.draftOrders, 'change').mockImplementation((work) =>
    failures-- > 0 ? Promise.reject(new Error('full')) : change(work),
  );
  await userEvent.click(screen.getByRole('button', { name: /^Confirm/ }));
  await screen.findByText(/The order was not confirmed/);
  await confirm(/^Confirm/);
  expect(await app.read('ukraines')).toHaveLength(1);
});

test('[CF3] an order that was deleted is said to be so where it is read, and its change begins empty', async () => {
  const app = createFakeApp({ hasAccess: true });
  await app.pull('ukraines', [ORDER]);
  await (await app.database).ukraines.find().remove();
  renderInApp(app, <ReviewPage />, { path: '/ukraine/review?order=one' });
  await screen.findByText('This order was deleted');
  cleanup();
  await open(app, /^Purchase order$/);
  await screen.findByText('Nothing selected');
  expect(screen.queryByText(/deleted elsewhere/)).toBeNull();
});
