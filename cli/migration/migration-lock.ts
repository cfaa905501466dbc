import { randomBytes } from 'node:crypto';
import { hostname, userInfo } from 'node:os';
import { EXIT } from '#cli/exit-codes.ts';
import { toFailure, withHint } from '#cli/failure.ts';
import type { ServerConnection } from '#cli/io/server-connection.ts';
import { ADMIN_ROUTES } from '#shared/api/admin-routes.ts';

/** A third of the time that a lock holds. */
const RENEWAL_MS = 20_000;

/**
 * Does the work while this command alone runs migrations; the lock is renewed meanwhile and freed at the end, however
 * that comes. Work that has lost it is refused by the server at its next step.
 * @throws Failure `locked` that names the owner
 */
export async function withMigrationLock<Result>(
  connection: ServerConnection,
  work: (token: string) => Promise<Result>,
): Promise<Result> {
  const token = randomBytes(24).toString('base64url');
  const body = { token, owner: `${toUserName()}@${hostname()}, process ${process.pid}` };
  await connection.call(ADMIN_ROUTES.lockMigrations, { body }).catch((error: unknown) => {
    const failure = toFailure(error);
    const hint = `Wait for it or, if that command is gone: ${connection.toCommand('migrate unlock')}`;
    throw failure.exitCode === EXIT.locked ? withHint(failure, hint) : failure;
  });
  const renew = () => void connection.call(ADMIN_ROUTES.lockMigrations, { body }).catch(() => undefined);
  const timer = setInterval(renew, RENEWAL_MS);
  try {
    return await work(token);
  } finally {
    clearInterval(timer);
    // Where the server can't be reached it ends by itself.
    await connection.call(ADMIN_ROUTES.unlockMigrations, { body: { token } }).catch(() => undefined);
  }
}

function toUserName(): string {
  try {
    return userInfo().username;
  } catch {
    return 'somebody';
  }
}
