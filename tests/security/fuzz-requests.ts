import fc, { type Arbitrary } from 'fast-check';
import { ENDPOINTS, type RawEndpoint } from '#shared/api/endpoints.ts';
import { BUCKETS } from '#shared/api/file-storage.ts';
import { ACCESS_CODE_HEADER, CSRF_HEADER, PROTOCOL_HEADER } from '#shared/api/routes.ts';
import { pushRowSchema } from '#shared/sync/messages.ts';
import { toHonoPath } from '#server/http/api-router.ts';
import { STORED_DOCUMENTS } from '../support/stored-documents.ts';
import { CALLERS, type CallerName } from './access-matrix.ts';
import { damaged, junk, nearly, oddString } from './malformed-values.ts';

export interface FuzzRequest {
  readonly caller: CallerName;
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
}

const DATA_ENDPOINT = 'testing/data';
const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS', 'PROPFIND'];

type Weighted<Value> = readonly (readonly [weight: number, arbitrary: Arbitrary<Value>])[];

function pick<Value>(...choices: Weighted<Value>): Arbitrary<Value> {
  return fc.oneof(...choices.map(([weight, arbitrary]) => ({ weight, arbitrary })));
}

/** A text as a part of an address; lone surrogates cannot be encoded. */
function encode(text: string): string {
  return encodeURIComponent(text.replace(/\p{Surrogate}/gu, '\ufffd')).slice(0, 4_000);
}

/** Id of a file that nobody has sent. */
const FILE = '0123456789abcdef'.repeat(2);
const ids = fc.constantFrom('one', 'two', 'kept', 'ada', 'ben', 'sample-1');
const collections = fc.constantFrom(...Object.keys(STORED_DOCUMENTS), 'free');
const oddPart = pick(
  [3, oddString.map(encode)],
  [1, fc.constantFrom('%', '%zz', '%2e%2e', '..', '%00', '//', ';', '?', '#', '%c0%ae', 'pull', 'history')],
);
const part = pick([4, collections], [3, ids], [3, oddPart]);
const parameters: Readonly<Record<string, Arbitrary<string>>> = {
  collection: pick([8, collections], [1, oddPart]),
  bucket: pick([8, fc.constantFrom(...Object.keys(BUCKETS))], [1, oddPart]),
  path: pick([3, fc.constantFrom(`${FILE}.webp`, `${FILE}-480.avif`, `${FILE}.pdf`)], [1, oddPart]),
  auth: fc.constantFrom('sign-in/email', 'sign-up/email', 'get-session', 'verify-email', 'callback/google'),
};

/** A body as text: JSON, JSON that ends early, other text, or none. */
function toBody(value: Arbitrary<unknown>): Arbitrary<string | undefined> {
  const json = value.map((one) => JSON.stringify(one) as string | undefined);
  return pick(
    [12, json],
    [1, fc.tuple(json, fc.nat()).map(([text = '', at]) => text.slice(0, at % (text.length + 1)))],
    [1, pick([1, oddString], [1, fc.constantFrom(undefined, ...ODD_BODIES)])],
  );
}

const ODD_BODIES = [
  '{"__proto__":{"polluted":1},"FBUID":"one"}',
  '{"rows":[{"newDocumentState":{"FBUID":"one","writeId":"p","__proto__":{"polluted":1}}}]}',
  '['.repeat(50_000),
  `${'{"a":'.repeat(5_000)}1${'}'.repeat(5_000)}`,
  '\ufeff{}',
  '{"FBUID":"one","number":1e999}',
];

const documentIds = pick([3, ids], [3, fc.nat(999).map(String)], [1, oddString]);
const writeIds = pick([6, fc.nat().map(String)], [1, oddString.map((text) => text.slice(0, 64))]);

/** A document of a collection, with an id and a write id of its own, damaged or not. */
function toDocument(collection: string): Arbitrary<Record<string, unknown>> {
  const sample = { ...STORED_DOCUMENTS, free: { list: [1, { deep: true }] } }[collection as 'free'];
  const { sync: _sync, ...content } = sample as Record<string, unknown>;
  return fc
    .tuple(damaged(content), documentIds, writeIds)
    .map(([one, FBUID, writeId]) => ({ ...one, FBUID, writeId }));
}

