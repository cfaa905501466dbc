// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter, Route, Routes } from 'react-router-dom';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { EMPTY_PROFILE } from '#shared/domain/profile.ts';
import { logError } from '#pwa/data/log.ts';
import { keepProfile } from '#pwa/data/session/profile.ts';
import { signIn, signOut, signUp } from '#pwa/data/session/session.ts';
import { LoginPage } from './login-page.tsx';

const world = vi.hoisted(() => ({ isSignedIn: false, kept: '' }));

vi.mock('#pwa/data/log.ts', () => ({ logError: vi.fn() }));
vi.mock('#pwa/data/session/session.ts', () => ({
  emailForSignIn: () => world.kept,
  signIn: vi.fn(),
  signUp: vi.fn(),
  signOut: vi.fn(),
  signOutState: async () => ({ waiting: 0, refused: 0 }),
}));
vi.mock('#pwa/data/session/profile.ts', () => ({ keepProfile: vi.fn(async () => EMPTY_PROFILE) }));
vi.mock('#pwa/data/sync/use-connection.ts', () => ({
  useConnection: () => ({ isOnline: true, waiting: 0, isSending: false }),
}));
vi.mock('#pwa/data/session/use-session.ts', () => ({
  useSession: () =>
    world.isSignedIn
      ? { status: 'signed-in', account: { id: '1', email: 'iris@example.com', name: 'Iris' }, isStaff: true }
      : { status: 'signed-out', isStaff: false },
}));

function show() {
  render(
    <MemoryRouter>
      <LoginPage />
    </MemoryRouter>,
  );
}

async function fill() {
  await userEvent.type(screen.getByLabelText('Email'), 'iris@example.com');
  await userEvent.type(screen.getByLabelText('Password'), 'a long secret');
}

beforeEach(() => {
  Object.assign(world, { isSignedIn: false, kept: '' });
  vi.mocked(signIn).mockReset();
  vi.mocked(signUp).mockReset();
});
afterEach(cleanup);

test('[R-LGN-01] signed out: email, password, Login, Sign Up and Login with Google', () => {
  show();
  expect(screen.getByLabelText('Email').getAttribute('type')).toBe('email');
  expect(screen.getByLabelText('Password').getAttribute('type')).toBe('password');
  expect(screen.getAllByRole('button').map((button) => button.textContent)).toEqual([
    'Login',
    'Sign Up',
    'Login with Google',
  ]);
});

test('[R-LGN-01] Login with Google says why it is not available', () => {
  show();
  expect((screen.getByRole('button', { name: 'Login with Google' }) as HTMLButtonElement).disabled).toBe(
    true,
  );
  expect(screen.getByText('Google sign-in is not set up on this server.')).toBeTruthy();
});

test('[R-LGN-02] signed in: Log Out', async () => {
  world.isSignedIn = true;
  show();
  await userEvent.click(screen.getByRole('button', { name: 'Log Out' }));
  expect(signOut).toHaveBeenCalledOnce();
});

test('[R-LGN-01] Login signs in and Sign Up signs up, with what was typed', async () => {
  show();
  await fill();
  await userEvent.click(screen.getByRole('button', { name: 'Login' }));
  expect(signIn).toHaveBeenCalledWith('iris@example.com', 'a long secret');
  await userEvent.click(screen.getByRole('button', { name: 'Sign Up' }));
  expect(signUp).toHaveBeenCalledWith('iris@example.com', 'a long secret');
});

test('[R-ERR-01] a refusal is logged as "Authentication error:" and shown as "Error: {message}"', async () => {
  const refusal = new Error('The password is wrong.');
  vi.mocked(signIn).mockRejectedValue(refusal);
  show();
  await fill();
  await userEvent.click(screen.getByRole('button', { name: 'Login' }));
  expect((await screen.findByRole('alert')).textContent).toBe('Error: The password is wrong.');
  expect(logError).toHaveBeenCalledWith('Authentication error:', refusal);
});

test('[R-VAL-05] the page validates nothing: an empty form goes to the provider', async () => {
  show();
  await userEvent.click(screen.getByRole('button', { name: 'Login' }));
  expect(signIn).toHaveBeenCalledWith('', '');
});

test('[R-RTE-26] [R-AUT-04] a client lands on /program once the profile is kept; the form stays until then', async () => {
  const account = { id: '1', email: 'iris@example.com', name: 'Iris', emailVerified: true };
  vi.mocked(signIn).mockImplementation(async () => {
    world.isSignedIn = true;
    return account;
  });
  let arrive = (_profile: typeof EMPTY_PROFILE) => {};
  vi.mocked(keepProfile).mockReturnValue(new Promise((resolve) => (arrive = resolve)));
  render(
    <MemoryRouter initialEntries={['/login']}>
      <Routes>
        <Route path="/login" element={<LoginPage />} />
        <Route path="/program" element={<p>The program</p>} />
      </Routes>
    </MemoryRouter>,
  );
  await fill();
  await userEvent.click(screen.getByRole('button', { name: 'Login' }));
  expect(keepProfile).toHaveBeenCalledWith(account);
  expect(screen.queryByRole('button', { name: 'Log Out' })).toBeNull();
  arrive({ ...EMPTY_PROFILE, profileTypeClient: true });
  expect(await screen.findByText('The program')).toBeTruthy();
});

test('[R-AUT-08] the address that signed up here stands in the form already', () => {
  world.kept = 'iris@example.com';
  show();
  expect((screen.getByLabelText('Email') as HTMLInputElement).value).toBe('iris@example.com');
});
