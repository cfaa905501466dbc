import { toCookieName } from '#shared/api/routes.ts';

/** A cookie that no script reads. */
export interface OwnCookie {
  /** Its value in a request; empty without. */
  read(headers: Headers): string;
  /** `Set-Cookie` value. */
  write(value: string, seconds: number): string;
  /** `Set-Cookie` value that removes it. */
  readonly end: string;
}

/** @param name after `nankeen.` */
export function createOwnCookie(publicUrl: string, name: string): OwnCookie {
  const isHttps = publicUrl.startsWith('https:');
  const fullName = toCookieName(`nankeen.${name}`, isHttps);
  const write = (value: string, seconds: number) =>
    `${fullName}=${value}; Max-Age=${seconds}; Path=/; HttpOnly; SameSite=Lax${isHttps ? '; Secure' : ''}`;
  return {
    read(headers) {
      const pairs = (headers.get('cookie') ?? '').split(';').map((pair) => pair.trim());
      return pairs.find((pair) => pair.startsWith(`${fullName}=`))?.slice(fullName.length + 1) ?? '';
    },
    write,
    end: write('', 0),
  };
}
