import { toCookieName } from '#shared/api/routes.ts';

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
