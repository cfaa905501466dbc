import type { Hono, MiddlewareHandler } from 'hono';
import { canManage } from '#shared/access/decide-access.ts';
import { ADMIN_TOKEN_ONLY, CONFIRM_IDENTITY, MANAGER_ONLY } from '#shared/api/routes.ts';
import { AppError, toErrorBody } from '#shared/kernel/app-error.ts';
import { isSameSecret } from '#server/devices/device-tokens.ts';
import type { AppEnv } from './app-env.ts';

export const requireStaff: MiddlewareHandler<AppEnv> = async (c, next) => {
  const { isAdmin, isStaff } = c.get('actor');
  if (!isAdmin && !isStaff) {
    throw new AppError('unauthenticated', 'This needs the admin token or a staff sign-in.');
  }
  await next();
};

/** Call after `requireStaff`. */
export const requireManager: MiddlewareHandler<AppEnv> = async (c, next) => {
  if (!canManage(c.get('actor'))) {
    throw new AppError('permission-denied', 'Only managers may do this. Nothing was changed.', {
      reason: MANAGER_ONLY,
    });
  }
  await next();
};

export const requireAdmin: MiddlewareHandler<AppEnv> = async (c, next) => {
  if (!c.get('actor').isAdmin) {
    throw new AppError('unauthenticated', 'This needs the admin token.', { reason: ADMIN_TOKEN_ONLY });
  }
  await next();
};

export const requireAccount: MiddlewareHandler<AppEnv> = async (c, next) => {
  if (c.get('actor').accountId === undefined) throw new AppError('unauthenticated', 'Sign in first.');
  await next();
};

/** The admin token is a proof of its own. */
export const requireConfirmation: MiddlewareHandler<AppEnv> = async (c, next) => {
  if (!c.get('actor').isAdmin && !c.get('isConfirmed')) {
    const message = 'Confirm that it is you, with your password. Nothing was changed yet.';
    throw new AppError('permission-denied', message, { reason: CONFIRM_IDENTITY });
  }
  await next();
};

/** Wraps an app so that every address needs the admin token, including public ones. */
export function requireAdminToken(app: Hono<AppEnv>, adminToken: string): Hono<AppEnv>['fetch'] {
  return (request, ...rest) => {
    const token = /^bearer (\S+)$/i.exec(request.headers.get('authorization') ?? '')?.[1];
    if (token !== undefined && isSameSecret(token, adminToken)) return app.fetch(request, ...rest);
    const refusal = new AppError('unauthenticated', 'Only the command that started this server may use it.');
    return Response.json(toErrorBody(refusal), { status: refusal.status });
  };
}
