import type { Clock } from '#shared/kernel/clock.ts';
import type { AccountTables } from './account-tables.ts';
import type { AccountSession, NewPassword } from './accounts.ts';
import { assertCurrentPassword, wrongPassword, type PasswordParts } from './current-password.ts';
import { assertGoodPassword } from './password-rules.ts';

interface ChangePasswordParts extends PasswordParts {
  readonly tables: Pick<AccountTables, 'passwordHash' | 'changePassword'>;
  readonly clock: Clock;
}

/** See `Accounts.changePassword`. */
export async function changePassword(
  parts: ChangePasswordParts,
  { accountId, sessionId, email }: AccountSession,
  { current, password }: NewPassword,
): Promise<void> {
  const { tables, clock, hasher } = parts;
  await assertGoodPassword(password, email);
  const path = 'current';
  const replaced = await assertCurrentPassword(parts, { accountId, password: current, path });
  const passwordHash = await hasher.hash(password);
  const at = clock.now();
  const isChanged = await tables.changePassword({ accountId, sessionId, replaced, passwordHash, at });
  if (!isChanged) throw wrongPassword(path);
}
