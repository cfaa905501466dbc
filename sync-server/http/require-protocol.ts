import type { MiddlewareHandler } from 'hono';
import { PROTOCOL_HEADER, PROTOCOL_VERSION, UPGRADE } from '#shared/api/routes.ts';
import { AppError } from '#shared/kernel/app-error.ts';
import type { AppEnv } from './app-env.ts';

/** Tells clients with too old a protocol to update; a client that names none is taken for a current one. */
export const requireProtocol: MiddlewareHandler<AppEnv> = async (c, next) => {
  const version = c.req.header(PROTOCOL_HEADER);
  if (version !== undefined && !/^\d{1,6}$/.test(version)) {
    throw new AppError('invalid-argument', `${PROTOCOL_HEADER} is a whole number.`, {
      path: PROTOCOL_HEADER,
    });
  }
  if (version !== undefined && Number(version) < PROTOCOL_VERSION) {
    const message =
      'This version of the app is too old for the server. Nothing was lost; update, then it goes on.';
    throw new AppError('failed-precondition', message, { status: 426, reason: UPGRADE });
  }
  await next();
};

/** How long a newer client waits before it sends its writes again: an update that was rolled back is repeated soon. */
const NEWER_RETRY_SECONDS = 60;

/**
 * Defers writes of an app that is newer than this server: after an update was rolled back the server may not know what
 * they hold, and a verdict would be final. Reads are served.
 */
export const rejectNewerProtocol: MiddlewareHandler<AppEnv> = async (c, next) => {
  const isWrite = c.req.method !== 'GET' && c.req.method !== 'HEAD';
  if (isWrite && Number(c.req.header(PROTOCOL_HEADER) ?? 0) > PROTOCOL_VERSION) {
    const message =
      'The server is older than this app. What was written stays on the device and is sent later.';
    throw new AppError('unavailable', message, { retryAfter: NEWER_RETRY_SECONDS });
  }
  await next();
};
