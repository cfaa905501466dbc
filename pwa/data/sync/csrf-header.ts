import { CSRF_HEADER, readCsrfCookie } from '#shared/api/routes.ts';

/** Repeats the CSRF cookie's value in a header, which another site's page can't do. */
export function toCsrfHeader(cookies: string): Record<string, string> {
  const token = readCsrfCookie(cookies);
  return token === undefined ? {} : { [CSRF_HEADER]: token };
}
