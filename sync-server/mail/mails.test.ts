import { beforeEach, describe, expect, it } from 'vitest';
import { AppError } from '#shared/kernel/app-error.ts';
import { NO_SELLER } from '#shared/domain/seller.ts';
import { openMemoryTables } from '../../tests/support/memory-tables.ts';
import { toRemote } from '../../tests/support/remote-store.ts';
import { silentLog } from '../../tests/support/silent-log.ts';
import { createTestClock, type TestClock } from '../../tests/support/test-clock.ts';
import type { MailStore } from './mail-store.ts';
import type { Mail } from './mailer.ts';
import { createMails, type Mails } from './mails.ts';
import { toMailRow, type NewMail } from './new-mail.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

let clock: TestClock;
let store: MailStore;
let mails: Mails;
let sent: Mail[];
/** What the mail server does with the next mails. */
let answer: (mail: Mail, signal: AbortSignal) => Promise<void>;

const refuse = async () => {
  throw new AppError('unavailable', '451 try again later');
};

beforeEach(() => {
  clock = createTestClock();
  store = openMemoryTables().mails;
  sent = [];
  answer = async () => undefined;
  open();
});

function open(): void {
  mails = createSender(store);
  mails.start();
}

function createSender(store: MailStore): Mails {
  return createMails({
    store,
    mailer: {
      async send(mail, signal) {
        await answer(mail, signal);
        sent.push(mail);
      },
    },
    shop: {
      publicUrl: 'https://shop.example',
      contactEmail: 'hello@shop.example',
      seller: NO_SELLER,
      gstRule: 'specified',
      toOrderKey: () => 'key',
    },
    clock,
    log: silentLog,
  });
}

const mail = (key: string, more: Partial<NewMail> = {}): NewMail =>
  ({ key, template: 'account-exists', to: `${key}@example.com`, facts: {}, ...more }) as NewMail;
const stateOf = async (key: string) => (await store.find(key))?.state;
const settled = (key: string) => expect.poll(() => stateOf(key)).not.toBe('waiting');
const keys = () => sent.map(({ to }) => to.split('@')[0]);

/** Passes time as a running server sees it, in steps of a minute. */
async function pass(ms: number): Promise<void> {
  await nextTurn();
  for (let passed = 0; passed < ms; passed += MINUTE) {
    clock.advance(MINUTE);
    mails.wake();
    await nextTurn();
  }
}

const nextTurn = () => new Promise<void>((resolve) => setImmediate(resolve));

