import { beforeEach, expect, test } from 'vitest';
import { createCoreServer, DATA_ENDPOINT, type Caller, type CoreServer } from '../support/core-server.ts';
import { importFile } from '../support/job-calls.ts';
import { dataPath, errorIn, historyOf, PUSH, signIn } from '../support/core-calls.ts';
import { enquiryContent, productContent } from '../support/samples.ts';

const ADA = { device: 'ada' };

let server: CoreServer;
let staff: Caller;
beforeEach(() => {
  server = createCoreServer();
  staff = signIn(server, 'sam', true);
});

const call = (method: string, path: string, json?: unknown, as: Caller = staff) =>
  server.request(dataPath(path), { as, method, ...(json === undefined ? {} : { json }) });
const documentsOf = async (response: Response) =>
  ((await response.json()) as { documents: Record<string, unknown>[] }).documents;

async function stock(): Promise<void> {
  for (const [id, name, category] of [
    ['c', 'Bravo', 'drones'],
    ['a', 'Charlie', 'batteries'],
    ['b', 'Alpha', 'drones'],
  ]) {
    await call('PUT', `products/${id}`, { ...productContent(name), productCategory: category });
  }
}

test('[R-CAL-01] [R-CST-11] collections are below the configured endpoint, "testing/data"', async () => {
  expect(DATA_ENDPOINT).toBe('testing/data');
  expect((await server.request('/testing/data/products')).status).toBe(200);
  expect((await server.request('/products')).status).toBe(404);
  expect((await server.request('/data/products')).status).toBe(404);
});

test('[R-CAL-02] a whole collection is read by id, or ordered by a field in a direction', async () => {
  await stock();
  const names = async (query: string) =>
    (await documentsOf(await call('GET', `products${query}`))).map(({ productName }) => productName);
  expect(await names('')).toEqual(['Charlie', 'Alpha', 'Bravo']);
  expect(await names('?orderBy=productName')).toEqual(['Alpha', 'Bravo', 'Charlie']);
  expect(await names('?orderBy=productName&direction=desc')).toEqual(['Charlie', 'Bravo', 'Alpha']);
  expect(await names('?orderBy=noSuchField&direction=desc')).toEqual(['Charlie', 'Alpha', 'Bravo']);
  const refused = await call('GET', 'products?orderBy=productName&direction=up');
  expect(refused.status).toBe(400);
  expect(await errorIn(refused)).toMatchObject({ code: 'invalid-argument', path: 'direction' });
});

test('[R-CAL-02] documents without the field come last, in both directions', async () => {
  for (const [id, rank] of [
    ['a', 2],
    ['b', undefined],
    ['c', 1],
  ]) {
    await call('PUT', `free/${id}`, rank === undefined ? {} : { rank });
  }
  for (const [direction, order] of [
    ['asc', ['c', 'a', 'b']],
    ['desc', ['a', 'c', 'b']],
  ] as const) {
    const found = await documentsOf(await call('GET', `free?orderBy=rank&direction=${direction}`));
    expect(found.map(({ FBUID }) => FBUID)).toEqual(order);
  }
});

test('[R-CAL-03] a collection is filtered by a field, or by its id under the names the shop uses', async () => {
  await stock();
  const ids = async (collection: string, query: string) =>
    (await documentsOf(await call('GET', `${collection}?${query}`))).map(({ FBUID }) => FBUID);
  expect(await ids('products', 'field=productCategory&value=drones')).toEqual(['b', 'c']);
  for (const field of ['FBUID', 'productFBUID', 'templateFBUID', 'id']) {
    expect(await ids('products', `field=${field}&value=b`)).toEqual(['b']);
  }
  expect(await ids('products', 'field=productName&value=alpha')).toEqual([]);
  await call('PUT', 'free/x', { flag: true, count: 7, text: 'true' });
  expect(await ids('free', 'field=flag&value=true')).toEqual(['x']);
  expect(await ids('free', 'field=count&value=7')).toEqual(['x']);
  expect(await ids('free', 'field=text&value=true')).toEqual(['x']);
  expect(await ids('free', 'field=count&value=8')).toEqual([]);
});

test('[R-CAL-04] every document of a collection carries its id as "id" too', async () => {
  await stock();
  const found = await documentsOf(await call('GET', 'products'));
  expect(found.map(({ id, FBUID }) => [id, FBUID])).toEqual(['a', 'b', 'c'].map((id) => [id, id]));
});

test('[R-CAL-05] [R-ENT-05] one document is read by collection and id', async () => {
  await stock();
  const response = await call('GET', 'products/b', undefined, {});
  expect(await response.json()).toMatchObject({ FBUID: 'b', productName: 'Alpha' });
  const missing = await call('GET', 'products/nope');
  expect(missing.status).toBe(404);
  expect(await errorIn(missing)).toEqual({ code: 'not-found', message: 'There is no such document.' });
});

