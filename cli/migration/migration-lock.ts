import { randomBytes } from 'node:crypto';
import { hostname, userInfo } from 'node:os';
import { EXIT } from '#cli/exit-codes.ts';
import { toFailure, withHint } from '#cli/failure.ts';
import type { ServerConnection } from '#cli/io/server-connection.ts';
import { ADMIN_ROUTES } from '#shared/api/admin-routes.ts';

/** A third of the lock's lifetime. */
const RENEWAL_MS = 20_000;

/**
 * Runs `work` under the migration lock. Renews the lock meanwhile and always releases it. If the lock is lost, the server
 * refuses the next step.
 * @param work receives the lock's token
 * @throws Failure `locked`, which names the owner
 */
export async function withMigrationLock<Result>(
  connection: ServerConnection,
  work: (token: string) => Promise<Result>,
): Promise<Result> {
  const token = randomBytes(24).toString('base64url');
  const body = { token, owner: `${toUserName()}@${hostname()}, process ${process.pid}` };
  await connection.call(ADMIN_ROUTES.lockMigrations, { body }).catch((error: unknown) => {
    const failure = toFailure(error);
    const hint = `Wait for it or, if that command no longer runs: ${connection.toCommand('migrate unlock')}`;
    throw failure.exitCode === EXIT.locked ? withHint(failure, hint) : failure;
  });
  const renew = () => void connection.call(ADMIN_ROUTES.lockMigrations, { body }).catch(() => undefined);
  const timer = setInterval(renew, RENEWAL_MS);
  try {
    return await work(token);
  } finally {
    clearInterval(timer);
    // If the server can't be reached, the lock expires.
    await connection.call(ADMIN_ROUTES.unlockMigrations, { body: { token } }).catch(() => undefined);
  }
}

function toUserName(): string {
  try {
    return userInfo().username;
  } catch {
    return 'unknown';
  }
}
