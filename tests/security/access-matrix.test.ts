import { betterAuth } from 'better-auth';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Audience } from '#shared/access/decide-access.ts';
import { ENDPOINTS } from '#shared/api/endpoints.ts';
import { COLLECTION_NAMES } from '#shared/collections/catalogue.ts';
import { createId } from '#shared/kernel/ids.ts';
import { put } from '../contracts/document-store-writes.ts';
import { productContent } from '../support/samples.ts';
import { STORED_DOCUMENTS } from '../support/stored-documents.ts';
import {
  ADMIN_CALLS,
  CALLERS,
  DOCUMENT_CALLS,
  MIDDLEWARE,
  PUBLIC,
  RIGHTS,
  toExpected,
  toExpectedStatus,
  type CallerName,
} from './access-matrix.ts';
import { AUTH_CALLS, PLAIN_CALLS } from './plain-calls.ts';
import { createAttackWorld, SECRETS, type AttackWorld } from './attack-world.ts';

let world: AttackWorld;
beforeAll(async () => void (world = await createAttackWorld()));
afterAll(() => world.close());

async function call(caller: CallerName, method: string, path: string, body?: string): Promise<Response> {
  const response = await world.app.request(path, {
    method,
    headers: {
      ...world.headersOf(caller),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body }),
  });
  expectGuarded(path, response);
  return response;
}

/** Whatever the call and its outcome, browsers get the rules of the site and keep nothing of the API. */
function expectGuarded(path: string, { headers }: Response): void {
  expect(headers.get('content-security-policy')).toContain("default-src '");
  expect(headers.get('x-content-type-options')).toBe('nosniff');
  expect(headers.get('access-control-allow-origin')).toBeNull();
  if (path.startsWith('/api/')) expect(headers.get('cache-control')).toMatch(/^no-(?:store|cache)\b/);
}

/** Only in documents that the tests store as Ada's. */
const CANARY = 'the-canary-text';
/** A field of each collection that holds any text. */
const TEXT_FIELDS: Readonly<Record<string, string>> = {
  products: 'productName',
  templates: 'templateName',
  profiles: 'profileNameGiven',
  contacts: 'contactMessage',
  ukraines: 'templateImage',
  inbox: 'inboxAssignee',
  free: 'text',
};

const newId = (collection: string) => (collection === 'inbox' ? 'contacts|' : '') + createId();

/** Stores a new document of Ada's with `writeId` `w-<id>`. @returns its id */
async function plant(collection: string, deleted = false): Promise<string> {
  const id = newId(collection);
  const isOwned = !['free', 'inbox'].includes(collection) && !PUBLIC.includes(collection);
  const audience: Audience = PUBLIC.includes(collection) ? 'public' : isOwned ? 'device:ada' : 'staff';
  const owner = isOwned ? ({ owner: 'device:ada' } as const) : {};
  await put(world.context.storage.documents, {
    id,
    collection,
    deleted,
    writeId: `w-${id}`,
    audience,
    ...owner,
    data: contentOf(collection, id, CANARY),
  });
  return id;
}

function contentOf(collection: string, id: string, text = 'new text'): Record<string, unknown> {
  const stored = { ...STORED_DOCUMENTS, free: {} }[collection as 'free'] as Record<string, unknown>;
  const { writeId: _writeId, sync: _sync, ...content } = stored;
  if (collection === 'products') content['productPrices'] = productContent('', id).productPrices;
  if (collection === 'orders') return { ...content, orderTracking: text, FBUID: id };
  if (collection !== 'checkouts') return { ...content, [TEXT_FIELDS[collection] ?? '']: text, FBUID: id };
  const [item] = STORED_DOCUMENTS.checkouts.checkoutItems;
  return { ...content, checkoutItems: [{ ...item, STUPID: text }], FBUID: id };
}

/** Makes a call on one of Ada's documents. @returns the outcome in one word */
async function tryCall(caller: CallerName, key: string, collection: string): Promise<string> {
  const [method = '', route = ''] = key.split(' ');
  const id = await plant(collection, route.includes('/deleted/'));
  const path = route.replace(':collection', collection).replace(':id', id);
  if (route.endsWith('/checksum')) return tryChecksum(caller, path, collection);
  if (route.endsWith('/push')) return tryPush(caller, path, collection, id);
  const isPaged = route.endsWith('/pull');
  const at = route.endsWith('/restore')
    ? (await world.context.storage.documents.history({ collection, id }, undefined, 1))[0]?.at
    : '';
  const content = contentOf(collection, route.endsWith(':collection') ? newId(collection) : id);
  const body = method === 'GET' || method === 'DELETE' ? undefined : JSON.stringify(at ? { at } : content);
  const response = await call(caller, method, isPaged ? `${path}?limit=1000` : path, body);
  const text = await response.text();
  if (response.status !== 200 || (method === 'POST' && !at)) return toOutcome(response, text);
  return text.includes(id) ? 'shown' : toOutcome({ status: 'hidden' }, text);
}

