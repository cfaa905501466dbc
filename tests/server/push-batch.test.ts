import { beforeEach, expect, test } from 'vitest';
import type { CommitEvent } from '#server/core/document-store.ts';
import type { PushResponse } from '#shared/sync/messages.ts';
import { createCoreServer, type CoreServer } from '../support/core-server.ts';
import {
  dataPath,
  errorIn,
  historyOf,
  pullPage,
  PUSH,
  pushRow,
  pushRows,
  row,
  signIn,
} from '../support/core-calls.ts';
import { enquiryContent } from '../support/samples.ts';
import { openTemporaryStore } from '../support/temporary-store.ts';

const ADA = { device: 'ada' };
const BEN = { device: 'ben' };

let server: CoreServer;
beforeEach(() => void (server = createCoreServer()));

const kinds = (response: { verdicts: readonly { verdict: string }[] }) =>
  response.verdicts.map(({ verdict }) => verdict);

test('[PU1] a push that fails halfway through its commit stores nothing, and succeeds when repeated', async () => {
  const world = openTemporaryStore();
  server = createCoreServer(world.store);
  const { writer } = world.database;
  // History and head are written before the rejected row's verdict.
  writer.exec(
    `CREATE TRIGGER fail BEFORE INSERT ON verdict WHEN NEW.writeId = 'w3' BEGIN SELECT RAISE(ABORT, 'no'); END`,
  );
  const rows = [
    ...['1', '2'].map((text) => row(`d${text}`, `w${text}`, enquiryContent(text))),
    row('d3', 'w3', { ...enquiryContent(), contactName: '' }),
  ];
  const failed = await server.request(PUSH, {
    as: ADA,
    method: 'POST',
    json: { rows },
  });
  expect(failed.status).toBe(500);
  for (const table of ['history', 'head', 'verdict', 'rejection']) {
    expect(writer.prepare(`SELECT * FROM ${table}`).all()).toEqual([]);
  }
  writer.exec('DROP TRIGGER fail');
  expect(kinds(await pushRows(server, ADA, 'contacts', rows))).toEqual(['accepted', 'accepted', 'rejected']);
  expect(await server.store.newestSequence()).toBe(2);
  await world.dispose();
});

test('[PU2] one bad row does not affect the other rows of a push', async () => {
  const rows = [
    row('one', 'w1', enquiryContent()),
    row('two', 'w2', { ...enquiryContent(), contactName: '' }),
    row('three', 'w3', enquiryContent()),
  ];
  const response = await pushRows(server, ADA, 'contacts', rows);
  expect(kinds(response)).toEqual(['accepted', 'rejected', 'accepted']);
  const { documents } = await pullPage(server, ADA, 'contacts');
  expect(documents.map(({ FBUID }) => FBUID)).toEqual(['one', 'three']);
});

test('[PU2] [T22] a response holds at most 2 MB of masters: the other rows are put off, undecided', async () => {
  const text = 'x'.repeat(240_000);
  const path = dataPath('notes/one');
  expect((await server.request(path, { as: 'admin', method: 'PUT', json: { text } })).ok).toBe(true);
  const rows = Array.from({ length: 98 }, (_none, index) =>
    row('one', `w${index}`, { text: `mine ${index}` }, { base: 'z' }),
  );
  const sent = [...rows, row('new', 'w-new', { text: 'new' })];
  const json = { rows: sent.map((one) => ({ ...one, collection: 'notes' })) };
  const response = await server.request(PUSH, { as: 'admin', method: 'POST', json });
  const body = await response.text();
  expect(body.length).toBeLessThan(2_500_000);
  const { verdicts } = JSON.parse(body) as PushResponse;
  expect(verdicts.map(({ writeId }) => writeId)).toEqual(
    json.rows.map((one) => one.newDocumentState.writeId),
  );
  expect(verdicts.slice(0, 9).every(({ verdict, master }) => verdict === 'conflict' && master)).toBe(true);
  const putOff = verdicts.slice(9);
  expect(new Set(putOff.map(({ verdict, code }) => `${verdict} ${code}`))).toEqual(
    new Set(['rejected resource-exhausted']),
  );
  expect((await pushRow(server, 'admin', 'notes', row('new', 'w-new', { text: 'new' }))).verdict).toBe(
    'accepted',
  );
});

