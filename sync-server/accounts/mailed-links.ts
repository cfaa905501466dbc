import { AppError } from '#shared/kernel/app-error.ts';
import type { Clock } from '#shared/kernel/clock.ts';
import { createSecret } from '#shared/kernel/ids.ts';
import { hashSecret } from '#server/devices/device-tokens.ts';
import type { Log } from '#server/log.ts';
import type { Mails } from '#server/mail/mails.ts';
import type { AccountTables, LinkPurpose, MailedLinkRow } from './account-tables.ts';
import type { PasswordHasher } from './password-hash.ts';
import { assertGoodPassword } from './password-rules.ts';
import type { LinkRequest } from './accounts.ts';

/**
 * Mails are read by scanners and lie in inboxes, so a link works only for a short time. One that deletes an account gives
 * nobody access to it.
 */
const LINK_MINUTES: Readonly<Record<LinkPurpose, number>> = {
  verify: 10,
  reset: 10,
  address: 10,
  'delete-account': 24 * 60,
};

export interface MailedLinksParts {
  readonly tables: AccountTables;
  readonly clock: Clock;
  readonly hasher: PasswordHasher;
  readonly mails: Pick<Mails, 'queue' | 'queueNone'>;
  readonly log: Log;
}

export interface LinkToSend {
  readonly purpose: LinkPurpose;
  readonly accountId: string;
  readonly email: string;
  /**
   * Secret of the browser that signed up, which may verify the address without choosing a password; `null` for none,
   * absent to keep that of the account's earlier link.
   */
  readonly browser?: string | null;
}

/**
 * Mailed links that prove an address, to verify it, to set a new password, to move an account to it or to delete
 * the account. The reader of its mail controls the account's password and sessions.
 */
export interface MailedLinks {
  /** Queues a mail with a link, which replaces the account's earlier one for this purpose. Never rejects. */
  send(link: LinkToSend): Promise<void>;
  /** The work of `send` for an address without an account. */
  sendToNobody(): Promise<void>;
  /** Stores a link that is never mailed. */
  putForNobody(): Promise<void>;
  /** @throws AppError `failed-precondition` for a link that was used, has expired or is unknown */
  read(purpose: LinkPurpose, token: string): Promise<MailedLinkRow>;
  /**
   * Verifies the address, sets the password if one is given, ends all sessions of the account, and uses up its links.
   * @param browser secret of the caller's browser
   * @returns the link
   * @throws AppError as `read`, and `invalid-argument` for a weak password or none where one is needed
   */
  use(purpose: LinkPurpose, request: LinkRequest, browser: string): Promise<MailedLinkRow>;
  /**
   * Gives the account the link's address, ends all its sessions, and uses up its links.
   * @returns the link and the earlier address
   * @throws AppError as `read`, also for another account's link and for an address that another account has taken
   */
  moveAddress(
    accountId: string,
    token: string,
  ): Promise<{ readonly link: MailedLinkRow; readonly earlier: string }>;
}

export function createMailedLinks(parts: MailedLinksParts): MailedLinks {
  const { tables, clock, hasher, mails, log } = parts;

  async function read(purpose: LinkPurpose, token: string): Promise<MailedLinkRow> {
    const hash = hashSecret(token);
    const link = await tables.link(hash);
    // The account's rows are gone, its link among them.
    if (await tables.isDeletionLink(hash)) throw refused('used', purpose);
    if (link?.purpose !== purpose) throw refused('unknown', purpose);
    if (link.usedAt !== null) throw refused('used', purpose);
    if (link.endsAt <= clock.now()) throw refused('expired', purpose);
    return link;
  }

  /** @returns its token; `undefined` for an account that was deleted meanwhile */
  async function put({ browser, ...link }: LinkToSend): Promise<string | undefined> {
    const token = createSecret();
    const endsAt = toEnd(link.purpose, clock.now());
    const bound = browser == null ? browser : hashSecret(browser);
    const isPut = await tables.putLink({ ...link, browser: bound, hash: hashSecret(token), endsAt });
    return isPut ? token : undefined;
  }

  const putForNobody = async () => void (await put({ purpose: 'reset', accountId: '', email: '' }));

  return {
    read,
    async send(link) {
      const { purpose, email } = link;
      try {
        const token = await put(link);
        if (token === undefined) return;
        // Another file, so another commit: after a crash in between, the person asks for another link.
        const facts = { token, minutes: LINK_MINUTES[purpose] };
        const key = `${purpose}:${hashSecret(token)}`;
        await mails.queue({ key, template: purpose, to: email, facts, endsAt: toEnd(purpose, clock.now()) });
      } catch (err) {
        log.error({ part: 'accounts', purpose, err }, 'mail with a link not queued');
      }
    },
    async sendToNobody() {
      await putForNobody();
      await mails.queueNone();
    },
    putForNobody,
    async use(purpose, { token, password }, browser) {
      const link = await read(purpose, token);
      if (password === undefined && !isSignUpBrowser(link, browser)) throw passwordNeeded();
      if (password !== undefined) await assertGoodPassword(password, link.email);
      const passwordHash = password === undefined ? undefined : await hasher.hash(password);
      const isUsed = await tables.useLink({ hash: hashSecret(token), at: clock.now(), passwordHash });
      // Another request may have used or replaced the link meanwhile.
      if (!isUsed) {
        await read(purpose, token);
        throw refused('used', purpose);
      }
      return link;
    },
    async moveAddress(accountId, token) {
      const link = await read('address', token);
      // A stranger who gets the mail because the address was mistyped doesn't get the account.
      if (link.accountId !== accountId) throw refused('unknown', 'address');
      const earlier = await tables.useAddressLink({ hash: hashSecret(token), at: clock.now() });
      // The response doesn't show that the address has an account.
      if (earlier === undefined) throw refused('unknown', 'address');
      return { link, earlier };
    },
  };
}

/** Whether a link may be used without a new password. */
export function isSignUpBrowser(link: MailedLinkRow, browser: string): boolean {
  return link.purpose === 'verify' && link.browser === hashSecret(browser);
}

function toEnd(purpose: LinkPurpose, now: number): number {
  return now + LINK_MINUTES[purpose] * 60_000;
}

type Refusal = 'unknown' | 'used' | 'expired';

const REASONS: Readonly<Record<Refusal, string>> = {
  unknown: 'invalid-action-code',
  used: 'used-action-code',
  expired: 'expired-action-code',
};

const MESSAGES: Readonly<Record<Refusal, string>> = {
  unknown:
    'This link is not valid. If you asked for several, only the newest one works. Nothing was changed.',
  used: 'This link has been used already. It works only once. Nothing was changed.',
  expired: 'This link has expired. A link works for 10 minutes. Nothing was changed.',
};

const DELETION_MESSAGES: typeof MESSAGES = {
  unknown:
    'This link is not valid: the deletion was cancelled, or a newer link was emailed. Nothing was deleted.',
  used: 'This link has been used already: the account is deleted.',
  expired: 'This link has expired. It worked for 24 hours. Nothing was deleted.',
};

function refused(why: Refusal, purpose: LinkPurpose): AppError {
  const messages = purpose === 'delete-account' ? DELETION_MESSAGES : MESSAGES;
  return new AppError('failed-precondition', messages[why], { reason: REASONS[why] });
}

function passwordNeeded(): AppError {
  const message = 'Choose a password, because this is not the browser that signed up. Nothing was changed.';
  return new AppError('invalid-argument', message, { reason: 'password-needed', path: 'password' });
}
