import { AppError } from '#shared/kernel/app-error.ts';
import type { Clock } from '#shared/kernel/clock.ts';
import type { AccountTables } from './account-tables.ts';
import type { AccountSession, NewPassword } from './accounts.ts';
import { tooManyAttempts, type AccountLimits, type AttemptLimiter } from './attempt-limits.ts';
import type { PasswordHasher } from './password-hash.ts';
import { assertGoodPassword } from './password-rules.ts';

interface ChangePasswordParts {
  readonly tables: Pick<AccountTables, 'passwordHash' | 'changePassword'>;
  readonly clock: Clock;
  readonly limiter: AttemptLimiter;
  readonly limits: Pick<AccountLimits, 'currentPassword'>;
  readonly hasher: PasswordHasher;
}

/** See `Accounts.changePassword`. */
export async function changePassword(
  { tables, clock, limiter, limits, hasher }: ChangePasswordParts,
  { accountId, sessionId, email }: AccountSession,
  { current, password }: NewPassword,
): Promise<void> {
  await assertGoodPassword(password, email);
  const replaced = tables.passwordHash(accountId);
  if (replaced === undefined) throw noPassword();
  const key = `password of ${accountId}`;
  const retryAfter = limiter.attempt(key, limits.currentPassword);
  if (retryAfter !== undefined) throw tooManyAttempts(retryAfter);
  if (!(await hasher.verify({ hash: replaced, password: current }))) throw wrongPassword();
  limiter.clear(key);
  const passwordHash = await hasher.hash(password);
  const at = clock.now();
  if (!tables.changePassword({ accountId, sessionId, replaced, passwordHash, at })) throw wrongPassword();
}

function wrongPassword(): AppError {
  const message = 'This is not your current password. Nothing was changed.';
  return new AppError('permission-denied', message, { reason: 'wrong-password', path: 'current' });
}

function noPassword(): AppError {
  const message = 'This account has no password yet. Ask for a link to set one at “Forgot your password?”.';
  return new AppError('failed-precondition', message, { reason: 'no-password' });
}
