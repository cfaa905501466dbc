import type { MiddlewareHandler } from 'hono';
import { PROTOCOL_HEADER, PROTOCOL_VERSION, UPGRADE } from '#shared/api/routes.ts';
import { AppError } from '#shared/kernel/app-error.ts';
import type { AppEnv } from './app-env.ts';

/** Tells clients that speak too old a protocol to update; who says nothing is taken for a present one. */
export function requireProtocol(oldest: number = PROTOCOL_VERSION): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    const version = c.req.header(PROTOCOL_HEADER);
    if (version !== undefined && !/^\d{1,6}$/.test(version)) {
      throw new AppError('invalid-argument', `${PROTOCOL_HEADER} is a whole number.`, {
        path: PROTOCOL_HEADER,
      });
    }
    if (version !== undefined && Number(version) < oldest) {
      const message =
        'This version of the app is too old for the server. Nothing was lost; update, then it goes on.';
      throw new AppError('failed-precondition', message, { status: 426, reason: UPGRADE });
    }
    await next();
  };
}
