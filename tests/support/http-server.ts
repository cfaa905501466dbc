import type { AddressInfo } from 'node:net';
import type { Server } from 'node:http';
import { serve } from '@hono/node-server';
import type { CoreServer } from './core-server.ts';

export interface HttpServer {
  readonly origin: string;
  stop(): Promise<void>;
}

/** The sync doors on a loopback port. */
export function listenOnLoopback({ app }: CoreServer): Promise<HttpServer> {
  return new Promise((resolve) => {
    const server = serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' }, ({ port }: AddressInfo) =>
      resolve({
        origin: `http://127.0.0.1:${port}`,
        stop: () =>
          new Promise<void>((ended) => {
            server.close(() => ended());
            server.closeAllConnections();
          }),
      }),
    ) as Server;
  });
}
