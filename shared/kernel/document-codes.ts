/** All error codes of the document database, each with its HTTP status. */
export const DOCUMENT_CODES = {
  ok: 200,
  cancelled: 499,
  unknown: 500,
  'invalid-argument': 400,
  'deadline-exceeded': 504,
  'not-found': 404,
  'already-exists': 409,
  'permission-denied': 403,
  'resource-exhausted': 429,
  'failed-precondition': 412,
  aborted: 409,
  'out-of-range': 400,
  unimplemented: 501,
  internal: 500,
  unavailable: 503,
  'data-loss': 500,
  unauthenticated: 401,
} as const;

export type DocumentCode = keyof typeof DOCUMENT_CODES;
export type DocumentErrorCode = Exclude<DocumentCode, 'ok'>;

/** Codes that stay the same when the same content is sent again; all other codes are retried. */
const PERMANENT_CODES: ReadonlySet<DocumentCode> = new Set<DocumentCode>([
  'invalid-argument',
  'not-found',
  'already-exists',
  'permission-denied',
  'failed-precondition',
  'out-of-range',
  'unimplemented',
  'data-loss',
]);

export function isErrorCode(value: unknown): value is DocumentErrorCode {
  return typeof value === 'string' && value !== 'ok' && Object.hasOwn(DOCUMENT_CODES, value);
}

export function isPermanentCode(code: DocumentCode): boolean {
  return PERMANENT_CODES.has(code);
}
