import { afterEach, beforeEach, expect, test } from 'vitest';
import { findDamage, startMaintenance } from '#server/core/maintenance.ts';
import { dataPath, errorIn, historyOf, pullPage, pushRow, row } from '../support/core-calls.ts';
import { createCoreServer, type CoreServer } from '../support/core-server.ts';
import { eventually } from '../support/eventually.ts';
import { enquiryContent } from '../support/samples.ts';
import { openTemporaryStore, type TemporaryStore } from '../support/temporary-store.ts';

const ADA = { device: 'ada' };
const BROKEN = 'contacts/broken';

let world: TemporaryStore;
let server: CoreServer;
beforeEach(async () => {
  world = openTemporaryStore();
  server = createCoreServer(world.store);
  for (const id of ['before', 'broken', 'behind']) await push(id, `${id}.0`);
  await push('broken', 'broken.1', 'broken.0');
});
afterEach(() => world.dispose());

const push = (id: string, writeId: string, base?: string) =>
  pushRow(server, ADA, 'contacts', row(id, writeId, enquiryContent(`of ${writeId}`), base ? { base } : {}));
const ids = async () => (await pullPage(server, ADA, 'contacts')).documents.map(({ FBUID }) => FBUID);
const call = (method: string, path: string, json?: unknown) =>
  server.request(dataPath(path), { as: ADA, method, ...(json === undefined ? {} : { json }) });

/** Changes a row's bytes behind the store's back, as a failing disk does. */
function damage(writeId: string, change: string): void {
  const { writer } = world.database;
  const trigger = writer
    .prepare<[], { sql: string }>(`SELECT sql FROM sqlite_schema WHERE name = 'historyNoUpdate'`)
    .get();
  writer.exec('DROP TRIGGER historyNoUpdate');
  const { changes } = writer.prepare(`UPDATE history SET data = ${change} WHERE writeId = ?`).run(writeId);
  writer.exec(trigger?.sql ?? '');
  expect(changes).toBe(1);
}

const DAMAGES = [
  ['another valid document', `replace(data, 'of broken.1', 'of brokem.1')`],
  ['invalid JSON', `substr(data, 1, length(data) - 7)`],
  ['nothing', `''`],
] as const;

test.each(DAMAGES)(
  '[DU7] [F09] a row that the disk turned into %s is never shown, and the others stay available',
  async (_, change) => {
    damage('broken.1', change);
    expect(await ids()).toEqual(['before', 'behind']);
    const read = await call('GET', BROKEN);
    expect(read.status).toBe(500);
    expect(await errorIn(read)).toMatchObject({
      code: 'data-loss',
      message: expect.stringContaining('history'),
    });
    expect((await call('GET', 'contacts/behind')).status).toBe(200);
    expect((await server.request(dataPath(BROKEN), { as: { device: 'ben' } })).status).toBe(404);
    expect((await push('behind', 'behind.1', 'behind.0')).verdict).toBe('accepted');
  },
);

test('[DU7] [F09] [HI4] a damaged document can be restored from its history and is readable again', async () => {
  damage('broken.1', `''`);
  const entries = await historyOf(server, ADA, BROKEN);
  expect(entries.map(({ writeId }) => writeId)).toEqual(['broken.0']);
  const restored = await call('POST', `${BROKEN}/restore`, { at: entries[0]?.at });
  expect(await restored.json()).toMatchObject({ contactMessage: 'of broken.0' });
  expect(await ids()).toEqual(['before', 'behind', 'broken']);
});

test('[DU7] [F09] a damaged history entry cannot be restored', async () => {
  const [, first] = await historyOf(server, ADA, BROKEN);
  damage('broken.0', `replace(data, 'of', 'if')`);
  const response = await call('POST', `${BROKEN}/restore`, { at: first?.at });
  expect(await errorIn(response)).toMatchObject({ code: 'data-loss' });
  expect(await (await call('GET', BROKEN)).json()).toMatchObject({ contactMessage: 'of broken.1' });
});

test('[DU7] [F09] a full write on any base repairs a damaged document, and a partial one is rejected', async () => {
  damage('broken.1', `''`);
  const part = await call('PATCH', BROKEN, { contactMessage: 'part' });
  expect(await errorIn(part)).toMatchObject({ code: 'data-loss' });
  expect(await push('broken', 'broken.2', 'broken.0')).toMatchObject({ verdict: 'accepted' });
  expect(await (await call('GET', BROKEN)).json()).toMatchObject({ contactMessage: 'of broken.2' });
});

test('[DU7] [F09] [AC4] a claim at sign-in skips a damaged document', async () => {
  damage('broken.1', `''`);
  server.sessions.set('ann', { accountId: 'ann', email: 'ann@example.com', isStaff: false });
  const claim = await server.request('/claim', { as: { device: 'ada', session: 'ann' }, method: 'POST' });
  expect(await claim.json()).toEqual({ claimed: 2 });
  expect(await world.store.history({ collection: 'contacts', id: 'broken' }, undefined, 9)).toHaveLength(2);
});

test('[DU7] [F09] an export leaves out a damaged document but counts it, so it does not pass as complete', async () => {
  damage('broken.1', `''`);
  const response = await server.request('/admin/export/contacts', { as: 'admin' });
  const lines = (await response.text()).trim().split('\n');
  const documents = lines.map((line) => JSON.parse(line) as { readonly FBUID?: string });
  expect(documents).toMatchObject([
    { FBUID: 'before' },
    { FBUID: 'behind' },
    { __end__: true, documents: 3 },
  ]);
});

test('[DU7] [F09] the server checks all documents at start and logs the damaged ones', async () => {
  damage('broken.0', `replace(data, 'of', 'if')`);
  damage('behind.0', `''`);
  const named = [
    { collection: 'contacts', id: 'broken' },
    { collection: 'contacts', id: 'behind' },
  ];
  expect(await findDamage(world.store)).toMatchObject(named);
  const logged: unknown[] = [];
  const log = {
    info: () => undefined,
    error: (facts: object, text: string) => void logged.push(facts, text),
  };
  const stop = startMaintenance({ store: world.store, clock: server.clock, log });
  await eventually(() => expect(logged).toHaveLength(2));
  expect(logged).toMatchObject([{ damaged: named }, expect.stringContaining('has changed on the disk')]);
  stop();
});