test('[PU2] malformed rows get their own verdicts, in order', async () => {
  const rows = [
    null,
    'text',
    7,
    [],
    {},
    { newDocumentState: [] },
    { newDocumentState: { FBUID: 7, writeId: 'w' } },
    { newDocumentState: { FBUID: 'x', writeId: 'w', _deleted: 'yes' } },
    { ...row('y', 'w', enquiryContent()), trail: 'none' },
    { ...row('z', 'w', enquiryContent()), assumedMasterState: 'none' },
    { ...row('z', 'w', enquiryContent()), extra: true },
    row('good', 'w1', enquiryContent()),
  ];
  const response = await pushRows(server, ADA, 'contacts', rows);
  expect(kinds(response)).toEqual([...Array.from({ length: 11 }, () => 'rejected'), 'accepted']);
  for (const verdict of response.verdicts.slice(0, 11)) {
    expect(verdict).toMatchObject({ code: 'invalid-argument', message: expect.stringMatching(/\S/) });
  }
  expect(response.verdicts[8]).toMatchObject({ id: 'y', writeId: 'w', path: 'trail' });
  expect(await server.store.newestSequence()).toBe(1);
});

test('[PU2] [PU7] rows of several collections share a push and are committed together, in their order', async () => {
  const commits: CommitEvent[] = [];
  server.store.onCommit((event) => void commits.push(event));
  const rows = [
    row('one', 'w1', enquiryContent('1')),
    { ...row('ada', 'w2', { checkoutItems: [] }), collection: 'checkouts' },
    row('one', 'w3', enquiryContent('3'), { base: 'w1' }),
  ];
  const response = await server.request(PUSH, { as: ADA, method: 'POST', json: { rows } });
  const { verdicts, rewinds } = (await response.json()) as PushResponse;
  expect(verdicts).toEqual(['w1', 'w2', 'w3'].map((writeId) => expect.objectContaining({ writeId })));
  expect(kinds({ verdicts })).toEqual(['accepted', 'accepted', 'accepted']);
  expect(commits).toMatchObject([{ sequence: 3 }]);
  const sequenceOf = async (collection: string, id: string) =>
    (await server.store.read({ collection, id }))?.sequence;
  expect([await sequenceOf('checkouts', 'ada'), await sequenceOf('contacts', 'one')]).toEqual([2, 3]);
  for (const { collection, checkpoint } of rewinds) {
    const { documents } = await pullPage(server, ADA, collection, `after=&rewind=${checkpoint}`);
    expect(documents).toHaveLength(1);
  }
  expect(rewinds.map(({ collection }) => collection)).toEqual(['contacts', 'checkouts']);
});

test('[PU2] [T45] a row of an impossible or forbidden collection gets its own verdict, and the other rows are stored', async () => {
  const own = row('one', 'w1', enquiryContent());
  const { collection: _collection, ...without } = row('two', 'w2', enquiryContent());
  const of = (collection: unknown, writeId: string) => ({ ...row('x', writeId, {}), collection });
  const rows = [
    without,
    of(7, 'w3'),
    of('__proto__', 'w4'),
    of('c'.repeat(65), 'w5'),
    of('stream', 'w6'),
    of('products', 'w7'),
    of('nothing', 'w8'),
    own,
  ];
  const response = await server.request(PUSH, { as: ADA, method: 'POST', json: { rows } });
  expect(response.status).toBe(200);
  const { verdicts } = (await response.json()) as PushResponse;
  const malformed = { verdict: 'rejected', code: 'invalid-argument', path: 'collection' };
  const forbidden = { verdict: 'rejected', code: 'permission-denied' };
  expect(verdicts).toMatchObject([
    ...['w2', 'w3', 'w4', 'w5', 'w6'].map((writeId) => ({ ...malformed, writeId })),
    ...['w7', 'w8'].map((writeId) => ({ ...forbidden, writeId })),
    { writeId: 'w1', verdict: 'accepted' },
  ]);
  expect(await server.store.newestSequence()).toBe(1);
});

test('[PU2] a row nested too deeply to serialise is rejected alone, also by the SQLite store', async () => {
  const world = openTemporaryStore();
  server = createCoreServer(world.store);
  const deep = `${'['.repeat(50_000)}${']'.repeat(50_000)}`;
  const good = JSON.stringify(row('good', 'w3', enquiryContent()));
  const trail = JSON.stringify(row('trail', 'w2', enquiryContent())).replace(
    /}$/,
    `,"trail":[{"writeId":"t","at":"2026-02-28T12:00:00Z","data":{"x":${deep}}}]}`,
  );
  const body = `{"rows":[{"collection":"contacts","newDocumentState":{"FBUID":"deep","writeId":"w1","x":${deep}}},${trail},${good}]}`;
  const response = await server.request(PUSH, { as: ADA, method: 'POST', body });
  expect(response.status).toBe(200);
  const pushed = (await response.json()) as { verdicts: { verdict: string; path?: string }[] };
  expect(kinds(pushed)).toEqual(['rejected', 'rejected', 'accepted']);
  expect(pushed.verdicts[1]?.path).toBe('trail[0].data.x[0]');
  await world.dispose();
});

