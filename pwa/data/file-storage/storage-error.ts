import { isStorageCode, STORAGE_CODES, type StorageCode } from '#shared/api/file-storage.ts';

/** A failure of keeping or fetching a file. `message` is written for a person. */
export class StorageError extends Error {
  override readonly name = 'StorageError';
  readonly code: StorageCode;

  constructor(code: StorageCode, details: { readonly about?: string; readonly cause?: unknown } = {}) {
    const { about, cause } = details;
    super(about === undefined ? STORAGE_CODES[code] : `${STORAGE_CODES[code]} (${about})`, { cause });
    this.code = code;
  }
}

const BY_STATUS: Readonly<Record<number, StorageCode>> = {
  400: 'invalid-argument',
  401: 'unauthenticated',
  402: 'quota-exceeded',
  403: 'unauthorized',
  404: 'object-not-found',
  413: 'quota-exceeded',
};

/** What an answer that isn't a success means: the reason it gives, or else what its status stands for. */
export function toStorageError(status: number, text: string): StorageError {
  const { reason, message } = readError(text);
  const code = isStorageCode(reason) ? reason : (BY_STATUS[status] ?? 'unknown');
  return new StorageError(code, { cause: new Error(`${status} ${message ?? ''}`.trim()) });
}

function readError(text: string): { readonly reason?: unknown; readonly message?: unknown } {
  try {
    return (JSON.parse(text) as { error?: object } | null)?.error ?? {};
  } catch {
    return {};
  }
}