const document = collections.chain(toDocument);

/** A row of a push: mostly one that creates a document or follows any base, so that many are accepted. */
function toRow(collection: string): Arbitrary<unknown> {
  const entry = fc.record({
    writeId: writeIds,
    at: fc.constant('2026-03-02T09:00:00.000Z'),
    data: fc.constant({}),
  });
  const options = fc.record(
    {
      assumedMasterState: pick([5, fc.constant(undefined)], [1, fc.record({ writeId: writeIds })]),
      trail: fc.array(entry, { maxLength: 2 }),
      madeAt: pick([1, fc.constant('2026-03-02T09:00:00.000Z')], [1, oddString]),
    },
    { requiredKeys: [] },
  );
  const named = 'collection' in pushRowSchema.entries ? { collection } : {};
  return pick(
    [
      8,
      fc
        .tuple(options, toDocument(collection))
        .map(([one, state]) => ({ ...named, ...one, newDocumentState: state })),
    ],
    [1, nearly(pushRowSchema)],
  );
}

/** A path of an endpoint with its body, where the two belong together. */
function toAddressed(
  endpoint: RawEndpoint & { body?: unknown },
): Arbitrary<readonly [string, string | undefined]> {
  const pattern = toHonoPath(endpoint.path, DATA_ENDPOINT)
    .replace(/:action\{(.*?)\}/, '$1')
    .replace(/\*$/, ':auth');
  return (parameters['collection'] ?? part).chain((collection) => {
    const known = collection in STORED_DOCUMENTS ? collection : 'free';
    const values = [...pattern.matchAll(/:(\w+)/g)].map(([, name = '']) =>
      name === 'collection' ? fc.constant(collection) : (parameters[name] ?? part),
    );
    const path = fc.tuple(...values).map((list) => {
      let next = 0;
      return pattern.replace(/:\w+/g, () => list[next++] ?? '');
    });
    return fc.tuple(path, toBody(toContent(endpoint, known)));
  });
}

function toContent(endpoint: RawEndpoint & { body?: unknown }, collection: string): Arbitrary<unknown> {
  if (endpoint.path === ENDPOINTS.push.path)
    return fc.record({ rows: fc.array(toRow(collection), { maxLength: 4 }) });
  if (endpoint.path === ENDPOINTS.auth.path)
    return fc.record(Object.fromEntries(AUTH_FIELDS), { requiredKeys: [] });
  if (endpoint.body === ENDPOINTS.setDocument.body) return toDocument(collection);
  return endpoint.body ? nearly(endpoint.body as never) : junk;
}

const AUTH_FIELDS = ['email', 'password', 'name', 'callbackURL', 'token'].map(
  (name) => [name, junk] as const,
);

const HEADER_NAMES = [
  'content-type',
  'content-encoding',
  'accept',
  'accept-encoding',
  'range',
  'if-none-match',
  'if-modified-since',
  'prefer',
  'x-forwarded-for',
  'forwarded',
  'origin',
  'cookie',
  'host',
  'authorization',
  'stripe-signature',
  'upload-length',
  'upload-offset',
  'upload-metadata',
  'tus-resumable',
  'x-http-method-override',
  '__proto__',
  'constructor',
  PROTOCOL_HEADER,
  CSRF_HEADER,
  ACCESS_CODE_HEADER,
];
const HEADER_VALUES = [
  'gzip',
  'bytes=0-1,5-',
  'application/json',
  '1.0.0',
  '5',
  '2',
  'W/"x"',
  'Bearer',
  'Bearer x.y.z',
  'Basic YTpi',
  'd1.ada.9999999999.x',
  't=1,v1=00',
  'session=%00',
  '127.0.0.1',
  'for="[::1]"',
  '*',
  'filename d29ybGQ=',
  `id ${Buffer.from(FILE).toString('base64')},type aW1hZ2UvcG5n`,
];

const oddHeader = fc
  .tuple(
    fc.constantFrom(...HEADER_NAMES),
    pick([1, fc.constantFrom(...HEADER_VALUES)], [1, oddString.map(toHeaderText)]),
  )
  .map(([name, value]) => [[name, value]] as const);
