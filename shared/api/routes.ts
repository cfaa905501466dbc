import * as v from 'valibot';
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
  mailedLinkSchema,
} from './messages.ts';

/** All API routes are below this path. */
export const API_PREFIX = '/api/v1';

/** Cookie whose value a client sends back in the header on every call to this site that changes data. */
const CSRF_COOKIE = 'XSRF-TOKEN';
export const CSRF_HEADER = 'X-XSRF-TOKEN';

/** Only the host itself can set a cookie with this prefix, and only over https. */
const HOST_PREFIX = '__Host-';

/** Name of a cookie of the site. Over http it has no prefix, because browsers would refuse the cookie. */
export function toCookieName(name: string, isHttps: boolean): string {
  return isHttps ? HOST_PREFIX + name : name;
}

export function toCsrfCookieName(isHttps: boolean): string {
  return toCookieName(CSRF_COOKIE, isHttps);
}

/** Value of the CSRF cookie, decoded. @param cookies like `document.cookie` */
export function readCsrfCookie(cookies: string): string | undefined {
  const pairs = cookies.split('; ');
  // The prefixed cookie first: another host of the domain may have planted one without prefix.
  for (const name of [toCsrfCookieName(true), toCsrfCookieName(false)]) {
    const pair = pairs.find((cookie) => cookie.startsWith(`${name}=`));
    if (pair) return decodeURIComponent(pair.slice(name.length + 1));
  }
  return undefined;
}

/** Protocol version of the client, optional. A client that is too old is refused with 426 and `UPGRADE`. */
export const PROTOCOL_HEADER = 'X-Client-Protocol';
export const PROTOCOL_VERSION = 2;
export const UPGRADE = 'UPGRADE';

/**
 * Carries the token that this device got for the access code, and in responses its replacement. Every endpoint refuses
 * an outdated token with `ACCESS_CODE_CHANGED`, so that the device learns of the change.
 */
export const ACCESS_CODE_HEADER = 'X-Access-Code-Token';
export const ACCESS_CODE_CHANGED = 'ACCESS_CODE_CHANGED';
/** Reason of the refusal of every call of a blocked device. */
export const DEVICE_BLOCKED = 'DEVICE_BLOCKED';

/** Reason for refusing a signed-in caller where only the admin token is accepted. */
export const ADMIN_TOKEN_ONLY = 'ADMIN_TOKEN';
/** Reason for refusing staff where only managers and the admin token are accepted. */
export const MANAGER_ONLY = 'MANAGER';

/** Reason for refusing a session without a recent proof of identity; see `POST /account/confirm`. */
export const CONFIRM_IDENTITY = 'CONFIRM_IDENTITY';

/** Value of `Prefer` with which a device requests a new refresh token. */
export const PREFER_NEW_REFRESH_TOKEN = 'new-refresh-token';

export interface Route<Result, Path extends string = string> {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Below the prefix. `{endpoint}` is the configured data endpoint, other braces are arguments. */
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
 * The app's calls with a JSON response; `/{endpoint}/stream` is not one of them. Request schemas and rights are in
 * `endpoints.ts`, which only the server loads.
 */
export const ROUTES = {
  health: route('GET', '/health', healthSchema),
  config: route('GET', '/config', publicConfigSchema),
  session: route('GET', '/session', sessionSchema),
  readVerifyLink: route('POST', '/account/verify/link', mailedLinkSchema),
  verifyAddress: route('POST', '/account/verify', v.looseObject({})),
  sendVerifyLink: route('POST', '/account/verify/send', v.looseObject({})),
  readResetLink: route('POST', '/account/reset/link', mailedLinkSchema),
  sendResetLink: route('POST', '/account/reset', v.looseObject({})),
  resetPassword: route('POST', '/account/reset/confirm', v.looseObject({})),
  changePassword: route('POST', '/account/password', v.looseObject({})),
  register: route('POST', '/installations', installationSchema),
  generateAuthToken: route('POST', '/installations/{fid}/authTokens:generate', renewedTokenSchema),
  enterAccessCode: route('POST', '/access-code', accessCodeResponseSchema),
  claim: route('POST', '/claim', claimResponseSchema),
  pull: route('GET', '/{endpoint}/{collection}/pull', pullPageSchema),
  push: route('POST', '/sync/push', pushResponseSchema),
  checksum: route('GET', '/{endpoint}/{collection}/checksum', checksumSchema),
  changes: route('GET', '/{endpoint}/changes', changesSchema),
  history: route('GET', '/{endpoint}/{collection}/{id}/history', historyPageSchema),
  restore: route('POST', '/{endpoint}/{collection}/{id}/restore', wireDocumentSchema),
  createCheckoutSession: route('POST', '/checkout/sessions', checkoutSessionSchema),
  checkoutStatus: route('GET', '/checkout/sessions/{id}', checkoutStatusSchema),
} as const;
