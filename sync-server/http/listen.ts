import type { Server, ServerResponse } from 'node:http';
import { createAdaptorServer } from '@hono/node-server';
import type { Hono } from 'hono';
import { BACKLOG, SERVER_OPTIONS } from './server-options.ts';
import type { AppEnv } from './app-env.ts';

export interface Address {
  readonly port: number;
  readonly hostname: string;
}

/**
 * Serves `fetch` over HTTP; resolves once the server is reachable.
 * @param options limits of the HTTP server
 * @throws the system's error, such as one with the code EADDRINUSE
 */
export function listen(
  fetch: Hono<AppEnv>['fetch'],
  { port, hostname }: Address,
  { readerTimeout, sendTimeout, ...serverOptions }: typeof SERVER_OPTIONS = SERVER_OPTIONS,
): Promise<Server> {
  const server = createAdaptorServer({ fetch, hostname, serverOptions }) as Server;
  // Node would keep the connection, and all that its reader leaves unread, for as long as the reader likes.
  server.prependListener('request', (_request, response: ServerResponse) => {
    response.setTimeout(readerTimeout, () => {
      if (response.writableLength > 0) response.destroy();
    });
    // The rest is in memory from here on. A reader that takes a little now and then is not slow, it holds memory.
    response.once('prefinish', () => {
      const cut = setTimeout(() => response.destroy(), sendTimeout);
      response.once('close', () => clearTimeout(cut));
    });
  });
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen({ port, host: hostname, backlog: BACKLOG }, () => {
      server.off('error', reject);
      resolve(server);
    });
  });
}
