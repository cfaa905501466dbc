// @vitest-environment happy-dom
import { cleanup, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { CONFIRM_IDENTITY } from '#shared/api/routes.ts';
import type { StaffList } from '#shared/api/staff-routes.ts';
import {
  createFakeApp,
  renderInApp,
  SIGNED_IN,
  STAFF,
  type FakeApp,
} from '../../../tests/support/fake-app.tsx';
import { StaffPage } from './staff-page.tsx';

const MANAGER = { ...STAFF, role: 'manager' as const };
const AT = '2026-11-02T09:00:00.000Z';
const member = (email: string, changes: Partial<StaffList['staff'][number]> = {}) => ({
  email,
  role: 'staff' as const,
  source: 'granted' as const,
  grantedAt: AT,
  grantedBy: 'admin',
  account: 'verified' as const,
  hasSecondFactor: true,
  ...changes,
});
const LIST: StaffList = {
  isEverybodyStaff: false,
  staff: [
    member('ada@example.com', { role: 'manager', source: 'settings', grantedAt: null, grantedBy: null }),
    member('kim@shop.example', { hasSecondFactor: false }),
    member('new@shop.example', { account: 'none' }),
  ],
  disabled: [{ email: 'bo@shop.example', at: AT, by: 'ada@example.com' }],
};

let app: FakeApp;
beforeEach(() => {
  app = createFakeApp({ session: MANAGER });
  app.respond('GET /admin/staff', () => LIST);
});
afterEach(cleanup);

const show = () => renderInApp(app, <StaffPage />, { path: '/admin/staff' });
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));
const posts = () =>
  app.requests.filter(({ method }) => method === 'POST').map(({ path, body }) => [path, body]);

test('[R-ROL-04] [R-ROL-03] who is no manager reads what the page is for, and nothing is asked of the server', () => {
  for (const session of [undefined, SIGNED_IN, STAFF]) {
    app = createFakeApp(session ? { session } : {});
    show();
    expect(screen.getByText(/Managers see here who is staff/)).toBeTruthy();
    expect(app.requests).toEqual([]);
    cleanup();
  }
});

test('[R-ROL-03] lists who has which role, from whom, and whether it counts', async () => {
  show();
  const list = within(await screen.findByRole('list', { name: 'Accounts with a role' }));
  expect(list.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(
      /^ada@example\.comManager, named in the setting STAFF_EMAILSHas a second factorYou$/,
    ),
    expect.stringMatching(
      /^kim@shop\.exampleStaff, granted .* by adminNo second factorWithdrawSign outDisable account$/,
    ),
    expect.stringMatching(/^new@shop\.exampleStaff, .*There is no account with this address yet\.Withdraw$/),
  ]);
});

test('[R-ROL-03] a manager grants a role, and withdraws one after being asked', async () => {
  app.respond('POST /admin/staff', () => LIST);
  app.respond('POST /admin/staff/revoke', () => LIST);
  show();
  await screen.findByText('kim@shop.example');
  await userEvent.type(screen.getByLabelText('Address of the account'), 'cy@shop.example');
  await userEvent.selectOptions(screen.getByLabelText('Role'), 'manager');
  await press('Grant');
  await expect.poll(posts).toEqual([['/admin/staff', { email: 'cy@shop.example', role: 'manager' }]]);

  await press('Withdraw the role of kim@shop.example');
  const dialog = within(await screen.findByRole('dialog', { name: 'Withdraw the role?' }));
  await userEvent.click(dialog.getByRole('button', { name: 'Withdraw' }));
  await expect.poll(() => posts()[1]).toEqual(['/admin/staff/revoke', { email: 'kim@shop.example' }]);
});

test('[AU9] a manager disables an account after being asked, and enables one', async () => {
  app.respond('POST /admin/accounts/disable', () => LIST);
  app.respond('POST /admin/accounts/enable', () => LIST);
  show();
  await screen.findByText('bo@shop.example');
  await press('Disable the account kim@shop.example');
  const dialog = within(await screen.findByRole('dialog', { name: 'Disable this account?' }));
  await userEvent.click(dialog.getByRole('button', { name: 'Disable account' }));
  await expect.poll(posts).toEqual([['/admin/accounts/disable', { email: 'kim@shop.example' }]]);
  await press('Enable the account bo@shop.example');
  await expect.poll(() => posts()[1]).toEqual(['/admin/accounts/enable', { email: 'bo@shop.example' }]);
});

test('[AU6] [AU7] a manager signs everybody out after being asked and giving the password', async () => {
  let isConfirmed = false;
  app.respond('POST /admin/accounts/end-all-sessions', () => {
    if (isConfirmed) return { ended: 7 };
    const error = { code: 'permission-denied', message: 'Confirm.', reason: CONFIRM_IDENTITY };
    return Response.json({ error }, { status: 403 });
  });
  app.respond('POST /account/confirm', () => {
    isConfirmed = true;
    return { isConfirmedUntil: '2026-11-02T09:10:00.000Z' };
  });
  show();
  await screen.findByText('kim@shop.example');
  await press('Sign everybody out');
  const asked = within(await screen.findByRole('dialog', { name: 'Sign everybody out?' }));
  expect(asked.getByText(/All sessions of all accounts end, only yours goes on/)).toBeTruthy();
  expect(posts()).toEqual([]);
  await userEvent.click(asked.getByRole('button', { name: 'Sign everybody out' }));
  await userEvent.type(await screen.findByLabelText('Password'), 'my password');
  await press('Confirm');
  const all = ['/admin/accounts/end-all-sessions', { of: 'everybody' }];
  await expect.poll(posts).toEqual([all, ['/account/confirm', { password: 'my password' }], all]);
});

test('[R-ROL-03] a demo says that everybody is staff there, and an empty list what to do', async () => {
  app.respond('GET /admin/staff', () => ({ isEverybodyStaff: true, staff: [], disabled: [] }));
  show();
  await screen.findByText(/everybody who signs in is staff/);
  expect(screen.getByText('Nobody has a role yet. Give one below.')).toBeTruthy();
  expect(screen.getByText('No account is disabled.')).toBeTruthy();
});

test('[R-ROL-03] offline the buttons are disabled, with the reason', () => {
  app = createFakeApp({ session: MANAGER, isOnline: false });
  show();
  expect(
    screen.getByText(
      "You're offline. Roles are kept on the server: seeing and changing them needs a connection.",
    ),
  ).toBeTruthy();
  expect((screen.getByRole('button', { name: 'Grant' }) as HTMLButtonElement).disabled).toBe(true);
});

test('[R-ROL-03] a failure can be tried again', async () => {
  app.respond('GET /admin/staff', () => {
    throw new TypeError('no connection');
  });
  show();
  expect((await screen.findByRole('alert')).textContent).toContain('The staff can’t be loaded.');
  app.respond('GET /admin/staff', () => LIST);
  await press('Try again');
  await screen.findByText('kim@shop.example');
});
