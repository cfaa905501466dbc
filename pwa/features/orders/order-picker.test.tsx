// @vitest-environment happy-dom
import { cleanup, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter, Route, Routes, useLocation } from 'react-router-dom';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { COMPONENT_CATALOGUE, COMPONENT_CATEGORIES } from '#shared/domain/component-catalogue.ts';
import { enterAccessCode } from '#pwa/data/session/enter-access-code.ts';
import { confirmOrder } from '#pwa/data/orders/confirm-order.ts';
import { OrderPickerPage } from './order-picker-page.tsx';

const world = vi.hoisted(() => ({ hasAccess: true, isOnline: true }));

vi.mock('#pwa/data/log.ts', () => ({ logError: vi.fn() }));
vi.mock('#pwa/data/session/use-access.ts', () => ({ useHasAccess: () => world.hasAccess }));
vi.mock('#pwa/data/session/enter-access-code.ts', () => ({
  enterAccessCode: vi.fn(async () => ({ outcome: 'wrong' })),
}));
vi.mock('#pwa/data/session/use-session.ts', () => ({
  useSession: () => ({ status: 'signed-out', isStaff: false }),
}));
vi.mock('#pwa/data/sync/use-connection.ts', () => ({
  useConnection: () => ({ isOnline: world.isOnline, waiting: 0, isSending: false }),
}));
vi.mock('#pwa/data/sync/offline-readiness.ts', () => ({ useOfflineReadiness: () => true }));
vi.mock('#pwa/data/queries/use-rejected-changes.ts', () => ({ useRejectedChanges: () => [] }));
vi.mock('#pwa/data/orders/use-orders.ts', () => ({
  useOrder: () => ({ status: 'missing', isRefused: false }),
}));
vi.mock('#pwa/data/orders/confirm-order.ts', () => ({ confirmOrder: vi.fn(async () => undefined) }));
vi.mock('#pwa/data/orders/use-draft-orders.ts', () => ({
  useDraftOrders: () => [],
  useKeptDraftOrder: () => null,
}));
vi.mock('#pwa/data/orders/draft-order-provider.ts', () => ({
  changeDraftOrders: vi.fn(async () => undefined),
}));
vi.mock('#pwa/data/orders/draft-order-store.ts', () => ({}));

function Review() {
  const { search, state } = useLocation();
  return (
    <pre data-testid="review">
      {search}
      {JSON.stringify(state)}
    </pre>
  );
}

function show(path = '/ukraine') {
  render(
    <MemoryRouter initialEntries={[path]}>
      <Routes>
        <Route path="/ukraine" element={<OrderPickerPage />} />
        <Route path="/ukraine/review" element={<Review />} />
      </Routes>
    </MemoryRouter>,
  );
}

const pick = (name: string) => userEvent.click(screen.getByRole('checkbox', { name }));
const quantityOf = (name: string) => screen.getByLabelText<HTMLInputElement>(`Quantity of ${name}`);
const confirm = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Confirm' });

beforeEach(() => Object.assign(world, { hasAccess: true, isOnline: true }));
afterEach(() => {
  cleanup();
  vi.clearAllMocks();
});

test('[R-LCK-01] [R-RTE-20] the page starts locked, and nothing of the picker is in it', () => {
  world.hasAccess = false;
  show();
  expect(screen.getByLabelText('Access code')).toBeTruthy();
  expect(screen.queryByRole('checkbox')).toBeNull();
  expect(document.body.textContent).not.toContain('FPV Goggles');
});

test('[R-VAL-12] what stands in the field is compared at every letter, as it is', async () => {
  world.hasAccess = false;
  show();
  await userEvent.type(screen.getByLabelText('Access code'), ' Ab1');
  expect(vi.mocked(enterAccessCode).mock.calls).toEqual([[' '], [' A'], [' Ab'], [' Ab1']]);
  expect(screen.getByText('Not the access code yet.')).toBeTruthy();
});

