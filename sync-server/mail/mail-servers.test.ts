import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { NO_SELLER } from '#shared/domain/seller.ts';
import { startMailServer, type MailServer } from '../../tests/support/mail-server.ts';
import { openMemoryTables } from '../../tests/support/memory-tables.ts';
import { silentLog } from '../../tests/support/silent-log.ts';
import { createTestClock, type TestClock } from '../../tests/support/test-clock.ts';
import type { MailStore } from './mail-store.ts';
import { createMails, type Mails } from './mails.ts';
import { createSmtpMailer } from './smtp-mailer.ts';

const MINUTE = 60_000;

let server: MailServer;
let logged: string;
let clock: TestClock;
let store: MailStore;
let mails: Mails;
beforeEach(async () => {
  server = await startMailServer();
  clock = createTestClock();
  store = openMemoryTables().mails;
  logged = '';
  open();
});
afterEach(async () => {
  await mails.stop();
  await server.stop();
});

const write = (facts: object, text: string) => void (logged += `${JSON.stringify(facts)} ${text}\n`);

/** Starts to send. By default, no mail is ever out of time. */
function open(timeoutMs = 3_600_000): void {
  mails = createMails({
    store,
    mailer: createSmtpMailer({ url: server.url, senderAddress: 'hello@nankeen.example', log: silentLog }),
    shop: {
      publicUrl: 'https://shop.example',
      contactEmail: 'hello@nankeen.example',
      seller: NO_SELLER,
      gstRule: 'specified',
      toOrderKey: () => 'key',
    },
    clock,
    log: { ...silentLog, warn: write, error: write },
    timeoutMs,
  });
  mails.start();
}

const queue = (key: string) =>
  mails.queue({ key, template: 'account-exists', to: `${key}@example.com`, facts: {} });
const tried = (key: string, attempts = 1) =>
  expect.poll(async () => (await store.find(key))?.attempts).toBe(attempts);
const sent = (key: string) => expect.poll(async () => (await store.find(key))?.state).toBe('sent');
const recipients = () => server.taken.map(({ to }) => to[0]);
const messageIdOf = (message = '') => /^message-id: (.*)$/im.exec(message)?.[1];

/** The mail server works from now on, and a minute has passed. */
async function recover(): Promise<void> {
  await mails.stop();
  server.mood = 'accepting';
  clock.advance(MINUTE);
  open();
}

describe('a mail server that', () => {
  it('[ML1] accepts gets each mail once, one after the other', async () => {
    for (const key of ['a', 'b', 'c']) await queue(key);
    await sent('c');
    expect(recipients()).toEqual(['a@example.com', 'b@example.com', 'c@example.com']);
    const ids = server.taken.map(({ message }) => messageIdOf(message));
    expect(new Set(ids).size).toBe(3);
    expect(ids[0]).toMatch(/^<[\da-f]{32}@shop\.example>$/);
  });

  it('[ML1] refuses is quoted, and gets the mail later', async () => {
    server.mood = 'refusing';
    await queue('a');
    await tried('a');
    expect(await store.find('a')).toMatchObject({
      state: 'waiting',
      error: '550 5.1.1 <a@example.com> No such mailbox',
    });
    expect(logged).toContain('"reason":"EENVELOPE"');
    expect(logged).not.toContain('@example.com');
    await recover();
    await sent('a');
    expect(recipients()).toEqual(['a@example.com']);
  });

  it.each(['silent', 'slow'] as const)(
    '[ML1] is %s holds up a mail for its time limit only, and its connection is closed',
    async (mood) => {
      await mails.stop();
      open(300);
      server.mood = mood;
      await queue('a');
      await tried('a');
      expect(await store.find('a')).toMatchObject({
        state: 'waiting',
        error: 'The mail server did not answer in time.',
      });
      await expect.poll(() => server.openConnections()).toBe(0);
      await recover();
      await sent('a');
      expect(recipients()).toEqual(['a@example.com']);
    },
  );

  it('[ML1] closes in the middle gets the mail again under the same message id', async () => {
    server.mood = 'closing';
    await queue('a');
    await tried('a');
    expect((await store.find('a'))?.error).toBeTruthy();
    await recover();
    await sent('a');
    expect(server.read).toHaveLength(2);
    expect(server.taken).toHaveLength(1);
    const ids = server.read.map(({ message }) => messageIdOf(message));
    expect(ids[0]).toBe(ids[1]);
    expect(ids[0]).toBeDefined();
  });

  it('[ML1] is silent holds up no stop for longer than a moment, and the mail stays', async () => {
    server.mood = 'silent';
    await queue('a');
    await expect.poll(() => server.openConnections()).toBe(1);
    await mails.stop();
    expect(await store.find('a')).toMatchObject({ state: 'waiting', attempts: 0, error: null });
    await expect.poll(() => server.openConnections()).toBe(0);
  });
});
