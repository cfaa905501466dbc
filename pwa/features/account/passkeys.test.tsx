// @vitest-environment happy-dom
import { cleanup, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test, vi, type MockInstance } from 'vitest';
import { AppError } from '#shared/kernel/app-error.ts';
import { createFakeApp, renderInApp, SIGNED_IN, toErrorResponse } from '../../../tests/support/fake-app.tsx';
import { ToastRegion } from '#pwa/ui/toast-region.tsx';
import { LoginPage } from './login-page.tsx';
import { SecondFactorPage } from './second-factor-page.tsx';
import { SecondFactor } from './second-factor.tsx';

const { refuse } = vi.hoisted(() => ({ refuse: { name: '' } }));
vi.mock('@simplewebauthn/browser', () => {
  const answer = async () => {
    if (refuse.name !== '') throw Object.assign(new Error('of the browser'), { name: refuse.name });
    return { id: 'answer' };
  };
  return { startRegistration: answer, startAuthentication: answer };
});

let logged: MockInstance;
beforeEach(() => {
  refuse.name = '';
  vi.stubGlobal('PublicKeyCredential', () => undefined);
  logged = vi.spyOn(console, 'error').mockReturnValue();
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const PHONE = { id: 'phone', name: 'Phone', madeAt: '2026-03-02T09:00:00.000Z', usedAt: null };
const QUESTION = { options: { challenge: 'abc' } };

/** @param count of passkeys */
function createSecurityApp(count = 0) {
  const app = createFakeApp({ session: SIGNED_IN });
  const passkeys = Array.from({ length: count }, (_, place) => ({ ...PHONE, id: `phone-${place}` }));
  app.respond('GET /account/totp', () => ({ isOn: false, recoveryCodesLeft: count === 0 ? 0 : 10 }));
  app.respond('GET /account/passkeys', () => ({ passkeys }));
  app.respond('POST /account/passkeys/begin', () => QUESTION);
  app.respond('POST /account/passkeys/ask', () => QUESTION);
  app.respond('GET /session', () => SIGNED_IN);
  return app;
}

const press = async (name: string | RegExp) => userEvent.click(await screen.findByRole('button', { name }));

describe('on the security page', () => {
  const open = (app = createSecurityApp()) =>
    renderInApp(
      app,
      <ToastRegion>
        <SecondFactor />
      </ToastRegion>,
      { path: '/account/security' },
    );

  test.each([
    ['NotAllowedError', 'No passkey was made: it was cancelled, or it took too long. Nothing was changed.'],
    ['InvalidStateError', 'This device or password manager has a passkey of your account already.'],
    ['ConstraintError', 'This device can’t ask for your fingerprint, face or PIN, which we need.'],
    ['SecurityError', 'Passkeys don’t work at this address of the shop.'],
    ['UnknownError', 'The browser could not use a passkey.'],
  ])('[AU5] %s: it says what happened, and keeps the name', async (name, message) => {
    refuse.name = name;
    const app = createSecurityApp();
    open(app);
    await userEvent.type(await screen.findByLabelText(/^Name/), 'Phone');
    await press('Add a passkey');
    expect(await screen.findByText(new RegExp(message.replaceAll(/[.?]/g, String.raw`\$&`)))).toBeTruthy();
    expect((screen.getByLabelText(/^Name/) as HTMLInputElement).value).toBe('Phone');
    expect(app.requests.some(({ path, method }) => method === 'POST' && path === '/account/passkeys')).toBe(
      false,
    );
  });

  test('[AU5] the server’s refusal is shown', async () => {
    const app = createSecurityApp();
    app.respond('POST /account/passkeys', () =>
      toErrorResponse(
        new AppError('permission-denied', 'This passkey was not accepted.', { reason: 'invalid-passkey' }),
      ),
    );
    open(app);
    await press('Add a passkey');
    expect(await screen.findByText('This passkey was not accepted.')).toBeTruthy();
  });

  test('[AU5] a new passkey is sent with its name, and the recovery codes are shown', async () => {
    const app = createSecurityApp();
    app.respond('POST /account/passkeys', () => ({ recoveryCodes: ['AAAA-BBBB'] }));
    open(app);
    await userEvent.type(await screen.findByLabelText(/^Name/), 'Phone');
    await press('Add a passkey');
    expect(await screen.findByText('AAAA-BBBB')).toBeTruthy();
    const sent = app.requests.find(({ path, method }) => method === 'POST' && path === '/account/passkeys');
    expect(sent?.body).toEqual({ name: 'Phone', passkey: { id: 'answer' } });
  });

  test('[AU5] at ten passkeys it says that there can’t be more', async () => {
    open(createSecurityApp(10));
    expect(
      await screen.findByText('An account has at most 10 passkeys. Remove one to add another.'),
    ).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Add a passkey' })).toBeNull();
  });

  test('[AU5] a browser without passkeys says so, and still removes them', async () => {
    vi.stubGlobal('PublicKeyCredential', undefined);
    open(createSecurityApp(1));
    expect(await screen.findByText(/This browser can’t make passkeys/)).toBeTruthy();
    expect(within(screen.getByRole('list', { name: 'Passkeys' })).getByText('Not used yet')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Remove the passkey Phone' })).toBeTruthy();
  });
});

describe('at the login', () => {
  const open = (app = createSignInApp()) => renderInApp(app, <LoginPage />, { path: '/login' });
  const createSignInApp = () => {
    const app = createFakeApp();
    app.respond('POST /account/passkeys/ask', () => QUESTION);
    return app;
  };

  test('[AU5] *Use a passkey* is offered where the browser can', async () => {
    open();
    expect(await screen.findByRole('button', { name: 'Use a passkey' })).toBeTruthy();
    cleanup();
    vi.stubGlobal('PublicKeyCredential', undefined);
    open();
    expect(screen.getByRole('button', { name: 'Login' })).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Use a passkey' })).toBeNull();
  });

  test('[AU5] it needs a connection', () => {
    open(createFakeApp({ isOnline: false }));
    expect(screen.getByRole('button', { name: 'Use a passkey' }).hasAttribute('disabled')).toBe(true);
    expect(screen.getByText(/Signing in needs a connection/)).toBeTruthy();
  });

  test('[AU5] cancelling is no error', async () => {
    refuse.name = 'NotAllowedError';
    open();
    await press('Use a passkey');
    expect(await screen.findByText(/^No passkey was used: it was cancelled/)).toBeTruthy();
    expect(screen.queryByRole('alert')).toBeNull();
    expect(logged).not.toHaveBeenCalled();
  });

  test.each([
    ['permission-denied', 'unknown-passkey', 'The shop doesn’t know this passkey.'],
    ['resource-exhausted', 'too-many-requests', 'Too many attempts.'],
  ] as const)('[AU5] [AU12] %s (%s) is shown and logged', async (code, reason, message) => {
    const app = createSignInApp();
    app.respond('POST /account/passkeys/sign-in', () =>
      toErrorResponse(new AppError(code, message, { reason })),
    );
    open(app);
    await press('Use a passkey');
    expect((await screen.findByRole('alert')).textContent).toContain(`Error: ${message}`);
    expect(logged).toHaveBeenCalledWith('Authentication error:', expect.any(AppError));
  });
});

describe('as the second factor', () => {
  function open(needed: { readonly hasCodeApp: boolean; readonly hasPasskey: boolean }) {
    const app = createFakeApp();
    app.respond('GET /account/second-factor', () => ({ needed }));
    app.respond('POST /account/passkeys/ask', () => QUESTION);
    renderInApp(app, <SecondFactorPage />, { path: '/login/second-factor' });
    return app;
  }

  test('[AU5] the passkey comes first, and codes are offered besides', async () => {
    open({ hasCodeApp: true, hasPasskey: true });
    await screen.findByRole('button', { name: 'Use a passkey' });
    expect(screen.queryByLabelText('Code')).toBeNull();
    await press('Use a code of the app');
    expect(screen.getByLabelText('Code')).toBeTruthy();
    await press('Use a recovery code');
    expect(screen.getByLabelText('Recovery code')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Use a passkey' })).toBeTruthy();
  });

  test('[AU5] an account without a code app is not asked for its code', async () => {
    open({ hasCodeApp: false, hasPasskey: true });
    await screen.findByRole('button', { name: 'Use a passkey' });
    expect(screen.queryByRole('button', { name: 'Use a code of the app' })).toBeNull();
  });

  test('[AU5] a browser without passkeys says so, and takes a recovery code', async () => {
    vi.stubGlobal('PublicKeyCredential', undefined);
    open({ hasCodeApp: false, hasPasskey: true });
    expect(await screen.findByLabelText('Recovery code')).toBeTruthy();
    expect(screen.getByText(/This browser can’t use the passkeys of your account/)).toBeTruthy();
  });

  test('[AU5] after ten minutes the page leads back to the login', async () => {
    const app = open({ hasCodeApp: false, hasPasskey: true });
    const expired = new AppError('failed-precondition', 'Log in again.', { reason: 'expired-action-code' });
    app.respond('POST /account/passkeys/ask', () => toErrorResponse(expired));
    await press('Use a passkey');
    expect(await screen.findByRole('link', { name: 'Log in again' })).toBeTruthy();
  });
});
