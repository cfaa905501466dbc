// @vitest-environment happy-dom
import { cleanup, screen, within, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { IDBFactory } from 'fake-indexeddb';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { toIdentity } from '#pwa/data/session/identity.ts';
import { createFakeApp, renderInApp, SIGNED_IN, type FakeApp } from '../../../tests/support/fake-app.tsx';
import { enquiryContent } from '../../../tests/support/samples.ts';
import { SignOutButton } from './sign-out-button.tsx';

/** IndexedDB database of the account's enquiries. */
const STORED = `rxdb-dexie-${toIdentity('account-ada').databaseName}--0--contacts`;

let app: FakeApp;
/** Whether the server accepts pushes. */
let isAccepting: boolean;

async function pushWrites() {
  if (isAccepting) await (await app.database).outbox.find().remove();
}

beforeEach(async () => {
  isAccepting = true;
  app = createFakeApp({ session: SIGNED_IN, store: { push: pushWrites } });
  app.respond('POST /auth/sign-out', () => ({}));
  vi.stubGlobal('indexedDB', new IDBFactory());
  await new Promise<void>((resolve) => {
    const opening = indexedDB.open(STORED);
    opening.addEventListener('success', () => {
      opening.result.close();
      resolve();
    });
  });
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));

async function logOutWith(waiting: number, refused = 0) {
  for (let index = refused; index < waiting; index++) {
    await app.write('contacts', { FBUID: `waiting-${index}`, ...enquiryContent() });
  }
  for (let index = 0; index < refused; index++) {
    await app.reject({ collectionName: 'contacts', documentId: `refused-${index}` });
  }
  renderInApp(app, <SignOutButton />);
  await press('Log Out');
}

const isSignedOut = () => app.session.read()?.account === null;
const whenSignedOut = () => waitFor(() => expect(isSignedOut()).toBe(true));
const countUnsent = async () => (await app.database).outbox.count().exec();
const storedNames = async () => (await indexedDB.databases()).map(({ name }) => name);

test('[CL5] with no pending changes, signing out asks nothing', async () => {
  await logOutWith(0);
  await whenSignedOut();
  expect(app.requests).toMatchObject([{ method: 'POST', path: '/auth/sign-out' }]);
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('[CL5] the dialog says how much of each kind waits, before it offers to discard all of it', async () => {
  await app.forms.ready;
  app.forms.keep({ key: 'products/kite', title: 'Kite', content: {} });
  await logOutWith(3, 2);
  const dialog = await screen.findByRole('dialog', { name: '4 items are not sent yet' });
  expect(dialog.textContent).toContain('1 saved change, 2 changes that the server refused, 1 form.');
});

const CODE_NOTE = 'Once you log out, this device asks for the access code again; that needs a connection.';

test('[R-LCK-01] on an unlocked device, the button and the dialog say that the access code is needed again', async () => {
  await logOutWith(1);
  await screen.findByRole('dialog');
  expect(screen.queryByText(CODE_NOTE)).toBeNull();
  cleanup();
  await app.accessMemory.keep('unlocked');
  renderInApp(app, <SignOutButton />);
  expect(screen.getByText(CODE_NOTE)).toBeTruthy();
  await press('Log Out');
  const dialog = within(await screen.findByRole('dialog'));
  expect(dialog.getByText(CODE_NOTE)).toBeTruthy();
});

test('[CL5] with pending changes, it asks what to do with them before signing out', async () => {
  await logOutWith(2);
  const dialog = within(await screen.findByRole('dialog', { name: '2 changes are not sent yet' }));
  expect(dialog.getByRole('button', { name: 'Send now' })).toBe(document.activeElement);
  expect(app.requests).toEqual([]);
  expect(isSignedOut()).toBe(false);
});

test('[CL5] what is sent while the dialog asks no longer counts, and with the last of it the person is signed out', async () => {
  await logOutWith(2);
  await screen.findByRole('dialog', { name: '2 changes are not sent yet' });
  const { outbox } = await app.database;
  await outbox.findOne().remove();
  await screen.findByRole('dialog', { name: '1 change is not sent yet' });
  expect(isSignedOut()).toBe(false);
  await press('Discard');
  await outbox.find().remove();
  await whenSignedOut();
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('[CL5] a sign-out that fails once everything is sent is not tried again before the person asks', async () => {
  vi.spyOn(console, 'error').mockReturnValue();
  await logOutWith(1);
  await screen.findByRole('dialog');
  const requests = vi.spyOn(app.sessionEnd, 'request').mockRejectedValue(new Error('The disk is full.'));
  await (await app.database).outbox.find().remove();
  expect((await screen.findByRole('alert')).textContent).toContain('The disk is full.');
  await new Promise((resolve) => setTimeout(resolve, 1200));
  expect(requests).toHaveBeenCalledTimes(1);
});

test.each([
  ['Send now', { waiting: 0, stored: [] }],
  ['Keep for this account', { waiting: 1, stored: [STORED] }],
])('[CL5] "%s" sends or keeps the changes, then signs out', async (name, { waiting, stored }) => {
  await logOutWith(1);
  await screen.findByRole('dialog');
  await press(name);
  await whenSignedOut();
  expect(await countUnsent()).toBe(waiting);
  expect(await storedNames()).toEqual(stored);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('[CL5] discarding changes asks for confirmation, with the focus on Cancel', async () => {
  await logOutWith(1);
  await screen.findByRole('dialog');
  await press('Discard');
  const confirm = within(screen.getByRole('dialog', { name: 'Discard what was not sent?' }));
  expect(document.activeElement).toBe(confirm.getByRole('button', { name: 'Cancel' }));
  expect(app.requests).toEqual([]);
  await press('Discard and log out');
  await whenSignedOut();
  expect(await countUnsent()).toBe(1);
  expect(await storedNames()).toEqual([]);
});

test('[CL5] offline or with rejected changes, sending is disabled, with the reason', async () => {
  await logOutWith(3, 1);
  const send = await screen.findByRole<HTMLButtonElement>('button', { name: 'Send now' });
  expect(send.disabled).toBe(true);
  expect(screen.getByText('The server refused 1. Look at it in the sync centre first.')).toBeTruthy();
  cleanup();
  await (await app.database).rejectedChanges.find().remove();
  app.connection.setOnline(false);
  await logOutWith(3);
  expect(await screen.findByText("You're offline. This needs a connection.")).toBeTruthy();
});

test.each([
  ['Keep for this account', 1],
  ['Discard', 0],
])(
  '[CL5] [R-CAL-14] offline, "%s" signs out here, and the next call ends the session first',
  async (name, stored) => {
    const logged = vi.spyOn(console, 'info').mockReturnValue();
    let isReachable = false;
    app.respond('POST /auth/sign-out', () => {
      if (!isReachable) throw new TypeError('Failed to fetch');
      return {};
    });
    app.respond('GET /session', () => ({ account: null, isStaff: false }));
    app.connection.setOnline(false);
    await logOutWith(1);
    await screen.findByRole('dialog');
    await press(name);
    if (name === 'Discard') await press('Discard and log out');
    await whenSignedOut();
    expect(await storedNames()).toHaveLength(stored);
    expect(logged).toHaveBeenCalledWith('The session ends with the next connection.', 'Failed to fetch');
    app.session.reread();
    expect(isSignedOut()).toBe(true);

    await expect(app.session.fetch()).rejects.toThrow('could not be reached');
    isReachable = true;
    const before = app.requests.length;
    await Promise.all([app.session.fetch(), app.session.fetch()]);
    expect(app.requests.slice(before).map(({ path }) => path)).toEqual([
      '/auth/sign-out',
      '/session',
      '/session',
    ]);
    expect(app.sessionEnd.isDue()).toBe(false);
  },
);

const ORDER = {
  FBUID: 'order',
  templateImage: '',
  selectedComponents: [{ name: 'FPV Goggles', quantity: 1, price: 549 }],
  role: 'Civilian',
  engineeringNeeds: '',
  missionType: '',
};

test.each([
  [1, 'A purchase order waits for the access code. Enter the code first, or keep the order.'],
  [2, '2 purchase orders wait for the access code. Enter the code first, or keep the orders.'],
])(
  '[CL5] [R-LCK-02] with orders that wait for the access code (%i), the code is named as why nothing is sent',
  async (count, why) => {
    for (let index = 0; index < count; index++)
      await app.write('ukraines', { ...ORDER, FBUID: `order-${index}` });
    await logOutWith(0);
    const send = await screen.findByRole<HTMLButtonElement>('button', { name: 'Send now' });
    expect(send.disabled).toBe(true);
    expect(screen.getByText(why)).toBeTruthy();
    await press('Keep for this account');
    await whenSignedOut();
    expect(await countUnsent()).toBe(count);
  },
);

test('[CL5] [R-LCK-02] a sending that meets a new access code names the code', async () => {
  vi.spyOn(console, 'error').mockReturnValue();
  app = createFakeApp({
    session: SIGNED_IN,
    hasAccess: true,
    store: { push: () => app.accessMemory.drop('unlocked') },
  });
  await app.write('ukraines', ORDER);
  await logOutWith(0);
  await screen.findByRole('dialog');
  await press('Send now');
  expect((await screen.findByRole('alert')).textContent).toContain(
    'An order on this device waits for the access code. Enter it, then log out.',
  );
  expect(isSignedOut()).toBe(false);
});

async function writeForm() {
  await app.forms.ready;
  app.forms.keep({ key: 'products/p1', title: 'Survey Rig', content: {} });
  await logOutWith(0);
}

test('[CL5] [PB3] an unsent form is named, and can only be kept or discarded', async () => {
  await writeForm();
  const dialog = within(await screen.findByRole('dialog', { name: '1 item is not sent yet' }));
  expect(dialog.getByRole('listitem').textContent).toBe('product · Survey Rig');
  const send = dialog.getByRole<HTMLButtonElement>('button', { name: 'Send now' });
  expect(send.disabled).toBe(true);
  expect(dialog.getByText('A form is not finished. Send it from its page first, or keep it.')).toBeTruthy();
});

test.each([
  ['Keep for this account', 1],
  ['Discard', 0],
])('[CL5] [CL6] [PB3] after "%s" the account finds %i unsent forms here', async (name, left) => {
  await writeForm();
  await screen.findByRole('dialog');
  await press(name);
  if (name === 'Discard') await press('Discard and log out');
  await whenSignedOut();
  expect(app.forms.all.read()).toEqual([]);
  app.session.keep(SIGNED_IN);
  expect(app.forms.all.read()).toHaveLength(left);
});

test('[CL5] [PB3] what was typed without an account stays on the device and holds up no sign-out', async () => {
  app.session.keep({ account: null, isStaff: false });
  await app.forms.ready;
  app.forms.keep({ key: 'contacts/new', title: 'Enquiry', content: {} });
  app.session.keep(SIGNED_IN);
  await logOutWith(0);
  await whenSignedOut();
  expect(app.forms.all.read()).toMatchObject([{ key: 'contacts/new' }]);
});

test('[CL5] when sending fails, the user stays signed in and keeps the choices', async () => {
  const logged = vi.spyOn(console, 'error').mockReturnValue();
  isAccepting = false;
  await logOutWith(1);
  await screen.findByRole('dialog');
  await press('Send now');
  expect((await screen.findByRole('alert')).textContent).toContain('You are still signed in');
  expect(screen.getByRole('button', { name: 'Keep for this account' })).toBeTruthy();
  expect(isSignedOut()).toBe(false);
  expect(logged).toHaveBeenCalledWith(
    'Authentication error:',
    new Error('1 change has not gone through. Send, keep or discard it first.'),
  );
});
