import { readFile } from 'node:fs/promises';
import { EXIT } from '#cli/exit-codes.ts';
import { Failure, toIoFailure } from '#cli/failure.ts';

/** The token of a file. @param origin of the server it is for */
export async function readTokenFile(file: string, origin: string): Promise<string> {
  const text = await readFile(file, 'utf8').catch((error: unknown) => {
    throw toIoFailure(error, file);
  });
  return toToken(text, `The token file ${file}`, origin);
}

/** @param source what held it, as the beginning of a sentence. @throws Failure for what can't be a token */
export function toToken(text: string, source: string, origin: string): string {
  const token = text.trim();
  if (token === '') throw new Failure(EXIT.authentication, `${source} is empty.`);
  if (/^[\x21-\x7e]+$/.test(token)) return token;
  throw new Failure(EXIT.authentication, `${source} holds something that is not a token.`, {
    hint: toHint(origin),
  });
}

export function toHint(origin: string): string {
  const steps = 'Keep it with `nankeen login`, or give it with NANKEEN_TOKEN or --token-file FILE.';
  return isLoopback(origin)
    ? `The server prints its admin token when it starts (in production it is what ADMIN_TOKEN was set to).\n${steps}`
    : `Ask whoever runs ${origin} for the admin token.\n${steps}`;
}

export function isLoopback(origin: string): boolean {
  const { hostname } = new URL(origin);
  return hostname === 'localhost' || hostname === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(hostname);
}
