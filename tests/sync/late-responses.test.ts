import { afterEach, beforeEach, expect, test } from 'vitest';
import { addRewind, readCheckpoint } from '#pwa/data/sync/checkpoints.ts';
import { createCoreServer, type CoreServer } from '../support/core-server.ts';
import { enquiryContent } from '../support/samples.ts';
import { createTestClock, type TestClock } from '../support/test-clock.ts';
import { createTestDevice, type Network, type TestDevice } from '../support/test-device.ts';

let clock: TestClock;
let server: CoreServer;
let ada: TestDevice;
let eve: TestDevice;

beforeEach(async () => {
  clock = createTestClock();
  server = createCoreServer(undefined, clock);
  server.sessions.set('ada', { accountId: 'ada', email: 'ada@example.com', isStaff: false });
  ada = await createTestDevice(server, { session: 'ada', pageSize: 1 });
  eve = await createTestDevice(server, { session: 'ada', pageSize: 1 });
});

afterEach(async () => {
  await ada.close();
  await eve.close();
});

async function write(device: TestDevice, id: string, message: string): Promise<void> {
  clock.advance(1);
  await device.write('contacts', id, () => enquiryContent(message));
}
const shown = async (device: TestDevice, id: string) =>
  (await device.read('contacts', id))?.['contactMessage'];
const waiting = async () => (await ada.database.outbox.find().exec()).map(({ documentId }) => documentId);

/** Starts a new, empty epoch. */
function loseEverything(): CoreServer {
  const reborn = createCoreServer();
  for (const [name, who] of server.sessions) reborn.sessions.set(name, who);
  Object.assign(server, { app: reborn.app, store: reborn.store, request: reborn.request });
  return server;
}

/** Delays one response of the server; all other calls pass. */
function holdAnswerOf(matches: (path: string) => boolean): {
  readonly network: Network;
  readonly held: Promise<void>;
  readonly release: () => void;
} {
  let release = () => {};
  let onHeld = () => {};
  const gate = new Promise<void>((resolve) => (release = resolve));
  const held = new Promise<void>((resolve) => (onHeld = resolve));
  let isDone = false;
  const network: Network = async (call, { path }) => {
    if (isDone || !matches(path)) return call();
    isDone = true;
    const answer = await call();
    onHeld();
    await gate;
    return answer;
  };
  return { network, held, release };
}

test('[PL4] two pushes during a pull: the writes of both are acknowledged', async () => {
  await write(ada, 'first', 'one');
  await ada.push();
  await write(ada, 'second', 'two');
  const page = holdAnswerOf((path) => path.includes('/pull'));
  ada.network = page.network;
  const pulled = ada.pull('contacts');
  await page.held;
  await ada.push();
  page.release();
  await pulled;
  await ada.pull('contacts');
  for (const id of ['first', 'second']) {
    const state = await ada.read('contacts', id);
    expect(state).toMatchObject({ sync: { acknowledged: state?.['writeId'] } });
  }
});

test('[RT3] [PL4] a state from a push before the first pull is replaced by the server’s after a restore lost it', async () => {
  for (const id of ['filler1', 'filler2']) await write(eve, id, 'before');
  await write(eve, 'a', 'of the lost life');
  await eve.push();
  await write(ada, 'a', 'mine');
  await ada.push();
  expect(await shown(ada, 'a')).toBe('of the lost life');
  loseEverything();
  await server.request('/testing/data/contacts/a', {
    method: 'PUT',
    as: { device: eve.fid, session: 'ada' },
    json: enquiryContent('of the new life'),
  });
  await ada.pull('contacts');
  expect(await shown(ada, 'a')).toBe('of the new life');
});

test('[RT3] [PL4] a write pending across a restart doesn’t outrank the new epoch’s states despite its higher sequence', async () => {
  for (const id of ['filler1', 'filler2', 'a']) await write(ada, id, 'before');
  await ada.sync('contacts');
  await write(ada, 'a', 'waiting');
  loseEverything();
  await ada.pull('contacts');
  const as = { device: eve.fid, session: 'ada' };
  const before = await ada.read('contacts', 'a');
  const state = { ...before, sync: undefined, _deleted: undefined };
  // The pending write itself reached the server another way and was overwritten there.
  const rows = [{ collection: 'contacts', newDocumentState: { ...state, _deleted: false } }];
  await server.request('/sync/push', { method: 'POST', as, json: { rows } });
  await ada.push();
  await server.request('/testing/data/contacts/a', {
    method: 'PATCH',
    as,
    json: { contactMessage: 'theirs' },
  });
  await ada.pull('contacts');
  expect(await shown(ada, 'a')).toBe('theirs');
  expect(await waiting()).toEqual([]);
});

