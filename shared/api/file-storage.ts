/** Files, below the API's prefix. A file's path may contain slashes, which are percent-encoded into one segment. */
export const FILE_PATH = '/storage/{bucket}/{path}';

/** Bucket of the product pictures. */
export const PICTURE_BUCKET = 'product-pictures';

/** Metadata of a stored file. */
export interface StoredFile {
  readonly bucket: string;
  readonly path: string;
  /** Bytes. */
  readonly size: number;
  readonly contentType: string;
  /** ISO time of the last upload. */
  readonly updated: string;
}

/** Error codes of the file storage, each with its message for the user. */
export const STORAGE_CODES = {
  unknown: 'The storage answered with something nobody knows. Nothing was changed here; try again.',
  'object-not-found': 'There is no file at this place.',
  'bucket-not-found': 'The storage has no such part. Its settings have to be looked at.',
  'project-not-found': 'The storage does not know this shop. Its settings have to be looked at.',
  'quota-exceeded': 'The storage is full. The file is kept here; make room there and try again.',
  unauthenticated: 'Only somebody who is signed in may do this. Sign in and try again.',
  unauthorized: 'This account may not do this.',
  'retry-limit-exceeded': 'The storage could not be reached in time. The file is kept here; try again.',
  'invalid-checksum': 'The file did not arrive as it left. It is kept here; try again.',
  canceled: 'It was cancelled. Nothing was changed.',
  'invalid-url': 'This is not the address of a stored file.',
  'invalid-argument': 'A file can’t be stored like this.',
} as const;
export type StorageCode = keyof typeof STORAGE_CODES;

export function isStorageCode(code: unknown): code is StorageCode {
  return typeof code === 'string' && Object.hasOwn(STORAGE_CODES, code);
}
