import { beforeEach, expect, test } from 'vitest';
import { createCoreServer, type Caller, type CoreServer } from '../support/core-server.ts';
import {
  historyOf,
  pullPage,
  PUSH,
  pushRow,
  pushRows,
  rewindOf,
  row,
  signIn,
} from '../support/core-calls.ts';
import { enquiryContent, productContent } from '../support/samples.ts';

const ADA = { device: 'ada' };

let server: CoreServer;
let staff: Caller;
beforeEach(() => {
  server = createCoreServer();
  staff = { device: 'desk', ...signIn(server, 'sam', true) };
});

const item = (productCount: unknown) => ({ FBUID: 'recon', ...productContent(), productCount });

test.each([
  ['a missing field', 'contacts', { ...enquiryContent(), contactEmail: undefined }, 'contactEmail'],
  ['an unknown field', 'contacts', { ...enquiryContent(), role: 'admin' }, 'role'],
  ['an owner', 'contacts', { ...enquiryContent(), owner: 'device:ben' }, 'owner'],
  ['a text too long', 'contacts', { ...enquiryContent(), contactPhone: '0'.repeat(61) }, 'contactPhone'],
  ['a number for a text', 'contacts', { ...enquiryContent(), contactName: 7 }, 'contactName'],
  ['a list for a text', 'contacts', { ...enquiryContent(), contactName: ['Ada'] }, 'contactName'],
  [
    'a createdAt without offset',
    'contacts',
    { ...enquiryContent(), createdAt: '2026-03-02T09:00:00' },
    'createdAt',
  ],
  ['a quantity of 0', 'checkouts', { checkoutItems: [item(0)] }, 'checkoutItems[0].productCount'],
  ['a quantity of 11', 'checkouts', { checkoutItems: [item(1), item(11)] }, 'checkoutItems[1].productCount'],
  ['a quantity of 1.5', 'checkouts', { checkoutItems: [item(1.5)] }, 'checkoutItems[0].productCount'],
  ['a quantity as text', 'checkouts', { checkoutItems: [item('1')] }, 'checkoutItems[0].productCount'],
])('[PU5] [T02] %s is rejected with its path', async (_what, collection, content, path) => {
  const verdict = await pushRow(server, ADA, collection, row('ada', 'w1', content));
  expect(verdict).toMatchObject({ verdict: 'rejected', code: 'invalid-argument', path });
  expect(verdict.message).toMatch(/\S/);
  expect(await server.store.newestSequence()).toBe(0);
});

test.each([
  ['nested lists', { list: [[1]] }, 'list[0]'],
  ['an empty field name', { '': 1 }, ''],
  ['a reserved field name', { __name__: 1 }, '__name__'],
  ['a forbidden character', { nest: { 'a/b': 1 } }, 'nest.a/b'],
  ['a latitude beyond the pole', { latitude: 90.1, longitude: 0 }, 'latitude'],
  ['a GeoJSON longitude beyond 180', { coordinates: [-181, 0], type: 'Point' }, 'coordinates[0]'],
])('[PU5] [R-DOC-01] %s breaks the document rules in every collection', async (_what, content, path) => {
  for (const collection of ['free', 'contacts']) {
    const verdict = await pushRow(server, staff, collection, row('one', `w-${collection}`, content));
    expect(verdict).toMatchObject({ verdict: 'rejected', code: 'invalid-argument' });
    expect(verdict.path ?? '').toBe(path);
  }
});

test('[PU5] the document rules apply to a trail’s earlier writes and to tombstones of unknown documents', async () => {
  const trail = [{ writeId: 't', at: '2026-02-28T12:00:00.000Z', data: { list: [[1]] } }];
  const verdicts = [
    await pushRow(server, ADA, 'contacts', row('one', 'w1', enquiryContent(), { trail })),
    await pushRow(server, ADA, 'contacts', row('two', 'w2', { '~': [[1]] }, { deleted: true })),
    await pushRow(server, ADA, 'contacts', row('../x', 'w3', enquiryContent(), { deleted: true })),
  ];
  expect(verdicts.map(({ verdict, path }) => [verdict, path])).toEqual([
    ['rejected', 'trail[0].data.list[0]'],
    ['rejected', '~'],
    ['rejected', 'FBUID'],
  ]);
  expect(await server.store.newestSequence()).toBe(0);
});

test('[PU5] a document created and deleted offline arrives as two entries and a tombstone', async () => {
  const trail = [{ writeId: 'w1', at: '2026-03-02T20:00:00.000+11:00', data: enquiryContent() }];
  const verdict = await pushRow(
    server,
    ADA,
    'contacts',
    row('one', 'w2', enquiryContent(), { trail, deleted: true }),
  );
  expect(verdict.verdict).toBe('accepted');
  const entries = await historyOf(server, ADA, 'contacts/one');
  expect(entries.map(({ operation }) => operation)).toEqual(['delete', 'coalesced']);
});

