import type { MiddlewareHandler } from 'hono';
import { AppError } from '#shared/kernel/app-error.ts';
import type { AppEnv } from './app-env.ts';

/** Routers, proxies and file systems interpret these differently, and no address here contains them. */
const AMBIGUOUS = /\/\/|%2f|%00/i;

export const rejectAmbiguousPaths: MiddlewareHandler<AppEnv> = async (c, next) => {
  const [path = ''] = c.req.url.replace(/^\w+:\/\//, '').split('?');
  if (AMBIGUOUS.test(path)) {
    throw new AppError('invalid-argument', 'The address must not contain //, %2f or %00.', { path: 'url' });
  }
  await next();
};
