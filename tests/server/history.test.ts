import { beforeEach, expect, test } from 'vitest';
import type { HistoryEntry } from '#shared/api/messages.ts';
import { put as putEntries } from '../contracts/document-store-writes.ts';
import { createCoreServer, type CoreServer } from '../support/core-server.ts';
import { fillCollection, importFile, toLines } from '../support/job-calls.ts';
import { dataPath, errorIn, historyOf, pushRow, row, signIn } from '../support/core-calls.ts';
import { enquiryContent } from '../support/samples.ts';
import { createTestClock, type TestClock } from '../support/test-clock.ts';

const ADA = { device: 'ada' };
const ENQUIRY = dataPath('contacts/one');

let server: CoreServer;
let clock: TestClock;
beforeEach(() => {
  clock = createTestClock();
  server = createCoreServer(undefined, clock);
});

const put = (text: string) => server.request(ENQUIRY, { as: ADA, method: 'PUT', json: enquiryContent(text) });

test('[HI1] [R-ENT-02] [R-ENT-03] every write appends a copy of the data with its time and writer', async () => {
  await put('1');
  clock.advance(5000);
  await put('2');
  const entries = await historyOf(server, ADA, 'contacts/one');
  expect(entries).toMatchObject([
    { at: '2026-03-02T09:00:05.000Z', updatedAt: '2026-03-02T09:00:05.000Z', operation: 'update' },
    { at: '2026-03-02T09:00:00.000Z', updatedAt: '2026-03-02T09:00:00.000Z', operation: 'create' },
  ]);
  expect(entries.map(({ data }) => data)).toMatchObject([
    { FBUID: 'one', ...enquiryContent('2'), createdAt: '2026-03-02T09:00:00.000Z' },
    { FBUID: 'one', ...enquiryContent('1') },
  ]);
});

test('[HI1] [R-ENT-04] the writer is the account’s email, or "no user found" when not signed in', async () => {
  await put('1');
  const ann = { device: 'ada', ...signIn(server, 'ann') };
  await server.request(ENQUIRY, { as: ann, method: 'PUT', json: enquiryContent('2') });
  const entries = await historyOf(server, ann, 'contacts/one');
  expect(entries.map(({ updatedBy }) => updatedBy)).toEqual(['ann@example.com', 'no user found']);
  expect(entries.map(({ device }) => device)).toEqual(['ada', 'ada']);
});

test('[HI1] keys strictly increase while the clock stands still', async () => {
  for (const text of ['1', '2', '3']) await put(text);
  const keys = (await historyOf(server, ADA, 'contacts/one')).map(({ at }) => at);
  expect(keys).toEqual(['2026-03-02T09:00:00.002Z', '2026-03-02T09:00:00.001Z', '2026-03-02T09:00:00.000Z']);
});

test('[HI1] keys strictly increase when the clock steps back, and follow it again once it catches up', async () => {
  await put('1');
  clock.advance(-3_600_000);
  await put('2');
  clock.advance(3_600_010);
  await put('3');
  const keys = (await historyOf(server, ADA, 'contacts/one')).map(({ at }) => at);
  expect(keys).toEqual(['2026-03-02T09:00:00.010Z', '2026-03-02T09:00:00.001Z', '2026-03-02T09:00:00.000Z']);
});

test('[HI2] a write that changes nothing leaves no entry on any route', async () => {
  await put('1');
  await put('1');
  await server.request(ENQUIRY, { as: ADA, method: 'PATCH', json: { contactMessage: '1' } });
  const stored = (await (await server.request(ENQUIRY, { as: ADA })).json()) as Record<string, unknown>;
  await pushRow(
    server,
    ADA,
    'contacts',
    row('one', 'w2', enquiryContent('1'), { base: String(stored['writeId']) }),
  );
  const { writeId: _writeId, sync: _sync, ...content } = stored;
  const imported = await importFile(server, 'contacts', toLines([content]));
  expect(imported.counts).toMatchObject({ create: 0, replace: 0, unchanged: 1 });
  expect(await historyOf(server, ADA, 'contacts/one')).toHaveLength(1);
});

