import { afterEach, beforeEach, expect, test } from 'vitest';
import { createCoreServer, type CoreServer } from '../support/core-server.ts';
import { importFile, toLines } from '../support/job-calls.ts';
import { dataPath, errorIn, historyOf, pushRow, row, signIn } from '../support/core-calls.ts';
import { enquiryContent, productContent } from '../support/samples.ts';
import { openTemporaryStore, type TemporaryStore } from '../support/temporary-store.ts';

const ADA = { device: 'ada' };
const ANN = { session: 'ann' };
const ID = 'one';

let disk: TemporaryStore;
let server: CoreServer;
beforeEach(() => {
  disk = openTemporaryStore();
  server = createCoreServer(disk.store);
  signIn(server, 'ann');
});
afterEach(() => disk.dispose());

const call = (method: string, path: string, json?: unknown) =>
  server.request(dataPath(path), { as: ADA, method, ...(json === undefined ? {} : { json }) });
const entries = () => historyOf(server, 'admin', `contacts/${ID}`);

/** Every way to create or change a document, in an order in which each has an effect. */
const WAYS: readonly (readonly [string, () => Promise<unknown>])[] = [
  ['a create', () => call('POST', 'contacts', { ...enquiryContent('created'), FBUID: ID })],
  ['a set', () => call('PUT', `contacts/${ID}`, enquiryContent('set'))],
  ['an update', () => call('PATCH', `contacts/${ID}`, { contactMessage: 'updated' })],
  [
    'a push',
    async () =>
      pushRow(server, ADA, 'contacts', row(ID, 'pushed', enquiryContent('pushed'), { base: await newest() })),
  ],
  ['an import', importOne],
  ['a delete', () => call('DELETE', `contacts/${ID}`)],
  ['a restore', async () => call('POST', `contacts/${ID}/restore`, { at: (await entries()).at(-1)?.at })],
  ['a claim', () => server.request('/claim', { as: { ...ADA, ...ANN }, method: 'POST' })],
];

async function newest(): Promise<string> {
  return (await disk.store.read({ collection: 'contacts', id: ID }))?.writeId ?? '';
}

function importOne(): Promise<unknown> {
  return importFile(server, 'contacts', toLines([{ FBUID: ID, ...enquiryContent('imported') }]));
}

test('[R-ENT-01] [R-ENT-02] [R-ENT-03] [R-ENT-04] each way of writing adds one entry with a later ISO time, the data with its id, and the writer', async () => {
  const authors: string[] = [];
  for (const [index, [way, write]] of WAYS.entries()) {
    await write();
    const [entry, before] = await entries();
    const stored = await disk.store.read({ collection: 'contacts', id: ID });
    expect(await entries(), way).toHaveLength(index + 1);
    expect(entry?.at, way).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
    expect((entry?.at ?? '') > (before?.at ?? ''), way).toBe(true);
    expect(entry, way).toMatchObject({ updatedAt: entry?.at, data: { ...stored?.data, FBUID: ID } });
    authors.push(entry?.updatedBy ?? '');
  }
  const anonymous = 'no user found';
  expect(authors).toEqual([
    anonymous,
    anonymous,
    anonymous,
    anonymous,
    'admin',
    anonymous,
    anonymous,
    'ann@example.com',
  ]);
});

test('[R-CAL-06] [PU1] a create stores document and entry together, or neither', async () => {
  for (const table of ['head', 'history']) {
    disk.database.writer.exec(
      `CREATE TRIGGER failing BEFORE INSERT ON ${table} BEGIN SELECT RAISE(ABORT, 'planted'); END`,
    );
    const refused = await call('POST', 'contacts', { ...enquiryContent(), FBUID: ID });
    expect(refused.status).toBe(500);
    expect(await errorIn(refused)).toMatchObject({ code: 'internal' });
    expect(await disk.store.read({ collection: 'contacts', id: ID })).toBeUndefined();
    expect(await disk.store.history({ collection: 'contacts', id: ID }, undefined, 10)).toEqual([]);
    expect(await disk.store.newestSequence()).toBe(0);
    disk.database.writer.exec('DROP TRIGGER failing');
  }
  expect((await call('POST', 'contacts', { ...enquiryContent(), FBUID: ID })).status).toBe(201);
  expect(await entries()).toHaveLength(1);
});

