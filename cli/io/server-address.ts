import { EXIT } from '#cli/exit-codes.ts';
import { Failure } from '#cli/failure.ts';

export const DEFAULT_SERVER = 'http://localhost:8787';

/** Scheme and host of a server's address; this machine's own where none is given. */
export function toServerOrigin(address: string = DEFAULT_SERVER): string {
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (!url || !['http:', 'https:'].includes(url.protocol)) {
    throw new Failure(EXIT.usage, `"${address}" is not a server address such as ${DEFAULT_SERVER}.`);
  }
  if (url.username !== '' || url.password !== '') {
    throw new Failure(EXIT.usage, 'A server address holds no user name or password.');
  }
  if (url.pathname !== '/' || url.search !== '' || url.hash !== '') {
    throw new Failure(EXIT.usage, `A server address ends after host and port: ${url.origin}`);
  }
  return url.origin;
}
