// @vitest-environment happy-dom
import { cleanup, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Session } from '#shared/api/messages.ts';
import { AppError } from '#shared/kernel/app-error.ts';
import { GOOGLE_REFUSALS } from '#shared/api/google-routes.ts';
import { createFakeApp, renderInApp, SIGNED_IN, type FakeApp } from '../../tests/support/fake-app.tsx';
import { useConfirmedCall } from './confirmed-call.tsx';

const GOOGLE = 'https://google.example/authorize?state=x';
const BY_GOOGLE: Session = { ...SIGNED_IN, hasPassword: false };
const CONFIRMED: Session = { ...BY_GOOGLE, isConfirmedUntil: '2099-01-01T00:10:00.000Z' };

const popup = {
  closed: false,
  document: window.document.implementation.createHTMLDocument(),
  sessionStorage: { setItem: vi.fn() },
  location: { replace: vi.fn() },
  close: vi.fn(),
};
const assign = vi.fn<(url: string | URL) => void>();

let app: FakeApp;
let calls: number;
let isConfirmed: boolean;
beforeEach(() => {
  [calls, isConfirmed] = [0, false];
  vi.stubGlobal('open', () => popup);
  vi.stubGlobal('matchMedia', () => ({ matches: true }));
  vi.stubGlobal('PublicKeyCredential', () => undefined);
  vi.spyOn(window.location, 'assign').mockImplementation(assign);
  sessionStorage.clear();
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

function Caller() {
  const { call, dialog } = useConfirmedCall();
  async function make() {
    calls++;
    if (isConfirmed) return true;
    throw new AppError('permission-denied', 'Confirm that it is you.', { reason: 'CONFIRM_IDENTITY' });
  }
  return (
    <>
      <button onClick={() => void call(make)}>Do it</button>
      {dialog}
    </>
  );
}

async function ask(session: Session, hasGoogle = true) {
  app = createFakeApp({ session, config: { googleSignIn: hasGoogle } });
  app.respond('POST /auth/sign-in/social', () => ({ url: GOOGLE }));
  renderInApp(app, <Caller />, { path: '/account/data' });
  await userEvent.click(screen.getByRole('button', { name: 'Do it' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Confirm it’s you' }));
  const press = (name: string) => userEvent.click(dialog.getByRole('button', { name }));
  return { dialog, press };
}

/** The window comes back from Google. */
async function comeBack(session: Session, refusal: string | null = null): Promise<void> {
  app.respond('GET /session', () => session);
  isConfirmed = true;
  const channel = new BroadcastChannel('nankeen-google');
  const taken = new Promise((resolve) => channel.addEventListener('message', resolve, { once: true }));
  channel.postMessage({ kind: 'ended', refusal });
  await taken;
  channel.close();
}

test('[AU6] without a password, a new sign-in with Google is the proof, and the call is repeated', async () => {
  const { dialog, press } = await ask(BY_GOOGLE);
  expect(dialog.queryByLabelText('Password')).toBeNull();
  expect(dialog.queryByRole('button', { name: 'Confirm' })).toBeNull();
  await press('Continue with Google');
  await dialog.findByText(/^Finish in the other window\./);
  // As far as this page knows, the session goes on.
  app.session.keep({ ...BY_GOOGLE, role: 'customer' });
  expect(dialog.getByText(/^Finish in the other window\./)).toBeTruthy();
  await comeBack(CONFIRMED);
  await expect.poll(() => screen.queryByRole('dialog')).toBeNull();
  expect(calls).toBe(2);
  expect(app.session.read()).toEqual(CONFIRMED);
});

test('[AU6] a sign-in with another Google account repeats nothing, and says who is signed in', async () => {
  const other = {
    ...CONFIRMED,
    account: { ...CONFIRMED.account!, id: 'account-bea', email: 'bea@example.com' },
  };
  const { dialog, press } = await ask(BY_GOOGLE);
  await press('Continue with Google');
  await dialog.findByText(/^Finish in the other window\./);
  await comeBack(other);
  await screen.findByText('You are signed in as bea@example.com now. Nothing was changed.');
  expect(calls).toBe(1);
});

test('[AU6] a person who cancels at Google reads so, and can try again', async () => {
  const { dialog, press } = await ask(BY_GOOGLE);
  await press('Continue with Google');
  await dialog.findByText(/^Finish in the other window\./);
  await comeBack(BY_GOOGLE, 'user-cancelled');
  expect(await dialog.findByText(GOOGLE_REFUSALS['user-cancelled'])).toBeTruthy();
  expect((dialog.getByRole('button', { name: 'Continue with Google' }) as HTMLButtonElement).disabled).toBe(
    false,
  );
  expect(calls).toBe(1);
});

test('[AU6] in the same window the page is kept, to come back to', async () => {
  vi.stubGlobal('open', () => null);
  const { press } = await ask(BY_GOOGLE);
  await press('Continue with Google');
  await expect.poll(() => assign.mock.calls).toEqual([[GOOGLE]]);
  expect(JSON.parse(sessionStorage.getItem('nankeen.googleErrand') ?? '')).toMatchObject({
    next: '/account/data',
  });
});

test('[AU6] [AU2] without a password, a person has a link mailed that sets one', async () => {
  const { dialog, press } = await ask(BY_GOOGLE);
  app.respond('POST /account/reset', () => ({}));
  await press('Set a password by email');
  expect(await dialog.findByText(/a link to set a new password is on its way\./)).toBeTruthy();
  const body = { email: 'ada@example.com' };
  expect(app.requests).toContainEqual({ method: 'POST', path: '/account/reset', body });
});

test.each([
  ['a code app', { hasCodeApp: true }, 'Code of your code app'],
  ['a passkey', { hasPasskey: true }, undefined],
] as const)('[AU6] without a password, %s is the proof, not Google', async (_what, factor, field) => {
  const { dialog } = await ask({ ...BY_GOOGLE, ...factor });
  expect(dialog.queryByLabelText('Password')).toBeNull();
  expect(dialog.queryByRole('button', { name: 'Continue with Google' })).toBeNull();
  expect(dialog.queryByRole('button', { name: 'Use the password' })).toBeNull();
  if (field === undefined) expect(dialog.getByRole('button', { name: 'Use a passkey' })).toBeTruthy();
  else expect(dialog.getByLabelText(field)).toBeTruthy();
});

test('[AU6] in a shop without Google, a mailed link is left', async () => {
  const { dialog } = await ask(BY_GOOGLE, false);
  expect(dialog.queryByRole('button', { name: 'Continue with Google' })).toBeNull();
  expect(dialog.getByRole('button', { name: 'Set a password by email' })).toBeTruthy();
});
