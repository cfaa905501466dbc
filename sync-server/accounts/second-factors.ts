import { randomBytes } from 'node:crypto';
import { AppError } from '#shared/kernel/app-error.ts';
import type { Clock } from '#shared/kernel/clock.ts';
import { createSecret } from '#shared/kernel/ids.ts';
import { hashSecret, type SigningSecret } from '#server/devices/device-tokens.ts';
import type { Mails } from '#server/mail/mails.ts';
import type { MethodFacts } from '#server/mail/templates/account-mails.ts';
import type { AccountTables } from './account-tables.ts';
import { tooManyAttempts, type AccountLimits, type AttemptLimiter } from './attempt-limits.ts';
import type { ChallengeRow, FactorTable } from './factor-table.ts';
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

export interface SecondFactorState {
  /** Whether the account has a code app. */
  readonly isOn: boolean;
  readonly recoveryCodesLeft: number;
}

type FoundAccount = Pick<ChallengeRow, 'accountId' | 'verifiedAt'>;

/** A code app, recovery codes, and sign-ins that need a second factor. A code counts once. */
export interface SecondFactors {
  read(accountId: string): Promise<SecondFactorState>;
  /** Begins the set-up of a code app. An earlier one counts until its first code is entered. */
  begin(owner: FactorOwner): Promise<NewCodeApp>;
  /**
   * Ends the set-up with a first code of the app.
   * @returns new recovery codes, which nobody can read again
   * @throws AppError as `check`
   */
  activate(owner: FactorOwner, code: string): Promise<readonly string[]>;
  /** @throws AppError `failed-precondition` without a code app */
  remove(owner: FactorOwner): Promise<void>;
  /** @throws AppError `failed-precondition` without a second factor */
  renewRecoveryCodes(owner: FactorOwner): Promise<readonly string[]>;
  /** @throws AppError for a wrong code, a used one, or too many attempts */
  check(accountId: string, code: string): Promise<void>;
  /** Begins the challenge of a sign-in that has given the first factor. @param account as the sign-in found it */
  demand(account: FoundAccount): Promise<SecondFactorRequired>;
  /** The account whose second factor this browser has to give; undefined without a challenge that has not expired. */
  waitingAccount(headers: Headers): Promise<string | undefined>;
  /** As `waitingAccount`. @throws AppError `failed-precondition` without one */
  challenged(headers: Headers): Promise<string>;
  /**
   * Answers the challenge of a browser with a code, or with the account that it has used a passkey of.
   * @returns the account, as the sign-in found it
   * @throws AppError as `check` and `challenged`
   */
  answer(
    headers: Headers,
    proof: { readonly code: string } | { readonly accountId: string },
  ): Promise<FoundAccount>;
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
  return async (
    { accountId, email }: Pick<FactorOwner, 'accountId' | 'email'>,
    facts: Omit<MethodFacts, 'at'>,
  ): Promise<void> => {
    const at = clock.now();
    const key = `sign-in-method-changed:${accountId}:${facts.method}:${facts.change}:${at}`;
    await mails.queue({ key, template: 'sign-in-method-changed', to: email, facts: { ...facts, at } });
  };
}

export function createSecondFactors(parts: SecondFactorsParts): SecondFactors {
  const { tables, limiter, limits, clock, secret, publicUrl } = parts;
  const cookie = createOwnCookie(publicUrl, 'second_factor');
  const tell = createMethodMails(parts);

  async function count(accountId: string): Promise<void> {
    const retryAfter = await limiter.attempt(toKey(accountId), limits.code);
    if (retryAfter !== undefined) throw tooManyAttempts(retryAfter);
  }

  /** @param sealed of the code app */
  async function takeCode(accountId: string, sealed: string, code: string): Promise<void> {
    const key = unseal(sealed, secret, accountId);
    if (!key) throw unreadable();
    const step = findTimeStep(key, code, clock.now());
    if (step === undefined) throw wrongCode();
    if (!(await tables.useTimeStep(accountId, step))) throw usedCode();
    await limiter.clear(toKey(accountId));
  }

  async function check(accountId: string, given: string): Promise<void> {
    await count(accountId);
    const code = toPlainCode(given);
    if (/^\d{6}$/.test(code)) {
      const sealed = (await tables.factorOf(accountId))?.secret;
      if (typeof sealed !== 'string') throw wrongCode();
      return takeCode(accountId, sealed, code);
    }
    if (!(await tables.useRecoveryCode(accountId, hashRecoveryCode(accountId, code)))) throw wrongCode();
    await limiter.clear(toKey(accountId));
  }

  async function findChallenge(headers: Headers) {
    const hash = hashSecret(cookie.read(headers));
    const challenge = await tables.challenge(hash);
    if (!challenge || challenge.endsAt <= clock.now()) return undefined;
    const { accountId, verifiedAt } = challenge;
    // The password was replaced meanwhile.
    if ((await tables.verifiedAt(accountId)) !== verifiedAt) return undefined;
    return { hash, accountId, verifiedAt };
  }

  async function readChallenge(headers: Headers) {
    const challenge = await findChallenge(headers);
    if (!challenge) throw expired();
    return challenge;
  }

  return {
    read: async (accountId) => ({
      isOn: await tables.hasCodeApp(accountId),
      recoveryCodesLeft: await tables.recoveryCodesLeft(accountId),
    }),
    async begin({ accountId, email }) {
      const key = randomBytes(20);
      await tables.putPendingFactor(accountId, seal(key, secret, accountId));
      return { key: toBase32(key), address: toKeyAddress(key, email) };
    },
    async activate(owner, code) {
      const { accountId, sessionId } = owner;
      await count(accountId);
      const pending = (await tables.factorOf(accountId))?.pending;
      if (typeof pending !== 'string') throw noCodeApp();
      await takeCode(accountId, pending, toPlainCode(code));
      const { codes, hashes } = createRecoveryCodes(accountId);
      const app = { accountId, secret: pending, recoveryHashes: hashes };
      const isActive = await tables.activateCodeApp({ ...app, sessionId, at: clock.now() });
      // Another set-up was faster, or the session has ended meanwhile.
      if (!isActive) throw noCodeApp();
      await tell(owner, { method: 'code-app', change: 'added' });
      return codes;
    },
    async remove(owner) {
      if (!(await tables.removeCodeApp(owner.accountId, owner.sessionId))) throw noCodeApp();
      await tell(owner, { method: 'code-app', change: 'removed' });
    },
    async renewRecoveryCodes(owner) {
      const { accountId } = owner;
      const { codes, hashes } = createRecoveryCodes(accountId);
      if (!(await tables.putRecoveryCodes(accountId, hashes))) throw noFactor();
      await tell(owner, { method: 'recovery-codes', change: 'added' });
      return codes;
    },
    check,
    async demand(account) {
      const token = createSecret();
      const now = clock.now();
      const endsAt = now + CHALLENGE_SECONDS * 1000;
      await tables.putChallenge(hashSecret(token), { ...account, endsAt }, now);
      return new SecondFactorRequired(cookie.write(token, CHALLENGE_SECONDS));
    },
    waitingAccount: async (headers) => (await findChallenge(headers))?.accountId,
    challenged: async (headers) => (await readChallenge(headers)).accountId,
    async answer(headers, proof) {
      const { hash, accountId, verifiedAt } = await readChallenge(headers);
      if ('code' in proof) await check(accountId, proof.code);
      else if (proof.accountId !== accountId) throw expired();
      if (!(await tables.deleteChallenge(hash))) throw expired();
      return { accountId, verifiedAt };
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
