// @vitest-environment happy-dom
import { cleanup, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { EMPTY_PROFILE } from '#shared/collections/profiles.ts';
import { createFakeApp, renderInApp, SIGNED_IN } from '../../../tests/support/fake-app.tsx';
import { sampleItem } from '../../../tests/support/sample-product.ts';
import { enquiryContent } from '../../../tests/support/samples.ts';
import { AccountHomePage } from './account-home-page.tsx';

/** Ada's device, with three pending enquiries and two items in the cart. */
async function createDevice() {
  const app = createFakeApp({ session: SIGNED_IN });
  app.cartMirror.reset([sampleItem(2)]);
  for (const id of ['1', '2', '3']) await app.write('contacts', { FBUID: id, ...enquiryContent() });
  return app;
}

const facts = () =>
  Object.fromEntries(
    screen
      .getAllByRole('term')
      .map((term) => [term.textContent, term.parentElement?.querySelector('dd')?.textContent]),
  );

afterEach(cleanup);

test('[R-RTE-28] the account page greets the user and shows profile, connection, pending writes and cart', async () => {
  const app = await createDevice();
  const profile = {
    FBUID: 'account-ada',
    ...EMPTY_PROFILE,
    profileNameGiven: 'Ada',
    profileNameFamily: 'Byrne',
    profileMobile: '0400 000 000',
    profileDiscipline: ['Physiotherapy', 'Mapping'],
    profileTypeClient: true,
  };
  await app.pull('profiles', [profile]);
  renderInApp(app, <AccountHomePage />);
  await screen.findByText('Ada Byrne');
  await screen.findByText('Confirmed');
  await screen.findByText('3');
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Good to see you, Ada');
  expect(facts()).toEqual({
    Email: 'ada@example.com',
    Picture: '',
    Name: 'Ada Byrne',
    Mobile: '0400 000 000',
    Discipline: 'Physiotherapy, Mapping',
    Profile: 'ClientConfirmed',
    Access: 'Customer',
    Connection: 'Online',
    'Waiting to be sent': '3',
    'Your cart': '2 items',
  });
  expect(screen.getByRole('img').getAttribute('src')).toBe('/placeholders/profile.svg');
  for (const [name, href] of [
    ['Profile', '/account/profile'],
    ['Security', '/account/security'],
    ['Your cart', '/checkout'],
    ['Products', '/products'],
    ['Sync centre', '/sync'],
  ] as const)
    expect(screen.getByRole('link', { name }).getAttribute('href')).toBe(href);
});

test('[R-PRF-01] [R-RTE-28] an empty profile shows only its type; without a profile the rest of the page still shows', async () => {
  const app = await createDevice();
  renderInApp(app, <AccountHomePage />);
  await screen.findByText('3');
  expect(Object.keys(facts())).toEqual(['Email', 'Access', 'Connection', 'Waiting to be sent', 'Your cart']);
  await app.pull('profiles', [{ FBUID: 'account-ada', ...EMPTY_PROFILE }]);
  await screen.findByText('Therapist');
  await screen.findByText('Confirmed');
  expect(Object.keys(facts())).toEqual([
    'Email',
    'Picture',
    'Profile',
    'Access',
    'Connection',
    'Waiting to be sent',
    'Your cart',
  ]);
  expect(facts()['Profile']).toBe('TherapistConfirmed');
});

test('[R-RTE-28] [R-ROL-04] a signed-out user sees a message and a link to sign in', () => {
  renderInApp(createFakeApp(), <AccountHomePage />);
  expect(screen.getByText('You are not signed in')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Login' }).getAttribute('href')).toBe('/login');
});

test.each([
  ['no name', { profileTypeClient: true }, true],
  ['neither type', { profileNameGiven: 'Ada' }, true],
  ['a name and a type', { profileNameFamily: 'Byrne', profileTypeTherapist: true }, false],
])('[R-RTE-28] a profile with %s is offered to be finished: %o', async (_what, profile, isOffered) => {
  const app = await createDevice();
  await app.pull('profiles', [{ FBUID: 'account-ada', ...EMPTY_PROFILE, ...profile }]);
  renderInApp(app, <AccountHomePage />);
  await screen.findByText('Confirmed');
  const link = screen.queryByRole('link', { name: 'Finish your profile' });
  expect(link?.getAttribute('href')).toBe(isOffered ? '/account/profile' : undefined);
});

test('[AU1] the account page says that the address is not confirmed, and offers another link', () => {
  const account = { ...SIGNED_IN.account!, emailVerified: false };
  renderInApp(createFakeApp({ session: { ...SIGNED_IN, account } }), <AccountHomePage />);
  screen.getByText('Your address is not confirmed yet. Open the link in our email, or ask for another one.');
  screen.getByRole('button', { name: 'Send another link' });
});

test('[R-RTE-28] [R-RTE-27] a person without a profile is offered to begin one', async () => {
  const app = await createDevice();
  await app.pull('profiles');
  renderInApp(app, <AccountHomePage />);
  await screen.findByRole('link', { name: 'Finish your profile' });
});

test('[R-RTE-28] offline, a profile that never came to this device is no missing profile', async () => {
  renderInApp(createFakeApp({ session: SIGNED_IN, isOnline: false }), <AccountHomePage />);
  await screen.findByText(/isn’t on this device yet/);
  expect(screen.queryByRole('link', { name: 'Finish your profile' })).toBeNull();
});

test.each(['staff', 'manager'] as const)(
  '[R-RTE-28] a person with the role %s finds the way to /admin',
  (role) => {
    renderInApp(createFakeApp({ session: { ...SIGNED_IN, role, isStaff: true } }), <AccountHomePage />);
    expect(screen.getByRole('link', { name: 'Admin' }).getAttribute('href')).toBe('/admin');
    expect(facts()['Access']).toBe(role === 'staff' ? 'Staff' : 'Manager');
  },
);
