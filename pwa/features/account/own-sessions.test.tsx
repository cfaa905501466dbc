// @vitest-environment happy-dom
import { cleanup, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { AppError } from '#shared/kernel/app-error.ts';
import {
  createFakeApp,
  renderInApp,
  SIGNED_IN,
  toErrorResponse,
  type FakeApp,
} from '../../../tests/support/fake-app.tsx';
import { OwnSessions } from './own-sessions.tsx';

const BEGAN = '2026-11-02T09:00:00.000Z';
const session = (id: string, browser: string | null, isCurrent = false) => ({
  id,
  browser,
  system: browser && 'Android',
  isCurrent,
  beganAt: BEGAN,
  usedAt: BEGAN,
});
const OWN = session('own', 'Firefox', true);
const PHONE = session('phone', 'Chrome');
const OTHER = session('other', null);

let app: FakeApp;
beforeEach(() => {
  app = createFakeApp({ session: SIGNED_IN });
  app.respond('GET /account/sessions', () => ({ sessions: [OWN, PHONE, OTHER] }));
});
afterEach(cleanup);

const show = () => renderInApp(app, <OwnSessions />, { path: '/account/security' });
const refuseUnconfirmed = () =>
  toErrorResponse(
    new AppError('permission-denied', 'Confirm that it is you.', { reason: 'CONFIRM_IDENTITY' }),
  );

test('[AU7] each session is named in words, and this browser’s is marked and has no button', async () => {
  show();
  const items = await screen.findAllByRole('listitem');
  expect(items.map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/^Firefox on Android.*This browser$/),
    expect.stringMatching(/^Chrome on Android.*Last used .*End$/),
    expect.stringMatching(/^Unknown browser.*Last used .*End$/),
  ]);
});

test('[AU6] [AU7] ending one asks for the password first, then repeats the call', async () => {
  let isConfirmed = false;
  app.respond('DELETE /account/sessions/phone', () =>
    isConfirmed ? { sessions: [OWN, OTHER] } : refuseUnconfirmed(),
  );
  app.respond('POST /account/confirm', ({ body }) => {
    isConfirmed = (body as { password: string }).password === 'the right one';
    const wrong = new AppError('permission-denied', 'This is not your password.', {
      reason: 'wrong-password',
    });
    return isConfirmed ? { isConfirmedUntil: BEGAN } : toErrorResponse(wrong);
  });
  show();
  await userEvent.click(await screen.findByRole('button', { name: 'End the session of Chrome on Android' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Confirm it’s you' }));
  await userEvent.type(dialog.getByLabelText('Password'), 'a wrong one');
  await userEvent.click(dialog.getByRole('button', { name: 'Confirm' }));
  await dialog.findByText('This is not your password.');
  await userEvent.clear(dialog.getByLabelText('Password'));
  await userEvent.type(dialog.getByLabelText('Password'), 'the right one');
  await userEvent.click(dialog.getByRole('button', { name: 'Confirm' }));
  await expect
    .poll(() => app.requests.filter(({ method }) => method === 'DELETE').map(({ path }) => path))
    .toEqual(['/account/sessions/phone', '/account/sessions/phone']);
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('[AU6] who cancels changes nothing', async () => {
  app.respond('DELETE /account/sessions', refuseUnconfirmed);
  show();
  await userEvent.click(await screen.findByRole('button', { name: 'End all other sessions' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Confirm it’s you' }));
  await userEvent.click(dialog.getByRole('button', { name: 'Cancel' }));
  await expect.poll(() => screen.queryByRole('dialog')).toBeNull();
  expect(app.requests.filter(({ method }) => method === 'DELETE')).toHaveLength(1);
  expect(screen.getAllByRole('listitem')).toHaveLength(3);
});

test('[AU7] without other sessions there is nothing to end', async () => {
  app.respond('GET /account/sessions', () => ({ sessions: [OWN] }));
  show();
  await screen.findByText('You are signed in nowhere else.');
  expect(screen.queryByRole('button')).toBeNull();
});

test('[AU7] a failure says what happened and can be tried again', async () => {
  let isDown = true;
  app.respond('GET /account/sessions', () => {
    if (isDown) throw new TypeError('no connection');
    return { sessions: [OWN] };
  });
  show();
  expect((await screen.findByRole('alert')).textContent).toContain('The sessions can’t be loaded.');
  isDown = false;
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  await screen.findByText('You are signed in nowhere else.');
});

test('[AU7] offline it says that a connection is needed', () => {
  app = createFakeApp({ session: SIGNED_IN, isOnline: false });
  show();
  expect(
    screen.getByText(
      "You're offline. The server knows your sessions: seeing and ending them needs a connection.",
    ),
  ).toBeTruthy();
});
