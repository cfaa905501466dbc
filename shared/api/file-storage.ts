/** Files, below the API's prefix. The addresses are in `ENDPOINTS`. */
export const FILE_PATH = '/storage/{bucket}/{path}';

/** Where files of one kind are stored, and what may be sent there. Sizes in bytes. */
export const BUCKETS = {
  'product-pictures': {
    types: ['image/webp', 'image/jpeg', 'image/png', 'image/avif'],
    maxBytes: 8 * 1_048_576,
  },
  'profile-pictures': {
    types: ['image/webp', 'image/jpeg', 'image/png', 'image/avif'],
    maxBytes: 8 * 1_048_576,
  },
  'product-documents': { types: ['application/pdf'], maxBytes: 20 * 1_048_576 },
} as const;
export type Bucket = keyof typeof BUCKETS;

/** Bucket of the product pictures. */
export const PICTURE_BUCKET = 'product-pictures';
/** Bucket of the manuals. */
export const DOCUMENT_BUCKET = 'product-documents';

/** A file's id: the first 32 hex digits of the SHA-256 of the bytes that the device sends. */
export const FILE_ID = /^[0-9a-f]{32}$/;

/** Longest side of a picture that is sent, in pixels. */
export const MAX_SENT_SIDE = 2560;
/** Largest picture, in pixels. */
export const MAX_PIXELS = 40_000_000;

/** The address of a file on the shop, known before it is sent: `/pictures/u/{id}.webp`, `/documents/{id}.pdf`. */
export function toFileAddress(bucket: Bucket, id: string): string {
  return bucket === DOCUMENT_BUCKET ? `/documents/${id}.pdf` : `/pictures/u/${id}.webp`;
}

const ADDRESS =
  /^\/(?:pictures\/u\/([0-9a-f]{32})(?:-(?:480|960|1600)\.avif|\.webp)|documents\/([0-9a-f]{32})\.pdf)$/;

/** The id of the stored file at an address; `undefined` for any other address. */
export function toFileIdOf(address: string): string | undefined {
  const match = ADDRESS.exec(address);
  return match?.[1] ?? match?.[2];
}

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