describe('the mail queue', () => {
  it('[ML1] a mail is sent once, however often its key is queued', async () => {
    await mails.queue(mail('a'));
    await mails.queue(mail('a', { to: 'other@example.com' }));
    await settled('a');
    await mails.queue(mail('a'));
    await pass(MINUTE);
    expect(keys()).toEqual(['a']);
    expect(await store.find('a')).toMatchObject({ state: 'sent', sentAt: clock.now() - MINUTE, error: null });
  });

  it('[ML1] one mail is sent at a time, and one that fails holds up no other', async () => {
    let open = 0;
    answer = async ({ to }) => {
      expect(++open).toBe(1);
      await Promise.resolve();
      open--;
      if (to.startsWith('b')) throw new AppError('unavailable', '451 not now');
    };
    for (const key of ['a', 'b', 'c']) await mails.queue(mail(key));
    await settled('c');
    expect(keys()).toEqual(['a', 'c']);
    expect(await store.find('b')).toMatchObject({ state: 'waiting', attempts: 1, error: '451 not now' });
  });

  it('[ML1] a failed mail waits 1 minute, then twice as long each time up to 6 hours, and is given up after 3 days', async () => {
    const attempts: number[] = [];
    const start = clock.now();
    answer = async () => {
      attempts.push((clock.now() - start) / MINUTE);
      return refuse();
    };
    await mails.queue(mail('a'));
    await pass(4 * DAY);
    expect(attempts.slice(0, 11)).toEqual([0, 1, 3, 7, 15, 31, 63, 127, 255, 511, 871]);
    expect(new Set(attempts.slice(10).map((at, index) => at - (attempts[index + 9] ?? 0)))).toEqual(
      new Set([360]),
    );
    expect(attempts.at(-1)).toBeLessThanOrEqual((3 * DAY) / MINUTE);
    expect(await store.find('a')).toMatchObject({ state: 'given-up', error: '451 try again later' });
    expect(sent).toEqual([]);
  });

  it('[ML1] a mail that was never tried goes before those that failed', async () => {
    answer = refuse;
    for (const key of ['a', 'b']) await mails.queue(mail(key));
    await expect.poll(async () => (await store.find('b'))?.attempts).toBe(1);
    clock.advance(MINUTE);
    answer = async () => undefined;
    await mails.queue(mail('c'));
    await settled('b');
    expect(keys()).toEqual(['c', 'a', 'b']);
  });

  it('[ML1] an address that no mail server can take is given up at once', async () => {
    answer = async () => {
      throw new AppError('invalid-argument', 'That is not an email address.');
    };
    await mails.queue(mail('a'));
    await settled('a');
    expect(await store.find('a')).toMatchObject({
      state: 'given-up',
      error: 'That is not an email address.',
    });
  });

  const withLink = (key: string) =>
    mail(key, {
      template: 'reset',
      facts: { token: 'secret', minutes: 10 },
      endsAt: clock.now() + 10 * MINUTE,
    });

  it('[ML1] a token leaves the table when its mail is sent or given up', async () => {
    await mails.queue(withLink('a'));
    await settled('a');
    expect(sent[0]?.text).toContain('https://shop.example/login/reset#secret');
    expect((await store.find('a'))?.facts).toEqual({ token: null, minutes: 10 });
    answer = refuse;
    await mails.queue(withLink('b'));
    expect((await store.find('b'))?.facts).toMatchObject({ token: 'secret' });
    await pass(HOUR);
    expect(await store.find('b')).toMatchObject({ state: 'given-up', facts: { token: null, minutes: 10 } });
    await expect(mails.retry('b')).rejects.toThrow('The person has to ask for a new one.');
  });

  it('[ML1] a link that expired while the server was off is not sent, and any other mail is', async () => {
    await mails.stop();
    await mails.queue(withLink('a'));
    await mails.queue(mail('b'));
    clock.advance(4 * DAY);
    open();
    await settled('b');
    expect(keys()).toEqual(['b']);
    expect(await store.find('a')).toMatchObject({
      state: 'given-up',
      facts: { token: null },
      error: 'Its link expired before it could be sent.',
    });
  });

  it('[ML1] every attempt has the same message id, and other mails have others', async () => {
    const ids: string[] = [];
    answer = async ({ messageId }) => {
      ids.push(messageId);
      if (ids.length === 1) await refuse();
    };
    await mails.queue(mail('a'));
    await pass(MINUTE);
    await mails.queue(mail('b'));
    await settled('b');
    expect(ids[0]).toMatch(/^<[\da-f]{32}@shop\.example>$/);
    expect(ids[1]).toBe(ids[0]);
    expect(ids[2]).not.toBe(ids[0]);
  });

  it('[ML1] while a full disk stores no result, nothing else is sent and nothing is sent twice', async () => {
    const { put } = store;
    let isFull = true;
    store = Object.assign(store, {
      async put(row: Parameters<MailStore['put']>[0]) {
        if (isFull) throw new Error('database or disk is full');
        await put(row);
      },
    });
    await mails.queue(mail('a'));
    await mails.queue(mail('b'));
    await pass(5 * MINUTE);
    expect(keys()).toEqual(['a']);
    isFull = false;
    await pass(MINUTE);
    expect(keys()).toEqual(['a', 'b']);
    expect([await stateOf('a'), await stateOf('b')]).toEqual(['sent', 'sent']);
  });

  it('[ML1] a row that can’t be rendered is tried again like any other and holds up nothing', async () => {
    await mails.queue({ ...mail('a'), template: 'of-a-newer-version' } as unknown as NewMail);
    await mails.queue(mail('b'));
    await settled('b');
    expect(await store.find('a')).toMatchObject({
      state: 'waiting',
      error: 'There is no mail template named of-a-newer-version.',
    });
  });

  it('[ML1] a stop waits for the mail that is being sent, and the others stay', async () => {
    let finish = (): void => undefined;
    const begun = new Promise<void>((begin) => {
      answer = () =>
        new Promise((resolve) => {
          finish = resolve;
          begin();
        });
    });
    await mails.queue(mail('a'));
    await mails.queue(mail('b'));
    await begun;
    const stopped = mails.stop();
    finish();
    await stopped;
    expect([await stateOf('a'), await stateOf('b')]).toEqual(['sent', 'waiting']);
    mails.wake();
    await pass(MINUTE);
    expect(keys()).toEqual(['a']);
  });

  it('[ML1] rows of mails that were sent or given up are removed after 90 days', async () => {
    await mails.queue(mail('a'));
    await settled('a');
    clock.advance(90 * DAY);
    await mails.stop();
    await mails.queue(mail('b'));
    await mails.removeOld();
    expect(await stateOf('a')).toBe('sent');
    clock.advance(1);
    await mails.removeOld();
    expect([await stateOf('a'), await stateOf('b')]).toEqual([undefined, 'waiting']);
  });

  it('[T08] a mail to nobody is worked on like any other, and is never sent or listed', async () => {
    await mails.queueNone();
    expect(await store.count('waiting')).toBe(1);
    expect(await store.list({ limit: 10 })).toEqual([]);
    await expect.poll(() => store.count('sent')).toBe(1);
    expect([sent, await store.list({ limit: 10 })]).toEqual([[], []]);
    await mails.removeOld();
    expect(await store.count('sent')).toBe(0);
  });

  it('[ML1] a person can try a mail again, but not one that was sent', async () => {
    answer = refuse;
    await mails.queue(mail('a'));
    await pass(4 * DAY);
    answer = async () => undefined;
    expect(await mails.retry('a')).toMatchObject({ state: 'waiting', attempts: 0 });
    await settled('a');
    expect(keys()).toEqual(['a']);
    await expect(mails.retry('a')).rejects.toThrow('This mail was sent already.');
    await expect(mails.retry('none')).rejects.toThrow('There is no such mail.');
  });

  it('[ML1] two senders at once send each mail once', async () => {
    await mails.stop();
    const names = ['a', 'b', 'c', 'd', 'e', 'f'];
    for (const key of names) await mails.queue(mail(key));
    answer = nextTurn;
    const senders = [createSender(toRemote(store)), createSender(toRemote(store))];
    for (const sender of senders) sender.start();
    await expect.poll(() => store.count('sent')).toBe(names.length);
    for (const sender of senders) await sender.stop();
    expect(keys().toSorted()).toEqual(names);
  });

  it('[ML1] a mail that a killed sender has claimed is due again when its claim ends', async () => {
    await mails.stop();
    await mails.queue(mail('a'));
    const now = clock.now();
    const claims = await Promise.all([store.claimDue(now, MINUTE), store.claimDue(now, MINUTE)]);
    expect(claims).toEqual([await store.find('a'), undefined]);
    expect(await store.nextAt()).toBeUndefined();
    expect(await store.claimDue(now + MINUTE - 1, HOUR)).toBeUndefined();
    expect(await store.claimDue(now + MINUTE, HOUR)).toMatchObject({ key: 'a' });
  });

  it('[ML1] the result of a sender that was held up beyond its claim undoes none of another', async () => {
    await mails.stop();
    await mails.queue(mail('a'));
    const slow = await store.claimDue(clock.now(), MINUTE);
    clock.advance(MINUTE);
    open();
    await settled('a');
    if (slow) await store.put({ ...slow, attempts: 1, nextAt: clock.now(), error: 'It took too long.' });
    expect(await store.find('a')).toMatchObject({ state: 'sent', attempts: 0, error: null });
    await pass(HOUR);
    expect(keys()).toEqual(['a']);
  });

  it('[ML1] a mail that a person tries again while it is being sent is sent once', async () => {
    answer = async () => {
      answer = async () => undefined;
      await mails.retry('a');
      await nextTurn();
    };
    await mails.queue(mail('a'));
    await settled('a');
    await pass(HOUR);
    expect(keys()).toEqual(['a']);
  });

  it('[ML1] a mail that is stored as sent while a person tries it again stays sent', async () => {
    answer = refuse;
    await mails.queue(mail('a'));
    await expect.poll(async () => (await store.find('a'))?.attempts).toBe(1);
    const remote = toRemote(store);
    const sent = { ...toMailRow(mail('a'), 0), state: 'sent' } as const;
    await Promise.all([createSender(remote).retry('a'), remote.put(sent)]);
    expect(await stateOf('a')).toBe('sent');
  });

  it('[ML1] mails with a count that are queued under one key at once are one mail with the sum', async () => {
    const row = { ...toMailRow(mail('a'), 0), template: 'staff-new-enquiry', facts: { count: 1 } };
    await Promise.all([1, 2, 3].map(() => toRemote(store).add(row)));
    expect(await store.find('a')).toMatchObject({ facts: { count: 3 } });
  });

  it('[ML1] a key that can’t be part of a URL is refused', async () => {
    for (const key of ['', 'a/b', 'a b', 'x'.repeat(201)])
      await expect(mails.queue(mail(key))).rejects.toThrow('A mail can’t have the key');
  });
});
