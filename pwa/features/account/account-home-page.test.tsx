// @vitest-environment happy-dom
import { cleanup, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { EMPTY_PROFILE } from '#shared/domain/profile.ts';
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
  await screen.findByText('3');
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
    'Your cart': '2 items',
  });
  expect(screen.getByRole('img').getAttribute('src')).toBe('/placeholders/profile.svg');
  for (const [name, href] of [
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
  expect(Object.keys(facts())).toEqual([
    'Email',
    'Picture',
    'Profile',
    'Access',
    'Connection',
    'Waiting to be sent',
    'Your cart',
  ]);
  expect(facts()['Profile']).toBe('Therapist');
});

test('[R-RTE-28] [R-ROL-04] a signed-out user sees a message and a link to sign in', () => {
  renderInApp(createFakeApp(), <AccountHomePage />);
  expect(screen.getByText('You are not signed in')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Login' }).getAttribute('href')).toBe('/login');
});
