/** The code app of an account. */
export interface FactorRow {
  /** Sealed; null until a first code has been entered. */
  readonly secret: string | null;
  /** Sealed, of a set-up that has not been finished. */
  readonly pending: string | null;
}

export interface PasskeyRow {
  /** Of the credential, as the person's device names it. */
  readonly credentialId: string;
  readonly accountId: string;
  /** COSE. */
  readonly publicKey: Uint8Array<ArrayBuffer>;
  /** How often it was used, as the device counts; always 0 for those that are on several devices. */
  readonly counter: number;
  /** How browsers reach the device, e.g. `internal,hybrid`. */
  readonly transports: string;
  readonly id: string;
  /** For the person. */
  readonly name: string;
  /** Epoch milliseconds. */
  readonly madeAt: number;
  readonly usedAt: number | null;
}

/** A sign-in that has given the first factor and waits for the second. */
export interface ChallengeRow {
  readonly accountId: string;
  /** When the account's address was verified or its password changed, as the sign-in found it. */
  readonly verifiedAt: number | null;
  /** Epoch milliseconds. */
  readonly endsAt: number;
}

export type PasskeyPurpose = 'adding' | 'sign-in' | 'second-factor' | 'confirmation';

/** What a passkey of a browser has to sign. */
export interface PasskeyChallengeRow {
  readonly purpose: PasskeyPurpose;
  /** Whose passkey it has to be; null for anybody's. */
  readonly accountId: string | null;
  readonly challenge: string;
  /** Epoch milliseconds. */
  readonly endsAt: number;
}

/** The session of the caller, which goes on while the others end. */
interface Change {
  readonly sessionId: string;
  /** Epoch milliseconds. */
  readonly at: number;
}

/** `first`: it is the account's first second factor. The others name why nothing was added. */
export type PasskeyAddition = 'first' | 'further' | 'too-many' | 'known' | 'signed-out';

/** Code apps, passkeys and recovery codes. Adding and removing one ends the account's other sessions. */
export interface FactorTable {
  factorOf(accountId: string): Promise<FactorRow | undefined>;
  hasCodeApp(accountId: string): Promise<boolean>;
  /** Whether the account has a code app or a passkey. */
  hasFactor(accountId: string): Promise<boolean>;
  putPendingFactor(accountId: string, pending: string): Promise<void>;
  /**
   * Makes a pending secret the account's, replaces its recovery codes, and notes the second factor of the session, in
   * one transaction.
   * @returns false, without a change, if the secret is not pending any more or the session has ended
   */
  activateCodeApp(
    app: Change & {
      readonly accountId: string;
      readonly secret: string;
      readonly recoveryHashes: readonly string[];
    },
  ): Promise<boolean>;
  /**
   * Without another factor, the recovery codes go, too, and the session counts as one without a second factor.
   * @returns whether there was one
   */
  removeCodeApp(accountId: string, sessionId: string): Promise<boolean>;
  /** Oldest first. */
  passkeysOf(accountId: string): Promise<readonly PasskeyRow[]>;
  passkey(credentialId: string): Promise<PasskeyRow | undefined>;
  /**
   * Adds a passkey, and notes the second factor of the session, in one transaction.
   * @param account its recovery codes if it has no second factor yet, and the most passkeys that it may have
   */
  addPasskey(
    passkey: PasskeyRow,
    change: Change,
    account: { readonly recoveryHashes: readonly string[]; readonly most: number },
  ): Promise<PasskeyAddition>;
  /** As `removeCodeApp`. */
  removePasskey(of: { readonly accountId: string; readonly id: string }, sessionId: string): Promise<boolean>;
  /** @returns false if the passkey was removed, or was used with this count, meanwhile */
  notePasskeyUse(
    use: Pick<PasskeyRow, 'credentialId' | 'counter'> & { readonly at: number },
  ): Promise<boolean>;
  /** Removes code app, passkeys and recovery codes, and ends all sessions. @returns whether there were any */
  removeFactors(accountId: string): Promise<boolean>;
  /** @returns false if a code of this time step was used before */
  useTimeStep(accountId: string, step: number): Promise<boolean>;
  recoveryCodesLeft(accountId: string): Promise<number>;
  /** @returns false, without a change, if the account has no second factor */
  putRecoveryCodes(accountId: string, hashes: readonly string[]): Promise<boolean>;
  /** @returns whether the account had this code. It is used up. */
  useRecoveryCode(accountId: string, hash: string): Promise<boolean>;
  /** Deletes expired challenges. */
  putChallenge(hash: string, challenge: ChallengeRow, now: number): Promise<void>;
  challenge(hash: string): Promise<ChallengeRow | undefined>;
  /** @returns whether it was there: of two answers at once, one uses it up */
  deleteChallenge(hash: string): Promise<boolean>;
  /** Deletes expired ones. */
  putPasskeyChallenge(hash: string, challenge: PasskeyChallengeRow, now: number): Promise<void>;
  /** Uses it up. */
  takePasskeyChallenge(hash: string): Promise<PasskeyChallengeRow | undefined>;
}