test('[HI2] create, set, merge, delete, push and import each leave exactly one entry', async () => {
  const id = { FBUID: 'one' };
  await server.request(dataPath('contacts'), {
    as: ADA,
    method: 'POST',
    json: { ...id, ...enquiryContent('1') },
  });
  await put('2');
  await server.request(ENQUIRY, { as: ADA, method: 'PATCH', json: { contactMessage: '3' } });
  const { writeId } = (await (await server.request(ENQUIRY, { as: ADA })).json()) as { writeId: string };
  await pushRow(server, ADA, 'contacts', row('one', 'w4', enquiryContent('4'), { base: writeId }));
  await fillCollection(server, 'contacts', [{ ...id, ...enquiryContent('5') }]);
  await server.request(ENQUIRY, { as: ADA, method: 'DELETE' });
  const entries = await historyOf(server, ADA, 'contacts/one');
  expect(entries.map(({ operation, data }) => [operation, data['contactMessage']])).toEqual([
    ['delete', '5'],
    ['update', '5'],
    ['update', '4'],
    ['update', '3'],
    ['update', '2'],
    ['create', '1'],
  ]);
  expect(new Set(entries.map((entry) => entry.writeId)).size).toBe(6);
});

test('[HI3] offline writes appear one by one with the device’s times', async () => {
  await pushRow(
    server,
    ADA,
    'contacts',
    row('one', 'w1', enquiryContent('1'), { madeAt: '2026-03-02T08:00:00+11:00' }),
  );
  const trail = ['2', '3'].map((text) => ({
    writeId: `w${text}`,
    at: `2026-03-02T0${text}:00:00.000+11:00`,
    data: enquiryContent(text),
  }));
  const options = { base: 'w1', trail, madeAt: '2026-03-02T04:00:00.000+11:00' };
  await pushRow(server, ADA, 'contacts', row('one', 'w4', enquiryContent('4'), options));
  const entries = await historyOf(server, ADA, 'contacts/one');
  const shown = entries.map(({ writeId, operation, madeAt, data }) => [
    writeId,
    operation,
    madeAt,
    data['contactMessage'],
  ]);
  expect(shown).toEqual([
    ['w4', 'update', '2026-03-02T04:00:00.000+11:00', '4'],
    ['w3', 'coalesced', '2026-03-02T03:00:00.000+11:00', '3'],
    ['w2', 'coalesced', '2026-03-02T02:00:00.000+11:00', '2'],
    ['w1', 'create', '2026-03-02T08:00:00+11:00', '1'],
  ]);
  const keys = entries.map(({ at }) => at);
  expect(keys).toEqual(keys.toSorted().toReversed());
  expect(new Set(keys).size).toBe(4);
});

test('[HI3] a trail that repeats a write, or the pushed one, gives no duplicate entries', async () => {
  const entry = (writeId: string) => ({
    writeId,
    at: '2026-02-28T12:00:00.000Z',
    data: enquiryContent(writeId),
  });
  const trail = [entry('t1'), entry('t1'), entry('w1')];
  await pushRow(server, ADA, 'contacts', row('one', 'w1', enquiryContent('w1'), { trail }));
  const writes = (await historyOf(server, ADA, 'contacts/one')).map(({ writeId }) => writeId);
  expect(writes).toEqual(['w1', 't1']);
});

test('[HI3] [T02] a trail’s entry is stored under the document’s id, without server-owned fields', async () => {
  const noted = {
    ...enquiryContent('1'),
    FBUID: 'other',
    writeId: 'x',
    sync: { sequence: 9 },
    _deleted: true,
  };
  const trail = [{ writeId: 't1', at: '2026-03-02T09:00:00.000+11:00', data: noted }];
  await pushRow(server, ADA, 'contacts', row('one', 'w1', enquiryContent('2'), { trail }));
  const [, entry] = await historyOf(server, ADA, 'contacts/one');
  expect(entry).toMatchObject({ writeId: 't1', operation: 'coalesced' });
  expect(entry?.data).toEqual({ ...enquiryContent('1'), FBUID: 'one' });
});

