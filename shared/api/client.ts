import * as v from 'valibot';
import { AppError, fromErrorBody } from '#shared/kernel/app-error.ts';
import { API_PREFIX, type Route } from './routes.ts';

/** The part of the platform's `fetch` this client needs; a browser's, Node's and a test server's all fit. */
export type Fetch = (url: string, init?: RequestInit) => Promise<Response>;

/** Structural subset of the platform's request types, so neither DOM nor Node types are needed here. */
export interface RequestInit {
  method?: string;
  headers?: Record<string, string>;
  body?: string | Uint8Array<ArrayBuffer>;
  credentials?: 'same-origin';
  signal?: AbortSignal;
  cache?: 'no-store';
}
export interface AbortSignal {
  readonly aborted: boolean;
}
export interface Response {
  readonly status: number;
  readonly ok: boolean;
  readonly headers: { get(name: string): string | null };
  text(): Promise<string>;
}

/** Whether a response has this content type. What a network's login page or a proxy answers instead of the server is HTML. */
export function hasType({ headers }: Pick<Response, 'headers'>, type: string): boolean {
  return headers.get('content-type')?.startsWith(type) ?? false;
}

export interface ApiClientOptions {
  readonly fetch: Fetch;
  /** Scheme and host without a trailing slash; empty for calls to the page's own site. */
  readonly origin: string;
  readonly dataEndpoint: string;
  /** Headers computed for each call, such as the device's bearer token. */
  readonly headers?: (method: string) => Promise<Record<string, string>> | Record<string, string>;
}

/** Reason of an `unavailable` error when the response didn't come from this server. */
export const FOREIGN_RESPONSE = 'FOREIGN_RESPONSE';

export interface CallArguments {
  /** Values for the braces of the path. */
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string | number | readonly string[] | undefined>>;
  /** Sent as JSON. */
  readonly body?: unknown;
  readonly signal?: AbortSignal;
}

export interface ApiClient {
  call<Result>(route: Route<Result>, args?: CallArguments): Promise<Result>;
  /** Full URL of a path below the prefix. */
  url(path: string, args?: Pick<CallArguments, 'params' | 'query'>): string;
}

/**
 * One typed client for browser, command line and tests.
 * @throws AppError with the server's code; `unavailable` when this server sent no complete response (no network, a
 *   proxy's page, a truncated body). The call may or may not have taken effect then.
 */
export function createApiClient(options: ApiClientOptions): ApiClient {
  const url: ApiClient['url'] = (path, args = {}) =>
    options.origin +
    API_PREFIX +
    fillPath(path, { endpoint: options.dataEndpoint, ...args.params }) +
    toQuery(args.query);

  async function call<Result>(route: Route<Result>, args: CallArguments = {}): Promise<Result> {
    const response = await send(route, args);
    const body = await readJson(response);
    if (!response.ok) {
      const retryAfter = readRetryAfter(response);
      throw fromErrorBody(body, response.status, retryAfter) ?? foreignResponse(response.status, retryAfter);
    }
    const parsed = v.safeParse(route.response, body);
    if (!parsed.success) throw foreignResponse(response.status);
    return parsed.output;
  }

  async function send(route: Route<unknown>, args: CallArguments): Promise<Response> {
    const headers: Record<string, string> = {
      accept: 'application/json',
      ...(await options.headers?.(route.method)),
    };
    const init: RequestInit = { method: route.method, headers, credentials: 'same-origin' };
    if (args.body !== undefined) {
      headers['content-type'] = 'application/json';
      init.body = JSON.stringify(args.body);
    }
    if (args.signal) init.signal = args.signal;
    try {
      return await options.fetch(url(route.path, args), init);
    } catch (cause) {
      throw new AppError('unavailable', 'The server could not be reached. Nothing was lost.', { cause });
    }
  }

  return { call, url };
}

async function readJson(response: Response): Promise<unknown> {
  try {
    return JSON.parse(await response.text());
  } catch (cause) {
    throw new AppError('unavailable', 'The answer was cut off or is not this server’s.', {
      reason: FOREIGN_RESPONSE,
      cause,
      status: response.status,
      retryAfter: readRetryAfter(response),
    });
  }
}

function foreignResponse(status: number, retryAfter?: number): AppError {
  return new AppError('unavailable', 'The answer is not this server’s.', {
    reason: FOREIGN_RESPONSE,
    status,
    retryAfter,
  });
}

/** Seconds; `undefined` for a date, the header's other form: the caller then chooses the wait. */
function readRetryAfter(response: Response): number | undefined {
  const header = response.headers.get('retry-after') ?? '';
  return /^\d{1,6}$/.test(header) ? Number(header) : undefined;
}

function fillPath(path: string, params: Readonly<Record<string, string>>): string {
  return path.replace(/\{(\w+)\}/g, (_brace, name: string) => {
    const value = params[name];
    if (value === undefined) throw new Error(`The path ${path} needs ${name}.`);
    // The endpoint may have several segments (`testing/data`); every other argument is one segment.
    return name === 'endpoint' ? value : encodeURIComponent(value);
  });
}

function toQuery(query: CallArguments['query'] = {}): string {
  const parts = Object.entries(query).flatMap(([name, value]) => {
    if (value === undefined) return [];
    const values = Array.isArray(value) ? (value as readonly string[]) : [String(value)];
    return values.map((entry) => `${encodeURIComponent(name)}=${encodeURIComponent(entry)}`);
  });
  return parts.length === 0 ? '' : `?${parts.join('&')}`;
}
