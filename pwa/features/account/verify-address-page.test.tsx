// @vitest-environment happy-dom
import { cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Route, Routes } from 'react-router-dom';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { AppError } from '#shared/kernel/app-error.ts';
import {
  createFakeApp,
  renderInApp,
  SIGNED_IN,
  toErrorResponse,
  type FakeApp,
  type FakeAppOptions,
} from '../../../tests/support/fake-app.tsx';
import { VerifyAddressPage } from './verify-address-page.tsx';

const TOKEN = 'token-of-the-link';
const EMAIL = 'ada@example.com';
const UNVERIFIED = { ...SIGNED_IN, account: { ...SIGNED_IN.account!, emailVerified: false } };
const CONFIRM = `Confirm ${EMAIL}`;

let app: FakeApp;
beforeEach(() => void vi.spyOn(console, 'error').mockReturnValue());
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

function open(options: FakeAppOptions = {}, hash = `#${TOKEN}`) {
  app = createFakeApp(options);
  app.respond('GET /session', () => SIGNED_IN);
  app.respond('POST /claim', () => ({ claimed: 0 }));
  const show = () =>
    renderInApp(
      app,
      <Routes>
        <Route path="/login/verify" element={<VerifyAddressPage />} />
        <Route path="/client" element={<p>The account</p>} />
      </Routes>,
      { path: `/login/verify${hash}` },
    );
  return show;
}

const refusal = (reason: string) => () =>
  toErrorResponse(new AppError('failed-precondition', `This link is ${reason}.`, { reason }));

test('[R-CAL-14] in the browser that signed up one button confirms the address, and leads to the account', async () => {
  const show = open({ session: UNVERIFIED });
  app.respond('POST /account/verify/link', () => ({ email: EMAIL, needsPassword: false }));
  app.respond('POST /account/verify', () => ({}));
  show();
  expect(await screen.findByLabelText('The link is being checked')).toBeTruthy();
  const button = await screen.findByRole('button', { name: CONFIRM });
  expect(screen.queryByLabelText('Choose a password')).toBeNull();
  expect(app.requests).toEqual([{ method: 'POST', path: '/account/verify/link', body: { token: TOKEN } }]);
  await userEvent.click(button);
  await screen.findByText(`${EMAIL} is confirmed.`);
  expect(app.requests).toContainEqual({ method: 'POST', path: '/account/verify', body: { token: TOKEN } });
  expect(app.session.read()).toEqual(SIGNED_IN);
  await app.pull('profiles');
  await userEvent.click(screen.getByRole('button', { name: 'Go to your account' }));
  await screen.findByText('The account');
});

test('[T11] [R-ERR-13] in another browser a password is chosen; a weak one is refused at its field', async () => {
  const show = open();
  const weak = new AppError('invalid-argument', 'Use a password of at least 8 characters.', {
    reason: 'weak-password',
    path: 'password',
  });
  app.respond('POST /account/verify/link', () => ({ email: EMAIL, needsPassword: true }));
  app.respond('POST /account/verify', () => toErrorResponse(weak));
  show();
  const field = await screen.findByLabelText('Choose a password');
  expect(field.getAttribute('type')).toBe('password');
  expect(field.getAttribute('autocomplete')).toBe('new-password');
  await userEvent.type(field, 'short');
  await userEvent.click(screen.getByRole('button', { name: CONFIRM }));
  await screen.findByText(weak.message);
  expect(field.getAttribute('aria-invalid')).toBe('true');
  app.respond('POST /account/verify', () => ({}));
  await userEvent.type(field, ' and longer');
  await userEvent.click(screen.getByRole('button', { name: CONFIRM }));
  await screen.findByText(`${EMAIL} is confirmed.`);
  expect(app.requests).toContainEqual({
    method: 'POST',
    path: '/account/verify',
    body: { token: TOKEN, password: 'short and longer' },
  });
});

test.each(['used-action-code', 'expired-action-code', 'invalid-action-code'])(
  '[T11] a link that is refused (%s) says why and offers another one, to the account that is signed in',
  async (reason) => {
    const show = open({ session: UNVERIFIED });
    app.respond('POST /account/verify/link', refusal(reason));
    app.respond('POST /account/verify/send', () => ({}));
    show();
    await screen.findByText(`This link is ${reason}.`);
    expect(screen.queryByLabelText('Email')).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'Send another link' }));
    await screen.findByText(/a link is on its way/);
    expect(app.requests).toContainEqual({
      method: 'POST',
      path: '/account/verify/send',
      body: { email: EMAIL },
    });
  },
);

test('[T11] signed out, another link goes to the address that is typed, and there is a way to sign in', async () => {
  const show = open();
  app.respond('POST /account/verify/link', refusal('used-action-code'));
  const tooMany = new AppError('resource-exhausted', 'Too many emails were asked for.', { retryAfter: 9 });
  app.respond('POST /account/verify/send', () => toErrorResponse(tooMany));
  show();
  await userEvent.type(await screen.findByLabelText('Email'), EMAIL);
  await userEvent.click(screen.getByRole('button', { name: 'Send another link' }));
  expect((await screen.findByRole('alert')).textContent).toBe('Too many emails were asked for.');
  expect(screen.getByRole('link', { name: 'Login' }).getAttribute('href')).toBe('/login');
});

test('[T11] a link used before, by an account that is confirmed and signed in here, leads to the account', async () => {
  const show = open({ session: SIGNED_IN });
  app.respond('POST /account/verify/link', refusal('used-action-code'));
  show();
  await screen.findByText(`${EMAIL} is confirmed. There is nothing left to do.`);
  expect(screen.queryByRole('button', { name: 'Send another link' })).toBeNull();
});

test('[T11] a link that is used up while the page is open is checked again', async () => {
  const show = open();
  app.respond('POST /account/verify/link', () => ({ email: EMAIL, needsPassword: true }));
  app.respond('POST /account/verify', refusal('used-action-code'));
  show();
  await userEvent.type(await screen.findByLabelText('Choose a password'), 'a long secret');
  app.respond('POST /account/verify/link', refusal('used-action-code'));
  await userEvent.click(screen.getByRole('button', { name: CONFIRM }));
  await screen.findByRole('button', { name: 'Send another link' });
});

test('[R-CAL-14] without a connection the page says so, keeps the link, and tries again', async () => {
  const show = open({ isOnline: false });
  show();
  await screen.findByText(/You're offline. Confirming needs a connection/);
  app.respond('POST /account/verify/link', () => ({ email: EMAIL, needsPassword: false }));
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  const button = await screen.findByRole('button', { name: CONFIRM });
  expect((button as HTMLButtonElement).disabled).toBe(true);
});

test('[T11] signed in with another account, the page asks to log out first', async () => {
  const show = open({ session: SIGNED_IN });
  app.respond('POST /account/verify/link', () => ({ email: 'bo@example.com', needsPassword: true }));
  app.respond('POST /auth/sign-out', () => ({}));
  show();
  await screen.findByText(/This link is for bo@example.com. You are signed in as ada@example.com./);
  await userEvent.click(screen.getByRole('button', { name: 'Log Out' }));
  await waitFor(() => expect(screen.getByLabelText('Choose a password')).toBeTruthy());
});
