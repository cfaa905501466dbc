// @vitest-environment happy-dom
import { cleanup, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { signOut, signOutState } from '#pwa/data/session/session.ts';
import { SignOutButton } from './sign-out-button.tsx';

const world = vi.hoisted(() => ({ isOnline: true }));

vi.mock('#pwa/data/log.ts', () => ({ logError: vi.fn() }));
vi.mock('#pwa/data/session/session.ts', () => ({
  signOut: vi.fn(async () => undefined),
  signOutState: vi.fn(),
}));
vi.mock('#pwa/data/sync/use-connection.ts', () => ({ useConnection: () => ({ isOnline: world.isOnline }) }));

async function leaveWith(waiting: number, refused = 0) {
  vi.mocked(signOutState).mockResolvedValue({ waiting, refused });
  render(<SignOutButton />);
  await userEvent.click(screen.getByRole('button', { name: 'Log Out' }));
}

const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));

beforeEach(() => {
  world.isOnline = true;
  vi.clearAllMocks();
});
afterEach(cleanup);

test('[CL5] with nothing waiting nobody is asked', async () => {
  await leaveWith(0);
  expect(signOut).toHaveBeenCalledOnce();
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('[CL5] with changes waiting it asks what becomes of them before anybody is signed out', async () => {
  await leaveWith(2);
  const dialog = within(screen.getByRole('dialog', { name: '2 changes are not sent yet' }));
  expect(dialog.getByRole('button', { name: 'Send now' })).toBe(document.activeElement);
  expect(signOut).not.toHaveBeenCalled();
});

test.each([
  ['Send now', 'send'],
  ['Keep for this account', 'keep'],
])('[CL5] "%s" signs out that way', async (name, waitingWrites) => {
  await leaveWith(1);
  await press(name);
  expect(signOut).toHaveBeenCalledWith({ waitingWrites });
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('[CL5] throwing changes away is asked once more, starting on Cancel', async () => {
  await leaveWith(1);
  await press('Discard');
  const confirm = within(screen.getByRole('dialog', { name: 'Discard what was not sent?' }));
  expect(document.activeElement).toBe(confirm.getByRole('button', { name: 'Cancel' }));
  expect(signOut).not.toHaveBeenCalled();
  await press('Discard and log out');
  expect(signOut).toHaveBeenCalledWith({ waitingWrites: 'discard' });
});

test('[CL5] offline, and with refused changes, sending is not offered and says why', async () => {
  await leaveWith(3, 1);
  const send = screen.getByRole('button', { name: 'Send now' }) as HTMLButtonElement;
  expect(send.disabled).toBe(true);
  expect(screen.getByText('The server refused 1. Look at it in the sync centre first.')).toBeTruthy();
  cleanup();
  world.isOnline = false;
  await leaveWith(3);
  expect(screen.getByText('You’re offline. This needs a connection.')).toBeTruthy();
});

test('[CL5] when sending fails one stays signed in, and the choices stay', async () => {
  vi.mocked(signOut).mockRejectedValueOnce(new Error('1 change has not gone through.'));
  await leaveWith(1);
  await press('Send now');
  expect((await screen.findByRole('alert')).textContent).toContain('You are still signed in');
  expect(screen.getByRole('button', { name: 'Keep for this account' })).toBeTruthy();
});
