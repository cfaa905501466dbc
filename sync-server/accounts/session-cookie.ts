/** Prefix of the provider's cookie names. */
export const COOKIE_PREFIX = 'nankeen';

/** Name of the session cookie, derived as better-auth does. Browsers accept `__Secure-` cookies over HTTPS only. */
export function toSessionCookieName(publicUrl: string): string {
  const secure = publicUrl.startsWith('https:') ? '__Secure-' : '';
  return `${secure}${COOKIE_PREFIX}.session_token`;
}

/** Whether the request carries a session cookie, valid or not. */
export function hasSessionCookie(headers: Headers, name: string): boolean {
  return (headers.get('cookie') ?? '').split(';').some((pair) => pair.trim().startsWith(`${name}=`));
}
