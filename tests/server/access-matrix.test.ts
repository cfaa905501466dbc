import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Hono } from 'hono';
import type { Audience } from '#shared/access/decide-access.ts';
import { ACCESS_CODE_HEADER } from '#shared/api/routes.ts';
import { COLLECTION_NAMES } from '#shared/collections/catalogue.ts';
import { createId } from '#shared/kernel/ids.ts';
import { readConfig } from '#server/config.ts';
import { createContext, type ServerContext } from '#server/context.ts';
import { AUTH_TOKEN_SECONDS, signDeviceToken } from '#server/devices/device-tokens.ts';
import type { AppEnv } from '#server/http/app-env.ts';
import { silentLog } from '../support/silent-log.ts';
import { createServerApp } from '#server/server-app.ts';
import { put } from '../contracts/document-store-writes.ts';
import { PUSH } from '../support/core-calls.ts';
import { STORED_DOCUMENTS } from '../support/stored-documents.ts';
import {
  ACTORS,
  ADMIN_CALLS,
  DOCUMENT_CALLS,
  MIDDLEWARE,
  PLAIN_CALLS,
  PUBLIC,
  RIGHTS,
  toCells,
  toExpected,
  type ActorName,
} from './access-matrix.ts';

const folder = mkdtempSync(join(tmpdir(), 'nankeen-matrix-'));
mkdirSync(join(folder, 'app'));
let context: ServerContext;
let app: Hono<AppEnv>;

beforeAll(() => {
  const settings = { DATA_DIR: folder, ENQUIRIES_PER_HOUR: '1000000' };
  const people = new Map([
    ['ann', { accountId: 'ann', email: 'ann@example.com', isStaff: false }],
    ['sam', { accountId: 'sam', email: 'sam@example.com', isStaff: true }],
  ]);
  const readSession: ServerContext['readSession'] = async (headers) => {
    const person = people.get(/session=(\w+)/.exec(headers.get('cookie') ?? '')?.[1] ?? '');
    return person && { ...person, isCurrent: () => true };
  };
  const config = { ...readConfig(settings, folder), buildFolder: folder };
  context = createContext(config, { log: silentLog, readSession });
  app = createServerApp(context);
});
afterAll(async () => {
  await context.close();
  rmSync(folder, { recursive: true, force: true });
});

function toHeaders(actor: ActorName): Record<string, string> {
  const device = (fid: string, at = Date.now()) => {
    const token = signDeviceToken(fid, at, context.secrets.tokenSecret);
    return { authorization: `Bearer ${token}` };
  };
  const unlocked = { [ACCESS_CODE_HEADER]: context.accessCode.issueToken('ada') };
  switch (actor) {
    case 'anonymous':
      return {};
    case 'ada':
      return device('ada');
    case 'other':
      return device('ben');
    case 'account':
      return { ...device('ben'), cookie: 'session=ann' };
    case 'staff':
      return { cookie: 'session=sam' };
    case 'admin':
      return { authorization: `Bearer ${context.secrets.adminToken}` };
    case 'holder':
      return { ...device('ada'), ...unlocked };
    case 'other holder':
      return { ...device('ben'), [ACCESS_CODE_HEADER]: context.accessCode.issueToken('ben') };
    case 'copied code':
      return { ...device('ben'), ...unlocked };
    case 'expired':
      return device('ada', Date.now() - AUTH_TOKEN_SECONDS * 1000 - 1);
  }
}

const call = (actor: ActorName, method: string, path: string, body?: string) =>
  app.request(path, { method, headers: toHeaders(actor), ...(body === undefined ? {} : { body }) });

/** Stores a new document of Ada's with `writeId` `w-<id>`. @returns its id */
async function plant(collection: string): Promise<string> {
  const id = createId();
  const isOwned = collection !== 'free' && !PUBLIC.includes(collection);
  const audience: Audience = PUBLIC.includes(collection) ? 'public' : isOwned ? 'device:ada' : 'staff';
  const owner = isOwned ? ({ owner: 'device:ada' } as const) : {};
  await put(context.storage.documents, {
    id,
    collection,
    writeId: `w-${id}`,
    audience,
    ...owner,
    data: contentOf(collection, id),
  });
  return id;
}

function contentOf(collection: string, id: string): Record<string, unknown> {
  const stored = { ...STORED_DOCUMENTS, free: { text: 'x' } }[collection as 'free'] as Record<
    string,
    unknown
  >;
  const { writeId: _writeId, sync: _sync, ...content } = stored;
  return { ...content, FBUID: id };
}

