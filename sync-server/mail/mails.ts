import { createHash } from 'node:crypto';
import { AppError } from '#shared/kernel/app-error.ts';
import type { Clock } from '#shared/kernel/clock.ts';
import { createDueQueue } from '#server/due-queue.ts';
import type { Log } from '#server/log.ts';
import type { MailRow, MailStore } from './mail-store.ts';
import type { Mailer } from './mailer.ts';
import { GIVEN_UP_AFTER_MS, toMailRow, toRowForNobody, type NewMail } from './new-mail.ts';
import type { MailShop } from './templates/letter.ts';
import { renderMail } from './templates/templates.ts';

const MINUTE_MS = 60_000;
const FIRST_PAUSE_MS = MINUTE_MS;
const LONGEST_PAUSE_MS = 360 * MINUTE_MS;
/** How long a mail that was sent or given up is listed. */
const KEPT_MS = 90 * 24 * 60 * MINUTE_MS;
/** How much longer than an attempt a mail is claimed for. */
const CLAIM_SLACK_MS = MINUTE_MS;
/** How long a stopping server waits for the mail that is being sent. */
const STOP_MS = 3000;
const MAX_ERROR = 500;

/** The mails of the server. All are stored, then sent one at a time. */
export interface Mails {
  /** Stores a mail, which is sent soon. A mail whose key is known is not queued again. */
  queue(mail: NewMail): Promise<void>;
  /** The same work without a mail, so that the server’s times don't tell whether an address gets one. */
  queueNone(): Promise<void>;
  /** Sends what is due. To be called after a commit that has stored mails. */
  wake(): void;
  /** The subject as sent; the name of a template that this version does not have. */
  subjectOf(row: MailRow): string;
  /**
   * Tries a mail again, at once.
   * @throws AppError `not-found`, or `failed-precondition` for one that was sent or whose link has expired
   */
  retry(key: string): Promise<MailRow>;
  /** Begins to send. */
  start(): void;
  /** Sends nothing more; waits a moment for the mail that is being sent. */
  stop(): Promise<void>;
  removeOld(): Promise<void>;
}

export interface MailsOptions {
  readonly store: MailStore;
  readonly mailer: Mailer;
  readonly shop: MailShop;
  readonly clock: Clock;
  readonly log: Log;
  /** Longest time for one mail. */
  readonly timeoutMs?: number;
}

export function createMails(options: MailsOptions): Mails {
  const { store, mailer, shop, clock, log, timeoutMs = 10_000 } = options;
  const host = new URL(shop.publicUrl).hostname;
  const stopping = new AbortController();
  /** The result of an attempt that is not stored yet. Nothing else is sent before, or a full disk would repeat a mail. */
  let unstored: MailRow | undefined;

  async function storeResult(): Promise<void> {
    if (unstored) await store.put(unstored);
    unstored = undefined;
  }

  const queue = createDueQueue<MailRow>({
    async nextDue(now) {
      await storeResult();
      return store.claimDue(now, timeoutMs + CLAIM_SLACK_MS);
    },
    nextAt: store.nextAt,
    async work(row) {
      unstored = await attempt(row);
      await storeResult();
    },
    onError: (err) =>
      log.error({ err }, 'The mails could not be read or stored. The server tries again in a minute.'),
    clock,
  });

  /** @returns the mail after one attempt to send it */
  async function attempt(row: MailRow): Promise<MailRow> {
    const { key, template, to, facts } = row;
    if (to === '') return { ...row, state: 'sent', sentAt: clock.now() };
    if ('token' in facts && row.endsAt <= clock.now()) {
      return giveUp(row, row.error ?? 'Its link expired before it could be sent.');
    }
    try {
      const text = renderMail(template, facts, shop);
      const signal = AbortSignal.any([AbortSignal.timeout(timeoutMs), stopping.signal]);
      await mailer.send({ to, ...text, messageId: toMessageId(row, host) }, signal);
      log.info({ mail: key, template }, 'mail sent');
      return { ...withoutToken(row), state: 'sent', sentAt: clock.now(), error: null };
    } catch (err) {
      // A stop is no failure of the mail.
      if (stopping.signal.aborted) return row;
      const { message, code, cause } = err as AppError;
      const failed = { ...row, attempts: row.attempts + 1, nextAt: clock.now() + toPause(row.attempts) };
      if (code === 'invalid-argument' || failed.nextAt > row.endsAt) return giveUp(failed, message);
      // Not the mail server's words, which may quote the address.
      const reason = (cause as { readonly code?: unknown } | undefined)?.code;
      log.warn(
        { mail: key, template, attempts: failed.attempts, reason },
        'mail not sent; it is tried again, and /admin/mails says why',
      );
      return { ...failed, error: message.slice(0, MAX_ERROR) };
    }
  }

  function giveUp(row: MailRow, error: string): MailRow {
    const { key, template, attempts } = row;
    log.error({ mail: key, template, attempts }, 'mail given up; /admin/mails says why');
    return { ...withoutToken(row), state: 'given-up', error: error.slice(0, MAX_ERROR) };
  }

  async function add(row: MailRow): Promise<void> {
    await store.add(row);
    queue.wake();
  }

  return {
    queue: async (mail) => add(toMailRow(mail, clock.now())),
    queueNone: () => add(toRowForNobody(clock.now())),
    wake: queue.wake,
    subjectOf({ template, facts }) {
      try {
        return renderMail(template, facts, shop).subject;
      } catch {
        return template;
      }
    },
    async retry(key) {
      const again = await store.change(key, (row) => {
        if (!row) throw new AppError('not-found', 'There is no such mail. Mails are listed for 90 days.');
        if (row.state === 'sent') throw new AppError('failed-precondition', 'This mail was sent already.');
        if (!canRetry(row)) throw linkIsGone();
        const now = clock.now();
        const endsAt = 'token' in row.facts ? row.endsAt : now + GIVEN_UP_AFTER_MS;
        return { ...row, state: 'waiting', attempts: 0, nextAt: now, endsAt };
      });
      queue.wake();
      return again;
    },
    start: queue.start,
    async stop() {
      const abort = setTimeout(() => stopping.abort(), STOP_MS);
      await queue.stop();
      clearTimeout(abort);
    },
    removeOld: () => store.removeEnded(clock.now() - KEPT_MS),
  };
}

/** Whether a mail is not sent yet and has the link that it needs. */
export function canRetry({ state, facts }: MailRow): boolean {
  return state !== 'sent' && facts['token'] !== null;
}

function toPause(attempts: number): number {
  return Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** attempts);
}

function withoutToken(row: MailRow): MailRow {
  return 'token' in row.facts ? { ...row, facts: { ...row.facts, token: null } } : row;
}

function toMessageId({ key, queuedAt }: MailRow, host: string): string {
  const name = createHash('sha256').update(`${queuedAt} ${key}`).digest('hex').slice(0, 32);
  return `<${name}@${host}>`;
}

function linkIsGone(): AppError {
  const message = 'The link of this mail is no longer stored. The person has to ask for a new one.';
  return new AppError('failed-precondition', message);
}