test('[RT3] [PU3] a verdict from an earlier epoch is ignored, and the write is pushed to the new epoch', async () => {
  await write(eve, 'b', 'other');
  await eve.push();
  await ada.pull('contacts');
  await write(ada, 'a', 'mine');
  const late = holdAnswerOf((path) => path.endsWith('/push'));
  ada.network = late.network;
  const push = ada.push();
  await late.held;
  loseEverything();
  await ada.pull('contacts');
  late.release();
  await push;
  expect(await server.store.read({ collection: 'contacts', id: 'a' })).toMatchObject({ sequence: 1 });
  expect(await waiting()).toEqual([]);
});

test('[RT2] a page from an earlier epoch that arrives after a restart is discarded', async () => {
  for (const id of ['filler', 'a']) await write(eve, id, 'of the lost life');
  await eve.push();
  await ada.pull('contacts');
  await write(eve, 'a', 'newest of the lost life');
  await eve.sync('contacts');
  const late = holdAnswerOf((path) => path.includes('/pull'));
  ada.network = late.network;
  const overtaken = ada.pull('contacts');
  await late.held;
  loseEverything();
  const as = { device: eve.fid, session: 'ada' };
  const json = enquiryContent('of the new life');
  await server.request('/testing/data/contacts/a', { method: 'PUT', as, json });
  await ada.pull('contacts');
  late.release();
  await overtaken;
  expect(await shown(ada, 'a')).toBe('of the new life');
});

test('[PL4] a page overtaken by another tab doesn’t move the checkpoint past a pending rewind', async () => {
  for (const id of ['a', 'b', 'c']) await write(eve, id, 'one');
  await eve.push();
  await ada.pull('contacts');
  const rewind = (await readCheckpoint(ada.database, 'contacts')).checkpoint.replace(/\d+$/, '0');
  const late = holdAnswerOf((path) => path.includes('/pull'));
  ada.network = late.network;
  const overtaken = ada.pull('contacts');
  await late.held;
  await addRewind(ada.database, 'contacts', rewind);
  const asked: string[] = [];
  // The other tab is interrupted after its first page.
  ada.network = async (call, { path }) => {
    asked.push(path);
    if (asked.length === 2) throw new TypeError('Failed to fetch');
    return call();
  };
  await expect(ada.pull('contacts')).rejects.toMatchObject({ code: 'unavailable' });
  late.release();
  await overtaken;
  await ada.pull('contacts');
  const places = asked.map((path) => Number(/after=[^&]*?(\d+)(&|$)/.exec(path)?.[1]));
  expect(places).toEqual([3, 1, 1, 2, 3, 3]);
});

test('[RT2] of two tabs that pull everything again at once, neither removes the other’s documents', async () => {
  for (const id of ['a', 'b', 'c']) await write(eve, id, 'one');
  await eve.push();
  await ada.pull('contacts');
  const { database } = ada;
  const checkpoint = await database.checkpoints.findOne('contacts').exec();
  await checkpoint?.incrementalPatch({ isRestarting: true, checkpoint: '' });
  const late = holdAnswerOf((path) => /after=[^&]+\.2(&|$)/.test(path));
  ada.network = late.network;
  const first = ada.pull('contacts');
  await late.held;
  await ada.pull('contacts');
  late.release();
  await first;
  expect((await database.contacts.find().exec()).map(({ FBUID }) => FBUID).sort()).toEqual(['a', 'b', 'c']);
  expect(await readCheckpoint(database, 'contacts')).toMatchObject({ isRestarting: false });
});

test('[PL4] a page requested before a write was accepted doesn’t revert that write', async () => {
  await write(ada, 'a', 'one');
  await ada.push();
  const late = holdAnswerOf((path) => path.includes('/pull'));
  ada.network = late.network;
  const pull = ada.pull('contacts');
  await late.held;
  await write(ada, 'a', 'two');
  await ada.push();
  late.release();
  await pull;
  expect(await shown(ada, 'a')).toBe('two');
  await ada.pull('contacts');
  expect(await ada.read('contacts', 'a')).toMatchObject({ contactMessage: 'two', sync: { sequence: 2 } });
});

test('[CF3] a late conflict verdict that another tab has handled changes neither the rejected change nor later writes', async () => {
  await write(ada, 'a', 'one');
  await ada.sync('contacts');
  await eve.pull('contacts');
  await eve.write('contacts', 'a', () => 'delete');
  await eve.push();
  await write(ada, 'a', 'mine');
  const late = holdAnswerOf((path) => path.endsWith('/push'));
  ada.network = late.network;
  const overtaken = ada.push();
  await late.held;
  await ada.push();
  await write(ada, 'a', 'written since');
  ada.network = () => Promise.reject(new TypeError('Failed to fetch'));
  late.release();
  await overtaken.catch(() => undefined);
  const rejectedChanges = await ada.database.rejectedChanges.find().exec();
  expect(rejectedChanges.map(({ content }) => content['contactMessage'])).toEqual(['mine']);
  expect(await shown(ada, 'a')).toBe('written since');
  expect(await waiting()).toEqual(['a']);
});