test('[PU2] a rejected write returns the state to revert to', async () => {
  await pushRow(server, ADA, 'contacts', row('one', 'w1', enquiryContent('first')));
  const bad = { ...enquiryContent('second'), contactEmail: '' };
  const verdict = await pushRow(server, ADA, 'contacts', row('one', 'w2', bad, { base: 'w1' }));
  expect(verdict).toMatchObject({
    verdict: 'rejected',
    path: 'contactEmail',
    master: { contactMessage: 'first' },
  });
});

test('[PU7] rows are applied in order, each on the result of the previous ones', async () => {
  const response = await pushRows(server, ADA, 'contacts', [
    row('one', 'w1', enquiryContent('1')),
    row('one', 'w2', enquiryContent('2'), { base: 'w1' }),
    row('one', 'w3', enquiryContent('3'), { base: 'w1' }),
    row('one', 'w4', enquiryContent('4'), { base: 'w2', deleted: true }),
    row('one', 'w5', enquiryContent('5')),
  ]);
  expect(kinds(response)).toEqual(['accepted', 'accepted', 'conflict', 'accepted', 'rejected']);
  expect(response.verdicts[2]?.master).toMatchObject({ contactMessage: '2', writeId: 'w2' });
  expect(response.verdicts[4]?.code).toBe('already-exists');
  const entries = await historyOf(server, ADA, 'contacts/one');
  expect(entries.map(({ writeId, operation }) => [writeId, operation])).toEqual([
    ['w4', 'delete'],
    ['w2', 'update'],
    ['w1', 'create'],
  ]);
});

test('[PU8] a base may travel as its writeId alone or as the whole document', async () => {
  await pushRow(server, ADA, 'contacts', row('one', 'w1', enquiryContent('1')));
  const [master] = (await pullPage(server, ADA, 'contacts')).documents;
  const second = row('one', 'w2', enquiryContent('2'), { base: { writeId: 'w1' } });
  expect((await pushRow(server, ADA, 'contacts', second)).verdict).toBe('accepted');
  const stale = row('one', 'w3', enquiryContent('3'), { base: master ?? {} });
  expect((await pushRow(server, ADA, 'contacts', stale)).verdict).toBe('conflict');
  const [newer] = (await pullPage(server, ADA, 'contacts')).documents;
  const third = row('one', 'w3', enquiryContent('3'), { base: newer ?? {} });
  expect((await pushRow(server, ADA, 'contacts', third)).verdict).toBe('accepted');
});

test('[PU2] 100 rows are accepted; 101 are rejected as a whole and nothing is stored', async () => {
  const rows = Array.from({ length: 101 }, (_, index) => row(`d${index}`, `w${index}`, enquiryContent()));
  const refused = await server.request(PUSH, { as: ADA, method: 'POST', json: { rows } });
  expect(refused.status).toBe(413);
  expect(await refused.json()).toMatchObject({ error: { code: 'resource-exhausted', path: 'rows' } });
  expect(await server.store.newestSequence()).toBe(0);
  expect(kinds(await pushRows(server, ADA, 'contacts', rows.slice(0, 100)))).toHaveLength(100);
  expect(await server.store.newestSequence()).toBe(100);
  expect((await pushRows(server, BEN, 'contacts', [])).verdicts).toEqual([]);
});

test('[PU12] [CL6] writes of an account are taken from that account only, not from the device once its session ended', async () => {
  const ann = { ...ADA, ...signIn(server, 'ann') };
  const bob = { ...ADA, ...signIn(server, 'bob') };
  const json = { rows: [row('d1', 'w1', enquiryContent())], account: 'id-of-ann' };
  for (const as of [ADA, bob]) {
    const refused = await server.request(PUSH, { as, method: 'POST', json });
    expect(refused.status).toBe(409);
    expect(await errorIn(refused)).toMatchObject({ code: 'aborted', reason: 'OTHER_ACCOUNT' });
  }
  expect((await pullPage(server, ann, 'contacts')).documents).toEqual([]);
  expect((await server.request(PUSH, { as: ann, method: 'POST', json })).status).toBe(200);
  const [entry] = await historyOf(server, 'admin', 'contacts/d1');
  expect(entry?.updatedBy).toBe('ann@example.com');
});
