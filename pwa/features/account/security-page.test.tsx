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
import { ToastRegion } from '#pwa/ui/toast-region.tsx';
import { SecurityPage } from './security-page.tsx';

let app: FakeApp;
let logged: MockInstance;
beforeEach(() => {
  logged = vi.spyOn(console, 'error').mockReturnValue();
  app = createFakeApp({ session: SIGNED_IN });
  app.respond('GET /account/sessions', () => ({ sessions: [] }));
  app.respond('GET /account/totp', () => ({ isOn: false, recoveryCodesLeft: 0 }));
  app.respond('GET /account/passkeys', () => ({ passkeys: [] }));
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

const show = () => renderInApp(app, <SecurityPage />, { path: '/account/security' });
const button = () => screen.getByRole('button', { name: 'Change password' }) as HTMLButtonElement;

async function change() {
  await userEvent.type(screen.getByLabelText('Current password'), 'the old secret');
  await userEvent.type(screen.getByLabelText('New password'), 'a wholly new one');
  await userEvent.click(button());
}

test('[AU2] signed out, the page says what it is for and leads to the login', () => {
  app = createFakeApp();
  show();
  expect(
    screen.getByText(
      'Here you change your password and your address, add passkeys, set up a code app, and see where you are signed in.',
    ),
  ).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Login' }).getAttribute('href')).toBe('/login');
});

test('[AU2] a person changes the password, in fields that password managers know', async () => {
  app.respond('POST /account/password', () => ({}));
  show();
  expect(screen.getByLabelText('Current password').getAttribute('autocomplete')).toBe('current-password');
  expect(screen.getByLabelText('New password').getAttribute('autocomplete')).toBe('new-password');
  await change();
  expect(
    await screen.findByText('Your password is changed. All other browsers are signed out.'),
  ).toBeTruthy();
  const body = { current: 'the old secret', password: 'a wholly new one' };
  expect(app.requests).toContainEqual({ method: 'POST', path: '/account/password', body });
  expect((screen.getByLabelText('New password') as HTMLInputElement).value).toBe('');
});

test.each([
  ['current', 'Current password', 'permission-denied', 'wrong-password'],
  ['password', 'New password', 'invalid-argument', 'weak-password'],
] as const)(
  '[AU2] [AU12] a refusal is shown at its field, and the input is kept: %s',
  async (path, label, code, reason) => {
    const refusal = new AppError(code, 'This one won’t do.', { reason, path });
    app.respond('POST /account/password', () => toErrorResponse(refusal));
    show();
    await change();
    await screen.findByText('This one won’t do.');
    const field = screen.getByLabelText(label) as HTMLInputElement;
    expect(field.getAttribute('aria-invalid')).toBe('true');
    expect(field.value).not.toBe('');
    expect(logged).toHaveBeenCalledWith('Authentication error:', expect.anything());
  },
);

test('[AU2] [AU12] too many attempts are an alert', async () => {
  const refusal = new AppError('resource-exhausted', 'Too many attempts.', { retryAfter: 60 });
  app.respond('POST /account/password', () => toErrorResponse(refusal));
  show();
  await change();
  expect((await screen.findByRole('alert')).textContent).toBe('Error: Too many attempts.');
});

test('[AU2] an account without a password gets one by a mailed link', async () => {
  app = createFakeApp({ session: { ...SIGNED_IN, hasPassword: false } });
  app.respond('POST /account/reset', () => ({}));
  show();
  expect(screen.queryByLabelText('Current password')).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Set a password by email' }));
  expect(await screen.findByText(/a link to set a new password is on its way\./)).toBeTruthy();
});

test('[AU3] a person sees since when Google is linked, and unlinks it after a question', async () => {
  const since = '2026-03-02T09:00:00.000Z';
  app = createFakeApp({ session: { ...SIGNED_IN, hasPassword: true, googleSince: since } });
  app.respond('DELETE /account/google', () => ({}));
  app.respond('GET /session', () => ({ ...SIGNED_IN, hasPassword: true }));
  renderInApp(
    app,
    <ToastRegion>
      <SecurityPage />
    </ToastRegion>,
    { path: '/account/security' },
  );
  expect(screen.getByText(/^Linked since/).textContent).toMatch(/^Linked since .*2026.*\.$/);
  await userEvent.click(screen.getByRole('button', { name: 'Unlink Google' }));
  expect(app.requests.some(({ path }) => path === '/account/google')).toBe(false);
  await userEvent.click(screen.getByRole('button', { name: 'Unlink' }));
  await screen.findByText('Google is unlinked. All other browsers are signed out.');
  expect(screen.queryByRole('region', { name: 'Google' })).toBeNull();
});

test('[AU3] where nothing else signs in, the page says why Google can’t be unlinked', () => {
  const session = { ...SIGNED_IN, hasPassword: false, googleSince: '2026-03-02T09:00:00.000Z' };
  app = createFakeApp({ session });
  show();
  expect(screen.queryByRole('button', { name: 'Unlink Google' })).toBeNull();
  expect(
    screen.getByText('Nothing else signs you in. To unlink Google, set a password or add a passkey first.'),
  ).toBeTruthy();
});

test.each([
  ['Google', { googleSince: '2026-03-02T09:00:00.000Z' }],
  ['a mailed link', { hasPasskey: true }],
] as const)(
  '[AU5] without a password, the page says what signs in without a second factor: %s',
  async (first, rest) => {
    app = createFakeApp({ session: { ...SIGNED_IN, hasPassword: false, ...rest } });
    app.respond('GET /account/sessions', () => ({ sessions: [] }));
    app.respond('GET /account/totp', () => ({ isOn: false, recoveryCodesLeft: 0 }));
    app.respond('GET /account/passkeys', () => ({ passkeys: [] }));
    show();
    expect(await screen.findByText(new RegExp(`^Without one, ${first} alone signs in\\.`))).toBeTruthy();
  },
);

test('[AU2] offline the form says that it needs a connection', () => {
  app = createFakeApp({ session: SIGNED_IN, isOnline: false });
  show();
  expect(button().disabled).toBe(true);
  expect(screen.getByText(/Changing the password needs a connection\./)).toBeTruthy();
});
