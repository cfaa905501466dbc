import type { Context, MiddlewareHandler } from 'hono';
import { AppError } from '#shared/kernel/app-error.ts';
import type { AppEnv } from './app-env.ts';
import type { NetworkReader } from './caller-network.ts';

/** Smaller bodies are not counted, so that a sign-in or a few writes always get through. */
const SMALL_BYTES = 16_384;
/** Largest body that a handler holds in memory; larger ones are refused or streamed to the disk. */
const LARGEST_BYTES = 1_200_000;
const MOST_OF_NETWORK = 24 * 1_048_576;
const MOST_IN_TOTAL = 128 * 1_048_576;

/**
 * Bounds the memory of request bodies: a caller that sends many at once, or sends them slowly, is refused before a body is
 * read. A body counts with its announced length until its response is complete.
 */
export function limitBodies(networkOf: NetworkReader): MiddlewareHandler<AppEnv> {
  const ofNetwork = new Map<string, number>();
  let inTotal = 0;

  function add(network: string | undefined, bytes: number): void {
    inTotal += bytes;
    if (network === undefined) return;
    const sum = (ofNetwork.get(network) ?? 0) + bytes;
    if (sum > 0) ofNetwork.set(network, sum);
    else ofNetwork.delete(network);
  }

  return async (c, next) => {
    const bytes = toCountedBytes(c);
    if (bytes === 0) return next();
    const network = networkOf(c);
    const before = network === undefined ? 0 : (ofNetwork.get(network) ?? 0);
    if (before + bytes > MOST_OF_NETWORK || inTotal + bytes > MOST_IN_TOTAL) throw tooMany();
    add(network, bytes);
    try {
      return await next();
    } finally {
      add(network, -bytes);
    }
  };
}

function toCountedBytes(c: Context<AppEnv>): number {
  const announced = c.req.header('content-length');
  const isChunked = c.req.header('transfer-encoding') !== undefined;
  const bytes = announced === undefined ? (isChunked ? LARGEST_BYTES : 0) : Number(announced);
  return bytes > SMALL_BYTES ? Math.min(bytes, LARGEST_BYTES) : 0;
}

function tooMany(): AppError {
  const message =
    'Too much is being sent to the server at the moment. Nothing was stored, and nothing is lost: try again in a moment.';
  return new AppError('resource-exhausted', message, { retryAfter: 1, reason: 'TOO_MANY_BODIES' });
}
