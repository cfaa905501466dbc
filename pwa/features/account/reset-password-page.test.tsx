// @vitest-environment happy-dom
import { cleanup, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi, type MockInstance } from 'vitest';
import { AppError } from '#shared/kernel/app-error.ts';
import {
  createFakeApp,
  renderInApp,
  SIGNED_IN,
  toErrorResponse,
  type FakeApp,
} from '../../../tests/support/fake-app.tsx';
import { ResetPasswordPage } from './reset-password-page.tsx';

const EMAIL = 'ada@example.com';
const TOKEN = 'token-of-the-link';
const SIGNED_OUT = { account: null, isStaff: false };

let app: FakeApp;
let logged: MockInstance;
beforeEach(() => {
  logged = vi.spyOn(console, 'error').mockReturnValue();
  app = createFakeApp();
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

const show = (hash = '') => renderInApp(app, <ResetPasswordPage />, { path: `/login/reset${hash}` });
const refusal = (reason: string) => () =>
  toErrorResponse(new AppError('failed-precondition', `This link is ${reason}.`, { reason }));

async function choose(password: string) {
  await userEvent.type(await screen.findByLabelText('New password'), password);
  await userEvent.click(screen.getByRole('button', { name: 'Set new password' }));
}

test('[AU2] [T08] a person asks for a link, and reads the same for every address', async () => {
  app.respond('POST /account/reset', () => ({}));
  show();
  await userEvent.type(screen.getByLabelText('Email'), EMAIL);
  await userEvent.click(screen.getByRole('button', { name: 'Email me a link' }));
  expect((await screen.findByRole('status')).textContent).toBe(
    `If ${EMAIL} has an account, a link to set a new password is on its way. It works for ten minutes.`,
  );
  expect(app.requests).toEqual([{ method: 'POST', path: '/account/reset', body: { email: EMAIL } }]);
});

test.each(['', '  ', 'nope', 'ada@'])('[AU2] a link is not asked for with %j', async (typed) => {
  show();
  if (typed !== '') await userEvent.type(screen.getByLabelText('Email'), typed);
  await userEvent.click(screen.getByRole('button', { name: 'Email me a link' }));
  expect(await screen.findByText('Write the whole email address.')).toBeTruthy();
  expect(app.requests).toEqual([]);
});

test('[AU1] [T38] too many mails are refused with the time to wait', async () => {
  const message =
    'Three emails to this address were asked for within an hour. Look for them, or try again in 43 minutes.';
  app.respond('POST /account/reset', () => toErrorResponse(new AppError('resource-exhausted', message)));
  show();
  await userEvent.type(screen.getByLabelText('Email'), EMAIL);
  await userEvent.click(screen.getByRole('button', { name: 'Email me a link' }));
  expect((await screen.findByRole('alert')).textContent).toBe(message);
});

test('[AU2] the link opens a field for the new password; then all browsers are signed out', async () => {
  app = createFakeApp({ session: SIGNED_IN });
  app.respond('POST /account/reset/link', () => ({ email: EMAIL, needsPassword: true }));
  app.respond('POST /account/reset/confirm', () => ({}));
  app.respond('GET /session', () => SIGNED_OUT);
  show(`#${TOKEN}`);
  expect((await screen.findByLabelText('New password')).getAttribute('autocomplete')).toBe('new-password');
  expect(screen.getByText(`For the account of ${EMAIL}.`, { exact: false })).toBeTruthy();
  await choose('a wholly new one');
  await screen.findByText('Your new password is set. All browsers were signed out.');
  const body = { token: TOKEN, password: 'a wholly new one' };
  expect(app.requests).toContainEqual({ method: 'POST', path: '/account/reset/confirm', body });
  expect(app.session.read()).toEqual(SIGNED_OUT);
  expect(screen.getByRole('link', { name: 'Login' })).toBeTruthy();
});

test('[AU2] [R-ERR-13] a weak password is refused at its field, and the link stays good', async () => {
  const weak = new AppError('invalid-argument', 'This password is known from data breaches.', {
    reason: 'weak-password',
    path: 'password',
  });
  app.respond('POST /account/reset/link', () => ({ email: EMAIL, needsPassword: true }));
  app.respond('POST /account/reset/confirm', () => toErrorResponse(weak));
  show(`#${TOKEN}`);
  await choose('password1');
  await screen.findByText(weak.message);
  expect(screen.getByLabelText('New password').getAttribute('aria-invalid')).toBe('true');
  expect(logged).toHaveBeenCalledWith('Authentication error:', expect.anything());
});

test.each(['used-action-code', 'expired-action-code', 'invalid-action-code'])(
  '[AU2] a link that is refused (%s) says why and offers another one',
  async (reason) => {
    app.respond('POST /account/reset/link', refusal(reason));
    show(`#${TOKEN}`);
    await screen.findByText(`This link is ${reason}.`);
    expect(screen.getByRole('button', { name: 'Send another link' })).toBeTruthy();
  },
);

test('[AU2] a link that is used up while the page is open is checked again', async () => {
  app.respond('POST /account/reset/link', () => ({ email: EMAIL, needsPassword: true }));
  show(`#${TOKEN}`);
  await screen.findByLabelText('New password');
  app.respond('POST /account/reset/link', refusal('used-action-code'));
  app.respond('POST /account/reset/confirm', refusal('used-action-code'));
  await choose('a wholly new one');
  await screen.findByRole('button', { name: 'Send another link' });
});

test('[AU2] offline, both steps say that they need a connection', async () => {
  app = createFakeApp({ isOnline: false });
  show();
  expect((screen.getByRole('button', { name: 'Email me a link' }) as HTMLButtonElement).disabled).toBe(true);
  expect(screen.getByText(/Asking for a link needs a connection\./)).toBeTruthy();
  cleanup();
  show(`#${TOKEN}`);
  await screen.findByText(/Setting a new password needs a connection\./);
});