test('[PU5] [R-ROL-01] rights are checked first: shoppers cannot write products, and callers without a device cannot write', async () => {
  const product = row('recon', 'w1', { ...productContent(), broken: true });
  expect(await pushRow(server, ADA, 'products', product)).toMatchObject({
    verdict: 'rejected',
    code: 'permission-denied',
    message: expect.stringContaining('product'),
  });
  expect(await pushRow(server, {}, 'contacts', row('one', 'w2', enquiryContent()))).toMatchObject({
    verdict: 'rejected',
    code: 'permission-denied',
  });
  expect(await pushRow(server, staff, 'products', row('recon', 'w3', productContent()))).toMatchObject({
    verdict: 'accepted',
  });
});

test('[PU5] [T02] server-owned fields are never accepted from a client', async () => {
  const forged = {
    ...enquiryContent(),
    sync: { sequence: 999, acknowledged: 'x', updatedAt: '1999', updatedBy: 'boss' },
  };
  await pushRow(server, ADA, 'contacts', row('one', 'w1', forged));
  expect((await pullPage(server, ADA, 'contacts')).documents).toMatchObject([
    { sync: { sequence: 1, acknowledged: 'w1', updatedBy: 'no user found' } },
  ]);
  const renamed = {
    ...enquiryContent('2'),
    FBUID: 'two',
    writeId: 'mine',
    sync: {},
    createdAt: '2000-01-01T00:00:00Z',
  };
  const put = await server.request('/testing/data/contacts/one', { as: ADA, method: 'PUT', json: renamed });
  expect(await put.json()).toMatchObject({
    FBUID: 'one',
    createdAt: '2026-03-02T09:00:00.000Z',
    sync: { sequence: 2 },
  });
  expect((await server.store.read({ collection: 'contacts', id: 'one' }))?.writeId).not.toBe('mine');
});

test('[PU6] a write equal to the server’s state is accepted, writes nothing, and rewinds the device', async () => {
  await pushRow(server, ADA, 'contacts', row('one', 'w1', enquiryContent('1')));
  const response = await pushRows(server, ADA, 'contacts', [
    row('one', 'w2', enquiryContent('1'), { base: 'w1' }),
  ]);
  expect(response.verdicts).toEqual([{ id: 'one', writeId: 'w2', verdict: 'accepted' }]);
  expect(await historyOf(server, ADA, 'contacts/one')).toHaveLength(1);
  const { checkpoint } = await pullPage(server, ADA, 'contacts');
  const page = await pullPage(server, ADA, 'contacts', `after=${checkpoint}&rewind=${rewindOf(response)}`);
  expect(page.documents).toMatchObject([{ FBUID: 'one', writeId: 'w1' }]);
});

test.each([
  ['an update of an unknown document', row('one', 'w1', enquiryContent('1'), { base: 'w0' })],
  ['an invalid create', row('one', 'w1', { ...enquiryContent('1'), contactEmail: 0 })],
])('[PL4] the response to %s rewinds the device to the time of the response', async (_what, refused) => {
  await pushRow(server, ADA, 'contacts', row('another', 'w9', enquiryContent('9')));
  const rewind = rewindOf(await pushRows(server, ADA, 'contacts', [refused]));
  // Pulled while the response is in flight, and skipped because of the pending write.
  await pushRow(server, ADA, 'contacts', row('one', 'w2', enquiryContent('2')));
  const { checkpoint } = await pullPage(server, ADA, 'contacts');
  const page = await pullPage(server, ADA, 'contacts', `after=${checkpoint}&rewind=${rewind}`);
  expect(page.documents).toMatchObject([{ FBUID: 'one', writeId: 'w2' }]);
});

test('[PU5] fields named like object members are kept as content; __proto__ is rejected', async () => {
  const path = '/testing/data/free';
  const body = '{"FBUID":"one","constructor":1,"prototype":2,"toString":3,"nest":{"constructor":4}}';
  const created = await server.request(path, { as: staff, method: 'POST', body });
  expect(created.status).toBe(201);
  const rows = `{"rows":[{"collection":"free","newDocumentState":${body.replace('"one"', '"two","writeId":"w2"')}}]}`;
  await server.request(PUSH, { as: staff, method: 'POST', body: rows });
  for (const id of ['one', 'two']) {
    const read = (await (await server.request(`${path}/${id}`, { as: staff })).json()) as object;
    expect(Object.entries(read)).toEqual(
      expect.arrayContaining([
        ['constructor', 1],
        ['prototype', 2],
        ['toString', 3],
        ['nest', { constructor: 4 }],
      ]),
    );
  }
});
