import type { CliContext } from '#cli/context.ts';
import { EXIT } from '#cli/exit-codes.ts';
import { Failure, toFailure as toAnyFailure } from '#cli/failure.ts';
import { ADMIN_ROUTES } from '#shared/api/admin-routes.ts';
import { createApiClient, type CallArguments, type Fetch } from '#shared/api/client.ts';
import { ROUTES, type Route } from '#shared/api/routes.ts';
import { fromErrorBody } from '#shared/kernel/app-error.ts';
import { APP_VERSION } from '#shared/kernel/product-facts.ts';
import { isLoopback } from './admin-token.ts';
import { toHeaders } from './credential-headers.ts';
import { startPrivateServer, startTemporaryServer } from './private-server.ts';
import { toForeign, toServerFailure, toUnreachable } from './server-failures.ts';
import { toTargetArgs, type Target } from './target.ts';
import { findCredential, findServer, type AccessOptions, type FoundCredential } from './server-access.ts';

/** The admin's side of one server. What goes wrong is thrown as a `Failure` that names the server. */
export interface ServerConnection {
  readonly origin: string;
  /** A further command at this same place, as it is typed. @param words e.g. `undo last` */
  toCommand(words: string): string;
  call<Answer>(route: Route<Answer>, args?: CallArguments): Promise<Answer>;
  /** Bytes of a streamed response. */
  openStream(path: string, args: StreamArguments): Promise<AsyncIterable<Uint8Array>>;
  /** A request of another protocol below the API. Any response is returned. @throws Failure when none comes */
  request(path: string, init: RawRequest): Promise<Response>;
  /** What a refusal says, by its status and text. */
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

/** Finds address and token, and makes sure that a server of a fitting version answers. */
export async function connectServer(context: CliContext, options: AccessOptions): Promise<ServerConnection> {
  if (options.db !== undefined) return connectPrivately(context, options.db, options);
  const place = await findServer(context, options);
  const found = await findCredential(context, options, place);
  return connectAs(context, place.origin, { ...found, place: options });
}

/** The same for a command that writes nothing: it reads a data folder also while a server runs on that. */
export async function connectToRead(context: CliContext, options: AccessOptions): Promise<ServerConnection> {
  return connectServer(context, { ...options, isReading: true });
}

/** For a command about files alone: the server that is named, otherwise one without data for this command alone. */
export async function connectForFiles(
  context: CliContext,
  options: AccessOptions,
): Promise<ServerConnection> {
  if ((options.server ?? options.db) !== undefined) return connectToRead(context, options);
  const { origin, token } = await startTemporaryServer(context);
  return connectAs(context, origin, { credential: { kind: 'token', token } });
}

/** Makes sure that the server takes who calls for an admin, by a read that stays small whatever it holds. @throws Failure */
export async function checkCaller({ call }: ServerConnection): Promise<void> {
  await call(ADMIN_ROUTES.migrations);
}

/** A server for this command alone, on a data folder. */
async function connectPrivately(
  context: CliContext,
  db: string,
  { server, profile, detach, isReading }: AccessOptions,
): Promise<ServerConnection> {
  if ((server ?? profile) !== undefined) {
    const message = '--db is a data folder instead of a server: leave --server and --profile away.';
    throw new Failure(EXIT.usage, message);
  }
  if (detach === true) {
    throw new Failure(EXIT.usage, 'With --db the server ends with the command: leave --detach away.');
  }
  const { origin, token } = await startPrivateServer(context, db, { isReading });
  return connectAs(context, origin, { credential: { kind: 'token', token }, place: { db } });
}

/** As `connectServer`, where address and credential are known. */
export async function connectAs(
  context: CliContext,
  origin: string,
  found: Pick<FoundCredential, 'credential'> & Partial<FoundCredential> & { readonly place?: Target },
): Promise<ServerConnection> {
  const { credential } = found;
  if (origin.startsWith('http:') && !isLoopback(origin)) {
    context.terminal.err.write(
      `Note: ${origin} is not encrypted, so others on the way can read what signs you in.\n`,
    );
  }
  const headers = toHeaders(credential, origin);
  let endpoint: Promise<string> | undefined;
  const client = createApiClient({
    // A redirect would carry a POST elsewhere or turn it into a GET.
    fetch: (async (url, init) =>
      requireReady(await context.fetch(url, { ...(init as object), redirect: 'manual' }))) satisfies Fetch,
    origin,
    dataEndpoint: '',
    headers: () => headers,
  });
  const call: ServerConnection['call'] = (route, args) =>
    client.call(route, args).catch((error: unknown) => {
      throw toServerFailure(error, { origin, ...found });
    });
  async function request(url: string, { headers: own, ...init }: RawRequest): Promise<Response> {
    const all = { ...init, headers: { ...headers, ...own }, redirect: 'manual' } as const;
    const response = await context.fetch(url, all).catch((cause: unknown) => {
      init.signal?.throwIfAborted();
      throw toUnreachable(origin, cause);
    });
    return requireReady(response);
  }
  function toFailure(status: number, text: string): Failure {
    const error = fromErrorBody(parseJson(text), status) ?? toForeign(origin);
    return toAnyFailure(toServerFailure(error, { origin, ...found }));
  }
  const connection: ServerConnection = {
    origin,
    toCommand: (words) => ['nankeen', words, ...toTargetArgs(found.place ?? {})].join(' '),
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

/** What the server says when it can't do anything for the moment, such as for want of disk space. @throws Failure */
async function requireReady(response: Response): Promise<Response> {
  if (response.status !== 503) return response;
  const body: unknown = await response
    .clone()
    .json()
    .catch(() => undefined);
  const error = fromErrorBody(body, response.status);
  if (!error) return response;
  throw new Failure(EXIT.unreachable, error.message, {
    hint: 'Whoever runs the server finds the reason in its log and at /api/v1/health.',
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
    `The server at ${origin} is version ${version}, this command is ${APP_VERSION}; they don't fit together.`,
    { hint: 'Use the nankeen command that came with the server, or update the older of the two.' },
  );
}

/** `0.2.75` → `0.2`: what must be alike. */
function toRelease(version: string): string {
  return version.split('.').slice(0, 2).join('.');
}