/** The status, and what the response shows although it must not. */
function toOutcome({ status }: { status: number | string }, text: string, mayRead = false): string {
  const shown = [...(mayRead ? [] : [CANARY]), ...SECRETS].filter((one) => text.includes(one));
  return [status, ...shown].join(' and ');
}

const mayRead = (caller: CallerName, collection: string) =>
  toExpected('GET /api/v1/testing/data/:collection/:id', collection, caller) === 'shown';

async function tryPush(caller: CallerName, path: string, collection: string, id: string): Promise<string> {
  const changed = { ...contentOf(collection, id), writeId: createId() };
  const row = { assumedMasterState: { writeId: `w-${id}` }, newDocumentState: changed };
  const named = ENDPOINTS.push.path.includes('{collection}') ? row : { collection, ...row };
  const response = await call(caller, 'POST', path, JSON.stringify({ rows: [named] }));
  const text = await response.text();
  if (response.status !== 200) return toOutcome(response, text);
  const [verdict] = (JSON.parse(text) as { verdicts: { verdict: string; code?: string }[] }).verdicts;
  return toOutcome({ status: verdict?.code ?? verdict?.verdict ?? '' }, text, mayRead(caller, collection));
}

/** Whether the caller's checksum counts a new document of Ada's. */
async function tryChecksum(caller: CallerName, path: string, collection: string): Promise<string> {
  const counts = [];
  for (let round = 0; round < 2; round++) {
    const response = await call(caller, 'GET', path);
    if (response.status !== 200) return toOutcome(response, await response.text());
    counts.push(((await response.json()) as { count: number }).count);
    await plant(collection);
  }
  return counts[1] === (counts[0] ?? 0) + 1 ? 'counted' : 'not counted';
}

test('[T01] the matrix has exactly one row for every call of the server', () => {
  const rows = [...Object.keys({ ...DOCUMENT_CALLS, ...ADMIN_CALLS, ...PLAIN_CALLS }), ...MIDDLEWARE];
  const served = new Set(world.app.routes.map(({ method, path }) => `${method} ${path}`));
  expect([...served].toSorted()).toEqual(rows.toSorted());
});

test('[T01] the matrix has a column for every built-in collection and one for free collections', () => {
  expect(Object.keys(RIGHTS).toSorted()).toEqual([...COLLECTION_NAMES, 'free'].toSorted());
  const perCaller =
    Object.keys({ ...DOCUMENT_CALLS, ...ADMIN_CALLS }).length * 7 + Object.keys(PLAIN_CALLS).length;
  expect(perCaller * CALLERS.length).toBeGreaterThan(2500);
});

describe.each(Object.keys({ ...DOCUMENT_CALLS, ...ADMIN_CALLS }))('%s', (key) => {
  test.each(Object.keys(RIGHTS))(
    '[T01] [T03] on %s responds to each caller by its rights and shows no foreign content',
    async (collection) => {
      const outcomes: Record<string, string> = {};
      const expected: Record<string, string> = {};
      for (const caller of CALLERS) {
        outcomes[caller] = await tryCall(caller, key, collection);
        expected[caller] = toExpected(key, collection, caller);
      }
      expect(outcomes).toEqual(expected);
    },
  );
});

test.each(Object.entries({ ...PLAIN_CALLS, ...AUTH_CALLS }))(
  '[T01] [T03] [T17] [T42] [T43] %s responds to each caller as the table says and shows no foreign content',
  async (key, plain) => {
    for (const collection of Object.keys(RIGHTS)) await plant(collection);
    const [method = '', route = ''] = key.split(' ');
    const json = plain.json === undefined ? undefined : JSON.stringify(plain.json);
    const outcomes: Record<string, string> = {};
    const expected: Record<string, string> = {};
    for (const caller of CALLERS) {
      const body = json?.replace('{caller}', caller);
      const response = await call(caller, method === 'ALL' ? 'POST' : method, plain.path ?? route, body);
      const isStream = response.headers.get('content-type') === 'text/event-stream';
      if (isStream) await response.body?.cancel();
      const text = isStream ? '' : await response.text();
      outcomes[caller] = toOutcome(response, text);
      expected[caller] = toExpectedStatus(key, plain, caller);
    }
    expect(outcomes).toEqual(expected);
  },
);

test('[T01] calls of the identity provider that the app does not make do not exist', async () => {
  const { api } = betterAuth({
    baseURL: 'http://localhost',
    secret: 'x'.repeat(32),
    logger: { disabled: true },
  });
  const offered = Object.values(api).flatMap(({ path, options }) => {
    const methods: readonly string[] = [options.method].flat();
    return path === undefined ? [] : methods.map((method) => `${method} /api/v1/auth${path}`);
  });
  // Signing out has no row, because it ends the caller's session.
  const known = [...Object.keys(AUTH_CALLS), 'POST /api/v1/auth/sign-out'];
  const others = offered.filter((one) => !known.includes(one));
  expect(others.length).toBeGreaterThan(20);
  for (const one of others) {
    const [method = '', path = ''] = one.split(' ');
    const response = await call(
      'staff',
      method,
      path.replace(/:\w+/, 'one'),
      method === 'GET' ? undefined : '{}',
    );
    expect([one, response.status]).toEqual([one, 404]);
  }
});
