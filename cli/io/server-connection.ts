import type { CliContext } from '#cli/context.ts';
import { EXIT } from '#cli/exit-codes.ts';
import { Failure, toFailure as toAnyFailure } from '#cli/failure.ts';
import { ADMIN_ROUTES } from '#shared/api/admin-routes.ts';
import { createApiClient, type CallArguments, type Fetch } from '#shared/api/client.ts';
import { ROUTES, type Route } from '#shared/api/routes.ts';
import { fromErrorBody } from '#shared/kernel/app-error.ts';
import { APP_VERSION } from '#shared/kernel/product-facts.ts';
import { toHeaders } from './credential-headers.ts';
import { startPrivateServer, startTemporaryServer } from './private-server.ts';
import { toIncompatible, toServerFailure, toUnreachable } from './server-failures.ts';
import { findCredential, findServer, type AccessOptions, type FoundCredential } from './server-access.ts';
import { toTargetArgs, type Target } from './target.ts';

/** Admin access to one server. Errors are thrown as a `Failure` that names the server. */
export interface ServerConnection {
  readonly origin: string;
  /** A command line to suggest, with the options that select the same server. @param words e.g. `undo last` */
  toCommand(words: string): string;
  call<Result>(route: Route<Result>, args?: CallArguments): Promise<Result>;
  /** Bytes of a streamed response. */
  openStream(path: string, args: StreamArguments): Promise<AsyncIterable<Uint8Array>>;
  /** A raw request below the API. Returns any response. @throws Failure when there is none */
  request(path: string, init: RawRequest): Promise<Response>;
  /** Turns an error response into a failure. */
  toFailure(status: number, text: string): Failure;
}

export type StreamArguments = Pick<CallArguments, 'params' | 'query'> & {
  /** Sent as JSON by POST; otherwise the call is a GET. */
  readonly body?: unknown;
};

export interface RawRequest {
  readonly method: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Uint8Array<ArrayBuffer>;
  readonly signal?: AbortSignal;
}

/** Resolves address and credential, and checks that a server of a compatible version responds. */
export async function connectServer(context: CliContext, options: AccessOptions): Promise<ServerConnection> {
  if (options.db !== undefined) return connectPrivately(context, options.db, options);
  const server = await findServer(context, options);
  const found = await findCredential(context, options, server);
  return connectAs(context, server.origin, { ...found, target: options });
}

/** For a command that only reads: it can open a data folder while a server is running on it. */
export async function connectToRead(context: CliContext, options: AccessOptions): Promise<ServerConnection> {
  return connectServer(context, { ...options, isReading: true });
}

/** For a command that only needs files: the named server, otherwise a temporary one without data. */
export async function connectForFiles(
  context: CliContext,
  options: AccessOptions,
): Promise<ServerConnection> {
  if ((options.server ?? options.db) !== undefined) return connectToRead(context, options);
  const { origin, token } = await startTemporaryServer(context);
  return connectAs(context, origin, { credential: { kind: 'token', token } });
}

/** Checks that the server accepts the caller as an admin, with a read that is always small. @throws Failure */
export async function checkCaller({ call }: ServerConnection): Promise<void> {
  await call(ADMIN_ROUTES.migrations);
}

/** Starts a server on a data folder or a database for this command alone. */
async function connectPrivately(
  context: CliContext,
  db: string,
  { server, profile, detach, isReading }: AccessOptions,
): Promise<ServerConnection> {
  if ((server ?? profile) !== undefined) {
    const message = '--db names a data folder or database instead of a server: omit --server and --profile.';
    throw new Failure(EXIT.usage, message);
  }
  if (detach === true) {
    throw new Failure(EXIT.usage, 'With --db the server stops when the command ends: omit --detach.');
  }
  const { origin, token } = await startPrivateServer(context, db, { isReading });
  return connectAs(context, origin, { credential: { kind: 'token', token }, target: { db } });
}

