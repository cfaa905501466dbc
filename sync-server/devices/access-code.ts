import { createHmac } from 'node:crypto';
import { AppError } from '#shared/kernel/app-error.ts';
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

/** The access code of a running server: another one may take its place, and every token of the one before ends with it. */
export interface PresentAccessCode extends AccessCode {
  /** @throws AppError `failed-precondition` when the settings name the code */
  change(code: string): void;
}

/** `keep` stores a new code for later starts; missing when the settings name the code. */
export function createPresentAccessCode(
  code: string,
  signingSecret: string,
  keep?: (code: string) => void,
): PresentAccessCode {
  let present = createAccessCode(code, signingSecret);
  return {
    isCorrect: (guess) => present.isCorrect(guess),
    issueToken: (fid) => present.issueToken(fid),
    isValid: (token, fid) => present.isValid(token, fid),
    change(next) {
      if (!keep) throw codeIsSet();
      keep(next);
      present = createAccessCode(next, signingSecret);
    },
  };
}

function codeIsSet(): AppError {
  const message =
    'The access code is what the setting ACCESS_CODE says, and nothing was changed. ' +
    'Change it there and restart the server; or take it out, restart, and set the code by command.';
  return new AppError('failed-precondition', message, { reason: 'ACCESS_CODE_IS_SET' });
}
