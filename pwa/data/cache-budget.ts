import { AppError } from '#shared/kernel/app-error.ts';

/** Bytes that pictures and local data share unless told otherwise, and the least that may be set. */
export const DEFAULT_CACHE_BYTES = 41_943_040;
export const MIN_CACHE_BYTES = 1_048_576;

export interface CacheBudget {
  readonly bytes: number;
  /** Bytes that are left for pictures beside the local data; never below zero. */
  pictureBytes(localDataBytes: number): number;
}

/** @throws AppError `invalid-argument` for less than a megabyte */
export function createCacheBudget(bytes: number = DEFAULT_CACHE_BYTES): CacheBudget {
  if (!(bytes >= MIN_CACHE_BYTES)) {
    throw new AppError('invalid-argument', `The cache has at least ${MIN_CACHE_BYTES} bytes.`, {
      path: 'bytes',
    });
  }
  return { bytes, pictureBytes: (localDataBytes) => Math.max(0, bytes - localDataBytes) };
}
