// @vitest-environment happy-dom
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test } from 'vitest';
import type { MailFacts } from '#shared/api/mail-routes.ts';
import { AppError } from '#shared/kernel/app-error.ts';
import {
  createFakeApp,
  renderInApp,
  SIGNED_IN,
  STAFF,
  toErrorResponse,
  type FakeApp,
  type FakeAppOptions,
} from '../../../tests/support/fake-app.tsx';
import { ToastRegion } from '#pwa/ui/toast-region.tsx';
import { MailsPage } from './mails-page.tsx';

const MAIL: MailFacts = {
  key: 'order-confirmed:cs_1',
  template: 'order-confirmed',
  subject: 'Your Nankeen order NK-1',
  to: 'ann@example.com',
  about: 'payment-1',
  state: 'waiting',
  attempts: 3,
  queuedAt: '2026-03-02T09:00:00.000Z',
  nextAt: '2026-03-02T09:07:00.000Z',
  sentAt: null,
  error: '451 4.3.2 Closed for repairs',
  canRetry: true,
};

let app: FakeApp;
let listed: MailFacts[];
afterEach(cleanup);

function create(options: FakeAppOptions = {}) {
  listed = [MAIL];
  app = createFakeApp({ session: STAFF, ...options });
  app.respond('GET /admin/mails', () => ({ mails: listed, counts: { waiting: 1, sent: 20, 'given-up': 2 } }));
}
const show = (path = '/admin/mails') =>
  renderInApp(
    app,
    <ToastRegion>
      <MailsPage />
    </ToastRegion>,
    { path },
  );

test('[ML2] waiting mails show how often they were tried, when they are tried next, and the mail server’s words', async () => {
  create();
  show();
  const entry = (await screen.findByText(MAIL.subject)).closest('li');
  expect(entry?.textContent).toMatch(/To ann@example\.com/);
  expect(entry?.textContent).toMatch(/Tried 3 times, next try 2 Mar/);
  expect(entry?.textContent).toContain('451 4.3.2 Closed for repairs');
  expect(
    within(screen.getByRole('navigation'))
      .getAllByRole('link')
      .map((one) => one.textContent),
  ).toEqual(['Waiting 1', 'Sent 20', 'Could not be sent 2']);
  expect(app.requests.at(-1)?.path).toBe('/admin/mails?state=waiting&limit=200');
});

test('[ML2] Try again sends one mail again, and the list is read again', async () => {
  create();
  app.respond('POST /admin/mails/order-confirmed%3Acs_1/retry', () => MAIL);
  show('/admin/mails?state=given-up');
  listed = [{ ...MAIL, state: 'given-up', nextAt: null }];
  const button = await screen.findByRole('button', { name: /^Try again/ });
  listed = [];
  await userEvent.click(button);
  expect(await screen.findByText('The mail to ann@example.com is being sent.')).toBeTruthy();
  expect(await screen.findByText('Every mail could be sent')).toBeTruthy();
});

test('[ML2] a mail that can’t be tried again stays with the reason', async () => {
  create();
  app.respond('POST /admin/mails/order-confirmed%3Acs_1/retry', () =>
    toErrorResponse(new AppError('failed-precondition', 'This mail was sent already.')),
  );
  show();
  await userEvent.click(await screen.findByRole('button', { name: /^Try again/ }));
  expect(await screen.findByText(/was not tried again. This mail was sent already/)).toBeTruthy();
  expect(screen.getByText(MAIL.subject)).toBeTruthy();
});

test('[ML2] a given-up mail without its link says what the person has to do and offers no button', async () => {
  create();
  listed = [{ ...MAIL, state: 'given-up', nextAt: null, canRetry: false }];
  show('/admin/mails?state=given-up');
  expect(await screen.findByText(/the person has to ask for a new one/)).toBeTruthy();
  expect(screen.queryByRole('button', { name: /^Try again/ })).toBeNull();
});

test('[ML2] sent mails show when, and an empty list says what would show there', async () => {
  create();
  listed = [
    {
      ...MAIL,
      state: 'sent',
      nextAt: null,
      sentAt: '2026-03-02T09:00:02.000Z',
      error: null,
      canRetry: false,
    },
  ];
  show('/admin/mails?state=sent');
  await waitFor(() =>
    expect(screen.getAllByRole('paragraph').map((one) => one.textContent)).toContainEqual(
      expect.stringMatching(/^Sent 2 Mar/),
    ),
  );
  cleanup();
  create();
  listed = [];
  show();
  expect(await screen.findByText('No mail waits')).toBeTruthy();
});

test('[ML2] without a connection the page says what needs one and asks nothing', async () => {
  create({ isOnline: false });
  show();
  expect(await screen.findByText(/You're offline.*Mails are kept on the server/)).toBeTruthy();
  expect(app.requests).toEqual([]);
});

test('[ML2] a failed answer says so and can be tried again', async () => {
  create();
  app.respond('GET /admin/mails', () => toErrorResponse(new AppError('internal', 'Broken.')));
  show();
  expect(await screen.findByText(/The mails can’t be loaded. Broken./)).toBeTruthy();
  app.respond('GET /admin/mails', () => ({ mails: [MAIL], counts: { waiting: 1, sent: 0, 'given-up': 0 } }));
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText(MAIL.subject)).toBeTruthy();
  await waitFor(() => expect(screen.queryByText(/can’t be loaded/)).toBeNull());
});

test('[ML2] [R-ROL-04] others see what the page is for, and nothing is asked of the server', async () => {
  create({ session: SIGNED_IN });
  show();
  expect(await screen.findByText(/Staff see here which mails wait/)).toBeTruthy();
  expect(app.requests).toEqual([]);
});
