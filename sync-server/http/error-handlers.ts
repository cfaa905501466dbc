import type { ErrorHandler, NotFoundHandler } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import { AppError, toErrorBody } from '#shared/kernel/app-error.ts';
import { SecondFactorRequired } from '#server/accounts/second-factors.ts';
import type { AppEnv } from './app-env.ts';
import type { SecurityLog } from './security-log.ts';

export interface ErrorLog {
  warn(facts: object, text: string): void;
  error(facts: object, text: string): void;
}

/**
 * Converts a thrown error to a coded response. Unexpected errors are logged in full; their responses carry no details.
 */
export function createErrorHandler(log: ErrorLog, callerOf: SecurityLog['callerOf']): ErrorHandler<AppEnv> {
  return (cause, c) => {
    const error = toAppError(cause);
    const { code, reason } = error;
    const facts = { ...callerOf(c), method: c.req.method, path: c.req.path, code, reason };
    if (error.status >= 500) log.error({ ...facts, err: cause }, error.message);
    else log.warn({ ...facts, at: error.path }, error.message.replace(ADDRESS, '<address>'));
    if (error.retryAfter !== undefined) c.header('Retry-After', String(error.retryAfter));
    if (error instanceof SecondFactorRequired) c.header('Set-Cookie', error.cookie, { append: true });
    c.header('Cache-Control', 'no-store');
    return c.json(toErrorBody(error), error.status as ContentfulStatusCode);
  };
}

/** Mail addresses of accounts are not logged. Looked for where a word begins: from every character takes too long. */
const ADDRESS = /(?<![^\s"'<>()])[^\s"'<>()]+@[^\s"'<>()]+/g;

export const handleNotFound: NotFoundHandler<AppEnv> = (c) => {
  c.header('Cache-Control', 'no-store');
  return c.json(toErrorBody(new AppError('not-found', 'There is nothing at this address.')), 404);
};

const DISK_ERROR = /^SQLITE_(FULL|IOERR|BUSY|READONLY|CANTOPEN)/;

function toAppError(cause: unknown): AppError {
  if (cause instanceof AppError) return cause;
  if (DISK_ERROR.test(String((cause as { code?: unknown } | null)?.code))) {
    const message =
      'The server cannot store anything at the moment. Nothing was acknowledged; try again soon.';
    return new AppError('unavailable', message, { cause, retryAfter: 10 });
  }
  return new AppError(
    'internal',
    'Something went wrong on the server and was logged. Nothing of this call was stored.',
    {
      cause,
    },
  );
}
