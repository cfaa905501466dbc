import { createHmac } from 'node:crypto';
import { AppError } from '#shared/kernel/app-error.ts';
import type { Clock } from '#shared/kernel/clock.ts';
import { isSameSecret, toSecrets, type SigningSecret } from './device-tokens.ts';

/** Lifetime of a token in seconds. A device in use never enters the code again; a lost one locks itself. */
export const ACCESS_TOKEN_SECONDS = 90 * 24 * 3600;

/** A token is replaced when a third of its life is over. */
const RENEWAL_SECONDS = (ACCESS_TOKEN_SECONDS * 2) / 3;

/** The code that opens the purchase-order pages, and the tokens that prove that it was entered on a device. */
export interface AccessCode {
  /** Exact, case-sensitive comparison in constant time. */
  isCorrect(guess: string): boolean;
  /** Valid only on this device, for 90 days, until the code changes. */
  issueToken(fid: string): string;
  isValid(token: string, fid: string): boolean;
  /** A new token for a valid one of the device; `undefined` while that one is young. */
  renew(token: string, fid: string): string | undefined;
}

export interface AccessCodeOptions {
  readonly signingSecret: SigningSecret;
  readonly clock: Clock;
}

/** Tokens are signed and stateless: `c2.<expiry in epoch seconds>.<HMAC of fid, expiry and code>`. */
export function createAccessCode(code: string, { signingSecret, clock }: AccessCodeOptions): AccessCode {
  const signers = toSecrets(signingSecret).map((secret) => {
    const key = createHmac('sha256', secret).update(`access code ${code}`).digest();
    return (fid: string, expiry: number) =>
      `c2.${expiry}.${createHmac('sha256', key).update(`${fid}.${expiry}`).digest('base64url')}`;
  });
  const issueToken = (fid: string) =>
    signers[0]?.(fid, Math.floor(clock.now() / 1000) + ACCESS_TOKEN_SECONDS) ?? '';
  return {
    isCorrect: (guess) => isSameSecret(guess, code),
    issueToken,
    isValid(token, fid) {
      const expiry = readExpiry(token);
      return signers.some((sign) => isSameSecret(token, sign(fid, expiry))) && expiry * 1000 > clock.now();
    },
    renew: (token, fid) =>
      readExpiry(token) - clock.now() / 1000 < RENEWAL_SECONDS ? issueToken(fid) : undefined,
  };
}

function readExpiry(token: string): number {
  return Number(/^c2\.(\d{1,12})\./.exec(token)?.[1] ?? 0);
}

/** The access code of a running server. Changing it invalidates all tokens of the old code. */
export interface CurrentAccessCode extends AccessCode {
  /** @throws AppError `failed-precondition` when the settings contain the code */
  change(code: string): Promise<void>;
}

/** Where the code is kept. */
export interface KeptAccessCode {
  /** The present one, which another node may have changed. */
  read(): string;
  /** Stores a new one; missing when the settings contain the code. */
  readonly keep?: (code: string) => Promise<void>;
}

export function createCurrentAccessCode(kept: KeptAccessCode, options: AccessCodeOptions): CurrentAccessCode {
  let code = kept.read();
  let last = createAccessCode(code, options);
  function current(): AccessCode {
    const next = kept.read();
    if (!isSameSecret(next, code)) {
      code = next;
      last = createAccessCode(code, options);
    }
    return last;
  }
  return {
    isCorrect: (guess) => current().isCorrect(guess),
    issueToken: (fid) => current().issueToken(fid),
    isValid: (token, fid) => current().isValid(token, fid),
    renew: (token, fid) => current().renew(token, fid),
    async change(next) {
      if (!kept.keep) throw codeIsSet();
      await kept.keep(next);
    },
  };
}

/** A code of this process. @param store stores a new one for later starts */
export function keepInProcess(first: string, store: (code: string) => void): KeptAccessCode {
  let code = first;
  return {
    read: () => code,
    async keep(next) {
      store(next);
      code = next;
    },
  };
}

function codeIsSet(): AppError {
  const message =
    'The access code is defined by ACCESS_CODE, so nothing was changed. ' +
    'Change it there and restart the server; or remove it, restart, and set the code by command.';
  return new AppError('failed-precondition', message, { reason: 'ACCESS_CODE_IS_SET' });
}
