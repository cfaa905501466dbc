/** What the provider's cookies begin with. */
export const COOKIE_PREFIX = 'nankeen';

/** Name of the cookie that carries a session, as the provider makes it up; browsers take a secure one over HTTPS alone. */
export function toSessionCookieName(publicUrl: string): string {
  const secure = publicUrl.startsWith('https:') ? '__Secure-' : '';
  return `${secure}${COOKIE_PREFIX}.session_token`;
}

/** Whether a call brings a session at all, valid or not. */
export function hasSessionCookie(headers: Headers, name: string): boolean {
  return (headers.get('cookie') ?? '').split(';').some((pair) => pair.trim().startsWith(`${name}=`));
}
