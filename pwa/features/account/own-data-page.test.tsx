// @vitest-environment happy-dom
import { cleanup, screen, within } from '@testing-library/react';
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
import { OwnDataPage } from './own-data-page.tsx';

const FILE = '{"account":{},\n"documents":[],\n"isComplete":true}\n';

let app: FakeApp;
let saved: Blob[];
beforeEach(() => {
  saved = [];
  vi.spyOn(console, 'error').mockReturnValue();
  vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => `blob:${saved.push(blob as Blob)}`);
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockReturnValue();
  app = createFakeApp({ session: SIGNED_IN });
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

const show = () => renderInApp(app, <OwnDataPage />, { path: '/account/data' });
const button = () => screen.getByRole('button', { name: 'Download my data' }) as HTMLButtonElement;

test('[PR1] signed out, the page says what it is for and leads to the login', () => {
  app = createFakeApp();
  show();
  expect(
    screen.getByText('Here you download what we store about you, and delete your account.'),
  ).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Login' }).getAttribute('href')).toBe('/login');
  expect(screen.queryByRole('button')).toBeNull();
});

test('[PR1] says what is in the file, what is not, and how long it is kept', () => {
  show();
  const headings = screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent);
  expect(headings.slice(0, 3)).toEqual(['What is in the file', 'What is not in it', 'How long we keep it']);
});

test('[PR1] the file is prepared, then saved', async () => {
  let send = (_response: Response) => {};
  app.respond('GET /account/data', () => new Promise<Response>((resolve) => (send = resolve)));
  show();
  await userEvent.click(button());
  const preparing = screen.getByRole('button', { name: 'Preparing …' }) as HTMLButtonElement;
  expect(preparing.disabled).toBe(true);
  send(new Response(FILE));
  await screen.findByText(/^nankeen-my-data\.json is saved\./);
  expect(await saved[0]?.text()).toBe(FILE);
  expect(button().disabled).toBe(false);
});

test('[PR1] [AU6] asks for the password first, and who cancels gets no file', async () => {
  const refusal = new AppError('permission-denied', 'Confirm that it is you.', {
    reason: 'CONFIRM_IDENTITY',
  });
  let isConfirmed = false;
  app.respond('GET /account/data', () => (isConfirmed ? new Response(FILE) : toErrorResponse(refusal)));
  app.respond('POST /account/confirm', () => {
    isConfirmed = true;
    return { isConfirmedUntil: '2026-11-02T09:00:00.000Z' };
  });
  show();
  await userEvent.click(button());
  const dialog = () => screen.findByRole('dialog', { name: 'Confirm it’s you' });
  await userEvent.click(within(await dialog()).getByRole('button', { name: 'Cancel' }));
  await expect.poll(() => button().disabled).toBe(false);
  expect(saved).toEqual([]);
  await userEvent.click(button());
  await userEvent.type(within(await dialog()).getByLabelText('Password'), 'the right one');
  await userEvent.click(within(await dialog()).getByRole('button', { name: 'Confirm' }));
  await screen.findByText(/is saved\./);
  expect(saved).toHaveLength(1);
});

test.each([
  [
    'was cut off',
    () => new Response(FILE.slice(0, -20)),
    /The file did not arrive whole, so none was saved\./,
  ],
  [
    'is refused',
    () => toErrorResponse(new AppError('resource-exhausted', 'Wait a moment.', { retryAfter: 360 })),
    /Wait a moment\./,
  ],
  [
    'does not come',
    () => {
      throw new TypeError('no connection');
    },
    /The server could not be reached\./,
  ],
])('[PR1] a file that %s is not saved, which an alert says', async (_how, respond, reason) => {
  app.respond('GET /account/data', respond);
  show();
  await userEvent.click(button());
  const alert = await screen.findByRole('alert');
  expect(alert.textContent).toMatch(/^Your data was not downloaded; nothing was changed\./);
  expect(alert.textContent).toMatch(reason);
  expect(saved).toEqual([]);
  expect(button().disabled).toBe(false);
});

test('[PR1] offline it says that a connection is needed', () => {
  app = createFakeApp({ session: SIGNED_IN, isOnline: false });
  show();
  expect(button().disabled).toBe(true);
  expect(
    screen.getByText("You're offline. The file is made by the server: downloading needs a connection."),
  ).toBeTruthy();
});
