import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Context, MiddlewareHandler } from 'hono';
import { API_PREFIX } from '#shared/api/routes.ts';
import { AppError } from '#shared/kernel/app-error.ts';
import type { AppEnv } from './app-env.ts';
import type { NetworkReader } from './caller-network.ts';

/**
 * What a page of data, or the verdicts on a push, count as while they are made: a network may have eight made at once, as
 * many as a tab pulls.
 */
const MADE_BYTES = 3 * 1_048_576;
/** A piece of a response that is streamed. */
const PIECE_BYTES = 65_536;
const MOST_OF_NETWORK = 24 * 1_048_576;
const MOST_IN_TOTAL = 128 * 1_048_576;

interface OpenResponse {
  /** Undefined for programs on this machine. */
  readonly network: string | undefined;
  readonly incoming: IncomingMessage;
  readonly outgoing: ServerResponse;
  expectedBytes: number;
  isMade: boolean;
}

/**
 * Bounds the memory of responses: while a network, or all callers, leave too much unread, a request for more is refused
 * before anything is read for it.
 */
export function limitResponses(networkOf: NetworkReader, dataEndpoint: string): MiddlewareHandler<AppEnv> {
  const open = new Set<OpenResponse>();
  const toExpectedBytes = createEstimate(dataEndpoint);

  function assertRoom(network: string | undefined, expectedBytes: number): void {
    let ofNetwork = expectedBytes;
    let inTotal = expectedBytes;
    for (const response of open) {
      const bytes = toHeldBytes(response);
      if (bytes === 0) open.delete(response);
      inTotal += bytes;
      if (response.network === network) ofNetwork += bytes;
    }
    if (inTotal > MOST_IN_TOTAL || (network !== undefined && ofNetwork > MOST_OF_NETWORK)) throw tooMany();
  }

  return async (c, next) => {
    const { incoming, outgoing } = c.env ?? {};
    const expectedBytes = toExpectedBytes(c);
    if (incoming === undefined || outgoing === undefined || expectedBytes === 0) return next();
    const network = networkOf(c);
    assertRoom(network, expectedBytes);
    const response = { network, incoming, outgoing, expectedBytes, isMade: false };
    open.add(response);
    c.set('reserveResponse', () => {
      assertRoom(network, MADE_BYTES - response.expectedBytes);
      response.expectedBytes = MADE_BYTES;
    });
    try {
      return await next();
    } finally {
      response.isMade = true;
    }
  };
}

/** @returns 0 once nothing is left. A caller that leaves early makes no room while its response is still being made. */
function toHeldBytes({ incoming, outgoing, expectedBytes, isMade }: OpenResponse): number {
  if (!isMade) return expectedBytes;
  if (incoming.socket.destroyed) return 0;
  if (!outgoing.headersSent) return expectedBytes;
  return outgoing.writableEnded ? outgoing.writableLength : Math.max(PIECE_BYTES, outgoing.writableLength);
}

/** What a response may take; 0 for short ones, and for streams and long polls, which have limits of their own. */
function createEstimate(dataEndpoint: string): (c: Context<AppEnv>) => number {
  const data = `${API_PREFIX}/${dataEndpoint}/`;
  const others: readonly string[] = [`${data}stream`, `${data}changes`, '/metrics'];
  return ({ req: { method, path } }) => {
    // Its body may take long to arrive, and counts on its own. Its response counts once the body has arrived.
    if (path === `${API_PREFIX}/sync/push`) return PIECE_BYTES;
    if (!['GET', 'HEAD'].includes(method) || others.includes(path)) return 0;
    if (path.startsWith(data)) return MADE_BYTES;
    return path.startsWith(`${API_PREFIX}/`) ? 0 : PIECE_BYTES;
  };
}

function tooMany(): AppError {
  const message =
    'Too much is being sent from the server at the moment. Nothing was stored, and nothing is lost: try again in a moment.';
  return new AppError('resource-exhausted', message, { retryAfter: 1, reason: 'TOO_MANY_RESPONSES' });
}
