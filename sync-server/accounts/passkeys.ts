import type {
  AuthenticationResponseJSON,
  AuthenticatorTransportFuture,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from '@simplewebauthn/server';
import { MAX_PASSKEYS } from '#shared/api/account-routes.ts';
import type { PasskeyAnswer, PasskeyAttestation } from '#shared/api/requests.ts';
import { AppError } from '#shared/kernel/app-error.ts';
import type { Clock } from '#shared/kernel/clock.ts';
import { createId, createSecret } from '#shared/kernel/ids.ts';
import { hashSecret } from '#server/devices/device-tokens.ts';
import type { Log } from '#server/log.ts';
import type { Mails } from '#server/mail/mails.ts';
import { tooManyAttempts, type AccountLimits, type AttemptLimiter } from './attempt-limits.ts';
import type { FactorTable, PasskeyChallengeRow, PasskeyPurpose, PasskeyRow } from './factor-table.ts';
import { createOwnCookie } from './own-cookie.ts';
import { createRecoveryCodes } from './recovery-codes.ts';
import { createMethodMails, type FactorOwner } from './second-factors.ts';

const CHALLENGE_SECONDS = 300;

export interface PasskeysParts {
  readonly tables: FactorTable;
  readonly limiter: AttemptLimiter;
  readonly limits: Pick<AccountLimits, 'code' | 'signIn'>;
  readonly mails: Pick<Mails, 'queue'>;
  readonly clock: Clock;
  readonly log: Log;
  readonly publicUrl: string;
}

/** What the browser gives to its passkeys, with the `Set-Cookie` value that binds the answer to it. */
export interface PasskeyQuestion<Options> {
  readonly options: Options;
  readonly cookie: string;
}

export type AnswerPurpose = Exclude<PasskeyPurpose, 'adding'>;

export interface NewPasskey {
  readonly passkey: PasskeyAttestation;
  /** For the person. */
  readonly name: string;
}

/** A passkey, as `GET /account/passkeys` lists it. */
export interface ListedPasskey {
  readonly id: string;
  readonly name: string;
  /** Epoch milliseconds. */
  readonly madeAt: number;
  readonly usedAt: number | null;
}

/** Passkeys with user verification, for this shop's own address. */
export interface Passkeys {
  /** Oldest first. */
  list(accountId: string): Promise<readonly ListedPasskey[]>;
  /** @throws AppError `failed-precondition` if the account has as many as it may */
  begin(owner: FactorOwner): Promise<PasskeyQuestion<PublicKeyCredentialCreationOptionsJSON>>;
  /**
   * Adds a passkey and ends the account's other sessions.
   * @param headers of the request, with the cookie of `begin`
   * @returns recovery codes if it is the account's first second factor
   * @throws AppError as `begin`, for a question that is not answered in time, and for an answer that is not right
   */
  add(owner: FactorOwner, headers: Headers, added: NewPasskey): Promise<readonly string[]>;
  /** Ends the account's other sessions. @throws AppError `not-found` */
  remove(owner: FactorOwner, id: string): Promise<void>;
  /**
   * Asks for a passkey. @param accountId whose; anybody's without @param network of the caller, for the limits
   * @throws AppError after too many questions
   */
  ask(
    purpose: AnswerPurpose,
    accountId: string | undefined,
    network: string | undefined,
  ): Promise<PasskeyQuestion<PublicKeyCredentialRequestOptionsJSON>>;
  /**
   * Checks the answer to a question of this browser, which is used up.
   * @returns the passkey's account
   * @throws AppError as `add`, and after too many wrong answers
   */
  check(purpose: AnswerPurpose, headers: Headers, answer: PasskeyAnswer): Promise<string>;
  /** `Set-Cookie` value that ends the question in the browser. */
  readonly endCookie: string;
}

/** Takes several megabytes of memory, so it is loaded with the first passkey. */
const loadWebAuthn = () => import('@simplewebauthn/server');

export function createPasskeys(parts: PasskeysParts): Passkeys {
  const { tables, limiter, limits, clock, log, publicUrl } = parts;
  const { origin, hostname: rpId } = new URL(publicUrl);
  const cookie = createOwnCookie(publicUrl, 'passkey');
  const tell = createMethodMails(parts);

  /** @returns `Set-Cookie` value */
  async function keep(question: Omit<PasskeyChallengeRow, 'endsAt'>): Promise<string> {
    const token = createSecret();
    const now = clock.now();
    const endsAt = now + CHALLENGE_SECONDS * 1000;
    await tables.putPasskeyChallenge(hashSecret(token), { ...question, endsAt }, now);
    return cookie.write(token, CHALLENGE_SECONDS);
  }

  /** The question of this browser, which is used up. */
  async function take(purpose: PasskeyPurpose, headers: Headers): Promise<PasskeyChallengeRow> {
    const question = await tables.takePasskeyChallenge(hashSecret(cookie.read(headers)));
    if (!question || question.purpose !== purpose || question.endsAt <= clock.now()) throw expired();
    return question;
  }

  function refuse(cause: unknown): AppError {
    log.warn({ part: 'accounts', err: cause }, 'a passkey was refused');
    return invalid();
  }

  /**
   * Refuses certificates, which we don't ask for: the library would load revocation lists from the addresses that they
   * name.
   */
  async function assertPlain({ response }: PasskeyAttestation): Promise<void> {
    const { decodeAttestationObject } = await import('@simplewebauthn/server/helpers');
    let isPlain: boolean;
    try {
      const attestation = decodeAttestationObject(Buffer.from(response.attestationObject, 'base64url'));
      const format = attestation.get('fmt');
      const isSigned = format === 'packed' && attestation.get('attStmt').get('x5c') === undefined;
      isPlain = format === 'none' || isSigned;
    } catch (cause) {
      throw refuse(cause);
    }
    if (!isPlain) throw refuse(new Error('It has certificates.'));
  }

  return {
    list: async (accountId) =>
      (await tables.passkeysOf(accountId)).map(({ id, name, madeAt, usedAt }) => ({
        id,
        name,
        madeAt,
        usedAt,
      })),
    async begin({ accountId, email }) {
      const own = await tables.passkeysOf(accountId);
      if (own.length >= MAX_PASSKEYS) throw tooManyPasskeys();
      const { generateRegistrationOptions } = await loadWebAuthn();
      const options = await generateRegistrationOptions({
        rpName: 'Nankeen',
        rpID: rpId,
        userID: Buffer.from(accountId),
        userName: email,
        userDisplayName: email,
        timeout: CHALLENGE_SECONDS * 1000,
        attestationType: 'none',
        excludeCredentials: own.map(toDescriptor),
        authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      });
      return { options, cookie: await keep({ purpose: 'adding', accountId, challenge: options.challenge }) };
    },
    async add(owner, headers, { passkey, name }) {
      const { accountId, sessionId } = owner;
      const question = await take('adding', headers);
      if (question.accountId !== accountId) throw expired();
      const { verifyRegistrationResponse } = await loadWebAuthn();
      await assertPlain(passkey);
      const { registrationInfo } = await verifyRegistrationResponse({
        response: { ...passkey, clientExtensionResults: {} } as RegistrationResponseJSON,
        expectedChallenge: question.challenge,
        expectedOrigin: origin,
        expectedRPID: rpId,
        // Checked below, with a sentence of its own.
        requireUserVerification: false,
      }).catch((cause: unknown) => {
        throw refuse(cause);
      });
      if (!registrationInfo) throw invalid();
      if (!registrationInfo.userVerified) throw unverified();
      const { id: credentialId, publicKey, counter } = registrationInfo.credential;
      const { codes, hashes: recoveryHashes } = createRecoveryCodes(accountId);
      const transports = (passkey.response.transports ?? []).join(',');
      const at = clock.now();
      const stored = { accountId, credentialId, publicKey: Buffer.from(publicKey), counter, transports };
      const addition = await tables.addPasskey(
        { ...stored, id: createId(), name, madeAt: at, usedAt: null },
        { sessionId, at },
        { recoveryHashes, most: MAX_PASSKEYS },
      );
      if (addition === 'too-many') throw tooManyPasskeys();
      if (addition === 'known') throw isKnown();
      if (addition === 'signed-out') throw expired();
      await tell(owner, { method: 'passkey', change: 'added' });
      return addition === 'first' ? codes : [];
    },
    async remove(owner, id) {
      const { accountId, sessionId } = owner;
      if (!(await tables.removePasskey({ accountId, id }, sessionId))) throw isGone();
      await tell(owner, { method: 'passkey', change: 'removed' });
    },
    async ask(purpose, accountId, network) {
      const retryAfter =
        network === undefined ? undefined : await limiter.attempt(`passkeys from ${network}`, limits.signIn);
      if (retryAfter !== undefined) throw tooManyAttempts(retryAfter);
      const { generateAuthenticationOptions } = await loadWebAuthn();
      const options = await generateAuthenticationOptions({
        rpID: rpId,
        userVerification: 'required',
        timeout: CHALLENGE_SECONDS * 1000,
        allowCredentials:
          accountId === undefined ? [] : (await tables.passkeysOf(accountId)).map(toDescriptor),
      });
      const question = { purpose, accountId: accountId ?? null, challenge: options.challenge };
      return { options, cookie: await keep(question) };
    },
    async check(purpose, headers, answer) {
      const question = await take(purpose, headers);
      // Strangers to the account can't use up its attempts: a sign-in names no account.
      const counted = question.accountId === null ? undefined : `passkey of ${question.accountId}`;
      const retryAfter = counted === undefined ? undefined : await limiter.attempt(counted, limits.code);
      if (retryAfter !== undefined) throw tooManyAttempts(retryAfter);
      const passkey = await tables.passkey(answer.id);
      if (!passkey) throw unknown();
      const { accountId, credentialId } = passkey;
      if (accountId !== (question.accountId ?? accountId)) throw isForeign();
      const { userHandle } = answer.response;
      if (userHandle === undefined ? purpose === 'sign-in' : !isHandleOf(accountId, userHandle))
        throw invalid();
      const { verifyAuthenticationResponse } = await loadWebAuthn();
      const { verified, authenticationInfo } = await verifyAuthenticationResponse({
        response: { ...answer, clientExtensionResults: {} } as AuthenticationResponseJSON,
        expectedChallenge: question.challenge,
        expectedOrigin: origin,
        expectedRPID: rpId,
        credential: { id: credentialId, publicKey: passkey.publicKey, counter: passkey.counter },
        requireUserVerification: false,
      }).catch((cause: unknown) => {
        throw refuse(cause);
      });
      if (!verified) throw invalid();
      if (!authenticationInfo.userVerified) throw unverified();
      const { newCounter: counter } = authenticationInfo;
      if (!(await tables.notePasskeyUse({ credentialId, counter, at: clock.now() }))) throw unknown();
      if (counted !== undefined) await limiter.clear(counted);
      return accountId;
    },
    endCookie: cookie.end,
  };
}

function toDescriptor({ credentialId: id, transports }: PasskeyRow) {
  const known = transports === '' ? [] : (transports.split(',') as AuthenticatorTransportFuture[]);
  return known.length === 0 ? { id } : { id, transports: known };
}

function isHandleOf(accountId: string, handle: string): boolean {
  return Buffer.from(handle, 'base64url').equals(Buffer.from(accountId));
}

function invalid(): AppError {
  const message = 'This passkey was not accepted. Nothing was changed. Try again, or use another way.';
  return new AppError('permission-denied', message, { reason: 'invalid-passkey' });
}

function unverified(): AppError {
  const message =
    'This passkey came without your fingerprint, face or PIN, which we need. Set up a screen lock or a PIN, then try again. Nothing was changed.';
  return new AppError('permission-denied', message, { reason: 'unverified-passkey' });
}

function unknown(): AppError {
  const message =
    'The shop doesn’t know this passkey. It may have been removed from its account. Log in in another way.';
  return new AppError('permission-denied', message, { reason: 'unknown-passkey' });
}

function isForeign(): AppError {
  const message = 'This passkey belongs to another account. Use one of this account.';
  return new AppError('permission-denied', message, { reason: 'foreign-passkey' });
}

function isKnown(): AppError {
  const message = 'This passkey is in use already. Nothing was added.';
  return new AppError('failed-precondition', message, { reason: 'known-passkey' });
}

function isGone(): AppError {
  return new AppError('not-found', 'This passkey has been removed already.');
}

function tooManyPasskeys(): AppError {
  const message = `An account has at most ${MAX_PASSKEYS} passkeys. Remove one first. Nothing was added.`;
  return new AppError('failed-precondition', message, { reason: 'too-many-passkeys' });
}

function expired(): AppError {
  const message =
    'The passkey took longer than five minutes, was used before, or was asked for in another browser. Try again.';
  return new AppError('failed-precondition', message, { reason: 'expired-passkey' });
}
