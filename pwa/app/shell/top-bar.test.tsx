// @vitest-environment happy-dom
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createFakeApp, renderInApp, STAFF, type FakeApp } from '../../../tests/support/fake-app.tsx';
import { sampleItem } from '../../../tests/support/sample-product.ts';
import { enquiryContent } from '../../../tests/support/samples.ts';
import { TopBar } from './top-bar.tsx';

let app: FakeApp;

const show = () => renderInApp(app, <TopBar />);
const syncButton = () => screen.queryByRole('button', { name: /^Sync centre/ });

beforeEach(() => {
  app = createFakeApp();
});
afterEach(cleanup);

test('[R-SHL-01] the Products menu lists Drones, Batteries and Propellers, and Esc closes it', async () => {
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

test('[R-SHL-04] the cart icon has a count badge labelled "items in cart"', () => {
  app.cartMirror.reset([sampleItem(3)]);
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

test('[R-SYN-01] shoppers see the sync centre’s button only while something is not in order', async () => {
  await app.pull('contacts');
  show();
  await waitFor(() => expect(app.connection.current.isOnline).toBe(true));
  expect(syncButton()).toBeNull();
  act(() => app.connection.setOnline(false));
  await waitFor(() => expect(syncButton()).not.toBeNull());
  act(() => app.connection.setOnline(true));
  await waitFor(() => expect(syncButton()).toBeNull());
  await app.reject({ collectionName: 'contacts', documentId: 'c' });
  await waitFor(() => expect(syncButton()?.getAttribute('aria-label')).toBe('Sync centre, 1 needs review'));
});

test.each([
  ['staff', { session: STAFF }],
  ['an unlocked device', { hasAccess: true }],
])(
  '[R-SYN-01] for %s the sync centre’s button is always there, without text while nothing waits',
  async (_who, options) => {
    app = createFakeApp(options);
    show();
    expect((await screen.findByRole('button', { name: 'Sync centre' })).textContent).toBe('');
  },
);

test('[CL1] [R-SYN-01] the sync centre button counts pending writes and rejected changes', async () => {
  await app.write('contacts', { FBUID: 'a', ...enquiryContent() });
  await app.write('contacts', { FBUID: 'b', ...enquiryContent() });
  await app.reject({ collectionName: 'contacts', documentId: 'c' });
  show();
  expect(
    await screen.findByRole('button', { name: 'Sync centre, 2 waiting to be sent, 1 needs review' }),
  ).toBeTruthy();
});

test('[R-SYN-01] the sync centre opens as a drawer, which closes when a link in it is followed', async () => {
  app = createFakeApp({ hasAccess: true });
  show();
  await userEvent.click(await screen.findByRole('button', { name: 'Sync centre' }));
  const drawer = await screen.findByRole('dialog', { name: 'Sync centre' });
  expect(within(drawer).getByRole('heading', { name: 'Waiting to be sent' })).toBeTruthy();
  await userEvent.click(within(drawer).getByRole('link', { name: 'Open as a page' }));
  expect(screen.queryByRole('dialog')).toBeNull();
});
