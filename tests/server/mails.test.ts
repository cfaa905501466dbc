import { beforeEach, expect, test } from 'vitest';
import type { MailList } from '#shared/api/mail-routes.ts';
import { AppError } from '#shared/kernel/app-error.ts';
import { errorIn, signIn } from '../support/core-calls.ts';
import { createCoreServer, type Caller, type CoreServer } from '../support/core-server.ts';
import { createSuiteStore } from '../support/suite-store.ts';
import { createTestClock, type TestClock } from '../support/test-clock.ts';

const MINUTE = 60_000;
const TOKEN = 'abcdefghijklmnopqrst';

let clock: TestClock;
let server: CoreServer;
let staff: Caller;
let isDown: boolean;
let received: string[];
beforeEach(() => {
  clock = createTestClock();
  isDown = true;
  received = [];
  server = createCoreServer(createSuiteStore(clock), clock, {
    mailer: {
      async send({ to }) {
        if (isDown) throw new AppError('unavailable', '451 4.3.2 Closed for repairs');
        received.push(to);
      },
    },
  });
  staff = signIn(server, 'sam', true);
  server.mails.start();
});

const list = async (query = '') =>
  (await (await server.request(`/admin/mails${query}`, { as: staff })).json()) as MailList;
const retry = (key: string) =>
  server.request(`/admin/mails/${encodeURIComponent(key)}/retry`, { as: staff, method: 'POST' });
const keysOf = ({ mails }: MailList) => mails.map(({ key }) => key);

async function queue(key: string, about?: string): Promise<void> {
  await server.mails.queue({
    key,
    template: 'account-exists',
    to: `${key.replace(':', '-')}@example.com`,
    facts: {},
    ...(about === undefined ? {} : { about }),
  });
}
const settle = () => new Promise((resolve) => setImmediate(resolve));

test('[ML2] staff list mails by state and subject matter, newest first, with the mail server’s words', async () => {
  await queue('a:1', 'order-1');
  await settle();
  clock.advance(MINUTE - 1000);
  isDown = false;
  await queue('b:2', 'order-2');
  await settle();
  expect(await list('?state=waiting')).toEqual({
    mails: [
      {
        key: 'a:1',
        template: 'account-exists',
        subject: 'You already have a Nankeen account',
        to: 'a-1@example.com',
        about: 'order-1',
        state: 'waiting',
        attempts: 1,
        queuedAt: '2026-03-02T09:00:00.000Z',
        nextAt: '2026-03-02T09:01:00.000Z',
        sentAt: null,
        error: '451 4.3.2 Closed for repairs',
        canRetry: true,
      },
    ],
    counts: { waiting: 1, sent: 1, 'given-up': 0 },
  });
  expect(keysOf(await list())).toEqual(['b:2', 'a:1']);
  expect(keysOf(await list('?limit=1'))).toEqual(['b:2']);
  expect(keysOf(await list('?about=order-1'))).toEqual(['a:1']);
  expect((await list('?state=sent')).mails).toMatchObject([
    { key: 'b:2', nextAt: null, sentAt: '2026-03-02T09:00:59.000Z', canRetry: false },
  ]);
  const wrong = await server.request('/admin/mails?state=lost', { as: staff });
  expect(await errorIn(wrong)).toMatchObject({ code: 'invalid-argument' });
});

test('[ML1] [T11] no answer carries the token of a waiting mail', async () => {
  const facts = { token: TOKEN, minutes: 10 };
  await server.mails.queue({ key: 'reset:1', template: 'reset', to: 'ann@example.com', facts });
  await settle();
  const answers = [
    await server.request('/admin/mails', { as: staff }),
    await retry('reset:1'),
    await server.request('/admin/mails', { as: 'admin' }),
  ];
  for (const answer of answers) {
    expect(answer.status).toBe(200);
    expect(await answer.text()).not.toContain(TOKEN);
  }
});

test('[ML2] staff try a mail again at once, and the answer says why one can’t be', async () => {
  await queue('a:1');
  await settle();
  isDown = false;
  const again = await retry('a:1');
  expect(await again.json()).toMatchObject({ key: 'a:1', state: 'waiting', attempts: 0 });
  await settle();
  expect(received).toEqual(['a-1@example.com']);
  expect(await errorIn(await retry('a:1'))).toMatchObject({
    code: 'failed-precondition',
    message: 'This mail was sent already.',
  });
  expect(await errorIn(await retry('none'))).toMatchObject({ code: 'not-found' });
});

test('[ML2] the figures of /admin count the mails that could not be sent', async () => {
  const count = async () => (await server.request('/admin/overview', { as: staff })).json();
  await queue('a:1');
  expect(await count()).toMatchObject({ mailsNotSent: 0 });
  for (let passed = 0; passed < 4 * 24 * 60; passed += 60) {
    clock.advance(60 * MINUTE);
    server.mails.wake();
    await settle();
  }
  expect(await count()).toMatchObject({ mailsNotSent: 1 });
});
