// @vitest-environment happy-dom
import { cleanup, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { TopBar } from './top-bar.tsx';

const world = vi.hoisted(() => ({ count: 0, waiting: 0, rejectedChanges: 0 }));

vi.mock('#pwa/data/cart/use-cart.ts', () => ({
  useCart: () => ({ items: [], count: world.count, isReady: true }),
}));
vi.mock('#pwa/data/session/use-session.ts', () => ({
  useSession: () => ({ status: 'signed-out', isStaff: false }),
}));
vi.mock('#pwa/data/sync/use-connection.ts', () => ({
  useConnection: () => ({ isOnline: true, waiting: world.waiting, isSending: false }),
}));

vi.mock('#pwa/data/queries/use-rejected-changes.ts', () => ({
  useRejectedChanges: () => Array.from({ length: world.rejectedChanges }, () => ({})),
}));
vi.mock('#pwa/data/queries/use-query.ts', () => ({ useQuery: () => undefined }));
vi.mock('#pwa/features/sync-centre/sync-centre.tsx', () => ({ SyncCentre: () => <p>What waits</p> }));

function show() {
  render(
    <MemoryRouter>
      <TopBar />
    </MemoryRouter>,
  );
}

beforeEach(() => {
  world.count = 0;
  world.waiting = 0;
  world.rejectedChanges = 0;
});
afterEach(cleanup);

test('[R-SHL-01] the Products menu discloses Drones, Batteries and Propellers, and Esc closes it', async () => {
  show();
  const button = screen.getByRole('button', { name: 'Products' });
  expect(button.getAttribute('aria-expanded')).toBe('false');
  await userEvent.click(button);
  expect(button.getAttribute('aria-expanded')).toBe('true');
  const panel = document.getElementById(button.getAttribute('aria-controls') ?? '');
  const links = within(panel as HTMLElement).getAllByRole('link');
  expect(links.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
    ['Drones', '/products/drones'],
    ['Batteries', '/products/batteries'],
    ['Propellers', '/products/propellers'],
  ]);
  await userEvent.keyboard('{Escape}');
  expect(button.getAttribute('aria-expanded')).toBe('false');
  expect(document.activeElement).toBe(button);
});

test('[R-SHL-03] the bar links to Contact Us', () => {
  show();
  const links = screen.getAllByRole('link', { name: 'Contact Us', hidden: true });
  expect(links.every((link) => link.getAttribute('href') === '/contact')).toBe(true);
});

test('[R-SHL-04] the cart icon carries a count badge labelled "items in cart"', () => {
  world.count = 3;
  show();
  const cart = screen.getByRole('link', { name: /^Cart/ });
  expect(cart.getAttribute('href')).toBe('/checkout');
  expect(cart.textContent).toContain('3 items in cart');
});

test('[R-SHL-05] the badge shows only when the count is above zero', () => {
  show();
  expect(screen.queryByText(/items in cart/)).toBeNull();
});

test('[R-SHL-06] the compact menu has the same entries', async () => {
  show();
  await userEvent.click(screen.getByRole('button', { name: 'Menu' }));
  const panel = document.getElementById(
    screen.getByRole('button', { name: 'Menu' }).getAttribute('aria-controls') ?? '',
  );
  const names = within(panel as HTMLElement)
    .getAllByRole('link')
    .map((link) => link.textContent);
  expect(names).toEqual(['Drones', 'Batteries', 'Propellers', 'Contact Us', 'Login']);
});

test('[R-SYN-01] the way to the sync centre is always there, and quiet while nothing waits', () => {
  show();
  expect(screen.getByRole('button', { name: 'Sync centre' }).textContent).toBe('');
});

test('[CL1] [R-SYN-01] writes that wait for the server are counted, and refused ones told of', () => {
  world.waiting = 2;
  world.rejectedChanges = 1;
  show();
  expect(
    screen.getByRole('button', { name: 'Sync centre, 2 waiting to be sent, 1 needs review' }),
  ).toBeTruthy();
});

test('[R-SYN-01] the sync centre opens beside the page, and closes when a link in it is followed', async () => {
  show();
  await userEvent.click(screen.getByRole('button', { name: 'Sync centre' }));
  const drawer = await screen.findByRole('dialog', { name: 'Sync centre' });
  expect(within(drawer).getByText('What waits')).toBeTruthy();
  await userEvent.click(within(drawer).getByRole('link', { name: 'Open as a page' }));
  expect(screen.queryByRole('dialog')).toBeNull();
});
