import type { Context } from 'hono';
import type { AppEnv } from './app-env.ts';
import type { Csrf } from './csrf.ts';

/** Sets cookies of the identity provider. With those of a new session, also its anti-forgery token. */
export type SetSessionCookies = (c: Context<AppEnv>, cookies: readonly string[]) => void;

export function createSetSessionCookies(sessionCookieName: string, csrf: Csrf): SetSessionCookies {
  return (c, cookies) => {
    for (const cookie of cookies) c.header('Set-Cookie', cookie, { append: true });
    const pair = cookies.find((cookie) => cookie.startsWith(`${sessionCookieName}=`));
    const value = pair?.slice(sessionCookieName.length + 1).split(';', 1)[0];
    if (value !== undefined) csrf.issue(c, value);
  };
}
