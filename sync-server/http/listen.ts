import type { Server } from 'node:http';
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
 * @param serverOptions limits of Node's HTTP server
 * @throws the system's error, such as one with the code EADDRINUSE
 */
export function listen(
  fetch: Hono<AppEnv>['fetch'],
  { port, hostname }: Address,
  serverOptions: typeof SERVER_OPTIONS = SERVER_OPTIONS,
): Promise<Server> {
  const server = createAdaptorServer({ fetch, hostname, serverOptions }) as Server;
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen({ port, host: hostname, backlog: BACKLOG }, () => {
      server.off('error', reject);
      resolve(server);
    });
  });
}
