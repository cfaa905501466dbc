import { beforeEach, expect, test } from 'vitest';
import type { WireDocument } from '#shared/sync/wire-document.ts';
import { dataPath, errorIn, historyOf, pushRow, row, signIn } from '../support/core-calls.ts';
import { createCoreServer, type Caller, type CoreServer } from '../support/core-server.ts';
import { enquiryContent, productContent } from '../support/samples.ts';
import { createTestClock, type TestClock } from '../support/test-clock.ts';

const ADA = { device: 'ada' };
const FIRST = '2026-03-02T09:00:00.000Z';

let server: CoreServer;
let clock: TestClock;
beforeEach(() => {
  clock = createTestClock();
  server = createCoreServer(undefined, clock);
});

const restore = (as: Caller, key: string, at: unknown) =>
  server.request(dataPath(`${key}/restore`), { as, method: 'POST', json: { at } });
async function put(text: string, as: Caller = ADA): Promise<void> {
  await server.request(dataPath('contacts/one'), { as, method: 'PUT', json: enquiryContent(text) });
  clock.advance(1000);
}
const read = async (as: Caller = ADA) =>
  (await (await server.request(dataPath('contacts/one'), { as })).json()) as WireDocument;

test('[HI4] restoring an entry writes its data as a new entry, and keeps the history', async () => {
  for (const text of ['1', '2', '3']) await put(text);
  const response = await restore(ADA, 'contacts/one', FIRST);
  expect(response.status).toBe(200);
  const restored = (await response.json()) as WireDocument;
  expect(restored).toMatchObject({
    FBUID: 'one',
    contactMessage: '1',
    createdAt: FIRST,
    sync: { sequence: 4 },
  });
  expect(await read()).toEqual(restored);
  const entries = await historyOf(server, ADA, 'contacts/one');
  expect(entries.map(({ data }) => data['contactMessage'])).toEqual(['1', '3', '2', '1']);
  expect(new Set(entries.map(({ writeId }) => writeId)).size).toBe(4);
});

test('[HI4] [T48] a deleted document can be restored', async () => {
  await put('1');
  await server.request(dataPath('contacts/one'), { as: ADA, method: 'DELETE' });
  expect((await restore(ADA, 'contacts/one', FIRST)).status).toBe(200);
  expect(await read()).toMatchObject({ contactMessage: '1' });
  const [entry] = await historyOf(server, ADA, 'contacts/one');
  expect(entry).toMatchObject({ operation: 'update', data: { contactMessage: '1' } });
});

test('[HI4] [HI2] restoring the current content writes nothing', async () => {
  await put('1');
  expect((await restore(ADA, 'contacts/one', FIRST)).status).toBe(200);
  expect(await historyOf(server, ADA, 'contacts/one')).toHaveLength(1);
});

test('[HI4] a missing entry and an unreadable document get the same response', async () => {
  await put('1');
  const responses = await Promise.all([
    restore(ADA, 'contacts/one', '2026-03-02T08:59:59.999Z'),
    restore(ADA, 'contacts/one', '2026-03-02T09:00:00.001Z'),
    restore(ADA, 'contacts/unknown', FIRST),
    restore({ device: 'ben' }, 'contacts/one', FIRST),
    restore({}, 'contacts/one', FIRST),
  ]);
  const errors = await Promise.all(responses.map(errorIn));
  expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([404]));
  expect(new Set(errors.map((error) => JSON.stringify(error))).size).toBe(1);
  expect(await server.store.newestSequence()).toBe(1);
});

test('[HI4] [AC5] a caller without write rights cannot restore a document', async () => {
  const staff = signIn(server, 'sam', true);
  await server.request(dataPath('products/recon'), { as: staff, method: 'PUT', json: productContent('1') });
  clock.advance(1000);
  await server.request(dataPath('products/recon'), { as: staff, method: 'PUT', json: productContent('2') });
  const refused = await restore(ADA, 'products/recon', FIRST);
  expect(refused.status).toBe(403);
  expect((await errorIn(refused)).code).toBe('permission-denied');
  expect((await restore(staff, 'products/recon', FIRST)).status).toBe(200);
});

test('[HI4] an invalid entry is rejected with its field', async () => {
  const trail = [{ writeId: 't1', at: FIRST, data: { ...enquiryContent(), contactName: '' } }];
  await pushRow(server, ADA, 'contacts', row('one', 'w1', enquiryContent(), { trail }));
  const response = await restore(ADA, 'contacts/one', FIRST);
  expect(response.status).toBe(400);
  expect(await errorIn(response)).toMatchObject({ code: 'invalid-argument', path: 'contactName' });
});

test('[HI4] a key that is not a time is rejected', async () => {
  await put('1');
  for (const at of ['yesterday', '2026-13-45T09:00:00.000Z', 5, undefined]) {
    const response = await restore(ADA, 'contacts/one', at);
    expect(response.status).toBe(400);
    expect(await errorIn(response)).toMatchObject({ code: 'invalid-argument', path: 'at' });
  }
});
