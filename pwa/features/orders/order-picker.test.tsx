// @vitest-environment happy-dom
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Route, Routes, useLocation } from 'react-router-dom';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { DEVICE_BLOCKED } from '#shared/api/routes.ts';
import { COMPONENT_CATALOGUE, COMPONENT_CATEGORIES } from '#shared/domain/component-catalogue.ts';
import { AppError } from '#shared/kernel/app-error.ts';
import { keepDraftOrder } from '#pwa/data/orders/draft-order-store.ts';
import type { LocalStore } from '#pwa/data/store/store-provider.ts';
import {
  createFakeApp,
  renderInApp,
  toErrorResponse,
  type FakeApp,
} from '../../../tests/support/fake-app.tsx';
import { OrderPickerPage } from './order-picker-page.tsx';

let app: FakeApp;

function Review() {
  const { search, state } = useLocation();
  return (
    <pre data-testid="review">
      {search}
      {JSON.stringify(state)}
    </pre>
  );
}

function Picker() {
  return (
    <>
      <OrderPickerPage />
      <p data-testid="search">{useLocation().search}</p>
    </>
  );
}

function show(path = '/ukraine') {
  renderInApp(
    app,
    <Routes>
      <Route path="/ukraine" element={<Picker />} />
      <Route path="/ukraine/review" element={<Review />} />
    </Routes>,
    { path },
  );
}

/** Shows the picker of an unlocked device. */
async function showPicker(path?: string, store?: Partial<LocalStore>) {
  app = createFakeApp({ hasAccess: true, ...(store ? { store } : {}) });
  await app.pull('ukraines');
  show(path);
  await screen.findByLabelText('Search components');
}

const pick = (name: string) => userEvent.click(screen.getByRole('checkbox', { name }));
const quantityOf = (name: string) => screen.getByLabelText<HTMLInputElement>(`Quantity of ${name}`);
const confirm = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Confirm' });

async function readDraftOrders() {
  const { database } = await app.draftOrders.whenOpen();
  const found = await database.draftOrders.find().exec();
  return found.map((draftOrder) => draftOrder.toJSON());
}

