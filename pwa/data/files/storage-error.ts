import {
  FILE_REFUSALS,
  isFileRefusal,
  isStorageCode,
  STORAGE_CODES,
  type FileRefusal,
  type StorageCode,
} from '#shared/api/file-storage.ts';

interface StorageErrorDetails {
  /** Why a file can’t be stored. */
  readonly reason?: FileRefusal | undefined;
  /** Replaces the code's message. */
  readonly message?: string;
  readonly cause?: unknown;
}

/** A failure to keep, send or fetch a file. `message` is written for a person. */
export class StorageError extends Error {
  override readonly name = 'StorageError';
  readonly code: StorageCode;
  readonly reason: FileRefusal | undefined;

  constructor(code: StorageCode, { reason, message, cause }: StorageErrorDetails = {}) {
    super(message ?? (reason ? FILE_REFUSALS[reason] : STORAGE_CODES[code]), { cause });
    this.code = code;
    this.reason = reason;
  }
}

const BY_STATUS: Readonly<Record<number, StorageCode>> = {
  400: 'invalid-argument',
  401: 'unauthenticated',
  402: 'quota-exceeded',
  403: 'unauthorized',
  404: 'object-not-found',
  412: 'invalid-checksum',
  413: 'quota-exceeded',
  415: 'invalid-argument',
  422: 'invalid-argument',
  429: 'retry-limit-exceeded',
  460: 'invalid-checksum',
  507: 'quota-exceeded',
};

/** The error for an unsuccessful response: by the reason in its body, or else by its status. */
export function toStorageError(status: number, text: string): StorageError {
  const { reason, message } = readError(text);
  const cause = new Error(`${status} ${String(message ?? '')}`.trim());
  if (isStorageCode(reason)) return new StorageError(reason, { cause });
  const refusal = isFileRefusal(reason) ? reason : undefined;
  // Which limit it is, and when it ends, only the server knows.
  const words = status === 429 && typeof message === 'string' ? { message } : {};
  return new StorageError(BY_STATUS[status] ?? 'unknown', { reason: refusal, cause, ...words });
}

function readError(text: string): { readonly reason?: unknown; readonly message?: unknown } {
  try {
    return (JSON.parse(text) as { error?: object } | null)?.error ?? {};
  } catch {
    return {};
  }
}
