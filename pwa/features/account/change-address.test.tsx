// @vitest-environment happy-dom
import { cleanup, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { AppError } from '#shared/kernel/app-error.ts';
import {
  createFakeApp,
  renderInApp,
  SIGNED_IN,
  toErrorResponse,
  type FakeApp,
} from '../../../tests/support/fake-app.tsx';
import { ChangeAddress } from './change-address.tsx';
import { NewAddressPage } from './new-address-page.tsx';

const NEW = 'ada@elsewhere.example';

let app: FakeApp;
beforeEach(() => {
  vi.spyOn(console, 'error').mockReturnValue();
  app = createFakeApp({ session: SIGNED_IN });
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

const showForm = () => renderInApp(app, <ChangeAddress email="ada@example.com" />);
const showLink = (hash: string) => renderInApp(app, <NewAddressPage />, { path: `/account/email${hash}` });
const button = (name: string) => screen.getByRole('button', { name }) as HTMLButtonElement;

async function ask() {
  await userEvent.type(screen.getByLabelText('New address'), ` ${NEW} `);
  await userEvent.click(button('Email me a link'));
}

test('[AU10] a person asks for a link to the new address', async () => {
  app.respond('POST /account/email', () => ({}));
  showForm();
  await ask();
  const said = await screen.findByRole('status');
  expect(said.textContent).toBe(
    `If ${NEW} can be used, an email with a link is on its way to it. The link works for ten minutes.`,
  );
  expect(app.requests).toContainEqual({ method: 'POST', path: '/account/email', body: { email: NEW } });
});

test('[AU10] [AU6] the password is asked for first if the server wants it', async () => {
  let isConfirmed = false;
  app.respond('POST /account/email', () =>
    isConfirmed
      ? {}
      : toErrorResponse(new AppError('permission-denied', 'Confirm.', { reason: 'CONFIRM_IDENTITY' })),
  );
  app.respond('POST /account/confirm', () => {
    isConfirmed = true;
    return { isConfirmedUntil: '2099-01-01T00:00:00.000Z' };
  });
  showForm();
  await ask();
  await userEvent.type(await screen.findByLabelText('Password'), 'the secret');
  await userEvent.click(button('Confirm'));
  await screen.findByText(/is on its way/);
});

test('[AU10] [AU12] a refusal is shown at the field, and the input is kept', async () => {
  const refusal = new AppError('failed-precondition', 'This is yours.', { path: 'email' });
  app.respond('POST /account/email', () => toErrorResponse(refusal));
  showForm();
  await ask();
  await screen.findByText('This is yours.');
  const field = screen.getByLabelText('New address') as HTMLInputElement;
  expect(field.getAttribute('aria-invalid')).toBe('true');
  expect(field.value).toContain(NEW);
});

test('[AU10] without a connection the address can’t be changed, and the form says why', () => {
  app = createFakeApp({ session: SIGNED_IN, isOnline: false });
  showForm();
  expect(screen.getByText(/Changing the address needs a connection/)).toBeTruthy();
  expect(button('Email me a link').disabled).toBe(true);
});

test('[AU10] opening the link changes nothing; its button does, and leads to the login', async () => {
  app.respond('POST /account/email/link', () => ({ email: NEW, needsPassword: true }));
  app.respond('POST /account/email/confirm', () => ({}));
  app.respond('GET /session', () => ({ account: null, isStaff: false }));
  showLink('#token');
  await screen.findByRole('button', { name: `Use ${NEW}` });
  expect(app.requests.map(({ path }) => path)).toEqual(['/account/email/link']);
  await userEvent.click(button(`Use ${NEW}`));
  await screen.findByText(`${NEW} is now the address of your account.`);
  expect(screen.getByRole('link', { name: 'Login' }).getAttribute('href')).toBe('/login');
  expect(app.requests).toContainEqual({
    method: 'POST',
    path: '/account/email/confirm',
    body: { token: 'token' },
  });
});

test('[AU10] signed out, the link’s page asks to sign in first', async () => {
  app = createFakeApp();
  app.respond('POST /account/email/link', () => ({ email: NEW, needsPassword: true }));
  showLink('#token');
  await screen.findByText(/Sign in to the account that is to have the address/);
  expect(screen.queryByRole('button', { name: `Use ${NEW}` })).toBeNull();
});

test('[AU10] a link that does not work says why', async () => {
  const refusal = new AppError('failed-precondition', 'This link has expired.', { reason: 'x' });
  app.respond('POST /account/email/link', () => toErrorResponse(refusal));
  showLink('#token');
  await screen.findByText('This link has expired.');
  expect(
    screen.getByRole('link', { name: 'Change the address on the security page' }).getAttribute('href'),
  ).toBe('/account/security');
});