beforeEach(() => {
  app = createFakeApp();
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

test('[R-LCK-01] [R-RTE-20] the page starts locked and contains nothing of the picker', () => {
  show();
  expect(screen.getByLabelText('Access code')).toBeTruthy();
  expect(screen.queryByRole('checkbox')).toBeNull();
  expect(document.body.textContent).not.toContain('FPV Goggles');
});

const comparedCodes = () => app.requests.map(({ body }) => (body as { readonly code: string }).code);

test('[R-VAL-12] the code is checked on every keystroke, untrimmed', async () => {
  app.respond('POST /access-code', () => ({ token: null }));
  show();
  await userEvent.type(screen.getByLabelText('Access code'), ' Ab1');
  expect(await screen.findByText('That’s not the code yet.')).toBeTruthy();
  expect(comparedCodes()).toEqual([' ', ' A', ' Ab', ' Ab1']);
});

test('[R-VAL-12] a check that takes long is shown, until the server answers', async () => {
  let answer = () => {};
  const isAnswered = new Promise<void>((resolve) => (answer = resolve));
  app.respond('POST /access-code', async () => {
    await isAnswered;
    return { token: null };
  });
  show();
  await userEvent.type(screen.getByLabelText('Access code'), 'A');
  expect(await screen.findByText('Checking …', {}, { timeout: 5000 })).toBeTruthy();
  answer();
  expect(await screen.findByText('That’s not the code yet.')).toBeTruthy();
  expect(screen.queryByText('Checking …')).toBeNull();
});

test('[R-VAL-12] [T14] a rate-limited code is checked again automatically', async () => {
  let releaseRetry = () => {};
  const retryReleased = new Promise<void>((resolve) => (releaseRetry = resolve));
  app.respond('POST /access-code', async () => {
    if (comparedCodes().length === 1)
      return toErrorResponse(new AppError('resource-exhausted', 'Too many attempts.', { retryAfter: 0 }));
    await retryReleased;
    return { token: null };
  });
  show();
  await userEvent.type(screen.getByLabelText('Access code'), 'A');
  expect(await screen.findByText(/Too many attempts/)).toBeTruthy();
  releaseRetry();
  expect(await screen.findByText('That’s not the code yet.')).toBeTruthy();
  expect(comparedCodes()).toEqual(['A', 'A']);
});

test('[R-LCK-01] offline, the locked page asks the user to connect once', () => {
  app = createFakeApp({ isOnline: false });
  show();
  expect(screen.getByText(/Go online once to unlock/)).toBeTruthy();
});

test('[R-LCK-01] with a network but no answer, the locked page says that the code is checked later', async () => {
  show();
  await userEvent.type(screen.getByLabelText('Access code'), 'A');
  const text = "We can't reach the store right now. The code is checked as soon as we can.";
  expect(await screen.findByText(text)).toBeTruthy();
  expect(screen.queryByText(/Go online/)).toBeNull();
});

test('[R-LCK-01] [R-SYN-02] a blocked device reads the server’s words at the gate, not that the store is out of reach', async () => {
  const words = 'This device was blocked. What it holds stays on it; ask the shop to let it in again.';
  app.respond('POST /access-code', () =>
    toErrorResponse(new AppError('permission-denied', words, { reason: DEVICE_BLOCKED })),
  );
  show();
  await userEvent.type(screen.getByLabelText('Access code'), 'A');
  expect(await screen.findByText(words)).toBeTruthy();
  expect(screen.queryByText(/can't reach the store/)).toBeNull();
});

test('[R-LCK-02] the gate says that the code was withdrawn and what the device keeps', async () => {
  await showPicker();
  await app.write('ukraines', {
    FBUID: 'order',
    templateImage: '',
    selectedComponents: [{ name: 'FPV Goggles', quantity: 1, price: 549 }],
    role: 'Civilian',
    engineeringNeeds: '',
    missionType: '',
  });
  await userEvent.click(screen.getByRole('radio', { name: 'Civilian' }));
  await userEvent.click(screen.getByRole('checkbox', { name: 'FPV Goggles' }));
  await waitFor(async () => expect(await readDraftOrders()).toHaveLength(1));
  await act(() => app.accessMemory.drop(app.accessMemory.token() ?? ''));
  expect(await screen.findByText(/the code has changed, or the device was offline/)).toBeTruthy();
  expect(await screen.findByText(/^1 order waits on this device/)).toBeTruthy();
  expect(screen.getByText(/1 draft order is saved on this device/)).toBeTruthy();
  expect(screen.getByRole('link', { name: 'See what waits' }).getAttribute('href')).toBe('/sync');
  cleanup();
  await act(() => app.accessMemory.keep('new'));
  await act(() => app.accessMemory.forget());
  show();
  expect(screen.queryByText(/the code has changed/)).toBeNull();
});

test('[R-CST-06] [R-GEN-04] the picker shows 48 priced components in six categories', async () => {
  await showPicker();
  for (const category of COMPONENT_CATEGORIES) {
    const part = screen.getByRole('region', { name: category });
    expect(within(part).getAllByRole('checkbox')).toHaveLength(COMPONENT_CATALOGUE[category].length);
  }
  expect(screen.getByText(/2\.86$/)).toBeTruthy();
  expect(screen.getByText(/7,920\.00$/)).toBeTruthy();
});

test('[R-PCK-01] [R-PCK-02] [R-PCK-03] [R-PCK-04] the role determines which question is shown', async () => {
  await showPicker();
  const asked = () =>
    ['Engineering Needs', 'Pilot Mission Type'].filter((one) => screen.queryByLabelText(one));
  const roles = screen.getAllByRole('radio').map((radio) => (radio as HTMLInputElement).value);
  expect(roles).toEqual(['Drone Engineer', 'Drone Pilot', 'Civilian']);
  expect(asked()).toEqual([]);
  await userEvent.click(screen.getByRole('radio', { name: 'Drone Engineer' }));
  expect(asked()).toEqual(['Engineering Needs']);
  await userEvent.click(screen.getByRole('radio', { name: 'Drone Pilot' }));
  expect(asked()).toEqual(['Pilot Mission Type']);
  await userEvent.click(screen.getByRole('radio', { name: 'Civilian' }));
  expect(asked()).toEqual([]);
});

test('[R-PCK-05] [R-PCK-06] [R-VAL-11] selecting a component enables its quantity at one; deselecting disables it', async () => {
  await showPicker();
  const motor = () => quantityOf('6007 Lift Motor');
  expect(motor().disabled).toBe(true);
  await pick('6007 Lift Motor');
  expect([motor().disabled, motor().value, motor().min]).toEqual([false, '1', '1']);
  await userEvent.clear(motor());
  expect(motor().getAttribute('aria-invalid')).toBe('true');
  await userEvent.type(motor(), '12');
  expect(screen.getByText('1 component, 12 pieces')).toBeTruthy();
  await userEvent.clear(motor());
  await userEvent.tab();
  expect(motor().value).toBe('12');
  await pick('6007 Lift Motor');
  expect([motor().disabled, motor().value]).toEqual([true, '']);
  expect(screen.getByText('Nothing selected')).toBeTruthy();
});

test.each(['0', '150000', '2.5', '-4'])(
  '[R-VAL-11] a quantity of %s stays in its field with what is wrong, and is not ordered',
  async (typed) => {
    await showPicker('/ukraine?draft=one');
    await pick('FPV Goggles');
    await userEvent.click(screen.getByRole('radio', { name: 'Civilian' }));
    const goggles = quantityOf('FPV Goggles');
    await userEvent.clear(goggles);
    await userEvent.type(goggles, typed);
    await userEvent.tab();
    expect(screen.getByRole('alert').textContent).toBe('A quantity is a whole number from 1 to 100,000.');
    await userEvent.click(confirm());
    expect(document.activeElement).toBe(goggles);
    expect(await app.read('ukraines')).toEqual([]);
    await userEvent.clear(goggles);
    await userEvent.type(goggles, '3');
    await userEvent.click(confirm());
    await screen.findByTestId('review');
    expect(await app.read('ukraines')).toMatchObject([{ selectedComponents: [{ quantity: 3 }] }]);
  },
);

test('[R-PCK-07] [R-PCK-08] [R-PCK-09] Confirm requires a component and a role, saves the order and opens its review', async () => {
  await showPicker('/ukraine?draft=one');
  expect(confirm().disabled).toBe(true);
  await pick('FPV Goggles');
  expect(confirm().disabled).toBe(false);
  await userEvent.click(confirm());
  expect(screen.getByText('required')).toBeTruthy();
  expect(document.activeElement).toBe(screen.getByRole('radio', { name: 'Drone Engineer' }));
  expect(await app.read('ukraines')).toEqual([]);
  await userEvent.click(screen.getByRole('radio', { name: 'Drone Pilot' }));
  await userEvent.selectOptions(screen.getByLabelText('Pilot Mission Type'), 'Recon Drone');
  await userEvent.click(confirm());
  const review = (await screen.findByTestId('review')).textContent;
  const chosen = { role: 'Drone Pilot', missionType: 'Recon Drone' };
  const lines = [{ name: 'FPV Goggles', quantity: 1, price: 549 }];
  expect(review).toContain('?order=one');
  expect(JSON.parse(review.replace('?order=one', ''))).toMatchObject({ ...chosen, lines });
  expect(await app.read('ukraines')).toMatchObject([{ FBUID: 'one', ...chosen, selectedComponents: lines }]);
  expect(await readDraftOrders()).toEqual([]);
});

test('[R-PCK-08] an order that can’t be saved stays a draft order, and the page says why', async () => {
  const logged = vi.spyOn(console, 'error').mockReturnValue();
  const cause = new Error('This device has no room left.');
  await showPicker('/ukraine?draft=one', { write: () => Promise.reject(cause) });
  await pick('FPV Goggles');
  await userEvent.click(screen.getByRole('radio', { name: 'Civilian' }));
  await userEvent.click(confirm());
  expect((await screen.findByRole('alert')).textContent).toContain('This device has no room left.');
  expect(logged).toHaveBeenCalledWith('A purchase order could not be saved:', cause);
  expect(quantityOf('FPV Goggles').value).toBe('1');
  expect(await readDraftOrders()).toMatchObject([{ id: 'one', role: 'Civilian' }]);
});

test('[R-CST-06] a draft order at another price says so, keeps it, and takes today’s on request', async () => {
  await showPicker('/ukraine?draft=one');
  const lines = [
    { name: 'FPV Goggles', quantity: 3, price: 500 },
    { name: '6007 Lift Motor', quantity: 2, price: 148 },
  ];
  const draft = { role: 'Civilian', engineeringNeeds: '', missionType: '', lines } as const;
  await app.draftOrders.change((parts) => keepDraftOrder(parts, 'one', draft));
  const notice = (await screen.findByText(/In the list of/)).closest<HTMLElement>('[role="status"]');
  expect(notice?.textContent).toMatch(/FPV Goggles: USD\s500.00 USD\s549.00/);
  expect(notice?.textContent).not.toContain('6007 Lift Motor');
  expect(screen.getByText(/^USD\s1,796.00$/)).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Use today’s prices' }));
  expect(screen.queryByText(/In the list of/)).toBeNull();
  expect(screen.getByText(/^USD\s1,943.00$/)).toBeTruthy();
  await waitFor(async () =>
    expect(await readDraftOrders()).toMatchObject([{ lines: [{ price: 549 }, { price: 148 }] }]),
  );
});

test('[R-PCK-08] Duplicate copies a change that is still being saved, and labels the copy', async () => {
  await showPicker('/ukraine?draft=one');
  await pick('FPV Goggles');
  const duplicate = await screen.findByRole('button', { name: 'Duplicate the draft order FPV Goggles' });
  let resume = () => {};
  const pause = new Promise<void>((resolve) => (resume = resolve));
  void app.draftOrders.change(() => pause);
  await pick('6007 Lift Motor');
  await userEvent.click(duplicate);
  resume();
  await waitFor(async () => expect(await readDraftOrders()).toHaveLength(2));
  for (const { lines } of await readDraftOrders()) expect(lines).toHaveLength(2);
  expect(await screen.findByDisplayValue('FPV Goggles (2)')).toBeTruthy();
});

test('[RJ3] [R-CST-06] what can be kept of a refused order is edited in the picker, also when it is not a valid order', async () => {
  app = createFakeApp({ hasAccess: true });
  await app.pull('ukraines');
  const selectedComponents = [
    { name: 'FPV Goggles', quantity: 100_001, price: 549 },
    { name: '6007 Lift Motor', quantity: 4, price: 148 },
  ];
  const content = { role: 'Spy', engineeringNeeds: '', missionType: 'Moon', selectedComponents };
  await app.reject({ collectionName: 'ukraines', documentId: 'one', content });
  show('/ukraine?order=one');
  await waitFor(() => expect(quantityOf('6007 Lift Motor').value).toBe('4'));
  expect(quantityOf('FPV Goggles').value).toBe('1');
  expect(screen.getAllByRole<HTMLInputElement>('radio').every((radio) => !radio.checked)).toBe(true);
});

test('[R-PCK-08] the first change puts a draft order’s id in the URL, so a reload restores it', async () => {
  await showPicker();
  await pick('FPV Goggles');
  const search = screen.getByTestId('search').textContent;
  expect(search).toMatch(/^\?draft=/);
  await waitFor(async () => expect(await readDraftOrders()).toHaveLength(1));
  cleanup();
  show(`/ukraine${search}`);
  await screen.findByLabelText('Search components');
  expect(quantityOf('FPV Goggles').value).toBe('1');
});

test('[R-PCK-08] the draft orders section has the anchor the orders page links to', async () => {
  await showPicker('/ukraine?draft=one');
  await pick('FPV Goggles');
  await waitFor(async () => expect(await readDraftOrders()).toHaveLength(1));
  cleanup();
  show('/ukraine#drafts');
  expect((await screen.findByRole('region', { name: 'Draft orders' })).id).toBe('drafts');
});

test('[R-CST-06] search, category and “Selected only” filter the list, and an empty result is explained', async () => {
  await showPicker();
  const shown = () => screen.getAllByRole('checkbox').length - 1;
  await userEvent.type(screen.getByLabelText('Search components'), 'hd video');
  expect(shown()).toBe(2);
  await userEvent.clear(screen.getByLabelText('Search components'));
  await userEvent.click(screen.getByRole('button', { name: 'Payload' }));
  expect(shown()).toBe(8);
  await userEvent.click(screen.getByRole('checkbox', { name: 'Selected only' }));
  expect(screen.getByText('Nothing is selected yet.')).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Show all 48' }));
  expect(shown()).toBe(48);
});

test('[R-PCK-05] a pasted list is added to the order; unreadable lines stay, with reasons', async () => {
  await showPicker();
  await userEvent.click(screen.getByText('Bulk entry'));
  await userEvent.type(screen.getByLabelText('Components and quantities'), '12 FPV Goggles{Enter}3 Gogles');
  await userEvent.click(screen.getByRole('button', { name: 'Add to the order' }));
  expect(quantityOf('FPV Goggles').value).toBe('12');
  expect(screen.getByLabelText<HTMLTextAreaElement>('Components and quantities').value).toBe('3 Gogles');
  expect(screen.getByText(/no such component/)).toBeTruthy();
});
