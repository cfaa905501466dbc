import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { createSecret } from '#shared/kernel/ids.ts';

/** Lifetime of a device's auth token, in seconds. */
export const AUTH_TOKEN_SECONDS = 7 * 24 * 3600;

const PREFIX = 'd1';

/** Signed and stateless: `d1.<fid>.<expiry in epoch seconds>.<HMAC>`. `now` in epoch milliseconds. */
export function signDeviceToken(fid: string, now: number, secret: string): string {
  const body = `${PREFIX}.${fid}.${Math.floor(now / 1000) + AUTH_TOKEN_SECONDS}`;
  return `${body}.${sign(body, secret)}`;
}

export interface DeviceTokenFacts {
  readonly fid: string;
  /** Epoch milliseconds. */
  readonly expiresAt: number;
}

/** Whom a token belongs to; `undefined` when it is forged, expired or no device token at all. */
export function verifyDeviceToken(token: string, now: number, secret: string): DeviceTokenFacts | undefined {
  const [prefix, fid, expiry, signature, ...rest] = token.split('.');
  if (prefix !== PREFIX || !fid || !signature || rest.length > 0 || !/^\d{1,12}$/.test(expiry ?? ''))
    return undefined;
  if (!isSameSecret(signature, sign(`${prefix}.${fid}.${expiry}`, secret))) return undefined;
  const expiresAt = Number(expiry) * 1000;
  return expiresAt > now ? { fid, expiresAt } : undefined;
}

/**
 * A refresh token that replaces another: `<generation>.<random>.<HMAC>`. The first of a device is random alone. A server
 * whose data were put back from a copy knows by it that this one came later.
 */
export function createRefreshToken(fid: string, generation: number, secret: string): string {
  const body = `${generation}.${createSecret()}${createSecret()}`;
  return `${body}.${sign(`${fid}.${body}`, secret)}`;
}

/** A refresh token's generation, good still or not, if this server gave it to this device; 0 for all others. */
export function readGeneration(token: string, fid: string, secret: string): number {
  const [generation = '', random, signature, ...rest] = token.split('.');
  if (!/^[1-9]\d{0,8}$/.test(generation) || !random || !signature || rest.length > 0) return 0;
  return isSameSecret(signature, sign(`${fid}.${generation}.${random}`, secret)) ? Number(generation) : 0;
}

/** Compares secrets in a time that doesn't depend on where they differ. */
export function isSameSecret(a: string, b: string): boolean {
  return timingSafeEqual(createHash('sha256').update(a).digest(), createHash('sha256').update(b).digest());
}

export function hashSecret(secret: string): string {
  return createHash('sha256').update(secret).digest('hex');
}

function sign(body: string, secret: string): string {
  return createHmac('sha256', secret).update(body).digest('base64url');
}
