import { AppError } from '#shared/kernel/app-error.ts';
import type { Clock } from '#shared/kernel/clock.ts';
import { createSecret } from '#shared/kernel/ids.ts';
import { hashSecret } from '#server/devices/device-tokens.ts';
import type { Log } from '#server/log.ts';
import type { Mails } from '#server/mail/mails.ts';
import type { AccountTables, VerifyLinkRow } from './account-tables.ts';
import type { AccountLimits, AttemptLimiter } from './attempt-limits.ts';
import type { PasswordHasher } from './password-hash.ts';
import { assertGoodPassword } from './password-rules.ts';
import type { VerifyRequest } from './accounts.ts';

/** Mails are read by scanners and lie in inboxes, so a link works only for a short time. */
const LINK_MINUTES = 10;

export interface VerifyLinksParts {
  readonly tables: AccountTables;
  readonly clock: Clock;
  readonly limiter: AttemptLimiter;
  readonly limits: Pick<AccountLimits, 'mailsToAddress'>;
  readonly hasher: PasswordHasher;
  readonly mails: Pick<Mails, 'queue'>;
  readonly log: Log;
}

/** Mailed links that verify an address. The reader of its mail controls the account's password and sessions. */
export interface VerifyLinks {
  /**
   * Queues a mail with a link, which replaces the account's earlier one. Never throws: a missing mail does not undo a
   * sign-up.
   * @param signUpSession of the browser that signs up, which may verify the address without choosing a password
   */
  send(account: { readonly id: string; readonly email: string }, signUpSession?: string): void;
  /** @throws AppError `failed-precondition` for a link that was used, has expired or is unknown */
  read(token: string): VerifyLinkRow;
  /**
   * Verifies the address, ends all sessions of the account, and uses up the link.
   * @param sessionId of the caller
   * @returns the link
   * @throws AppError as `read`, and `invalid-argument` for a weak password or none where one is needed
   */
  use(request: VerifyRequest, sessionId: string | undefined): Promise<VerifyLinkRow>;
}

export function createVerifyLinks(parts: VerifyLinksParts): VerifyLinks {
  const { tables, clock, limiter, limits, hasher, mails, log } = parts;

  function read(token: string): VerifyLinkRow {
    const link = tables.verifyLink(hashSecret(token));
    if (!link) throw refused('unknown');
    if (link.usedAt !== null) throw refused('used');
    if (link.endsAt <= clock.now()) throw refused('expired');
    return link;
  }

  return {
    read,
    send({ id: accountId, email }, signUpSession) {
      if (limiter.attempt(`mail:${email}`, limits.mailsToAddress) !== undefined) {
        log.warn({ part: 'accounts' }, 'verification mail not sent: too many mails to this address');
        return;
      }
      const token = createSecret();
      const hash = hashSecret(token);
      const endsAt = clock.now() + LINK_MINUTES * 60_000;
      try {
        tables.putVerifyLink({ accountId, hash, email, signUpSession, endsAt });
        // Another file, so another commit: after a crash in between, the person asks for another link.
        const facts = { token, minutes: LINK_MINUTES };
        mails.queue({ key: `verify:${hash}`, template: 'verify', to: email, facts, endsAt });
      } catch (err) {
        log.error({ part: 'accounts', err }, 'verification mail not queued');
      }
    },
    async use({ token, password }, sessionId) {
      const link = read(token);
      const { signUpSession } = link;
      if (password === undefined && !isSignUpBrowser(signUpSession, sessionId)) throw passwordNeeded();
      if (password !== undefined) await assertGoodPassword(password, link.email);
      const passwordHash = password === undefined ? undefined : await hasher.hash(password);
      const isUsed = tables.useVerifyLink({ hash: hashSecret(token), at: clock.now(), passwordHash });
      // Another request may have used or replaced the link meanwhile.
      if (!isUsed) {
        read(token);
        throw refused('used');
      }
      return link;
    },
  };
}

export function isSignUpBrowser(signUpSession: string | null, sessionId: string | undefined): boolean {
  return signUpSession !== null && signUpSession === sessionId;
}

const REFUSALS = {
  unknown: {
    reason: 'invalid-action-code',
    message: 'This link is not valid. If you asked for several, only the newest one works.',
  },
  used: { reason: 'used-action-code', message: 'This link has been used already. It works only once.' },
  expired: {
    reason: 'expired-action-code',
    message: `This link has expired. A link works for ${LINK_MINUTES} minutes.`,
  },
} as const;

function refused(why: keyof typeof REFUSALS): AppError {
  const { reason, message } = REFUSALS[why];
  return new AppError('failed-precondition', `${message} Nothing was changed.`, { reason });
}

function passwordNeeded(): AppError {
  const message = 'Choose a password, because this is not the browser that signed up. Nothing was changed.';
  return new AppError('invalid-argument', message, { reason: 'password-needed', path: 'password' });
}
