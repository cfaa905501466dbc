import type * as v from 'valibot';
import {
  changesSchema,
  pullPageSchema,
  pushResponseSchema,
  wireDocumentSchema,
} from '#shared/sync/messages.ts';
import {
  accessCodeResponseSchema,
  checksumSchema,
  claimResponseSchema,
  checkoutSessionSchema,
  checkoutStatusSchema,
  healthSchema,
  historyPageSchema,
  installationSchema,
  publicConfigSchema,
  renewedTokenSchema,
  sessionSchema,
} from './messages.ts';

/** Everything the server answers lies below this path. */
export const API_PREFIX = '/api/v1';

/** Cookie whose value goes into the header on every changing call to this site. */
export const CSRF_COOKIE = 'XSRF-TOKEN';
export const CSRF_HEADER = 'X-XSRF-TOKEN';

/** A client may say which version of the protocol it speaks; one that is too old is told to update (426, `UPGRADE`). */
export const PROTOCOL_HEADER = 'X-Client-Protocol';
export const PROTOCOL_VERSION = 1;
export const UPGRADE = 'UPGRADE';

/**
 * Carries the token that the access code gave this device. One that doesn't hold any more is refused with its reason,
 * whatever is called, so that the device hears of it.
 */
export const ACCESS_CODE_HEADER = 'X-Access-Code-Token';
export const ACCESS_CODE_CHANGED = 'ACCESS_CODE_CHANGED';

/** Reason of a refusal of a caller who is signed in, where no sign-in but the admin token's helps. */
export const ADMIN_TOKEN_ONLY = 'ADMIN_TOKEN';

/** Value of `Prefer` with which a device asks for a refresh token in place of the one it has. */
export const PREFER_NEW_REFRESH_TOKEN = 'new-refresh-token';

export interface Route<Result, Path extends string = string> {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Below the prefix; `{endpoint}` stands for the configured data endpoint, other braces for arguments. */
  readonly path: Path;
  readonly response: v.GenericSchema<unknown, Result>;
}

export function route<Result, Path extends string>(
  method: Route<Result>['method'],
  path: Path,
  response: Route<Result>['response'],
): Route<Result, Path> {
  return { method, path, response };
}

/**
 * The calls with a JSON answer that the app makes. The stream (`/{endpoint}/stream`) is read as it comes. What a call may
 * carry and who may make it is in `endpoints.ts`, which only the server loads.
 */
export const ROUTES = {
  health: route('GET', '/health', healthSchema),
  config: route('GET', '/config', publicConfigSchema),
  session: route('GET', '/session', sessionSchema),
  register: route('POST', '/installations', installationSchema),
  generateAuthToken: route('POST', '/installations/{fid}/authTokens:generate', renewedTokenSchema),
  enterAccessCode: route('POST', '/access-code', accessCodeResponseSchema),
  claim: route('POST', '/claim', claimResponseSchema),
  pull: route('GET', '/{endpoint}/{collection}/pull', pullPageSchema),
  push: route('POST', '/{endpoint}/{collection}/push', pushResponseSchema),
  checksum: route('GET', '/{endpoint}/{collection}/checksum', checksumSchema),
  changes: route('GET', '/{endpoint}/changes', changesSchema),
  history: route('GET', '/{endpoint}/{collection}/{id}/history', historyPageSchema),
  restore: route('POST', '/{endpoint}/{collection}/{id}/restore', wireDocumentSchema),
  createCheckoutSession: route('POST', '/checkout/sessions', checkoutSessionSchema),
  checkoutStatus: route('GET', '/checkout/sessions/{id}', checkoutStatusSchema),
} as const;
