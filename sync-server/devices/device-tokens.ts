import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { createSecret } from '#shared/kernel/ids.ts';

/** Lifetime of a device's auth token, in seconds. */
export const AUTH_TOKEN_SECONDS = 7 * 24 * 3600;

const PREFIX = 'd1';

/** A secret, or several while it is replaced: the first signs, and all verify. */
export type SigningSecret = string | readonly string[];

/** Signed and stateless: `d1.<fid>.<expiry in epoch seconds>.<HMAC>`. `now` is in epoch milliseconds. */
export function signDeviceToken(fid: string, now: number, secret: SigningSecret): string {
  const body = `${PREFIX}.${fid}.${Math.floor(now / 1000) + AUTH_TOKEN_SECONDS}`;
  return `${body}.${sign(body, secret)}`;
}

/** Whether a token looks like a device's, valid or not. */
export function hasDeviceTokenForm(token: string): boolean {
  return token.startsWith(`${PREFIX}.`);
}

export interface DeviceTokenFacts {
  readonly fid: string;
  /** Epoch milliseconds. */
  readonly expiresAt: number;
}

/** The device of a token; `undefined` when it is forged, expired or not a device token. */
export function verifyDeviceToken(
  token: string,
  now: number,
  secret: SigningSecret,
): DeviceTokenFacts | undefined {
  const [prefix, fid, expiry, signature, ...rest] = token.split('.');
  if (prefix !== PREFIX || !fid || !signature || rest.length > 0 || !/^\d{1,12}$/.test(expiry ?? ''))
    return undefined;
  if (!isSignedBy(`${prefix}.${fid}.${expiry}`, signature, secret)) return undefined;
  const expiresAt = Number(expiry) * 1000;
  return expiresAt > now ? { fid, expiresAt } : undefined;
}

/**
 * A refresh token that replaces an earlier one: `<generation>.<random>.<HMAC>`. A device's first token is random only.
 * The generation lets a server restored from a backup tell which token is newer.
 */
export function createRefreshToken(fid: string, generation: number, secret: SigningSecret): string {
  const body = `${generation}.${createSecret()}${createSecret()}`;
  return `${body}.${sign(`${fid}.${body}`, secret)}`;
}

/** The generation of a refresh token that this server gave to this device, valid or not; 0 for all others. */
export function readGeneration(token: string, fid: string, secret: SigningSecret): number {
  const [generation = '', random, signature, ...rest] = token.split('.');
  if (!/^[1-9]\d{0,8}$/.test(generation) || !random || !signature || rest.length > 0) return 0;
  return isSignedBy(`${fid}.${generation}.${random}`, signature, secret) ? Number(generation) : 0;
}

/** Compares secrets in constant time. */
export function isSameSecret(a: string, b: string): boolean {
  return timingSafeEqual(createHash('sha256').update(a).digest(), createHash('sha256').update(b).digest());
}

export function hashSecret(secret: string): string {
  return createHash('sha256').update(secret).digest('hex');
}

export function toSecrets(secret: SigningSecret): readonly string[] {
  return typeof secret === 'string' ? [secret] : secret;
}

export function isSignedBy(body: string, signature: string, secret: SigningSecret): boolean {
  return toSecrets(secret).some((one) => isSameSecret(signature, sign(body, one)));
}

/** HMAC of a text. What is signed must not look like what anybody else signs with this secret. */
export function sign(body: string, secret: SigningSecret): string {
  const [newest = ''] = toSecrets(secret);
  return createHmac('sha256', newest).update(body).digest('base64url');
}
