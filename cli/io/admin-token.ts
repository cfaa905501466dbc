import { readFile } from 'node:fs/promises';
import { EXIT } from '#cli/exit-codes.ts';
import { Failure } from '#cli/failure.ts';

export interface TokenSources {
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly tokenFile?: string | undefined;
  readonly origin: string;
}

/** The admin's token, from `--token-file` or `NANKEEN_TOKEN`; never from the command line, where others could see it. */
export async function readAdminToken({ environment, tokenFile, origin }: TokenSources): Promise<string> {
  const isFile = tokenFile !== undefined;
  const token = (isFile ? await readFile(tokenFile, 'utf8') : (environment['NANKEEN_TOKEN'] ?? '')).trim();
  const source = isFile ? `The token file ${tokenFile}` : 'NANKEEN_TOKEN';
  if (token === '' && isFile) throw new Failure(EXIT.authentication, `${source} is empty.`);
  if (token === '')
    throw new Failure(EXIT.authentication, 'No admin token is set.', { hint: toHint(origin) });
  if (!/^[\x21-\x7e]+$/.test(token)) {
    throw new Failure(EXIT.authentication, `${source} holds something that is not a token.`, {
      hint: toHint(origin),
    });
  }
  return token;
}

export function toHint(origin: string): string {
  const steps =
    'export NANKEEN_TOKEN=<token>, or keep it in a file that only you can read and give --token-file FILE';
  return isLoopback(origin)
    ? `The server prints it when it starts, in the line "Admin token" (in production it is what ADMIN_TOKEN was set to). Then: ${steps}.`
    : `Ask whoever runs ${origin} for the admin token, then: ${steps}.`;
}

export function isLoopback(origin: string): boolean {
  const { hostname } = new URL(origin);
  return hostname === 'localhost' || hostname === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(hostname);
}