test('[R-CAL-06] [R-ENT-01] create assigns an id or keeps a given one, and writes document and history', async () => {
  const created = await call('POST', 'contacts', enquiryContent(), ADA);
  expect(created.status).toBe(201);
  const { FBUID } = (await created.json()) as { FBUID: string };
  expect(FBUID).toMatch(/^[A-Za-z0-9]{20}$/);
  expect(await historyOf(server, ADA, `contacts/${FBUID}`)).toMatchObject([
    { operation: 'create', data: { FBUID } },
  ]);
  const named = await call('POST', 'contacts', { ...enquiryContent(), FBUID: 'mine' }, ADA);
  expect(await named.json()).toMatchObject({ FBUID: 'mine' });
  const taken = await call('POST', 'contacts', { ...enquiryContent(), FBUID: 'mine' }, ADA);
  expect(taken.status).toBe(409);
  expect(await errorIn(taken)).toMatchObject({ code: 'already-exists' });
});

test('[R-CAL-07] set replaces a whole document or creates a missing one', async () => {
  await call('PUT', 'free/one', { a: 1, b: 2 });
  const replaced = await call('PUT', 'free/one', { b: 3 });
  expect(await replaced.json()).toMatchObject({ FBUID: 'one', b: 3 });
  expect((await server.store.read({ collection: 'free', id: 'one' }))?.data).not.toHaveProperty('a');
});

test('[R-CAL-08] update merges fields into a document and rejects a missing one', async () => {
  await call('PUT', 'free/one', { a: 1, nest: { x: 1 } });
  const merged = await call('PATCH', 'free/one', { nest: { y: 2 }, c: 3 });
  expect(await merged.json()).toMatchObject({ a: 1, nest: { y: 2 }, c: 3 });
  expect((await server.store.read({ collection: 'free', id: 'one' }))?.data['nest']).toEqual({ y: 2 });
  expect((await call('PATCH', 'free/none', { a: 1 })).status).toBe(404);
});

test('[R-CAL-09] delete removes a document from all reads except its history', async () => {
  await stock();
  const deleted = await call('DELETE', 'products/b');
  expect(await deleted.json()).toMatchObject({ FBUID: 'b', _deleted: true });
  expect((await call('GET', 'products/b')).status).toBe(404);
  expect((await documentsOf(await call('GET', 'products'))).map(({ FBUID }) => FBUID)).toEqual(['a', 'c']);
  expect((await historyOf(server, staff, 'products/b')).map(({ operation }) => operation)).toEqual([
    'delete',
    'create',
  ]);
  expect((await call('DELETE', 'products/b')).status).toBe(404);
});

test('[R-ENT-21] [R-CAL-10] documents copied from one collection to another keep their ids and fields', async () => {
  await stock();
  const exported = await (await server.request('/admin/export/products', { as: 'admin' })).text();
  const lines = exported.trimEnd().split('\n');
  expect(JSON.parse(lines.pop() ?? '')).toEqual({ __end__: true, documents: 3 });
  expect(exported).not.toMatch(/writeId|"sync"/);
  const imported = await importFile(server, 'archive', lines.join('\n'), { mode: 'insert' });
  expect(imported.counts).toMatchObject({ create: 3, replace: 0, unchanged: 0 });
  const copy = await (await server.request('/admin/export/archive', { as: 'admin' })).text();
  expect(copy).toBe(exported);
  const again = await importFile(server, 'archive', lines.join('\n'));
  expect(again.counts).toMatchObject({ create: 0, replace: 0, unchanged: 3 });
});

test('[R-ERR-09] every error carries one of the document database’s codes', async () => {
  const responses = [
    [await call('PUT', 'contacts/one', {}, ADA), 400, 'invalid-argument'],
    [await call('GET', 'contacts/one', undefined, ADA), 404, 'not-found'],
    [await call('PUT', 'products/one', productContent(), ADA), 403, 'permission-denied'],
    [await server.request('/admin/collections'), 401, 'unauthenticated'],
    [
      await server.request(PUSH, { as: ADA, method: 'POST', json: { rows: Array.from({ length: 101 }) } }),
      413,
      'resource-exhausted',
    ],
    [await call('GET', 'contacts/pull?after=1.other.scope.0', undefined, ADA), 409, 'aborted'],
  ] as const;
  for (const [response, status, code] of responses) {
    expect(response.status).toBe(status);
    expect(await errorIn(response)).toMatchObject({ code, message: expect.stringMatching(/\S{3}/) });
  }
});
