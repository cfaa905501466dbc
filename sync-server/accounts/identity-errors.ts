import { AppError } from '#shared/kernel/app-error.ts';
import type { DocumentErrorCode } from '#shared/kernel/document-codes.ts';
import { tooManyAttempts } from './attempt-limits.ts';

/** The same message for a wrong password, an unknown address and any other bad credential. */
const INVALID_CREDENTIAL = 'Invalid email or password';

interface IdentityError {
  readonly code: DocumentErrorCode;
  /** Code shown to the client. */
  readonly reason: string;
  readonly path?: string;
  readonly message?: string;
}

const CREDENTIAL: IdentityError = {
  code: 'unauthenticated',
  reason: 'invalid-credential',
  message: INVALID_CREDENTIAL,
};
const IN_USE: IdentityError = {
  code: 'already-exists',
  reason: 'email-already-in-use',
  path: 'email',
  message: 'This address already has an account. Log in instead.',
};
const FORGED: IdentityError = { code: 'permission-denied', reason: 'untrusted-origin' };

export function invalidCredential(): AppError {
  return new AppError('unauthenticated', INVALID_CREDENTIAL, { reason: 'invalid-credential' });
}

export function isDisabled(): AppError {
  const message =
    'This account is disabled. Its orders and enquiries are kept. Write to us if this is a mistake.';
  return new AppError('permission-denied', message, { reason: 'user-disabled' });
}

/** Maps better-auth's error codes to ours. */
const IDENTITY_ERRORS: Readonly<Record<string, IdentityError>> = {
  INVALID_EMAIL_OR_PASSWORD: CREDENTIAL,
  INVALID_PASSWORD: CREDENTIAL,
  USER_NOT_FOUND: CREDENTIAL,
  USER_ALREADY_EXISTS: IN_USE,
  USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL: IN_USE,
  INVALID_EMAIL: { code: 'invalid-argument', reason: 'invalid-email', path: 'email' },
  PASSWORD_TOO_SHORT: {
    code: 'invalid-argument',
    reason: 'weak-password',
    path: 'password',
    message: 'Use a password of at least 8 characters.',
  },
  PASSWORD_TOO_LONG: {
    code: 'invalid-argument',
    reason: 'weak-password',
    path: 'password',
    message: 'Use a password of at most 128 characters.',
  },
  INVALID_ORIGIN: FORGED,
  MISSING_OR_NULL_ORIGIN: FORGED,
  CROSS_SITE_NAVIGATION_LOGIN_BLOCKED: FORGED,
};

/** Codes that would tell an attacker whether an account has this address, or can have this password. */
const HIDDEN_AT_SIGN_IN: ReadonlySet<string> = new Set([
  'EMAIL_NOT_VERIFIED',
  'INVALID_EMAIL',
  'PASSWORD_TOO_LONG',
  'PASSWORD_TOO_SHORT',
]);

const FIELD_MESSAGES: Readonly<Record<string, string>> = {
  email: 'Enter an email address, like name@example.com.',
  password: 'Enter a password of at least 8 characters.',
};

/** The provider's validator names each field that it refuses: `[body.email] Invalid email address; [body.password] …`. */
function toFieldErrors(message: string | undefined, path: string): AppError | undefined {
  const fields = [...(message ?? '').matchAll(/\[body\.(\w+)\]/g)].map(([, field = '']) => field);
  if (fields.length === 0) return undefined;
  const messages: Readonly<Record<string, string>> =
    path === '/sign-in/email' ? { ...FIELD_MESSAGES, password: 'Enter your password.' } : FIELD_MESSAGES;
  const sentences = [...new Set(fields)].map((field) => messages[field] ?? `Check the field "${field}".`);
  return new AppError('invalid-argument', sentences.join(' '), {
    reason: 'invalid-argument',
    path: fields[0],
  });
}

const BY_STATUS: Readonly<Record<number, DocumentErrorCode>> = {
  400: 'invalid-argument',
  401: 'unauthenticated',
  403: 'permission-denied',
  404: 'not-found',
  415: 'invalid-argument',
  422: 'invalid-argument',
};

export interface ProviderFailure {
  readonly status: number;
  readonly code: string | undefined;
  readonly message: string | undefined;
  /** Seconds. */
  readonly retryAfter: number | undefined;
}

/**
 * Converts the identity provider's failure to an `AppError`.
 * @param path request path below the provider's base path
 */
export function toIdentityError(failure: ProviderFailure, path: string): AppError {
  if (failure.status === 429) return tooManyAttempts(failure.retryAfter);
  const code = failure.code ?? '';
  const missing = toFieldErrors(failure.message, path);
  if (missing) return missing;
  const known = path === '/sign-in/email' && HIDDEN_AT_SIGN_IN.has(code) ? CREDENTIAL : IDENTITY_ERRORS[code];
  const message = known?.message ?? failure.message ?? 'The account service rejected this request.';
  if (known) return new AppError(known.code, message, { reason: known.reason, path: known.path });
  const fallback = BY_STATUS[failure.status];
  return fallback
    ? new AppError(fallback, message, { status: failure.status })
    : new AppError('internal', 'The account service failed. Nothing was changed; try again.');
}

/** What the library says of a call that it refused; `undefined` if it did not. */
export async function readFailure(response: Response) {
  if (response.status < 400) return undefined;
  const body = (await response.json().catch(() => ({}))) as { code?: unknown; message?: unknown } | null;
  const retryAfter = Number(response.headers.get('x-retry-after') ?? Number.NaN);
  return {
    status: response.status,
    code: typeof body?.code === 'string' ? body.code : undefined,
    message: typeof body?.message === 'string' ? body.message : undefined,
    retryAfter: Number.isFinite(retryAfter) ? retryAfter : undefined,
  };
}
