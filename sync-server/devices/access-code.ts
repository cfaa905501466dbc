import { createHmac } from 'node:crypto';
import { AppError } from '#shared/kernel/app-error.ts';
import { isSameSecret } from './device-tokens.ts';

/** The code that opens the purchase-order pages, and the tokens that prove that it was entered on a device. */
export interface AccessCode {
  /** Exact, case-sensitive comparison in constant time. */
  isCorrect(guess: string): boolean;
  /** Valid only on this device, until the code changes. */
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

/** The access code of a running server. Changing it invalidates all tokens of the old code. */
export interface CurrentAccessCode extends AccessCode {
  /** @throws AppError `failed-precondition` when the settings contain the code */
  change(code: string): void;
}

/** @param keep stores a new code for later starts; missing when the settings contain the code */
export function createCurrentAccessCode(
  code: string,
  signingSecret: string,
  keep?: (code: string) => void,
): CurrentAccessCode {
  let current = createAccessCode(code, signingSecret);
  return {
    isCorrect: (guess) => current.isCorrect(guess),
    issueToken: (fid) => current.issueToken(fid),
    isValid: (token, fid) => current.isValid(token, fid),
    change(next) {
      if (!keep) throw codeIsSet();
      keep(next);
      current = createAccessCode(next, signingSecret);
    },
  };
}

function codeIsSet(): AppError {
  const message =
    'The access code is defined by ACCESS_CODE, so nothing was changed. ' +
    'Change it there and restart the server; or remove it, restart, and set the code by command.';
  return new AppError('failed-precondition', message, { reason: 'ACCESS_CODE_IS_SET' });
}