/** Like `connectServer`, with a known address and credential. */
export async function connectAs(
  context: CliContext,
  origin: string,
  found: Pick<FoundCredential, 'credential'> & Partial<FoundCredential> & { readonly target?: Target },
): Promise<ServerConnection> {
  const { credential } = found;
  const headers = toHeaders(credential, origin);
  let endpoint: Promise<string> | undefined;
  const client = createApiClient({
    // A redirect could send a POST elsewhere or turn it into a GET.
    fetch: (async (url, init) =>
      requireAvailable(
        await context.fetch(url, { ...(init as object), redirect: 'manual' }),
      )) satisfies Fetch,
    origin,
    dataEndpoint: '',
    headers: () => headers,
  });
  const { interruption } = context;
  const call: ServerConnection['call'] = (route, args) => {
    // A read has nothing to end cleanly, and a server that hangs would keep it for minutes.
    const signal = route.method === 'GET' && !interruption.aborted ? interruption : undefined;
    return client.call(route, { ...(signal && { signal }), ...args }).catch((error: unknown) => {
      throw toServerFailure(error, { origin, ...found });
    });
  };
  async function request(url: string, { headers: own, ...init }: RawRequest): Promise<Response> {
    const all = { ...init, headers: { ...headers, ...own }, redirect: 'manual' } as const;
    const response = await context.fetch(url, all).catch((cause: unknown) => {
      init.signal?.throwIfAborted();
      throw toUnreachable(origin, cause);
    });
    return requireAvailable(response);
  }
  function toFailure(status: number, text: string): Failure {
    const error = fromErrorBody(parseJson(text), status) ?? toIncompatible(origin);
    return toAnyFailure(toServerFailure(error, { origin, ...found }));
  }
  const connection: ServerConnection = {
    origin,
    toCommand: (words) => ['nankeen', words, ...toTargetArgs(found.target ?? {})].join(' '),
    async call(route, args) {
      if (!route.path.includes('{endpoint}')) return call(route, args);
      endpoint ??= call(ROUTES.config).then((config) => config.dataEndpoint);
      return call(route, { ...args, params: { endpoint: await endpoint, ...args?.params } });
    },
    request: (path, init) => request(client.url(path), init),
    toFailure,
    async openStream(path, { body, ...args }) {
      const json = body === undefined ? undefined : Buffer.from(JSON.stringify(body));
      const response = await request(client.url(path, args), {
        method: json ? 'POST' : 'GET',
        signal: context.interruption,
        ...(json ? { body: json, headers: { 'content-type': 'application/json' } } : {}),
      });
      if (response.ok && response.body) return response.body;
      throw toFailure(response.status, await response.text().catch(() => ''));
    },
  };
  await checkVersion(connection);
  return connection;
}

/** @throws Failure when the server is temporarily unavailable, for example because its disk is full */
async function requireAvailable(response: Response): Promise<Response> {
  if (response.status !== 503) return response;
  const body: unknown = await response
    .clone()
    .json()
    .catch(() => undefined);
  const error = fromErrorBody(body, response.status);
  if (!error) return response;
  throw new Failure(EXIT.unreachable, error.message, {
    hint: 'The reason is in the server log and at /api/v1/health.',
    result: { code: error.code },
    nothingWritten: error.nothingWritten,
  });
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

async function checkVersion({ origin, call }: ServerConnection): Promise<void> {
  const { version } = await call(ROUTES.health);
  if (toRelease(version) === toRelease(APP_VERSION)) return;
  throw new Failure(
    EXIT.unreachable,
    `The server at ${origin} is version ${version} and this command is ${APP_VERSION}; they are not compatible.`,
    { hint: 'Use the nankeen command that ships with the server, or update the older of the two.' },
  );
}

/** `0.2.75` → `0.2`: the part that must match. */
function toRelease(version: string): string {
  return version.split('.').slice(0, 2).join('.');
}
