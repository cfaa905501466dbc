import { toCookieName } from '#shared/api/routes.ts';
import { createSecret } from '#shared/kernel/ids.ts';

/** As long as browsers keep a cookie. */
const MAX_AGE_SECONDS = 400 * 24 * 3600;

const SECRET = /^\w{20}$/;

/** A cookie that tells browsers apart for limits and mailed links. It gives no right to an account. */
export interface BrowserCookie {
  /** The caller's secret, or a new one for a browser without. */
  read(headers: Headers): string;
  /** `Set-Cookie` value. */
  write(browser: string): string;
}

export function createBrowserCookie(publicUrl: string): BrowserCookie {
  const isHttps = publicUrl.startsWith('https:');
  const name = toCookieName('nankeen.browser', isHttps);
  return {
    read(headers) {
      const pairs = (headers.get('cookie') ?? '').split(';').map((pair) => pair.trim());
      const secret = pairs.find((pair) => pair.startsWith(`${name}=`))?.slice(name.length + 1) ?? '';
      return SECRET.test(secret) ? secret : createSecret();
    },
    write: (browser) =>
      `${name}=${browser}; Max-Age=${MAX_AGE_SECONDS}; Path=/; HttpOnly; SameSite=Lax${isHttps ? '; Secure' : ''}`,
  };
}
