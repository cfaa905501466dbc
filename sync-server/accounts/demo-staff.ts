import type { AuthContext } from 'better-auth';
import type { Clock } from '#shared/kernel/clock.ts';
import type { PasswordHasher } from './password-hash.ts';

/** Address of the demo's own account, a manager. */
export const DEMO_STAFF_EMAIL = 'staff@nankeen.example';

interface DemoStaffParts {
  readonly internalAdapter: AuthContext['internalAdapter'];
  readonly hasher: PasswordHasher;
  readonly clock: Clock;
}

/** See `Accounts.ensureDemoStaff`. */
export async function ensureDemoStaff(
  { internalAdapter, hasher, clock }: DemoStaffParts,
  { email, password }: { readonly email: string; readonly password: string },
): Promise<void> {
  const found = await internalAdapter.findUserByEmail(email, { includeAccounts: true });
  const account = found?.accounts.find(({ providerId }) => providerId === 'credential');
  if (account?.password && (await hasher.verify({ hash: account.password, password }))) return;
  const hash = await hasher.hash(password);
  if (account) {
    await internalAdapter.updatePassword(account.userId, hash);
    return internalAdapter.deleteUserSessions(account.userId);
  }
  const user =
    found?.user ??
    (await internalAdapter.createUser(
      { email, name: 'Demo Staff', emailVerified: true, emailVerifiedAt: clock.now() },
      { method: 'admin' },
    ));
  await internalAdapter.linkAccount({
    userId: user.id,
    accountId: user.id,
    providerId: 'credential',
    password: hash,
  });
}
