import { DOCUMENT_CODES, isErrorCode, type DocumentErrorCode } from './document-codes.ts';

export interface AppErrorDetails {
  /** Where in the input, e.g. `productPrices[0].value`. */
  readonly path?: string | undefined;
  /** Seconds until the same call may succeed. */
  readonly retryAfter?: number | undefined;
  /** Distinguishes answers that share a code, e.g. `RESET`, `SCOPE_CHANGED`. */
  readonly reason?: string | undefined;
  /** With RESET after a restore from a copy: the newest sequence the server still has of its earlier life. */
  readonly restoredTo?: number | undefined;
  /** Nothing was written or stored, and `message` says so. Unknown without it. */
  readonly nothingWritten?: boolean | undefined;
  readonly status?: number | undefined;
  readonly cause?: unknown;
}

/** A failure with a code of the catalogue. `message` is written for a person: what happened, what was kept, what to do. */
export class AppError extends Error {
  override readonly name = 'AppError';
  readonly code: DocumentErrorCode;
  readonly path: string | undefined;
  readonly retryAfter: number | undefined;
  readonly reason: string | undefined;
  readonly restoredTo: number | undefined;
  /** Nothing was written or stored, and `message` says so. */
  readonly nothingWritten: boolean;
  /** HTTP status this error travels as. */
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

/** What every failing call answers. */
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
 * Reads an error answer; `undefined` when the body isn't one of ours (a proxy's or captive portal's page).
 * @param retryAfter seconds, from the answer's header
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
