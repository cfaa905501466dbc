import { randomBytes } from 'node:crypto';
import { AppError } from '#shared/kernel/app-error.ts';
import type { Clock } from '#shared/kernel/clock.ts';
import { createSecret } from '#shared/kernel/ids.ts';
import { hashSecret, type SigningSecret } from '#server/devices/device-tokens.ts';
import type { Mails } from '#server/mail/mails.ts';
import type { AccountTables } from './account-tables.ts';
import { tooManyAttempts, type AccountLimits, type AttemptLimiter } from './attempt-limits.ts';
import type { FactorTable } from './factor-table.ts';
import { seal, unseal } from './sealed-text.ts';
import { toCookiePrefix } from './session-cookie.ts';
import { findTimeStep, toBase32, toKeyAddress } from './totp.ts';

const CHALLENGE_SECONDS = 600;
const RECOVERY_CODES = 10;

export interface SecondFactorsParts {
  readonly tables: FactorTable & Pick<AccountTables, 'verifiedAt'>;
  readonly limiter: AttemptLimiter;
  readonly limits: Pick<AccountLimits, 'code'>;
  readonly mails: Pick<Mails, 'queue'>;
  readonly clock: Clock;
  readonly secret: SigningSecret;
  readonly publicUrl: string;
}

interface FactorOwner {
  readonly accountId: string;
  readonly email: string;
  readonly sessionId: string;
}

export interface NewCodeApp {
  /** For typing. */
  readonly key: string;
  /** For the QR code. */
  readonly address: string;
}

/** A code app and recovery codes. A code counts once. */
export interface SecondFactors {
  /** Begins the set-up of a code app. An earlier one counts until its first code is entered. */
  begin(owner: FactorOwner): NewCodeApp;
  /**
   * Ends the set-up with a first code of the app.
   * @returns new recovery codes, which nobody can read again
   * @throws AppError as `check`
   */
  activate(owner: FactorOwner, code: string): readonly string[];
  /** @throws AppError `failed-precondition` without a code app */
  remove(owner: FactorOwner): void;
  /** @throws AppError as `remove` */
  renewRecoveryCodes(owner: FactorOwner): readonly string[];
  /** @throws AppError for a wrong code, a used one, or too many attempts */
  check(accountId: string, code: string): void;
  /** Begins the challenge of a sign-in that has given the first factor. */
  demand(accountId: string): SecondFactorRequired;
  /**
   * Answers the challenge of a browser.
   * @returns the account
   * @throws AppError as `check`, and `failed-precondition` for a challenge that has expired or is unknown
   */
  answer(headers: Headers, code: string): string;
  /** `Set-Cookie` value that ends the challenge in the browser. */
  readonly endCookie: string;
}

/** Instead of a session, until the second factor is given. */
export class SecondFactorRequired extends AppError {
  /** `Set-Cookie` value that binds the challenge to the browser. */
  readonly cookie: string;

  constructor(cookie: string) {
    super('unauthenticated', 'Enter a code of your code app to go on.', { reason: 'second-factor-required' });
    this.cookie = cookie;
  }
}

