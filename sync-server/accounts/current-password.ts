import { AppError } from '#shared/kernel/app-error.ts';
import type { AccountTables } from './account-tables.ts';
import { tooManyAttempts, type AccountLimits, type AttemptLimiter } from './attempt-limits.ts';
import type { PasswordHasher } from './password-hash.ts';

export interface PasswordParts {
  readonly tables: Pick<AccountTables, 'passwordHash'>;
  readonly limiter: AttemptLimiter;
  readonly limits: Pick<AccountLimits, 'currentPassword'>;
  readonly hasher: PasswordHasher;
}

export interface PasswordProof {
  readonly accountId: string;
  readonly password: string;
  /** Field of the request with the password. */
  readonly path: string;
}

/**
 * Checks the current password of a signed-in account.
 * @returns its hash
 * @throws AppError for a wrong password, none, or too many attempts
 */
export async function assertCurrentPassword(
  { tables, limiter, limits, hasher }: PasswordParts,
  { accountId, password, path }: PasswordProof,
): Promise<string> {
  const hash = await tables.passwordHash(accountId);
  if (hash === undefined) throw noPassword();
  const key = `password of ${accountId}`;
  const retryAfter = await limiter.attempt(key, limits.currentPassword);
  if (retryAfter !== undefined) throw tooManyAttempts(retryAfter);
  if (!(await hasher.verify({ hash, password }))) throw wrongPassword(path);
  await limiter.clear(key);
  return hash;
}

export function wrongPassword(path: string): AppError {
  const message = 'This is not your current password. Nothing was changed.';
  return new AppError('permission-denied', message, { reason: 'wrong-password', path });
}

function noPassword(): AppError {
  const message = 'This account has no password yet. Ask for a link to set one at “Forgot your password?”.';
  return new AppError('failed-precondition', message, { reason: 'no-password' });
}
