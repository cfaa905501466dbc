import { AppError } from '#shared/kernel/app-error.ts';
import type { AccountTables } from './account-tables.ts';
import { createMethodMails, type FactorOwner, type SecondFactorsParts } from './second-factors.ts';

interface UnlinkGoogleParts extends Pick<SecondFactorsParts, 'mails' | 'clock'> {
  readonly tables: Pick<AccountTables, 'unlinkGoogle'>;
}

/** See `Accounts.unlinkGoogle`. */
export function createUnlinkGoogle(parts: UnlinkGoogleParts) {
  const { tables } = parts;
  const tell = createMethodMails(parts);
  return async (owner: FactorOwner): Promise<void> => {
    const outcome = await tables.unlinkGoogle(owner.accountId, owner.sessionId);
    if (outcome === 'not-linked') throw notLinked();
    if (outcome === 'only-sign-in') throw isOnlySignIn();
    await tell(owner, { method: 'google', change: 'removed' });
  };
}

function notLinked(): AppError {
  const message = 'This account is not linked with Google. Nothing was changed.';
  return new AppError('failed-precondition', message, { reason: 'not-linked' });
}

function isOnlySignIn(): AppError {
  const message = 'Only Google signs you in. Set a password or add a passkey first. Nothing was changed.';
  return new AppError('failed-precondition', message, { reason: 'only-sign-in' });
}
