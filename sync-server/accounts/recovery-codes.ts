import { randomBytes } from 'node:crypto';
import { hashSecret } from '#server/devices/device-tokens.ts';
import { toBase32 } from './totp.ts';

const RECOVERY_CODES = 10;

export interface NewRecoveryCodes {
  /** For the person. */
  readonly codes: readonly string[];
  /** To be stored. */
  readonly hashes: readonly string[];
}

export function createRecoveryCodes(accountId: string): NewRecoveryCodes {
  const codes = Array.from({ length: RECOVERY_CODES }, () => toBase32(randomBytes(10)));
  return {
    codes: codes.map((code) => (code.match(/.{4}/g) ?? []).join('-')),
    hashes: codes.map((code) => hashRecoveryCode(accountId, code)),
  };
}

/** A code has 80 random bits, so a plain hash hides it. @param code in capitals, without separators */
export function hashRecoveryCode(accountId: string, code: string): string {
  return hashSecret(`${accountId} ${code}`);
}
