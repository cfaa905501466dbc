import type { MiddlewareHandler } from 'hono';
import { AppError } from '#shared/kernel/app-error.ts';
import type { AppEnv } from './app-env.ts';

/** No address here holds these; routers, proxies and file systems disagree on what they mean. */
const AMBIGUOUS = /\/\/|%2f|%00/i;

export const rejectAmbiguousPaths: MiddlewareHandler<AppEnv> = async (c, next) => {
  const [path = ''] = c.req.url.replace(/^\w+:\/\//, '').split('?');
  if (AMBIGUOUS.test(path)) {
    throw new AppError('invalid-argument', 'An address here holds no //, %2f or %00.', { path: 'url' });
  }
  await next();
};
