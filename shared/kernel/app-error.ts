import { DOCUMENT_CODES, isErrorCode, type DocumentErrorCode } from './document-codes.ts';

export interface AppErrorDetails {
  /** Path in the input, such as `productPrices[0].value`. */
  readonly path?: string | undefined;
  /** Seconds until the same call may succeed. */
  readonly retryAfter?: number | undefined;
  /** Distinguishes responses with the same code, such as `RESET` and `SCOPE_CHANGED`. */
  readonly reason?: string | undefined;
  /** With RESET after a restore from a backup: the newest sequence of the previous epoch that the server still has. */
  readonly restoredTo?: number | undefined;
  /** The call wrote nothing, and `message` says so. Unknown if absent. */
  readonly nothingWritten?: boolean | undefined;
  readonly status?: number | undefined;
  readonly cause?: unknown;
}

/** A failure with a known code. `message` is for the user: what happened, what was kept, what to do. */
export class AppError extends Error {
  override readonly name = 'AppError';
  readonly code: DocumentErrorCode;
  readonly path: string | undefined;
  readonly retryAfter: number | undefined;
  readonly reason: string | undefined;
  readonly restoredTo: number | undefined;
  /** The call wrote nothing, and `message` says so. */
  readonly nothingWritten: boolean;
  /** HTTP status. */
  readonly status: number;

  constructor(code: DocumentErrorCode, message: string, details: AppErrorDetails = {}) {
    super(message, details.cause === undefined ? undefined : { cause: details.cause });
    this.code = code;
    this.path = details.path;
    this.retryAfter = details.retryAfter;
    this.reason = details.reason;
    this.restoredTo = details.restoredTo;
    this.nothingWritten = details.nothingWritten === true;
    this.status = details.status ?? DOCUMENT_CODES[code];
  }
}

/** Response body of every failed call. */
export interface ErrorBody {
  readonly error: {
    readonly code: DocumentErrorCode;
    readonly message: string;
    readonly path?: string;
    readonly reason?: string;
    readonly restoredTo?: number;
    readonly nothingWritten?: boolean;
  };
}

export function toErrorBody(error: AppError): ErrorBody {
  return {
    error: {
      code: error.code,
      message: error.message,
      ...(error.path === undefined ? {} : { path: error.path }),
      ...(error.reason === undefined ? {} : { reason: error.reason }),
      ...(error.restoredTo === undefined ? {} : { restoredTo: error.restoredTo }),
      ...(error.nothingWritten ? { nothingWritten: true } : {}),
    },
  };
}

/**
 * Parses an error response; `undefined` if the body isn't from this server (a proxy's or captive portal's page).
 * @param retryAfter seconds, from the response's header
 */
export function fromErrorBody(body: unknown, status: number, retryAfter?: number): AppError | undefined {
  const error = (body as { error?: Partial<ErrorBody['error']> } | null)?.error;
  if (!error || !isErrorCode(error.code) || typeof error.message !== 'string') return undefined;
  const { path, reason, restoredTo } = error;
  const floor = typeof restoredTo === 'number' ? restoredTo : undefined;
  const nothingWritten = error.nothingWritten === true;
  const details = { path, reason, restoredTo: floor, nothingWritten, retryAfter, status };
  return new AppError(error.code, error.message, details);
}
