import { beforeEach, expect, test, vi } from 'vitest';
import { ANONYMOUS } from '#shared/access/actor.ts';
import { exportLines } from '#server/core/export-lines.ts';
import { errorIn, dataPath } from '../support/core-calls.ts';
import { createCoreServer, type CoreServer } from '../support/core-server.ts';
import { createTestClock } from '../support/test-clock.ts';

let server: CoreServer;
let clock: ReturnType<typeof createTestClock>;
beforeEach(() => {
  clock = createTestClock();
  server = createCoreServer(undefined, clock);
});

async function save(id: string, json: object): Promise<void> {
  const response = await server.request(dataPath(`notes/${id}`), { as: 'admin', method: 'PUT', json });
  expect(response.status).toBe(200);
}

async function readExport(query: string): Promise<readonly unknown[]> {
  const response = await server.request(`/admin/export/notes?${query}`, { as: 'admin' });
  expect(response.status).toBe(200);
  return (await response.text())
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as unknown);
}

test('[R-MIG-04] an export since a time has the changes at that time or later', async () => {
  await save('a', { text: 'early' });
  await save('b', { text: 'early' });
  clock.advance(1000);
  const since = new Date(clock.now()).toISOString();
  await save('b', { text: 'late' });
  expect(await readExport(`since=${since}`)).toEqual([
    { text: 'late', FBUID: 'b' },
    { __end__: true, documents: 1 },
  ]);
  const refusal = await server.request('/admin/export/notes?since=yesterday', { as: 'admin' });
  expect(await errorIn(refusal)).toMatchObject({ code: 'invalid-argument', path: 'since' });
});

test('[R-MIG-04] [HI1] an export with history lists each document’s entries after it, newest first', async () => {
  for (let count = 0; count < 203; count++) await save('a', { count });
  await save('b', { count: 0 });
  const lines = await readExport('history=1');
  expect(lines).toHaveLength(207);
  expect(lines[0]).toEqual({ count: 202, FBUID: 'a' });
  const entries = lines.slice(1, 204) as { __history__: { id: string; data: { count: number } } }[];
  expect(entries.map(({ __history__: { id, data } }) => `${id}${data.count}`)).toEqual(
    Array.from({ length: 203 }, (_, index) => `a${202 - index}`),
  );
  expect(lines[1]).toMatchObject({ __history__: { operation: 'update', updatedBy: 'admin' } });
  expect(lines.slice(204)).toMatchObject([
    { FBUID: 'b' },
    { __history__: { id: 'b', operation: 'create' } },
    { __end__: true, documents: 2, history: 204 },
  ]);
});

test('[R-MIG-04] an export is streamed in chunks of a few megabytes, however large documents and histories are', async () => {
  const text = 'x'.repeat(400_000);
  for (let count = 0; count < 24; count++) await save('a', { count, text });
  for (let count = 0; count < 12; count++) await save(`b${count}`, { text });
  const lists = vi.spyOn(server.store, 'list');
  const histories = vi.spyOn(server.store, 'history');
  const pieces: number[] = [];
  const query = { collection: 'notes', withHistory: true };
  for await (const { length } of exportLines(server.store, query, { ...ANONYMOUS, isAdmin: true })) {
    pieces.push(length);
  }
  expect(pieces.reduce((sum, length) => sum + length)).toBeGreaterThan(40 * text.length);
  expect(Math.max(...pieces)).toBeLessThan(1_500_000);
  for (const { value } of lists.mock.results) expect((await value).length).toBeLessThanOrEqual(3);
  for (const { value } of histories.mock.results) expect((await value).length).toBeLessThanOrEqual(4);
});

test('[R-MIG-04] an export with envelopes has each document’s writer and time, and includes deleted ones', async () => {
  await save('a', { text: 'kept' });
  await save('b', { text: 'gone' });
  clock.advance(1000);
  await server.request(dataPath('notes/b'), { as: 'admin', method: 'DELETE' });
  const envelope = { __writeId__: expect.any(String) as string, __updatedBy__: 'admin' };
  const early = '2026-03-02T09:00:00.000Z';
  const late = '2026-03-02T09:00:01.000Z';
  expect(await readExport('envelope=1')).toEqual([
    {
      __id__: 'a',
      __sequence__: 1,
      ...envelope,
      __updatedAt__: early,
      __deleted__: false,
      text: 'kept',
      FBUID: 'a',
    },
    {
      __id__: 'b',
      __sequence__: 3,
      ...envelope,
      __updatedAt__: late,
      __deleted__: true,
      text: 'gone',
      FBUID: 'b',
    },
    { __end__: true, documents: 2 },
  ]);
  expect(await readExport(`envelope=1&since=${late}`)).toHaveLength(2);
  expect(await readExport(`since=${late}`)).toHaveLength(1);
});
