import { readFile } from 'node:fs/promises';
import { EXIT } from '#cli/exit-codes.ts';
import { Failure, toIoFailure } from '#cli/failure.ts';

/** Reads a token file. @param origin of the token's server, for the hint */
export async function readTokenFile(file: string, origin: string): Promise<string> {
  const text = await readFile(file, 'utf8').catch((error: unknown) => {
    throw toIoFailure(error, file);
  });
  return toToken(text, `The token file ${file}`, origin);
}

/** @param source names where the token came from, at the start of a sentence. @throws Failure when it isn't a token */
export function toToken(text: string, source: string, origin: string): string {
  const token = text.trim();
  if (token === '') throw new Failure(EXIT.authentication, `${source} is empty.`);
  if (/^[\x21-\x7e]+$/.test(token)) return token;
  throw new Failure(EXIT.authentication, `${source} does not contain a valid token.`, {
    hint: toTokenHint(origin),
  });
}

export function toTokenHint(origin: string): string {
  const steps = 'Save it with `nankeen login`, or pass it in NANKEEN_TOKEN or with --token-file FILE.';
  return isLoopback(origin)
    ? `The server prints its admin token at startup (in production it is the value of ADMIN_TOKEN).\n${steps}`
    : `Ask the operator of ${origin} for the admin token.\n${steps}`;
}

export function isLoopback(origin: string): boolean {
  const { hostname } = new URL(origin);
  return hostname === 'localhost' || hostname === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(hostname);
}