/** Makes a call on one of Ada's documents. @returns the outcome in one word */
async function tryCall(actor: ActorName, key: string, collection: string): Promise<string> {
  const id = await plant(collection);
  const [method = '', route = ''] = key.split(' ');
  const path = route.replace(':collection', collection).replace(':id', id);
  const content = JSON.stringify(contentOf(collection, route.endsWith(':collection') ? createId() : id));
  if (route.endsWith('/checksum')) return tryChecksum(actor, path, collection);
  if (route.endsWith('/push')) return tryPush(actor, collection, contentOf(collection, id));
  const isPaged = route.endsWith('/pull');
  const at = route.endsWith('/restore')
    ? (await context.storage.documents.history({ collection, id }, undefined, 1))[0]?.at
    : '';
  const body = method === 'GET' || method === 'DELETE' ? undefined : at ? JSON.stringify({ at }) : content;
  const response = await call(actor, method, isPaged ? `${path}?limit=1000` : path, body);
  const text = await response.text();
  if (response.status !== 200 || (method === 'POST' && !at)) return String(response.status);
  return text.includes(id) ? 'shown' : 'hidden';
}

async function tryPush(
  actor: ActorName,
  collection: string,
  content: Record<string, unknown>,
): Promise<string> {
  const base = { writeId: `w-${String(content['FBUID'])}` };
  const changed = { ...content, createdAt: content['createdAt'], writeId: createId() };
  const row = { collection, assumedMasterState: base, newDocumentState: changed };
  const response = await call(actor, 'POST', `/api/v1${PUSH}`, JSON.stringify({ rows: [row] }));
  if (response.status !== 200) return String(response.status);
  const [verdict] = ((await response.json()) as { verdicts: { verdict: string; code?: string }[] }).verdicts;
  return verdict?.code ?? verdict?.verdict ?? '';
}

/** Whether the actor's checksum counts a new document of Ada's. */
async function tryChecksum(actor: ActorName, path: string, collection: string): Promise<string> {
  const counts = [];
  for (let round = 0; round < 2; round++) {
    const response = await call(actor, 'GET', path);
    if (response.status !== 200) return String(response.status);
    counts.push(((await response.json()) as { count: number }).count);
    await plant(collection);
  }
  return counts[1] === (counts[0] ?? 0) + 1 ? 'counted' : 'not counted';
}

describe('the matrix of actors, calls and collections', () => {
  test('[T01] has exactly one row for every call of the server', () => {
    const rows = [...Object.keys({ ...DOCUMENT_CALLS, ...ADMIN_CALLS, ...PLAIN_CALLS }), ...MIDDLEWARE];
    const served = new Set(app.routes.map(({ method, path }) => `${method} ${path}`));
    expect([...served].toSorted()).toEqual(rows.toSorted());
  });

  test('[T01] has a column for every built-in collection and one for free collections', () => {
    expect(Object.keys(RIGHTS).toSorted()).toEqual([...COLLECTION_NAMES, 'free'].toSorted());
    const cells = Object.keys({ ...DOCUMENT_CALLS, ...ADMIN_CALLS }).length * 7 * ACTORS.length;
    expect(cells).toBeGreaterThan(600);
  });

  describe.each(Object.keys({ ...DOCUMENT_CALLS, ...ADMIN_CALLS }))('%s', (key) => {
    test.each(Object.keys(RIGHTS))('[T01] on %s responds to each actor by its rights', async (collection) => {
      const outcomes: Record<string, string> = {};
      const expected: Record<string, string> = {};
      for (const actor of ACTORS) {
        outcomes[actor] = await tryCall(actor, key, collection);
        expected[actor] = toExpected(key, collection, actor);
      }
      expect(outcomes).toEqual(expected);
    });
  });

  test.each(Object.entries(PLAIN_CALLS))(
    '[T01] %s responds to each actor as the table says',
    async (key, plain) => {
      const [method = '', route = ''] = key.split(' ');
      const body = plain.json === undefined ? undefined : JSON.stringify(plain.json);
      const outcomes: Record<string, string> = {};
      for (const actor of ACTORS) {
        const response = await call(actor, method === 'ALL' ? 'POST' : method, plain.path ?? route, body);
        outcomes[actor] = String(response.status);
        await response.body?.cancel();
      }
      expect(outcomes).toEqual(Object.fromEntries(toCells(plain.statuses)));
    },
  );
});
