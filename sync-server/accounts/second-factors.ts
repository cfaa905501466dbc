import { randomBytes } from 'node:crypto';
import { AppError } from '#shared/kernel/app-error.ts';
import type { Clock } from '#shared/kernel/clock.ts';
import { createSecret } from '#shared/kernel/ids.ts';
import { hashSecret, type SigningSecret } from '#server/devices/device-tokens.ts';
import type { Mails } from '#server/mail/mails.ts';
import type { MethodFacts } from '#server/mail/templates/account-changes.ts';
import type { AccountTables } from './account-tables.ts';
import { tooManyAttempts, type AccountLimits, type AttemptLimiter } from './attempt-limits.ts';
import type { FactorTable } from './factor-table.ts';
import { createOwnCookie } from './own-cookie.ts';
import { createRecoveryCodes, hashRecoveryCode } from './recovery-codes.ts';
import { seal, unseal } from './sealed-text.ts';
import { findTimeStep, toBase32, toKeyAddress } from './totp.ts';

const CHALLENGE_SECONDS = 600;

export interface SecondFactorsParts {
  readonly tables: FactorTable & Pick<AccountTables, 'verifiedAt'>;
  readonly limiter: AttemptLimiter;
  readonly limits: Pick<AccountLimits, 'code'>;
  readonly mails: Pick<Mails, 'queue'>;
  readonly clock: Clock;
  readonly secret: SigningSecret;
  readonly publicUrl: string;
}

export interface FactorOwner {
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

/** A code app, recovery codes, and sign-ins that need a second factor. A code counts once. */
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
  /** @throws AppError `failed-precondition` without a second factor */
  renewRecoveryCodes(owner: FactorOwner): readonly string[];
  /** @throws AppError for a wrong code, a used one, or too many attempts */
  check(accountId: string, code: string): void;
  /** Begins the challenge of a sign-in that has given the first factor. */
  demand(accountId: string): SecondFactorRequired;
  /** The account whose second factor this browser has to give; undefined without a challenge that has not expired. */
  waitingAccount(headers: Headers): string | undefined;
  /** As `waitingAccount`. @throws AppError `failed-precondition` without one */
  challenged(headers: Headers): string;
  /**
   * Answers the challenge of a browser with a code, or with the account that it has used a passkey of.
   * @returns the account
   * @throws AppError as `check` and `challenged`
   */
  answer(headers: Headers, proof: { readonly code: string } | { readonly accountId: string }): string;
  /** `Set-Cookie` value that ends the challenge in the browser. */
  readonly endCookie: string;
}

/** Instead of a session, until the second factor is given. */
export class SecondFactorRequired extends AppError {
  /** `Set-Cookie` value that binds the challenge to the browser. */
  readonly cookie: string;

  constructor(cookie: string) {
    super('unauthenticated', 'Give your second factor to go on.', { reason: 'second-factor-required' });
    this.cookie = cookie;
  }
}

/** Tells owners by mail how their sign-in was changed. */
export function createMethodMails({ mails, clock }: Pick<SecondFactorsParts, 'mails' | 'clock'>) {
  return ({ accountId, email }: Pick<FactorOwner, 'accountId' | 'email'>, facts: Omit<MethodFacts, 'at'>) => {
    const at = clock.now();
    const key = `sign-in-method-changed:${accountId}:${facts.method}:${facts.change}:${at}`;
    mails.queue({ key, template: 'sign-in-method-changed', to: email, facts: { ...facts, at } });
  };
}

export function createSecondFactors(parts: SecondFactorsParts): SecondFactors {
  const { tables, limiter, limits, clock, secret, publicUrl } = parts;
  const cookie = createOwnCookie(publicUrl, 'second_factor');
  const tell = createMethodMails(parts);

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

  function check(accountId: string, given: string): void {
    count(accountId);
    const code = toPlainCode(given);
    if (/^\d{6}$/.test(code)) {
      const sealed = tables.factorOf(accountId)?.secret;
      if (typeof sealed !== 'string') throw wrongCode();
      return takeCode(accountId, sealed, code);
    }
    if (!tables.useRecoveryCode(accountId, hashRecoveryCode(accountId, code))) throw wrongCode();
    limiter.clear(toKey(accountId));
  }

  function findChallenge(headers: Headers) {
    const hash = hashSecret(cookie.read(headers));
    const challenge = tables.challenge(hash);
    if (!challenge || challenge.endsAt <= clock.now()) return undefined;
    const { accountId, verifiedAt } = challenge;
    // The password was replaced meanwhile.
    if (tables.verifiedAt(accountId) !== verifiedAt) return undefined;
    return { hash, accountId };
  }

  function readChallenge(headers: Headers) {
    const challenge = findChallenge(headers);
    if (!challenge) throw expired();
    return challenge;
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
      const { codes, hashes } = createRecoveryCodes(accountId);
      const app = { accountId, secret: pending, recoveryHashes: hashes };
      tables.activateCodeApp({ ...app, sessionId, at: clock.now() });
      tell(owner, { method: 'code-app', change: 'added' });
      return codes;
    },
    remove(owner) {
      if (!tables.removeCodeApp(owner.accountId, owner.sessionId)) throw noCodeApp();
      tell(owner, { method: 'code-app', change: 'removed' });
    },
    renewRecoveryCodes(owner) {
      const { accountId } = owner;
      if (!tables.hasFactor(accountId)) throw noFactor();
      const { codes, hashes } = createRecoveryCodes(accountId);
      tables.putRecoveryCodes(accountId, hashes);
      tell(owner, { method: 'recovery-codes', change: 'added' });
      return codes;
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
      return new SecondFactorRequired(cookie.write(token, CHALLENGE_SECONDS));
    },
    waitingAccount: (headers) => findChallenge(headers)?.accountId,
    challenged: (headers) => readChallenge(headers).accountId,
    answer(headers, proof) {
      const { hash, accountId } = readChallenge(headers);
      if ('code' in proof) check(accountId, proof.code);
      else if (proof.accountId !== accountId) throw expired();
      tables.deleteChallenge(hash);
      return accountId;
    },
    endCookie: cookie.end,
  };
}

function toKey(accountId: string): string {
  return `code of ${accountId}`;
}

function toPlainCode(given: string): string {
  return given.replaceAll(/[\s-]/g, '').toUpperCase();
}

function wrongCode(): AppError {
  const message = 'This code is not right. Look at your code app again: a new code comes every 30 seconds.';
  return new AppError('permission-denied', message, { reason: 'invalid-code', path: 'code' });
}

function usedCode(): AppError {
  const message = 'This code was used a moment ago. Wait for the next one, at most 30 seconds.';
  return new AppError('permission-denied', message, { reason: 'used-code', path: 'code' });
}

function noFactor(): AppError {
  const message = 'This account has no second factor. Add a passkey or set up a code app first.';
  return new AppError('failed-precondition', message, { reason: 'no-second-factor' });
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
