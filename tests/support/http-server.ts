import type { AddressInfo } from 'node:net';
import { promisify } from 'node:util';
import { listen } from '#server/http/listen.ts';
import type { SERVER_OPTIONS } from '#server/http/server-options.ts';
import type { CoreServer } from './core-server.ts';

export interface HttpServer {
  readonly origin: string;
  /** Number of open connections. */
  connections(): Promise<number>;
  stop(): Promise<void>;
}

/** Serves the app on a loopback port. @param serverOptions as in production by default */
export async function listenOnLoopback(
  { app }: Pick<CoreServer, 'app'>,
  serverOptions?: typeof SERVER_OPTIONS,
): Promise<HttpServer> {
  const server = await listen(app.fetch, { port: 0, hostname: '127.0.0.1' }, serverOptions);
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    connections: () => promisify(server.getConnections.bind(server))(),
    stop: () =>
      new Promise<void>((ended) => {
        server.close(() => ended());
        server.closeAllConnections();
      }),
  };
}
