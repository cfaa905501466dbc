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
import { DeleteAccountPage } from './delete-account-page.tsx';
import { DeleteAccount } from './delete-account.tsx';

const ENDS_AT = '2026-03-03T09:00:00.000Z';

let app: FakeApp;
beforeEach(() => {
  vi.spyOn(console, 'error').mockReturnValue();
  app = createFakeApp({ session: SIGNED_IN });
  app.respond('GET /account/delete', () => ({ endsAt: null }));
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

const show = () => renderInApp(app, <DeleteAccount email="ada@example.com" />, { path: '/account/data' });
const showLink = (hash: string) =>
  renderInApp(app, <DeleteAccountPage />, { path: `/account/delete${hash}` });
const button = (name: string) => screen.getByRole('button', { name }) as HTMLButtonElement;

test('[PR2] says what goes, what stays and why, and what happens on other devices', () => {
  show();
  const headings = screen.getAllByRole('heading').map(({ textContent }) => textContent);
  expect(headings.slice(0, 4)).toEqual([
    'Delete my account',
    'What is deleted',
    'What stays, and why',
    'On other devices',
  ]);
  expect(
    screen.getByText(
      /Orders with the name and address they went to, purchase orders and payments: 7 years, because the law requires it/,
    ),
  ).toBeTruthy();
  expect(screen.getByText(/Backups hold all of this until newer ones replace them/)).toBeTruthy();
});

test('[PR2] asks once more, mails the link, and can be cancelled until the link is used', async () => {
  app.respond('POST /account/delete', () => ({ endsAt: ENDS_AT }));
  app.respond('DELETE /account/delete', () => ({ endsAt: null }));
  show();
  await userEvent.click(button('Delete my account'));
  expect(app.requests.filter(({ method }) => method === 'POST')).toEqual([]);
  await userEvent.click(button('Email me the link'));
  await screen.findByText(/A link is on its way to ada@example\.com\. Open it to delete your account/);
  await userEvent.click(button('Keep my account'));
  await screen.findByText('Your account stays. The link in our email no longer works.');
  expect(button('Delete my account').disabled).toBe(false);
});

test('[PR2] after a reload a deletion that was asked for is still shown', async () => {
  app.respond('GET /account/delete', () => ({ endsAt: ENDS_AT }));
  show();
  await screen.findByText(/until then your account stays as it is/);
  expect(button('Email me another link')).toBeTruthy();
});

test('[PR2] a refusal says why', async () => {
  const refusal = new AppError('failed-precondition', 'You are the only manager.');
  app.respond('POST /account/delete', () => toErrorResponse(refusal));
  show();
  await userEvent.click(button('Delete my account'));
  await userEvent.click(button('Email me the link'));
  await screen.findByText('Error: You are the only manager.');
});

test('[PR2] without a connection the account can’t be deleted, and the page says why', () => {
  app = createFakeApp({ session: SIGNED_IN, isOnline: false });
  show();
  expect(screen.getByText(/Deleting the account needs a connection/)).toBeTruthy();
  expect(button('Delete my account').disabled).toBe(true);
});

test('[PR2] opening the link changes nothing; its button deletes the account', async () => {
  let isDeleted = (_response: object) => {};
  app.respond('POST /account/delete/link', () => ({ email: 'ada@example.com', needsPassword: true }));
  app.respond('POST /account/delete/confirm', () => new Promise<object>((resolve) => (isDeleted = resolve)));
  app.respond('GET /session', () => ({ account: null, isStaff: false }));
  showLink('#token');
  await screen.findByText(/This deletes the account of ada@example\.com/);
  expect(app.requests.map(({ path }) => path)).toEqual(['/account/delete/link']);
  await userEvent.click(button('Delete my account for good'));
  expect(button('Deleting …').disabled).toBe(true);
  isDeleted({});
  await screen.findByText(/^Your account is deleted\./);
  expect(app.session.read()?.account).toBeNull();
});

test.each([
  ['expired-action-code', 'This link has expired.', true],
  ['invalid-action-code', 'This link is not valid: the deletion was cancelled.', true],
  ['used-action-code', 'This link has been used already: the account is deleted.', false],
])('[PR2] a link that does not work says why: %s', async (reason, message, canAskAgain) => {
  app.respond('POST /account/delete/link', () =>
    toErrorResponse(new AppError('failed-precondition', message, { reason })),
  );
  showLink('#token');
  await screen.findByText(message);
  expect(screen.queryByRole('link', { name: /Ask for a link/ }) !== null).toBe(canAskAgain);
  expect(screen.queryByRole('button')).toBeNull();
});

test('[PR2] without a connection the link’s page says so and offers to try again', async () => {
  app = createFakeApp({ isOnline: false });
  showLink('#token');
  await screen.findByText(/nothing has been deleted/);
  expect(button('Try again')).toBeTruthy();
});
