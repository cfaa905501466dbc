/** The code app of an account. */
export interface FactorRow {
  /** Sealed; null until a first code has been entered. */
  readonly secret: string | null;
  /** Sealed, of a set-up that has not been finished. */
  readonly pending: string | null;
}

/** A sign-in that has given the first factor and waits for the second. */
export interface ChallengeRow {
  readonly accountId: string;
  /** When the account's address was verified or its password changed, as the sign-in found it. */
  readonly verifiedAt: number | null;
  /** Epoch milliseconds. */
  readonly endsAt: number;
}

export interface FactorTable {
  factorOf(accountId: string): FactorRow | undefined;
  hasFactor(accountId: string): boolean;
  putPendingFactor(accountId: string, pending: string): void;
  /**
   * Makes a secret the account's, replaces its recovery codes, notes the second factor of the session and ends all
   * others, in one transaction.
   */
  activateFactor(factor: {
    readonly accountId: string;
    readonly secret: string;
    readonly recoveryHashes: readonly string[];
    readonly sessionId: string;
    readonly at: number;
  }): void;
  /**
   * Removes the code app and the recovery codes and ends all sessions but one, which counts as one without a second
   * factor from now on.
   * @returns whether there was one
   */
  removeFactor(accountId: string, except?: string): boolean;
  /** @returns false if a code of this time step was used before */
  useTimeStep(accountId: string, step: number): boolean;
  recoveryCodesLeft(accountId: string): number;
  putRecoveryCodes(accountId: string, hashes: readonly string[]): void;
  /** @returns whether the account had this code. It is used up. */
  useRecoveryCode(accountId: string, hash: string): boolean;
  /** Deletes expired challenges. */
  putChallenge(hash: string, challenge: ChallengeRow, now: number): void;
  challenge(hash: string): ChallengeRow | undefined;
  deleteChallenge(hash: string): void;
}