test('[R-VAL-12] [T14] a code that was tried too often is compared again by itself', async () => {
  world.hasAccess = false;
  vi.mocked(enterAccessCode).mockResolvedValueOnce({ outcome: 'later', seconds: 0.2 });
  show();
  await userEvent.type(screen.getByLabelText('Access code'), 'A');
  expect(screen.getByText(/Tried many times/)).toBeTruthy();
  expect(await screen.findByText('Not the access code yet.')).toBeTruthy();
  expect(vi.mocked(enterAccessCode).mock.calls).toEqual([['A'], ['A']]);
});

test('[R-LCK-01] without a network the locked page says to connect once', () => {
  Object.assign(world, { hasAccess: false, isOnline: false });
  show();
  expect(screen.getByText(/Connect once to unlock/)).toBeTruthy();
});

test('[R-CST-06] [R-GEN-04] six categories show the 48 components with their prices', () => {
  show();
  for (const category of COMPONENT_CATEGORIES) {
    const part = screen.getByRole('region', { name: category });
    expect(within(part).getAllByRole('checkbox')).toHaveLength(COMPONENT_CATALOGUE[category].length);
  }
  expect(screen.getByText(/2\.86$/)).toBeTruthy();
  expect(screen.getByText(/7,920\.00$/)).toBeTruthy();
});

test('[R-PCK-01] [R-PCK-02] [R-PCK-03] [R-PCK-04] the role decides which question is asked', async () => {
  show();
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

test('[R-PCK-05] [R-PCK-06] [R-VAL-11] selecting takes one, opens the quantity, and taking back closes it', async () => {
  show();
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

test('[R-PCK-07] [R-PCK-08] [R-PCK-09] Confirm needs a component and a role, keeps the order and goes to its review', async () => {
  show('/ukraine?sketch=one');
  expect(confirm().disabled).toBe(true);
  await pick('FPV Goggles');
  expect(confirm().disabled).toBe(false);
  await userEvent.click(confirm());
  expect(screen.getByText('required')).toBeTruthy();
  expect(document.activeElement).toBe(screen.getByRole('radio', { name: 'Drone Engineer' }));
  expect(confirmOrder).not.toHaveBeenCalled();
  await userEvent.click(screen.getByRole('radio', { name: 'Drone Pilot' }));
  await userEvent.selectOptions(screen.getByLabelText('Pilot Mission Type'), 'Recon Drone');
  await userEvent.click(confirm());
  const chosen = {
    role: 'Drone Pilot',
    missionType: 'Recon Drone',
    lines: [{ name: 'FPV Goggles', quantity: 1, price: 549 }],
  };
  expect(confirmOrder).toHaveBeenCalledExactlyOnceWith('one', expect.objectContaining(chosen));
  const review = screen.getByTestId('review').textContent;
  expect(review).toContain('?order=one');
  expect(JSON.parse(review.replace('?order=one', ''))).toMatchObject(chosen);
});

test('[R-PCK-08] an order that can’t be kept stays a draft order, and says why', async () => {
  vi.mocked(confirmOrder).mockRejectedValueOnce(new Error('This device has no room left.'));
  show('/ukraine?sketch=one');
  await pick('FPV Goggles');
  await userEvent.click(screen.getByRole('radio', { name: 'Civilian' }));
  await userEvent.click(confirm());
  expect(screen.getByRole('alert').textContent).toContain('This device has no room left.');
  expect(quantityOf('FPV Goggles').value).toBe('1');
});

test('[R-CST-06] search, category and “Selected only” narrow the list, and say so when nothing is left', async () => {
  show();
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

test('[R-PCK-05] a pasted list is taken over, and lines that can’t be read stay with their reasons', async () => {
  show();
  await userEvent.click(screen.getByText('Bulk entry'));
  await userEvent.type(screen.getByLabelText('Components and quantities'), '12 FPV Goggles{Enter}3 Gogles');
  await userEvent.click(screen.getByRole('button', { name: 'Add to the order' }));
  expect(quantityOf('FPV Goggles').value).toBe('12');
  expect(screen.getByLabelText<HTMLTextAreaElement>('Components and quantities').value).toBe('3 Gogles');
  expect(screen.getByText(/no such component/)).toBeTruthy();
});
