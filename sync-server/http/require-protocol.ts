import type { MiddlewareHandler } from 'hono';
import { PROTOCOL_HEADER, PROTOCOL_VERSION, UPGRADE } from '#shared/api/routes.ts';
import { AppError } from '#shared/kernel/app-error.ts';
import type { AppEnv } from './app-env.ts';

/** Rejects clients whose protocol is too old. A client without the header counts as current. */
export const requireProtocol: MiddlewareHandler<AppEnv> = async (c, next) => {
  const version = c.req.header(PROTOCOL_HEADER);
  if (version !== undefined && !/^\d{1,6}$/.test(version)) {
    throw new AppError('invalid-argument', `${PROTOCOL_HEADER} must be a whole number.`, {
      path: PROTOCOL_HEADER,
    });
  }
  if (version !== undefined && Number(version) < PROTOCOL_VERSION) {
    const message =
      'This version of the app is too old for the server. Nothing was lost; update the app to continue.';
    throw new AppError('failed-precondition', message, { status: 426, reason: UPGRADE });
  }
  await next();
};

/** Retry delay of newer clients. Short, because a rolled-back update is usually redeployed soon. */
const NEWER_RETRY_SECONDS = 60;

/**
 * Defers writes from an app that is newer than the server, for example after a rollback. The server may not understand
 * them, and its verdict would be final. Reads are served.
 */
export const rejectNewerProtocol: MiddlewareHandler<AppEnv> = async (c, next) => {
  const isWrite = c.req.method !== 'GET' && c.req.method !== 'HEAD';
  if (isWrite && Number(c.req.header(PROTOCOL_HEADER) ?? 0) > PROTOCOL_VERSION) {
    const message = 'The server is older than this app. Changes stay on the device and are sent later.';
    throw new AppError('unavailable', message, { retryAfter: NEWER_RETRY_SECONDS });
  }
  await next();
};
