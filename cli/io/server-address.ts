import { EXIT } from '#cli/exit-codes.ts';
import { Failure } from '#cli/failure.ts';
import { isLoopback } from './admin-token.ts';

export const DEFAULT_SERVER = 'http://localhost:8787';

/** @throws Failure `usage` for a server that credentials would reach unencrypted */
export function assertPrivate(origin: string): void {
  if (origin.startsWith('https:') || isLoopback(origin)) return;
  throw new Failure(
    EXIT.usage,
    `${origin} is not encrypted: others on the network could read your token or password. Nothing was sent.`,
    {
      hint:
        'Use its https address. For a server without one, open a tunnel, such as ssh -L 8787:localhost:8787 HOST, ' +
        `then use ${DEFAULT_SERVER}.`,
    },
  );
}

/** The origin of a server address; localhost by default. @throws Failure `usage` */
export function toServerOrigin(address: string = DEFAULT_SERVER): string {
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (!url || !['http:', 'https:'].includes(url.protocol)) {
    throw new Failure(EXIT.usage, `"${address}" is not a server address such as ${DEFAULT_SERVER}.`);
  }
  if (url.username !== '' || url.password !== '') {
    throw new Failure(EXIT.usage, 'A server address must not contain a user name or password.');
  }
  if (url.pathname !== '/' || url.search !== '' || url.hash !== '') {
    throw new Failure(EXIT.usage, `A server address has no path or query: use ${url.origin}`);
  }
  return url.origin;
}
