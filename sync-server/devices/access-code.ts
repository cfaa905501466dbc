import { createHmac } from 'node:crypto';
import { isSameSecret } from './device-tokens.ts';

/** The code that opens the purchase-order pages, and the tokens that remember on a device that it was entered. */
export interface AccessCode {
  /** Exactly the code, letter by letter and case by case, in a time that doesn't depend on where they differ. */
  isCorrect(guess: string): boolean;
  /** Good on this device alone, until the code is another one. */
  issueToken(fid: string): string;
  isValid(token: string, fid: string): boolean;
}

/** Tokens are signed and stateless: `c1.<HMAC of fid and code>`. */
export function createAccessCode(code: string, signingSecret: string): AccessCode {
  const key = createHmac('sha256', signingSecret).update(`access code ${code}`).digest();
  const issueToken = (fid: string) => `c1.${createHmac('sha256', key).update(fid).digest('base64url')}`;
  return {
    isCorrect: (guess) => isSameSecret(guess, code),
    issueToken,
    isValid: (token, fid) => isSameSecret(token, issueToken(fid)),
  };
}
