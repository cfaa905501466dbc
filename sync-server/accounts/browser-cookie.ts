import { BROWSER_COOKIE_DAYS } from '#shared/domain/policies.ts';
import { createSecret } from '#shared/kernel/ids.ts';
import { createOwnCookie } from './own-cookie.ts';

const MAX_AGE_SECONDS = BROWSER_COOKIE_DAYS * 24 * 3600;

const SECRET = /^\w{20}$/;

/** A cookie that tells browsers apart for limits and mailed links. It gives no right to an account. */
export interface BrowserCookie {
  /** The caller's secret, or a new one for a browser without. */
  read(headers: Headers): string;
  /** `Set-Cookie` value. */
  write(browser: string): string;
}

export function createBrowserCookie(publicUrl: string): BrowserCookie {
  const cookie = createOwnCookie(publicUrl, 'browser');
  return {
    read(headers) {
      const secret = cookie.read(headers);
      return SECRET.test(secret) ? secret : createSecret();
    },
    write: (browser) => cookie.write(browser, MAX_AGE_SECONDS),
  };
}
