import { createHmac } from 'node:crypto';
import { toCookieName } from '#shared/api/routes.ts';
import { isSameSecret, toSecrets, type SigningSecret } from '#server/devices/device-tokens.ts';

/** Beginning of the provider's cookie names. */
export function toCookiePrefix(publicUrl: string): string {
  return toCookieName('nankeen', publicUrl.startsWith('https:'));
}

/** Name of the session cookie, derived as better-auth does. */
export function toSessionCookieName(publicUrl: string): string {
  return `${toCookiePrefix(publicUrl)}.session_token`;
}

/** Whether the request carries a session cookie, valid or not. */
export function hasSessionCookie(headers: Headers, name: string): boolean {
  return (headers.get('cookie') ?? '').split(';').some((pair) => pair.trim().startsWith(`${name}=`));
}

/**
 * Signs the session cookie of a request with the newest secret if an earlier one signed it, because better-auth checks
 * cookies with one secret only. Changes the headers.
 */
export function signWithNewest(headers: Headers, name: string, secret: SigningSecret): void {
  const [newest = '', ...earlier] = toSecrets(secret);
  const cookie = headers.get('cookie');
  if (earlier.length === 0 || cookie === null) return;
  const pairs = cookie.split(';').map((pair) => {
    const value = pair.trim();
    if (!value.startsWith(`${name}=`)) return value;
    const [token = '', signature = '', ...rest] = safeDecode(value.slice(name.length + 1)).split('.');
    const isEarlier = rest.length === 0 && earlier.some((one) => isSameSecret(signature, sign(token, one)));
    return isEarlier ? `${name}=${encodeURIComponent(`${token}.${sign(token, newest)}`)}` : value;
  });
  headers.set('cookie', pairs.join('; '));
}

/** As better-auth signs cookies. */
function sign(token: string, secret: string): string {
  return createHmac('sha256', secret).update(token).digest('base64');
}

function safeDecode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return '';
  }
}
