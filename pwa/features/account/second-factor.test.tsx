// @vitest-environment happy-dom
import { cleanup, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { AppError } from '#shared/kernel/app-error.ts';
import { createFakeApp, renderInApp, SIGNED_IN, toErrorResponse } from '../../../tests/support/fake-app.tsx';
import { StaffOnly } from '../staff-only.tsx';
import { SecondFactorPage } from './second-factor-page.tsx';
import { SecondFactor } from './second-factor.tsx';

beforeEach(() => void vi.spyOn(console, 'error').mockReturnValue());
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

const NEEDS = { ...SIGNED_IN, isStaff: false, role: 'customer', needs: 'second-factor-enrolment' } as const;

test('[AU5] staff without a second factor are led from the staff pages to where they set one up', () => {
  const app = createFakeApp({ session: NEEDS });
  renderInApp(app, <StaffOnly purpose="Orders.">secret</StaffOnly>, { path: '/admin' });
  expect(screen.getByText('Set up a second factor first')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Set up' }).getAttribute('href')).toBe('/account/security');
});

test('[AU5] the section says why staff need one, and needs a connection', async () => {
  const app = createFakeApp({ session: NEEDS });
  app.respond('GET /account/totp', () => ({ isOn: false, recoveryCodesLeft: 0 }));
  app.respond('GET /account/passkeys', () => ({ passkeys: [] }));
  renderInApp(app, <SecondFactor />, { path: '/account/security' });
  expect(screen.getByText(/It counts once you have added a passkey or set up a code app/)).toBeTruthy();
  expect(await screen.findByRole('button', { name: 'Set up a code app' })).toBeTruthy();
  cleanup();
  renderInApp(createFakeApp({ session: NEEDS, isOnline: false }), <SecondFactor />, {
    path: '/account/security',
  });
  expect(screen.getByText(/Seeing and changing the second factor needs a connection/)).toBeTruthy();
});

/** An app whose sign-in waits for a second factor. */
function createWaitingApp(needed = { hasCodeApp: true, hasPasskey: false }) {
  const app = createFakeApp();
  app.respond('GET /account/second-factor', () => ({ needed }));
  return app;
}

test.each([
  ['used-code', 'permission-denied', 'This code was used a moment ago.', 'code'],
  ['invalid-code', 'permission-denied', 'This code is not right.', 'code'],
  ['too-many-requests', 'resource-exhausted', 'Too many attempts.', undefined],
] as const)(
  '[AU5] %s: the page says so, and another code can be entered',
  async (reason, code, message, path) => {
    const app = createWaitingApp();
    app.respond('POST /account/second-factor', () =>
      toErrorResponse(new AppError(code, message, { reason, path })),
    );
    renderInApp(app, <SecondFactorPage />, { path: '/login/second-factor' });
    await userEvent.type(await screen.findByLabelText('Code'), '123456');
    await userEvent.click(screen.getByRole('button', { name: 'Continue' }));
    expect(await screen.findByText(new RegExp(message))).toBeTruthy();
    expect(screen.getByLabelText('Code')).toBeTruthy();
  },
);

test('[AU5] after ten minutes the page leads back to the login', async () => {
  const app = createWaitingApp();
  const expired = new AppError('failed-precondition', 'Log in again.', { reason: 'expired-action-code' });
  app.respond('POST /account/second-factor', () => toErrorResponse(expired));
  renderInApp(app, <SecondFactorPage />, { path: '/login/second-factor' });
  await userEvent.type(await screen.findByLabelText('Code'), '123456');
  await userEvent.click(screen.getByRole('button', { name: 'Continue' }));
  expect((await screen.findByRole('link', { name: 'Log in again' })).getAttribute('href')).toBe('/login');
});

test('[AU5] without a sign-in that waits the page leads back to the login', async () => {
  const app = createFakeApp();
  app.respond('GET /account/second-factor', () => ({ needed: null }));
  renderInApp(app, <SecondFactorPage />, { path: '/login/second-factor' });
  await screen.findByText(/^No sign-in waits for a second factor in this browser/);
  expect(screen.getByRole('link', { name: 'Log in again' }).getAttribute('href')).toBe('/login');
});

test('[AU5] if the page can’t learn what the sign-in needs, it says so and tries again', async () => {
  const app = createFakeApp();
  renderInApp(app, <SecondFactorPage />, { path: '/login/second-factor' });
  await screen.findByRole('alert');
  app.respond('GET /account/second-factor', () => ({ needed: { hasCodeApp: true, hasPasskey: false } }));
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByLabelText('Code')).toBeTruthy();
});

test('[AU5] without a connection the page says that signing in needs one', () => {
  renderInApp(createFakeApp({ isOnline: false }), <SecondFactorPage />, { path: '/login/second-factor' });
  expect(screen.getByText(/Signing in needs a connection/)).toBeTruthy();
});
