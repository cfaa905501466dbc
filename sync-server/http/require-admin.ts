import type { MiddlewareHandler } from 'hono';
import { AppError } from '#shared/kernel/app-error.ts';
import type { AppEnv } from './app-env.ts';

/** For what concerns the installation itself, the admin token alone: in a demo everybody who signs in is staff. */
export const requireAdmin: MiddlewareHandler<AppEnv> = async (c, next) => {
  if (!c.get('actor').isAdmin) throw new AppError('unauthenticated', 'This needs the admin token.');
  await next();
};
