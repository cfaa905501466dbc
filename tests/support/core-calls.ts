import type { PushResponse, PullPage, Verdict } from '#shared/sync/messages.ts';
import type { HistoryEntry } from '#shared/api/messages.ts';
import type { ErrorBody } from '#shared/kernel/app-error.ts';
import { isJsonObject } from '#shared/kernel/json.ts';
import { ADMIN_TOKEN, DATA_ENDPOINT, type Caller, type CoreServer } from './core-server.ts';

/** A path below the data endpoint. */
export function dataPath(rest: string): string {
  return `/${DATA_ENDPOINT}/${rest}`;
}

/** The path of a push, below the API prefix. */
export const PUSH = '/sync/push';

export interface RowOptions {
  /** The write's base state or its `writeId`; absent for a create. */
  readonly base?: string | Readonly<Record<string, unknown>>;
  readonly trail?: readonly unknown[];
  readonly madeAt?: string;
  readonly deleted?: boolean;
}

/** A push row of `contacts`. An empty `writeId` is omitted. */
export function row(id: string, writeId: string, content: object, options: RowOptions = {}) {
  const { base, trail, madeAt, deleted } = options;
  return {
    collection: 'contacts',
    ...(base === undefined
      ? {}
      : { assumedMasterState: typeof base === 'string' ? { writeId: base } : base }),
    newDocumentState: {
      ...content,
      FBUID: id,
      ...(writeId === '' ? {} : { writeId }),
      ...(deleted ? { _deleted: true } : {}),
    },
    ...(trail ? { trail } : {}),
    ...(madeAt === undefined ? {} : { madeAt }),
  };
}

/** Pushes rows of one collection. @throws Error when the request as a whole fails */
export async function pushRows(
  server: CoreServer,
  as: Caller,
  collection: string,
  rows: readonly unknown[],
): Promise<PushResponse> {
  const json = { rows: rows.map((one) => (isJsonObject(one) ? { ...one, collection } : one)) };
  const response = await server.request(PUSH, { as, method: 'POST', json });
  if (response.status !== 200) throw new Error(`push: ${response.status} ${await response.text()}`);
  return (await response.json()) as PushResponse;
}

/** The rewind in the response to a push of rows of one collection. */
export function rewindOf({ rewinds }: PushResponse): string | undefined {
  return rewinds[0]?.checkpoint;
}

/** Pushes one row. @returns its verdict */
export async function pushRow(
  server: CoreServer,
  as: Caller,
  collection: string,
  one: unknown,
): Promise<Verdict> {
  const [verdict] = (await pushRows(server, as, collection, [one])).verdicts;
  if (!verdict) throw new Error('push: no verdict');
  return verdict;
}

/** Pulls one page. @param query e.g. `limit=2&after=…` */
export async function pullPage(
  server: CoreServer,
  as: Caller,
  collection: string,
  query = '',
): Promise<PullPage> {
  const response = await server.request(dataPath(`${collection}/pull?${query}`), { as });
  if (response.status !== 200) throw new Error(`pull: ${response.status} ${await response.text()}`);
  return (await response.json()) as PullPage;
}

export async function historyOf(
  server: CoreServer,
  as: Caller,
  key: string,
  query = '',
): Promise<readonly HistoryEntry[]> {
  const response = await server.request(dataPath(`${key}/history?${query}`), { as });
  if (response.status !== 200) throw new Error(`history: ${response.status} ${await response.text()}`);
  return ((await response.json()) as { entries: HistoryEntry[] }).entries;
}

/** Requests the metrics, which are outside the API prefix. */
export async function readMetrics(server: CoreServer, as: Caller = 'admin'): Promise<Response> {
  const bearer = as === 'admin' ? ADMIN_TOKEN : as.device && server.tokenOf(as.device);
  const headers = new Headers(bearer === undefined ? {} : { authorization: `Bearer ${bearer}` });
  if (as !== 'admin' && as.session !== undefined) headers.set('cookie', `session=${as.session}`);
  return server.app.request('/metrics', { headers });
}

export async function errorIn(response: Response): Promise<ErrorBody['error']> {
  return ((await response.json()) as ErrorBody).error;
}

/** Starts a session of a new account. */
export function signIn(server: CoreServer, name: string, isStaff = false): { readonly session: string } {
  server.sessions.set(name, { accountId: `id-of-${name}`, email: `${name}@example.com`, isStaff });
  return { session: name };
}