export function createSecondFactors(parts: SecondFactorsParts): SecondFactors {
  const { tables, limiter, limits, mails, clock, secret, publicUrl } = parts;
  const cookieName = `${toCookiePrefix(publicUrl)}.second_factor`;

  function toCookie(value: string, seconds: number): string {
    const secure = publicUrl.startsWith('https:') ? '; Secure' : '';
    return `${cookieName}=${value}; Max-Age=${seconds}; Path=/; HttpOnly; SameSite=Lax${secure}`;
  }

  function count(accountId: string): void {
    const retryAfter = limiter.attempt(toKey(accountId), limits.code);
    if (retryAfter !== undefined) throw tooManyAttempts(retryAfter);
  }

  /** @param sealed of the code app */
  function takeCode(accountId: string, sealed: string, code: string): void {
    const key = unseal(sealed, secret, accountId);
    if (!key) throw unreadable();
    const step = findTimeStep(key, code, clock.now());
    if (step === undefined) throw wrongCode();
    if (!tables.useTimeStep(accountId, step)) throw usedCode();
    limiter.clear(toKey(accountId));
  }

  function tell(
    { accountId, email }: FactorOwner,
    facts: { method: 'code-app' | 'recovery-codes'; change: 'added' | 'removed' },
  ) {
    const at = clock.now();
    const key = `sign-in-method-changed:${accountId}:${facts.method}:${facts.change}:${at}`;
    mails.queue({ key, template: 'sign-in-method-changed', to: email, facts: { ...facts, at } });
  }

  function check(accountId: string, given: string): void {
    count(accountId);
    const code = toPlainCode(given);
    if (/^\d{6}$/.test(code)) {
      const sealed = tables.factorOf(accountId)?.secret;
      if (typeof sealed !== 'string') throw wrongCode();
      return takeCode(accountId, sealed, code);
    }
    if (!tables.useRecoveryCode(accountId, toHash(accountId, code))) throw wrongCode();
    limiter.clear(toKey(accountId));
  }

  return {
    begin({ accountId, email }) {
      const key = randomBytes(20);
      tables.putPendingFactor(accountId, seal(key, secret, accountId));
      return { key: toBase32(key), address: toKeyAddress(key, email) };
    },
    activate(owner, code) {
      const { accountId, sessionId } = owner;
      count(accountId);
      const pending = tables.factorOf(accountId)?.pending;
      if (typeof pending !== 'string') throw noCodeApp();
      takeCode(accountId, pending, toPlainCode(code));
      const codes = createRecoveryCodes();
      const recoveryHashes = codes.map((one) => toHash(accountId, one));
      tables.activateFactor({ accountId, secret: pending, recoveryHashes, sessionId, at: clock.now() });
      tell(owner, { method: 'code-app', change: 'added' });
      return codes.map(toGroups);
    },
    remove(owner) {
      if (!tables.removeFactor(owner.accountId, owner.sessionId)) throw noCodeApp();
      tell(owner, { method: 'code-app', change: 'removed' });
    },
    renewRecoveryCodes(owner) {
      const { accountId } = owner;
      if (!tables.hasFactor(accountId)) throw noCodeApp();
      const codes = createRecoveryCodes();
      tables.putRecoveryCodes(
        accountId,
        codes.map((one) => toHash(accountId, one)),
      );
      tell(owner, { method: 'recovery-codes', change: 'added' });
      return codes.map(toGroups);
    },
    check,
    demand(accountId) {
      const token = createSecret();
      const now = clock.now();
      const endsAt = now + CHALLENGE_SECONDS * 1000;
      tables.putChallenge(
        hashSecret(token),
        { accountId, verifiedAt: tables.verifiedAt(accountId), endsAt },
        now,
      );
      return new SecondFactorRequired(toCookie(token, CHALLENGE_SECONDS));
    },
    answer(headers, code) {
      const hash = hashSecret(readCookie(headers, cookieName));
      const challenge = tables.challenge(hash);
      if (!challenge || challenge.endsAt <= clock.now()) throw expired();
      const { accountId, verifiedAt } = challenge;
      // The password was replaced meanwhile.
      if (tables.verifiedAt(accountId) !== verifiedAt) throw expired();
      check(accountId, code);
      tables.deleteChallenge(hash);
      return accountId;
    },
    endCookie: toCookie('', 0),
  };
}

function toKey(accountId: string): string {
  return `code of ${accountId}`;
}

function toPlainCode(given: string): string {
  return given.replaceAll(/[\s-]/g, '').toUpperCase();
}

/** 80 random bits, so a plain hash hides them. */
function createRecoveryCodes(): readonly string[] {
  return Array.from({ length: RECOVERY_CODES }, () => toBase32(randomBytes(10)));
}

function toGroups(code: string): string {
  return (code.match(/.{4}/g) ?? []).join('-');
}

function toHash(accountId: string, code: string): string {
  return hashSecret(`${accountId} ${code}`);
}

function readCookie(headers: Headers, name: string): string {
  const pairs = (headers.get('cookie') ?? '').split(';').map((pair) => pair.trim());
  return pairs.find((pair) => pair.startsWith(`${name}=`))?.slice(name.length + 1) ?? '';
}

function wrongCode(): AppError {
  const message = 'This code is not right. Look at your code app again: a new code comes every 30 seconds.';
  return new AppError('permission-denied', message, { reason: 'invalid-code', path: 'code' });
}

function usedCode(): AppError {
  const message = 'This code was used a moment ago. Wait for the next one, at most 30 seconds.';
  return new AppError('permission-denied', message, { reason: 'used-code', path: 'code' });
}

function noCodeApp(): AppError {
  const message = 'This account has no code app. Set one up first.';
  return new AppError('failed-precondition', message, { reason: 'no-code-app' });
}

function expired(): AppError {
  const message = 'The sign-in took longer than 10 minutes, or it began in another browser. Log in again.';
  return new AppError('failed-precondition', message, { reason: 'expired-action-code' });
}

/** `AUTH_SECRET` was replaced without its rotation. */
function unreadable(): AppError {
  const message =
    'The server can’t read this account’s code app any more. Use a recovery code, or ask a manager to remove it.';
  return new AppError('failed-precondition', message, { reason: 'unreadable-code-app' });
}
