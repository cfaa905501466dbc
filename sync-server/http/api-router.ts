import type { Context, Hono, MiddlewareHandler } from 'hono';
import type { Actor } from '#shared/access/actor.ts';
import type { Endpoint, RawEndpoint, Right } from '#shared/api/endpoints.ts';
import { API_PREFIX } from '#shared/api/routes.ts';
import { findCollectionNameProblem, findIdProblem } from '#shared/documents/document-ids.ts';
import { AppError } from '#shared/kernel/app-error.ts';
import type { AppEnv } from './app-env.ts';
import { parse, readJson } from './read-body.ts';
import { rejectNewerProtocol } from './require-protocol.ts';
import {
  requireAccount,
  requireAdmin,
  requireConfirmation,
  requireManager,
  requireStaff,
} from './require-rights.ts';
import { noteCall, type SecurityLog } from './security-log.ts';

type ParamName<Path> = Path extends `${string}{${infer Name}}${infer Rest}` ? Name | ParamName<Rest> : never;

/** A call as its handler gets it, validated against the endpoint table. */
export interface Call<Path extends string, Body, Query> {
  /** Collection names and document ids are valid. */
  readonly params: { readonly [Name in Exclude<ParamName<Path>, 'endpoint'>]: string };
  readonly query: Query;
  readonly body: Body;
  /** Undefined for open endpoints, which skip identification. */
  readonly actor: Actor;
}

/** The fields of an endpoint's response schema, without the index signature of a loose schema. */
export type ResponseBody<Result> = Result extends readonly (infer Item)[]
  ? readonly ResponseBody<Item>[]
  : Result extends object
    ? {
        readonly [Name in keyof Result as string extends Name ? never : Name]: ResponseBody<Result[Name]>;
      }
    : Result;

export interface ApiRouter {
  /** @param before may reject a call before its body is read */
  on<Result, Path extends string, Body, Query>(
    endpoint: Endpoint<Result, Path, Body, Query>,
    handle: (
      call: Call<Path, Body, Query>,
      c: Context<AppEnv>,
    ) => Promise<ResponseBody<Result>> | ResponseBody<Result>,
    before?: (c: Context<AppEnv>) => Promise<void> | void,
  ): void;
  /** For streamed requests or responses. */
  onRaw<Path extends string, Query>(
    endpoint: RawEndpoint<Path, Query>,
    handle: (
      c: Context<AppEnv>,
      call: Omit<Call<Path, never, Query>, 'body'>,
    ) => Promise<Response> | Response,
  ): void;
  /** Call last: applies the checks of known addresses to unknown ones, which then get 404. */
  close(): void;
}

export interface ApiRouterOptions {
  readonly dataEndpoint: string;
  /** Resolves the actor and rejects forged calls; open endpoints skip it. */
  readonly identify: readonly MiddlewareHandler<AppEnv>[];
  readonly securityLog: SecurityLog;
}

const RIGHTS: Readonly<Record<Right, readonly MiddlewareHandler<AppEnv>[]>> = {
  open: [],
  anyone: [],
  account: [requireAccount],
  staff: [requireStaff],
  manager: [requireStaff, requireManager],
  admin: [requireStaff, requireAdmin],
};

const MAX_BYTES = 2048;

/** Registers handlers for the endpoints of the shared table, behind the checks that the table names. */
export function createApiRouter(
  app: Hono<AppEnv>,
  { dataEndpoint, identify, securityLog }: ApiRouterOptions,
): ApiRouter {
  function register(endpoint: RawEndpoint, handle: (c: Context<AppEnv>) => Promise<Response>): void {
    const { method, path, right, needsConfirmation } = endpoint;
    const guards = [
      ...(right === 'open' ? [] : identify),
      ...(path.startsWith('/{endpoint}/') || path.startsWith('/sync/') ? [rejectNewerProtocol] : []),
      ...RIGHTS[right],
      ...(needsConfirmation ? [requireConfirmation] : []),
    ];
    app.on(method, [toHonoPath(path, dataEndpoint)], ...guards, (c) => handle(c));
  }

  return {
    on(endpoint, handle, before) {
      const { body: schema, maxBytes = MAX_BYTES, status = 200 } = endpoint;
      register(endpoint, async (c) => {
        const call = toCall(c, endpoint);
        await before?.(c);
        const body = schema && (await readJson(c, schema, maxBytes));
        const result = await handle({ ...call, body } as Parameters<typeof handle>[0], c);
        noteCall(securityLog, c, endpoint, body);
        return c.json(result as object, status);
      });
    },
    onRaw(endpoint, handle) {
      register(endpoint, async (c) => {
        const response = await handle(c, toCall(c, endpoint) as Parameters<typeof handle>[1]);
        noteCall(securityLog, c, endpoint, undefined);
        return response;
      });
    },
    close() {
      app.use(`${API_PREFIX}/*`, ...identify);
      app.use(`${API_PREFIX}/admin/*`, requireStaff);
      for (const part of [dataEndpoint, 'sync']) app.use(`${API_PREFIX}/${part}/*`, rejectNewerProtocol);
    },
  };
}

/** `/{endpoint}/{collection}/pull` → `/api/v1/testing/data/:collection/pull` */
export function toHonoPath(path: string, dataEndpoint: string): string {
  const segments = path.replace('{endpoint}', dataEndpoint).split('/');
  return API_PREFIX + segments.map(toHonoSegment).join('/');
}

function toHonoSegment(segment: string): string {
  const name = /^\{(\w+)\}$/.exec(segment)?.[1];
  if (name !== undefined) return `:${name}`;
  // Hono reads a colon as a parameter unless it is inside a pattern.
  return segment.includes(':') ? `:action{${segment}}` : segment;
}

function toCall(c: Context<AppEnv>, { query }: RawEndpoint): object {
  const params = c.req.param();
  const { collection, id } = params;
  if (collection !== undefined) assertCollectionName(collection);
  if (collection !== undefined && id !== undefined) assertDocumentId(id);
  return { params, query: query && parse(query, c.req.query()), actor: c.get('actor') };
}

/** @throws AppError `invalid-argument` for an invalid collection name */
function assertCollectionName(collection: string): void {
  const problem = findCollectionNameProblem(collection);
  if (problem) throw new AppError('invalid-argument', problem, { path: 'collection' });
}

/** @throws AppError `invalid-argument` for an invalid document id */
export function assertDocumentId(id: string): void {
  const problem = findIdProblem(id);
  if (problem) throw new AppError('invalid-argument', problem, { path: 'FBUID' });
}
