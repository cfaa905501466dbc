import { CSRF_HEADER, readCsrfCookie } from '#shared/api/routes.ts';
import type { Credential } from './profiles.ts';

/** Headers that authenticate a call. The server accepts a session only with its own Origin header. */
export function toHeaders(credential: Credential, origin: string): Readonly<Record<string, string>> {
  if (credential.kind === 'token') return { authorization: `Bearer ${credential.token}` };
  const { cookie } = credential;
  const csrfToken = readCsrfCookie(cookie);
  return { cookie, origin, ...(csrfToken === undefined ? {} : { [CSRF_HEADER]: csrfToken }) };
}
