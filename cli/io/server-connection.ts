import type { CliContext } from '#cli/context.ts';
import { EXIT } from '#cli/exit-codes.ts';
import { Failure } from '#cli/failure.ts';
import { createApiClient, type ApiClient, type CallArguments, type Fetch } from '#shared/api/client.ts';
import { ROUTES, type Route } from '#shared/api/routes.ts';
import { AppError, fromErrorBody } from '#shared/kernel/app-error.ts';
import { APP_VERSION, DEFAULT_DATA_ENDPOINT } from '#shared/kernel/product-facts.ts';
import { isLoopback, readAdminToken, toHint } from './admin-token.ts';
import { toServerOrigin } from './server-address.ts';

export interface ConnectionOptions {
  readonly server?: string | undefined;
  readonly tokenFile?: string | undefined;
}

/** The admin's side of one server. What goes wrong is thrown as a `Failure` that names the server. */
export interface ServerConnection {
  readonly origin: string;
  call<Answer>(route: Route<Answer>, args?: CallArguments): Promise<Answer>;
  /** Bytes of a streamed answer. */
  openStream(path: string, args: Pick<CallArguments, 'params' | 'query'>): Promise<AsyncIterable<Uint8Array>>;
}

/** Finds address and token, and makes sure that a server of a fitting version answers. */
export async function connectServer(
  context: CliContext,
  options: ConnectionOptions,
): Promise<ServerConnection> {
  const origin = toServerOrigin(options.server, context.environment);
  const token = await readAdminToken({
    environment: context.environment,
    tokenFile: options.tokenFile,
    origin,
  });
  if (origin.startsWith('http:') && !isLoopback(origin)) {
    context.terminal.err.write(
      `Note: ${origin} is not encrypted, so others on the way can read the token.\n`,
    );
  }
  const headers = { authorization: `Bearer ${token}` };
  const client = createApiClient({
    // A redirect would carry a POST elsewhere or turn it into a GET.
    fetch: ((url, init) => context.fetch(url, { ...(init as object), redirect: 'manual' })) satisfies Fetch,
    origin,
    dataEndpoint: DEFAULT_DATA_ENDPOINT,
    headers: () => headers,
  });
  const connection: ServerConnection = {
    origin,
    call: (route, args) => client.call(route, args).catch((error: unknown) => rethrow(error, origin)),
    openStream: (path, args) => openStream({ context, client, headers, origin }, path, args),
  };
  await checkVersion(connection);
  return connection;
}

interface StreamSource {
  readonly context: CliContext;
  readonly client: ApiClient;
  readonly headers: Readonly<Record<string, string>>;
  readonly origin: string;
}

async function openStream(
  { context, client, headers, origin }: StreamSource,
  path: string,
  args: Pick<CallArguments, 'params' | 'query'>,
): Promise<AsyncIterable<Uint8Array>> {
  const init = { headers, redirect: 'manual', signal: context.interruption } as const;
  const response = await context.fetch(client.url(path, args), init).catch((cause: unknown) => {
    context.interruption.throwIfAborted();
    throw toUnreachable(origin, cause);
  });
  if (response.ok && response.body) return response.body;
  const body: unknown = await response.json().catch(() => undefined);
  rethrow(fromErrorBody(body, response.status) ?? toForeign(origin), origin);
}

async function checkVersion({ origin, call }: ServerConnection): Promise<void> {
  const { version } = await call(ROUTES.health);
  if (toRelease(version) === toRelease(APP_VERSION)) return;
  throw new Failure(
    EXIT.unreachable,
    `The server at ${origin} is version ${version}, this command is ${APP_VERSION}; they don't fit together.`,
    { hint: 'Use the nankeen command that came with the server, or update the older of the two.' },
  );
}

/** `0.2.75` → `0.2`: what must be alike. */
function toRelease(version: string): string {
  return version.split('.').slice(0, 2).join('.');
}

function rethrow(error: unknown, origin: string): never {
  if (!(error instanceof AppError)) throw error;
  if (error.code === 'unavailable') {
    // The platform's error is the cause only when nothing answered at all.
    throw error.cause instanceof TypeError ? toUnreachable(origin, error.cause) : toForeign(origin, error);
  }
  if (error.code !== 'unauthenticated' && error.code !== 'permission-denied') throw error;
  throw new Failure(EXIT.authentication, `The server at ${origin} refused the token: ${error.message}`, {
    hint: toHint(origin),
    result: { code: error.code },
    cause: error,
  });
}

function toUnreachable(origin: string, cause: unknown): Failure {
  return new Failure(EXIT.unreachable, `No server answers at ${origin}.`, {
    hint: 'Is it running? Start it with `npm start`, or name another with --server URL or NANKEEN_SERVER.',
    cause,
  });
}

function toForeign(origin: string, cause?: unknown): Failure {
  return new Failure(
    EXIT.unreachable,
    `Something answers at ${origin}, but not as a Nankeen server of this version does.`,
    {
      hint: 'Check the address; a proxy or sign-in page in between may have answered.',
      cause,
    },
  );
}
