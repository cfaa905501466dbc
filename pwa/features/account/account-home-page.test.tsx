// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, expect, test, vi } from 'vitest';
import { EMPTY_PROFILE } from '#shared/domain/profile.ts';
import { AccountHomePage } from './account-home-page.tsx';

const world = vi.hoisted(() => ({ session: {}, profile: undefined as object | undefined }));

vi.mock('#pwa/data/session/session.ts', () => ({ signOut: vi.fn(), signOutState: vi.fn() }));
vi.mock('#pwa/data/cart/cart-id.ts', () => ({ useCartId: () => 'ada' }));
vi.mock('#pwa/data/cart/use-cart.ts', () => ({ useCart: () => ({ count: 2, items: [] }) }));
vi.mock('#pwa/data/sync/use-connection.ts', () => ({
  useConnection: () => ({ isOnline: true, waiting: 3 }),
}));
vi.mock('#pwa/data/session/use-profile.ts', () => ({ useProfile: () => world.profile }));
vi.mock('#pwa/data/session/use-session.ts', () => ({ useSession: () => world.session }));
vi.mock('../document-state.tsx', () => ({ DocumentState: () => null }));
vi.mock('../enquiry-list.tsx', () => ({ EnquiryList: () => null }));

const SIGNED_IN = {
  status: 'signed-in',
  account: { id: 'ada', email: 'ada@example.com', name: 'Ada' },
  isStaff: false,
};

function show(session: object, profile?: object): void {
  Object.assign(world, { session, profile });
  render(<AccountHomePage />, { wrapper: MemoryRouter });
}

const facts = () =>
  Object.fromEntries(
    screen
      .getAllByRole('term')
      .map((term) => [term.textContent, term.parentElement?.querySelector('dd')?.textContent]),
  );

afterEach(cleanup);

test('[R-RTE-28] the home of whoever signed in greets them, shows the profile and how far their device has come', () => {
  const profile = {
    ...EMPTY_PROFILE,
    profileNameGiven: 'Ada',
    profileNameFamily: 'Byrne',
    profileMobile: '0400 000 000',
    profileDiscipline: ['Physiotherapy', 'Mapping'],
    profileTypeClient: true,
  };
  show(SIGNED_IN, profile);
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Good to see you, Ada');
  expect(facts()).toEqual({
    Email: 'ada@example.com',
    Picture: '',
    Name: 'Ada Byrne',
    Mobile: '0400 000 000',
    Discipline: 'Physiotherapy, Mapping',
    Profile: 'Client',
    Access: 'Customer',
    Connection: 'Online',
    'Waiting to be sent': '3',
    'Your bag': '2 items',
  });
  expect(screen.getByRole('img').getAttribute('src')).toBe('/placeholders/profile.svg');
  for (const [name, href] of [
    ['Your bag', '/checkout'],
    ['Products', '/products'],
    ['Sync centre', '/sync'],
  ] as const)
    expect(screen.getByRole('link', { name }).getAttribute('href')).toBe(href);
});

test('[R-PRF-01] [R-RTE-28] an empty profile shows nothing but its type; without a profile the rest is there', () => {
  show(SIGNED_IN, EMPTY_PROFILE);
  expect(Object.keys(facts())).toEqual([
    'Email',
    'Picture',
    'Profile',
    'Access',
    'Connection',
    'Waiting to be sent',
    'Your bag',
  ]);
  expect(facts()['Profile']).toBe('Therapist');
  cleanup();
  show(SIGNED_IN);
  expect(Object.keys(facts())).not.toContain('Profile');
});

test('[R-RTE-28] [R-ROL-04] somebody who is not signed in is told so, and where to sign in', () => {
  show({ status: 'signed-out', isStaff: false });
  expect(screen.getByText('You are not signed in')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Login' }).getAttribute('href')).toBe('/login');
});
