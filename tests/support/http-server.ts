import type { AddressInfo } from 'node:net';
import type { Server } from 'node:http';
import { serve } from '@hono/node-server';
import { SERVER_OPTIONS } from '#server/http/server-options.ts';
import type { CoreServer } from './core-server.ts';

export interface HttpServer {
  readonly origin: string;
  stop(): Promise<void>;
}

/** Serves the app on a loopback port. @param serverOptions as in production by default */
export function listenOnLoopback(
  { app }: Pick<CoreServer, 'app'>,
  serverOptions: typeof SERVER_OPTIONS = SERVER_OPTIONS,
): Promise<HttpServer> {
  return new Promise((resolve) => {
    const options = { fetch: app.fetch, port: 0, hostname: '127.0.0.1', serverOptions };
    const server = serve(options, ({ port }: AddressInfo) =>
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