const headers = pick<readonly (readonly [string, string])[]>(
  [6, fc.constant([])],
  [1, oddHeader],
  [1, fc.tuple(oddHeader, oddHeader).map((both) => both.flat())],
).map((pairs) => Object.fromEntries(pairs));

function toHeaderText(text: string): string {
  return [...text]
    .filter((one) => one >= ' ' && one <= '\u00ff' && !(one >= '\u007f' && one < '\u00a0'))
    .join('');
}

function toQuery(names: readonly string[]): Arbitrary<string> {
  const value = pick([3, fc.constantFrom('1', '0', 'true', 'FBUID', 'desc', '7')], [2, part]);
  const pair = fc.tuple(fc.constantFrom(...names), value).map((both) => both.join('='));
  return pick(
    [2, fc.constant('')],
    [1, fc.array(pair, { maxLength: 3 }).map((pairs) => `?${pairs.join('&')}`)],
  );
}

const QUERY_NAMES = [
  'after',
  'limit',
  'rewind',
  'timeout',
  'orderBy',
  'direction',
  'field',
  'value',
  'before',
  'mode',
];

/** Callers with the endpoint's right more often than others, so that most requests get past the check. */
function toCaller({ right }: RawEndpoint): Arbitrary<CallerName> {
  const entitled = {
    open: CALLERS,
    anyone: ['ada', 'holder', 'admin'],
    account: ['account', 'staff'],
    staff: ['staff', 'admin', 'admin'],
    manager: ['manager', 'admin'],
    admin: ['admin'],
  } as const;
  return pick<CallerName>([3, fc.constantFrom(...entitled[right])], [1, fc.constantFrom(...CALLERS)]);
}

/** A request to an endpoint of the table, malformed by its own schemas. */
function toEndpointRequest(endpoint: RawEndpoint & { body?: unknown }): Arbitrary<FuzzRequest> {
  const { method, query } = endpoint;
  const entries = (query as { entries?: Readonly<Record<string, unknown>> } | undefined)?.entries;
  const methods = fc.constantFrom(...METHODS);
  return fc
    .record({
      caller: toCaller(endpoint),
      method: pick([9, method === 'ALL' ? methods : fc.constant(method)], [1, methods]),
      addressed: toAddressed(endpoint),
      search: toQuery([...Object.keys(entries ?? {}), 'after']),
      headers,
    })
    .map(({ addressed: [path, body], search, ...rest }) => ({ ...rest, path: path + search, body }));
}

const PREFIXES = [
  '/api/v1/',
  '/api/v1/testing/data/',
  '/api/v1/admin/',
  '/v1/',
  '/test-payment/',
  '/pictures/u/',
  '/documents/',
  '/',
  '/product/',
  '/assets/',
  '/metrics',
  '/robots.txt',
  '/sitemap.xml',
];

/** A request to any address. */
const wild: Arbitrary<FuzzRequest> = fc.record({
  caller: fc.constantFrom(...CALLERS),
  method: fc.constantFrom(...METHODS),
  path: fc
    .tuple(fc.constantFrom(...PREFIXES), fc.array(part, { maxLength: 4 }), toQuery(QUERY_NAMES))
    .map(([prefix, parts, search]) => prefix + parts.join('/') + search),
  headers,
  body: toBody(pick([1, junk], [1, document])),
});

/** Without backups, each of which copies the whole file. */
const endpoints: readonly RawEndpoint[] = Object.values(ENDPOINTS).filter(
  (endpoint) => endpoint !== ENDPOINTS.createBackup,
);
/** Where most of what is stored comes in. */
const WRITES = [ENDPOINTS.push, ENDPOINTS.setDocument, ENDPOINTS.createDocument, ENDPOINTS.mergeDocument];

export const fuzzRequest: Arbitrary<FuzzRequest> = pick(
  [4, fc.oneof(...endpoints.map(toEndpointRequest))],
  [3, fc.oneof(...WRITES.map(toEndpointRequest))],
  [1, wild],
);
