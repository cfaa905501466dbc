import type { MiddlewareHandler } from 'hono';
import { createId } from '#shared/kernel/ids.ts';
import type { AppEnv } from './app-env.ts';

export interface RequestLog {
  debug(facts: object, text: string): void;
}

/** Gives every request an id and logs its outcome. */
export function requestLog(log: RequestLog): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    const requestId = createId();
    c.set('requestId', requestId);
    const from = performance.now();
    await next();
    // Not `c.header`, which replaces an existing response with one whose body is a stream.
    c.res.headers.set('X-Request-Id', requestId);
    const durationMs = Math.round(performance.now() - from);
    log.debug(
      { requestId, method: c.req.method, path: c.req.path, status: c.res.status, durationMs },
      'responded',
    );
  };
}