test('[R-CAL-05] [R-CAL-07] [R-CAL-09] products and templates are saved, read and deleted by their FBUID', async () => {
  const staff = signIn(server, 'sam', true);
  for (const [collection, content] of [
    ['products', productContent()],
    ['templates', { templateName: 'Airframe', templateImage: '' }],
  ] as const) {
    const path = dataPath(`${collection}/recon-vtol`);
    const saved = await server.request(path, { as: staff, method: 'PUT', json: content });
    expect(saved.status).toBe(200);
    expect(await (await server.request(path)).json()).toMatchObject({ ...content, FBUID: 'recon-vtol' });
    expect((await server.request(path, { as: staff, method: 'DELETE' })).status).toBe(200);
    expect((await server.request(path)).status).toBe(404);
  }
});

test('[R-CAL-03] a template is found by templateFBUID, a product by productFBUID, and neither by the other’s id', async () => {
  const staff = signIn(server, 'sam', true);
  const template = { templateName: 'Airframe', templateImage: '' };
  await server.request(dataPath('templates/air'), { as: staff, method: 'PUT', json: template });
  await server.request(dataPath('products/recon'), { as: staff, method: 'PUT', json: productContent() });
  const find = async (path: string) => {
    const { documents } = (await (await server.request(dataPath(path))).json()) as {
      documents: { id: string }[];
    };
    return documents.map(({ id }) => id);
  };
  expect(await find('templates?field=templateFBUID&value=air')).toEqual(['air']);
  expect(await find('products?field=productFBUID&value=recon')).toEqual(['recon']);
  expect(await find('products?field=productFBUID&value=air')).toEqual([]);
  expect(await find('products?field=productFBUID&value=')).toEqual([]);
});

test.each([
  ['R-DOC-01', { '': 1 }],
  ['R-DOC-02', { __name__: 1 }],
  ...['~', '*', '/', '[', ']'].map((sign) => ['R-DOC-03', { [`a${sign}b`]: 1 }] as const),
  ['R-DOC-04', { latitude: 90.0001, longitude: 0 }],
  ['R-DOC-04', { latitude: 0, longitude: -180.0001 }],
  ['R-DOC-05', { list: [[1]] }],
] as const)(
  '[R-DOC-01] [R-DOC-02] [R-DOC-03] [R-DOC-04] [R-DOC-05] no route accepts, by %s, the content %j at any depth',
  async (_id, content) => {
    for (const document of [content, { nest: { deeper: [content] } }]) {
      const free = (method: string, path: string) =>
        server.request(dataPath(path), { as: 'admin', method, json: { FBUID: 'x', ...document } });
      const imported = await importFile(server, 'free', toLines([{ FBUID: 'x', ...document }]));
      expect(imported).toMatchObject({ state: 'failed', counts: { reject: 1 } });
      const statuses = [(await free('POST', 'free')).status, (await free('PUT', 'free/x')).status];
      expect(statuses).toEqual([400, 400]);
      const verdict = await pushRow(server, 'admin', 'free', row('x', 'w', document));
      expect(verdict).toMatchObject({ verdict: 'rejected', code: 'invalid-argument' });
    }
    expect(await disk.store.newestSequence()).toBe(0);
  },
);

test('[R-DOC-04] the poles and the date line are valid places', async () => {
  for (const [latitude, longitude] of [
    [90, 180],
    [-90, -180],
  ]) {
    const verdict = await pushRow(
      server,
      'admin',
      'free',
      row(`p${latitude}`, `w${latitude}`, { latitude, longitude }),
    );
    expect(verdict.verdict).toBe('accepted');
  }
});
