import type { Context, MiddlewareHandler } from 'hono';
import { ANONYMOUS, type Actor } from '#shared/access/actor.ts';
import type { Clock } from '#shared/kernel/clock.ts';
import { ACCESS_CODE_CHANGED, ACCESS_CODE_HEADER } from '#shared/api/routes.ts';
import { AppError } from '#shared/kernel/app-error.ts';
import type { SessionReader, SignedIn } from '#server/accounts/session-reader.ts';
import type { Secrets } from '#server/secrets.ts';
import type { AccessCode } from '#server/devices/access-code.ts';
import { deviceBlocked, type Installations } from '#server/devices/installations.ts';
import { verifyDeviceToken } from '#server/devices/device-tokens.ts';
import type { AdminTokenCheck } from './admin-token.ts';
import type { AppEnv } from './app-env.ts';

export interface ActorOptions {
  readonly clock: Clock;
  readonly secrets: Pick<Secrets, 'tokenSecret'>;
  readonly isAdminToken: AdminTokenCheck;
  readonly readSession: SessionReader;
  readonly installations: Pick<Installations, 'isBlocked'>;
  readonly accessCode: AccessCode;
}

/**
 * Identifies the caller: admin or device by bearer token, account by session cookie. Their rights add up.
 * @throws AppError `unauthenticated` for an invalid bearer token, `permission-denied` for a blocked device or an
 *   invalid access code token
 */
export function resolveActor(options: ActorOptions): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    const { actor, expiresAt, session } = await toCaller(c, options);
    c.set('actor', actor);
    c.set('sessionId', session?.sessionId);
    c.set('isConfirmed', session?.isConfirmed === true);
    c.set('tokenExpiresAt', expiresAt);
    const codeToken = c.req.header(ACCESS_CODE_HEADER) ?? '';
    c.set('isStillGranted', () => {
      if (actor.fid !== undefined && options.installations.isBlocked(actor.fid)) return false;
      if (expiresAt !== undefined && expiresAt <= options.clock.now()) return false;
      if (actor.hasAccessCode && !options.accessCode.isValid(codeToken, actor.fid ?? '')) return false;
      return session?.isCurrent() ?? true;
    });
    await next();
  };
}

interface Caller {
  readonly actor: Actor;
  readonly expiresAt?: number | undefined;
  readonly session?: SignedIn | undefined;
}

async function toCaller(c: Context<AppEnv>, options: ActorOptions): Promise<Caller> {
  // A malformed bearer header counts as an invalid token: its sender does not expect to be anonymous.
  const token = /^bearer\b\s*(.*)$/i.exec(c.req.header('authorization') ?? '')?.[1];
  if (token && (await options.isAdminToken(c, token))) {
    return { actor: { ...ANONYMOUS, isAdmin: true, isStaff: true, email: 'admin' } };
  }
  const device =
    token === undefined
      ? undefined
      : verifyDeviceToken(token, options.clock.now(), options.secrets.tokenSecret);
  if (token !== undefined && !device) {
    throw new AppError('unauthenticated', 'The token is wrong or has expired. Get a new one and try again.');
  }
  if (device) c.set('triedDevice', device.fid);
  if (device && options.installations.isBlocked(device.fid)) throw deviceBlocked();
  const session =
    c.req.header('cookie') === undefined ? undefined : await options.readSession(c.req.raw.headers);
  const { fid, expiresAt } = device ?? {};
  const actor = {
    ...ANONYMOUS,
    hasAccessCode: hasAccessCode(c, fid, options.accessCode),
    ...(fid === undefined ? {} : { fid }),
    ...(session ? toIdentity(session) : {}),
  };
  return { actor, expiresAt, session };
}

function toIdentity({ accountId, email, isUnverified, role }: SignedIn): Partial<Actor> {
  const isStaff = role !== 'customer';
  return { accountId, email, role, isStaff, ...(isUnverified ? { isUnverified } : {}) };
}

/** Renews a token in use. @throws AppError for an expired token and one of another code or another device */
function hasAccessCode(c: Context<AppEnv>, fid: string | undefined, accessCode: AccessCode): boolean {
  const token = c.req.header(ACCESS_CODE_HEADER);
  if (token === undefined) return false;
  if (fid !== undefined && accessCode.isValid(token, fid)) {
    const renewed = accessCode.renew(token, fid);
    if (renewed !== undefined) c.header(ACCESS_CODE_HEADER, renewed);
    return true;
  }
  const message =
    'The access code has changed or was entered too long ago. Purchase orders stay on this device; enter the code.';
  throw new AppError('permission-denied', message, { reason: ACCESS_CODE_CHANGED });
}
