import { afterEach, beforeEach, expect, test } from 'vitest';
import { createCoreServer, type Caller, type CoreServer } from '../support/core-server.ts';
import { dataPath } from '../support/core-calls.ts';
import { expectRefusal } from '../support/expect-refusal.ts';
import { openTemporaryStore, type TemporaryStore } from '../support/temporary-store.ts';

const ADA: Caller = { device: 'ada' };

let world: TemporaryStore;
let server: CoreServer;
beforeEach(() => {
  world = openTemporaryStore();
  server = createCoreServer(world.store);
});
afterEach(() => world.dispose());

test.each([
  ['GET', 'stream/one', 'collection'],
  ['GET', '1st', 'collection'],
  ['GET', 'c'.repeat(65), 'collection'],
  ['GET', '__proto__', 'collection'],
  ['GET', 'con%20tacts', 'collection'],
  ['GET', "contacts'--/pull", 'collection'],
  ['GET', 'contacts/__one__', 'FBUID'],
  ['GET', 'contacts/create', 'FBUID'],
  ['PUT', 'contacts/push', 'FBUID'],
  ['DELETE', 'contacts/pull', 'FBUID'],
  ['GET', `contacts/${'x'.repeat(1501)}`, 'FBUID'],
  ['GET', 'contacts/pull?limit=0', 'limit'],
  ['GET', 'contacts/pull?limit=1001', 'limit'],
  ['GET', 'contacts/pull?limit=many', 'limit'],
  ['GET', 'contacts/pull?limit=', 'limit'],
  ['GET', 'contacts/pull?limit=1&limit=x', undefined],
  ['GET', 'contacts/pull?after=x', 'after'],
  ['GET', 'contacts?direction=sideways', 'direction'],
])('[T27] [T45] %s of %s is an invalid argument or ignored', async (method, path, fault) => {
  const response = await server.request(dataPath(path), {
    as: ADA,
    method,
    ...(method === 'PUT' ? { body: '{}' } : {}),
  });
  if (fault === undefined) expect(response.status).toBe(200);
  else await expectRefusal(server, response, { status: 400, code: 'invalid-argument', path: fault });
});

test.each([
  '//health',
  '/testing/data//contacts',
  '/testing/data/contacts%2Fpull',
  '/testing/data/contacts/a%2fb',
  '/testing/data/contacts/a%00b',
  '/testing/data/contacts/..%2f..%2fadmin%2fcollections',
  '//admin/collections',
  '/admin%2fcollections',
])('[T20] the path %s is rejected before any handler runs', async (path) => {
  await expectRefusal(server, await server.request(path, { as: ADA }), {
    status: 400,
    code: 'invalid-argument',
    path: 'url',
  });
});

test.each([
  '/%61dmin/collections',
  '/admin/./collections',
  '/x/../admin/collections',
  '/admin\\collections',
  '/admin%5ccollections',
  '/x%5c..%5cadmin%5ccollections',
])('[T20] the path %s does not bypass the admin check', async (path) => {
  const response = await server.request(path, { as: ADA });
  expect([401, 404]).toContain(response.status);
  expect(await response.json()).toHaveProperty('error.code');
});

test.each([
  ['GET', '/nothing'],
  ['GET', '/testing/data'],
  ['GET', '/testing/data/contacts/'],
  ['POST', '/testing/data/contacts/pull'],
  ['PATCH', '/testing/data/contacts'],
  ['GET', '/testing/data/contacts/one/history/more'],
  ['DELETE', '/health'],
])('[R-ERR-09] %s %s is unknown and gets a coded 404', async (method, path) => {
  const response = await server.request(path, { as: ADA, method });
  await expectRefusal(server, response, { status: 404, code: 'not-found', isLogged: false });
});
