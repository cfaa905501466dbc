import { PICTURE_WIDTHS } from '../domain/picture-widths.ts';

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

/** Whether a bucket takes files of a type. */
export function isAccepted(bucket: Bucket, type: string | undefined): boolean {
  return (BUCKETS[bucket].types as readonly (string | undefined)[]).includes(type);
}

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
/** Largest picture that may be chosen, before it is made smaller. */
export const MAX_CHOSEN_BYTES = 25 * 1_048_576;

/** The address of a file on the shop, known before it is sent: `/pictures/u/{id}.webp`, `/documents/{id}.pdf`. */
export function toFileAddress(bucket: Bucket, id: string): string {
  return bucket === DOCUMENT_BUCKET ? `/documents/${id}.pdf` : `/pictures/u/${id}.webp`;
}

const ADDRESS = new RegExp(
  String.raw`^/(?:pictures/u/([0-9a-f]{32})(?:-(?:${PICTURE_WIDTHS.join('|')})\.avif|\.webp)|documents/([0-9a-f]{32})\.pdf)$`,
);

/** The id of the stored file at an address; `undefined` for any other address. */
export function toFileIdOf(address: string): string | undefined {
  const match = ADDRESS.exec(address);
  return match?.[1] ?? match?.[2];
}

const ADDRESSES = /\/(?:pictures\/u|documents)\/[\w.-]+/g;

/** Ids of the files whose addresses a text names. */
export function findFileIds(text: string): readonly string[] {
  const ids = [...text.matchAll(ADDRESSES)].flatMap(([address]) => toFileIdOf(address) ?? []);
  return [...new Set(ids)];
}

/** Error codes of the file storage, each with its message for the user. */
export const STORAGE_CODES = {
  unknown: 'The server responded in an unexpected way. Nothing was changed; try again.',
  'object-not-found': 'There is no file at this address.',
  'bucket-not-found': 'The server stores no files of this kind. Tell the shop’s administrator.',
  'project-not-found': 'The server doesn’t know this shop. Tell the shop’s administrator.',
  'quota-exceeded':
    'The server’s storage is full. The file is kept on this device and sent once there is room.',
  unauthenticated: 'Sign in again to send this file. It is kept on this device.',
  unauthorized: 'This account may not store files.',
  'retry-limit-exceeded':
    'The server could not be reached in time. The file is kept on this device, and the rest is sent later.',
  'invalid-checksum': 'The file was damaged on its way. It is kept on this device and sent again.',
  canceled: 'Cancelled. Nothing was changed.',
  'invalid-url': 'This is not the address of a stored file.',
  'invalid-argument': 'This file can’t be stored.',
} as const;
export type StorageCode = keyof typeof STORAGE_CODES;

export function isStorageCode(code: unknown): code is StorageCode {
  return typeof code === 'string' && Object.hasOwn(STORAGE_CODES, code);
}

/** Why a file can’t be stored (`invalid-argument`), each with its message for the user. */
export const FILE_REFUSALS = {
  type: 'This is not a picture that can be stored. Choose a JPEG, PNG, WebP or AVIF file.',
  heic: 'This browser can’t read HEIC pictures. Save the picture as JPEG and choose it again.',
  document: 'This is not a PDF. Choose a PDF file.',
  size: 'The file is too large. A picture may have 25 MB, a PDF 20 MB.',
  pixels: 'The picture is too large. It may have 40 megapixels.',
  animated: 'Moving pictures can’t be stored. Choose a still one.',
  damaged: 'The file is damaged or can’t be read. Choose it again, or another one.',
} as const;
export type FileRefusal = keyof typeof FILE_REFUSALS;

export function isFileRefusal(reason: unknown): reason is FileRefusal {
  return typeof reason === 'string' && Object.hasOwn(FILE_REFUSALS, reason);
}
