import { createHash, createHmac, timingSafeEqual } from 'node:crypto';

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
