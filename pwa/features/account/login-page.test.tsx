// @vitest-environment happy-dom
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Route, Routes } from 'react-router-dom';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { EMPTY_PROFILE } from '#shared/collections/profiles.ts';
import { AppError } from '#shared/kernel/app-error.ts';
import { createFakeApp, renderInApp, SIGNED_IN, type FakeApp } from '../../../tests/support/fake-app.tsx';
import { LoginPage } from './login-page.tsx';

let app: FakeApp;

function show() {
  renderInApp(
    app,
    <Routes>
      <Route path="/login" element={<LoginPage />} />
      <Route path="/program" element={<p>The program</p>} />
    </Routes>,
    { path: '/login' },
  );
}

async function fill() {
  await userEvent.type(screen.getByLabelText('Email'), 'iris@example.com');
  await userEvent.type(screen.getByLabelText('Password'), 'a long secret');
}

const REFUSAL = { error: { code: 'unauthenticated', message: 'The password is wrong.' } };
const refuse = () => Response.json(REFUSAL, { status: 401 });

beforeEach(() => {
  app = createFakeApp();
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

test('[R-LGN-01] signed out, the page offers email, password, Login, Sign Up and Login with Google', () => {
  show();
  expect(screen.getByLabelText('Email').getAttribute('type')).toBe('email');
  expect(screen.getByLabelText('Password').getAttribute('type')).toBe('password');
  expect(screen.getAllByRole('button').map((button) => button.textContent)).toEqual([
    'Show',
    'Login',
    'Sign Up',
    'Login with Google',
  ]);
});

test('[T11] a person whose address is already taken finds the way to a link', () => {
  show();
  const link = screen.getByRole('link', { name: 'Confirm your address' });
  expect(link.getAttribute('href')).toBe('/login/verify');
});

test('[R-LGN-02] signed in, the page offers Log Out', async () => {
  app = createFakeApp({ session: SIGNED_IN });
  app.respond('POST /auth/sign-out', () => ({}));
  show();
  await userEvent.click(screen.getByRole('button', { name: 'Log Out' }));
  expect(await screen.findByRole('button', { name: 'Login' })).toBeTruthy();
  expect(app.requests).toMatchObject([{ method: 'POST', path: '/auth/sign-out' }]);
});

test('[R-LCK-02] with an order that waits for the access code, the page leads to where it is entered', async () => {
  vi.spyOn(console, 'error').mockReturnValue();
  await app.write('ukraines', {
    FBUID: 'order',
    templateImage: '',
    selectedComponents: [{ name: 'FPV Goggles', quantity: 1, price: 549 }],
    role: 'Civilian',
    engineeringNeeds: '',
    missionType: '',
  });
  show();
  await fill();
  await userEvent.click(screen.getByRole('button', { name: 'Login' }));
  const alert = await screen.findByRole('alert');
  expect(alert.textContent).toContain('An order on this device waits for the access code.');
  const link = within(alert).getByRole('link', { name: 'Enter the access code' });
  expect(link.getAttribute('href')).toBe('/ukraine');
  expect(app.requests).toEqual([]);
});

test('[R-LGN-01] Login signs in and Sign Up signs up, with what was typed', async () => {
  vi.spyOn(console, 'error').mockReturnValue();
  app.respond('POST /auth/sign-in/email', refuse);
  app.respond('POST /auth/sign-up/email', refuse);
  const typed = { email: 'iris@example.com', password: 'a long secret' };
  show();
  await fill();
  await userEvent.click(screen.getByRole('button', { name: 'Login' }));
  await screen.findByRole('alert');
  await userEvent.click(screen.getByRole('button', { name: 'Sign Up' }));
  await screen.findByRole('alert');
  expect(app.requests).toEqual([
    { method: 'POST', path: '/auth/sign-in/email', body: typed },
    { method: 'POST', path: '/auth/sign-up/email', body: { ...typed, name: 'iris' } },
  ]);
});

test('[R-ERR-01] [AU12] a rejected sign-in is logged as "Authentication error:" and shown as "Error: {message}"', async () => {
  const logged = vi.spyOn(console, 'error').mockReturnValue();
  app.respond('POST /auth/sign-in/email', refuse);
  show();
  await fill();
  await userEvent.click(screen.getByRole('button', { name: 'Login' }));
  expect((await screen.findByRole('alert')).textContent).toBe('Error: The password is wrong.');
  const refusal = new AppError('unauthenticated', 'The password is wrong.', { status: 401 });
  expect(logged).toHaveBeenCalledWith('Authentication error:', refusal);
});

test('[R-VAL-05] the page validates nothing and sends even an empty form to the provider', async () => {
  vi.spyOn(console, 'error').mockReturnValue();
  app.respond('POST /auth/sign-in/email', refuse);
  show();
  await userEvent.click(screen.getByRole('button', { name: 'Login' }));
  await screen.findByRole('alert');
  expect(app.requests).toMatchObject([{ body: { email: '', password: '' } }]);
});

test('[R-RTE-26] [R-AUT-04] a client lands on /program once the profile is saved; the form stays until then', async () => {
  app.respond('POST /auth/sign-in/email', () => ({}));
  app.respond('GET /session', () => SIGNED_IN);
  app.respond('POST /claim', () => ({ claimed: 0 }));
  show();
  await fill();
  await userEvent.click(screen.getByRole('button', { name: 'Login' }));
  await waitFor(() => expect(app.session.read()).toEqual(SIGNED_IN));
  expect(screen.getByRole('button', { name: 'Login' })).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Log Out' })).toBeNull();
  await app.pull('profiles', [{ FBUID: 'account-ada', ...EMPTY_PROFILE, profileTypeClient: true }]);
  expect(await screen.findByText('The program')).toBeTruthy();
  expect(await app.read('profiles')).toMatchObject([{ profileEmail: 'ada@example.com' }]);
});

test('[R-AUT-08] the email that signed up on this device is prefilled', () => {
  app.storage.setItem('emailForSignIn', 'iris@example.com');
  show();
  expect((screen.getByLabelText('Email') as HTMLInputElement).value).toBe('iris@example.com');
});

test('[AU1] [T08] where sign-up does not sign in, the page says that a link is on its way, and mails it again', async () => {
  app.respond('POST /auth/sign-up/email', () => ({}));
  app.respond('GET /session', () => ({ account: null, isStaff: false }));
  app.respond('POST /account/verify/send', () => ({}));
  show();
  await fill();
  await userEvent.click(screen.getByRole('button', { name: 'Sign Up' }));
  await screen.findByText('A link is on its way to iris@example.com.');
  expect(screen.queryByLabelText('Password')).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Send again' }));
  await screen.findByText(
    /^If iris@example.com has an account that is not confirmed, a link is on its way\./,
  );
  const body = { email: 'iris@example.com' };
  expect(app.requests).toContainEqual({ method: 'POST', path: '/account/verify/send', body });
});

test('[AU1] the password can be shown, and a password manager learns that it is new at a sign-up', async () => {
  app.respond('POST /auth/sign-up/email', refuse);
  vi.spyOn(console, 'error').mockReturnValue();
  show();
  await fill();
  const field = screen.getByLabelText('Password');
  expect(field.getAttribute('autocomplete')).toBe('current-password');
  await userEvent.click(screen.getByRole('button', { name: 'Show' }));
  expect(field.getAttribute('type')).toBe('text');
  await userEvent.click(screen.getByRole('button', { name: 'Sign Up' }));
  await screen.findByRole('alert');
  expect(field.getAttribute('autocomplete')).toBe('new-password');
});

test('[AU2] a person who forgot the password finds the way to a new one', () => {
  show();
  const link = screen.getByRole('link', { name: 'Forgot your password?' });
  expect(link.getAttribute('href')).toBe('/login/reset');
});
