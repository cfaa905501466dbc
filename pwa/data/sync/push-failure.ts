import { AppError } from '#shared/kernel/app-error.ts';

/** What a failed push is about. */
export type PushFailure =
  /** The network, the server as a whole, or who calls: the same rows will do later. */
  | 'call'
  /** One of the rows made the server fail, or the request was refused because of one. */
  | 'row'
  | 'too large';

/** Answers that say nothing of the rows: token, rights of the device, a reset, too many calls, too old a client. */
const ABOUT_THE_CALL: ReadonlySet<number> = new Set([401, 403, 408, 409, 425, 426, 429, 499, 502, 503, 504]);

export function toPushFailure(error: unknown): PushFailure {
  if (!(error instanceof AppError)) return 'call';
  if (error.status === 413) return 'too large';
  return error.code === 'unavailable' || ABOUT_THE_CALL.has(error.status) ? 'call' : 'row';
}
