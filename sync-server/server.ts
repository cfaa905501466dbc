import type { AddressInfo } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import type { Hono } from 'hono';
import { AppError } from '#shared/kernel/app-error.ts';
import type { ServerContext } from './context.ts';
import type { AppEnv } from './http/app-env.ts';
import { listen } from './http/listen.ts';
import { requireAdminToken } from './http/require-rights.ts';
import { prepareClose } from './http/prepare-close.ts';
import { OTHER_CONNECTIONS } from './http/server-options.ts';
import { createServerApp } from './server-app.ts';

export interface RunningServer {
  readonly port: number;
  /** Says that it is not ready, waits as long as the settings say, stops accepting connections, finishes open requests, ends the streams, and closes the context. */
  stop(): Promise<void>;
}

/**
 * Starts listening; resolves when the server is reachable.
 * @throws AppError `failed-precondition` when the port is taken
 */
export function startServer(context: ServerContext): Promise<RunningServer> {
  return start(context, createServerApp(context).fetch);
}

/** Same for a single command: every other caller of the port is refused. */
export function startPrivateServer(context: ServerContext): Promise<RunningServer> {
  return start(context, requireAdminToken(createServerApp(context), context.secrets.adminToken));
}

async function start(context: ServerContext, fetch: Hono<AppEnv>['fetch']): Promise<RunningServer> {
  const { port, host: hostname, streamLimits } = context.config;
  const server = await listen(fetch, { port, hostname }).catch((cause) => {
    throw toListenError(cause, port);
  });
  server.maxConnections = streamLimits.total + OTHER_CONNECTIONS;
  const closeServer = prepareClose(server);
  return {
    port: (server.address() as AddressInfo).port,
    async stop() {
      context.stopping.abort();
      // Meanwhile a balancer notices, and sends no more requests.
      await setTimeout(context.config.drainMs);
      // Streams and long polls would never end on their own.
      context.feed.close();
      await closeServer();
      await context.close();
    },
  };
}

function toListenError(cause: Error & { code?: string }, port: number): Error {
  if (cause.code !== 'EADDRINUSE') return cause;
  const message = `Port ${port} is taken, perhaps by another instance of this server. Stop that one, or set PORT.`;
  return new AppError('failed-precondition', message, { cause });
}