test('[HI3] [PU5] a trail entry that breaks the document rules is rejected before it enters history', async () => {
  const bad = { ...enquiryContent(), 'a/b': 1 };
  const trail = [{ writeId: 't1', at: '2026-03-02T09:00:00.000+11:00', data: bad }];
  const verdict = await pushRow(server, ADA, 'contacts', row('one', 'w1', enquiryContent(), { trail }));
  expect(verdict).toMatchObject({ verdict: 'rejected', code: 'invalid-argument', path: 'trail[0].data.a/b' });
  expect(await server.store.newestSequence()).toBe(0);
});

test('[HI1] history is paged, newest first, also for a deleted document', async () => {
  for (const text of ['1', '2', '3', '4', '5']) await put(text);
  await server.request(ENQUIRY, { as: ADA, method: 'DELETE' });
  const first = await historyOf(server, ADA, 'contacts/one', 'limit=4');
  const rest = await historyOf(server, ADA, 'contacts/one', `limit=4&before=${first.at(-1)?.at}`);
  const all = [...first, ...rest];
  expect([first.length, rest.length]).toEqual([4, 2]);
  expect(all.map(({ data }) => data['contactMessage'])).toEqual(['5', '5', '4', '3', '2', '1']);
});

test('[HI1] [T22] a page of large entries is cut after 2 MB, says so, and can be continued', async () => {
  const trail = Array.from({ length: 3 }, (_none, index) => ({
    writeId: `t${index}`,
    at: '2026-03-02T09:00:00.000+11:00',
    data: { ...enquiryContent(), contactMessage: 'x'.repeat(300_000) },
  }));
  for (let push = 0; push < 8; push++) {
    const own = trail.map((entry) => ({ ...entry, writeId: `${entry.writeId}-${push}` }));
    const base = push === 0 ? {} : { base: `w${push - 1}` };
    const one = row('one', `w${push}`, enquiryContent(String(push)), { ...base, trail: own });
    expect((await pushRow(server, ADA, 'contacts', one)).verdict).toBe('accepted');
  }
  const entries: HistoryEntry[] = [];
  for (let isCut = true; isCut;) {
    const query = entries.length === 0 ? 'limit=200' : `limit=200&before=${entries.at(-1)?.at}`;
    const text = await (await server.request(`${ENQUIRY}/history?${query}`, { as: ADA })).text();
    expect(text.length).toBeLessThan(7_000_000);
    const page = JSON.parse(text) as { entries: HistoryEntry[]; isCut?: boolean };
    entries.push(...page.entries);
    isCut = page.isCut === true;
  }
  expect(entries).toHaveLength(8 * 4);
  expect(new Set(entries.map(({ writeId }) => writeId)).size).toBe(8 * 4);
});

test('[HI1] [T22] a page holds 2 MiB of content or one entry, and is cut only before older entries', async () => {
  const write = (count: number, size: number) =>
    putEntries(
      server.store,
      ...Array.from({ length: count }, () => ({ id: 'one', data: { FBUID: 'one', text: 'x'.repeat(size) } })),
    );
  await write(13, 300_000);
  await write(1, 3_000_000);
  await write(70, 1);
  const pages: (readonly [entries: number, isCut: boolean | undefined])[] = [];
  let before = '';
  for (let left = 84; left > 0;) {
    const path = `${ENQUIRY}/history?limit=200${before}`;
    const { entries, isCut } = (await (await server.request(path, { as: 'admin' })).json()) as {
      entries: readonly HistoryEntry[];
      isCut?: boolean;
    };
    pages.push([entries.length, isCut]);
    left -= entries.length;
    before = `&before=${entries.at(-1)?.at}`;
  }
  expect(pages).toEqual([
    [70, true],
    [1, true],
    [6, true],
    [6, true],
    [1, undefined],
  ]);
});

test('[HI1] an out-of-bounds history page is an invalid argument', async () => {
  await put('1');
  for (const [query, path] of [
    ['limit=0', 'limit'],
    ['limit=201', 'limit'],
    ['limit=ten', 'limit'],
    ['before=yesterday', 'before'],
  ]) {
    const response = await server.request(`${ENQUIRY}/history?${query}`, { as: ADA });
    expect(response.status).toBe(400);
    expect(await errorIn(response)).toMatchObject({ code: 'invalid-argument', path });
  }
});
