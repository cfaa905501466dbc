import { afterEach, beforeEach, expect, test } from 'vitest';
import { unparkWrites } from '#pwa/data/sync/parked-writes.ts';
import { createPushPace, pushWrites } from '#pwa/data/sync/push-writes.ts';
import { createCoreServer, type CoreServer } from '../support/core-server.ts';
import { enquiryContent } from '../support/samples.ts';
import { createTestClock, type TestClock } from '../support/test-clock.ts';
import { createTestDevice, ONLINE, type Network, type TestDevice } from '../support/test-device.ts';

let clock: TestClock;
let server: CoreServer;
let device: TestDevice;
/** Rows of each push request, in order. */
let requests: number[];

beforeEach(async () => {
  clock = createTestClock();
  server = createCoreServer(undefined, clock);
  device = await createTestDevice(server);
  requests = [];
});

afterEach(() => device.close());

const answer = (status: number, code: string, headers = {}) =>
  new Response(JSON.stringify({ error: { code, message: 'No.' } }), { status, headers });

/** Fails each push whose body matches a condition; all other calls pass. */
function failingOn(isBad: (body: string, rows: number) => boolean, failure: () => Response): Network {
  return async (call, { path, body }) => {
    if (!path.endsWith('/push')) return call();
    const { rows } = JSON.parse(body) as { rows: unknown[] };
    requests.push(rows.length);
    return isBad(body, rows.length) ? failure() : call();
  };
}

const POISON: Network = failingOn(
  (body) => body.includes('poison'),
  () => answer(500, 'internal'),
);

async function writeMany(messages: readonly string[]): Promise<void> {
  for (const [index, message] of messages.entries()) {
    clock.advance(1);
    await device.write('contacts', `enquiry${index}`, () => enquiryContent(message));
  }
}

const waiting = async () =>
  (await device.database.outbox.find({ sort: [{ order: 'asc' }] }).exec()).map((record) => record.toJSON());
const storedIds = async () =>
  (await server.store.list({ collection: 'contacts', scope: 'everything', afterId: '', limit: 1000 })).map(
    ({ id }) => id,
  );

test('[RJ5] [F58] a row that makes the server fail is found by bisection, and the other rows are accepted', async () => {
  await writeMany(['a', 'b', 'poison', 'd', 'e', 'f', 'g', 'h']);
  device.network = POISON;
  await expect(device.push()).rejects.toMatchObject({ code: 'internal' });
  expect(await waiting()).toMatchObject([{ documentId: 'enquiry2', failures: 1 }]);
  expect(await storedIds()).toHaveLength(7);
  expect(requests).toEqual([8, 4, 2, 2, 1, 1, 4]);
});

test('[RJ5] after five failures alone it is parked and no longer sent, without delaying later writes', async () => {
  await writeMany(['poison', 'b']);
  device.network = POISON;
  for (let attempt = 0; attempt < 4; attempt++)
    await expect(device.push()).rejects.toMatchObject({ code: 'internal' });
  expect(await waiting()).toMatchObject([{ failures: 4, isParked: false }]);
  await expect(device.push()).rejects.toMatchObject({ code: 'internal' });
  expect(await waiting()).toMatchObject([{ failures: 5, isParked: true }]);
  requests = [];
  await device.write('contacts', 'later', () => enquiryContent('later'));
  await device.push();
  expect(requests).toEqual([1]);
  expect(await storedIds()).toContain('later');
});

test('[RJ5] a suspect row is sent alone, after all others', async () => {
  await writeMany(['poison', 'b']);
  device.network = POISON;
  await device.push().catch(() => undefined);
  requests = [];
  await writeMany(['poison', 'b again', 'c', 'd']);
  await device.push().catch(() => undefined);
  expect(requests[0]).toBeGreaterThan(1);
  expect((await waiting()).map(({ documentId }) => documentId)).toEqual(['enquiry0']);
});

test('[RJ5] a parked row is sent again on request and after a new write to it', async () => {
  await writeMany(['poison']);
  device.network = POISON;
  for (let attempt = 0; attempt < 5; attempt++) await device.push().catch(() => undefined);
  device.network = ONLINE;
  await device.push();
  expect(await waiting()).toMatchObject([{ isParked: true }]);
  await unparkWrites(device.database);
  await device.push();
  expect(await waiting()).toEqual([]);

  await writeMany(['poison again']);
  device.network = POISON;
  for (let attempt = 0; attempt < 5; attempt++) await device.push().catch(() => undefined);
  device.network = ONLINE;
  await writeMany(['cured']);
  await device.push();
  expect(await waiting()).toEqual([]);
});

test('[RJ5] a server that is down parks nothing and gets no row-by-row requests', async () => {
  await writeMany(['a', 'b', 'c', 'd']);
  device.network = failingOn(
    () => true,
    () => answer(503, 'unavailable'),
  );
  await expect(device.push()).rejects.toMatchObject({ code: 'unavailable' });
  expect(requests).toEqual([4]);
  expect((await waiting()).every(({ failures }) => !failures)).toBe(true);
});

const json = (status: number, body: object) => () => Promise.resolve(Response.json(body, { status }));

test.each<readonly [string, () => Promise<Response>]>([
  ['no response', () => Promise.reject(new TypeError('socket closed'))],
  ...[401, 403, 408, 425, 429, 502, 503, 504, 507].map(
    (status) => [`a ${status}`, json(status, { error: { code: 'unknown', message: 'No.' } })] as const,
  ),
  ['a response without verdicts', json(200, { verdicts: [], rewinds: [] })],
  ['a response of another server', () => Promise.resolve(new Response('<html>Log in</html>'))],
])('[RJ5] [F58] %s never counts against a lone row, which stays in its place', async (_what, fail) => {
  await writeMany(['a']);
  device.network = (call, { path }) => (path.endsWith('/push') ? fail() : call());
  for (let attempt = 0; attempt < 10; attempt++) await expect(device.push()).rejects.toThrow();
  expect((await waiting()).map(({ failures, isParked }) => [failures ?? 0, isParked ?? false])).toEqual([
    [0, false],
  ]);
  device.network = ONLINE;
  await device.push();
  expect(await waiting()).toEqual([]);
});

test('[PU7] a lost response lets no later write of any collection overtake', async () => {
  await device.close();
  device = await createTestDevice(server, { collections: ['contacts', 'checkouts'] });
  const sent: string[] = [];
  let losses = 1;
  device.network = async (call, { path, body }) => {
    if (!path.endsWith('/push')) return call();
    const { rows } = JSON.parse(body) as { rows: { collection: string }[] };
    sent.push(rows.map(({ collection }) => collection).join(' '));
    if (losses-- > 0) throw new TypeError('Failed to fetch');
    return call();
  };
  await device.write('checkouts', device.fid, () => ({ checkoutItems: [] }));
  await expect(device.push()).rejects.toMatchObject({ code: 'unavailable' });
  clock.advance(1);
  await writeMany(['after the cart']);
  await device.push();
  expect(sent).toEqual(['checkouts', 'checkouts contacts']);
  expect(await server.store.read({ collection: 'checkouts', id: device.fid })).toMatchObject({ sequence: 1 });
});

test('[PU7] writes of alternating collections share requests, in the order of writing', async () => {
  await device.close();
  device = await createTestDevice(server, { collections: ['contacts', 'checkouts'] });
  for (let index = 0; index < 100; index++) {
    clock.advance(1);
    if (index === 50) await device.write('checkouts', device.fid, () => ({ checkoutItems: [] }));
    else await device.write('contacts', `enquiry${index}`, () => enquiryContent(`${index}`));
  }
  device.network = failingOn(
    () => false,
    () => answer(500, 'internal'),
  );
  await device.push();
  expect(requests).toEqual([100]);
  for (const [key, sequence] of [
    [{ collection: 'contacts', id: 'enquiry49' }, 50],
    [{ collection: 'checkouts', id: device.fid }, 51],
    [{ collection: 'contacts', id: 'enquiry51' }, 52],
  ] as const) {
    expect(await server.store.read(key)).toMatchObject({ sequence });
  }
  for (const collection of ['contacts', 'checkouts'] as const) {
    await device.pull(collection);
    const pending = await device.database[collection].find().exec();
    expect(pending.every(({ writeId, sync }) => writeId === sync.acknowledged)).toBe(true);
  }
});

test('[RJ4] a batch too large for the server is sent in halves', async () => {
  await writeMany(['a', 'b', 'c', 'd', 'e']);
  device.network = failingOn(
    (_body, rows) => rows > 2,
    () => answer(413, 'resource-exhausted'),
  );
  await device.push();
  expect(await waiting()).toEqual([]);
  expect(requests).toEqual([5, 3, 2, 1, 2]);
});

test('[F57] a document too large on its own becomes a rejected change; the other rows are accepted', async () => {
  await writeMany(['a', 'huge', 'c']);
  device.network = failingOn(
    (body) => body.includes('huge'),
    () => answer(413, 'resource-exhausted'),
  );
  await device.push();
  expect(await waiting()).toEqual([]);
  expect(await storedIds()).toEqual(['enquiry0', 'enquiry2']);
  const rejectedChanges = await device.database.rejectedChanges.find().exec();
  expect(rejectedChanges.map((rejectedChange) => rejectedChange.toJSON())).toMatchObject([
    {
      documentId: 'enquiry1',
      content: { contactMessage: 'huge' },
      message: expect.stringContaining('too large'),
    },
  ]);
});

test('[F57] a document of more than a megabyte is refused before it is stored', async () => {
  const write = device.write('templates' as 'contacts', 'big', () => ({
    ...enquiryContent('ü'.repeat(600_000)),
  }));
  await expect(write).rejects.toThrow();
  await expect(
    device.write('contacts', 'big', () => enquiryContent('ü'.repeat(600_000))),
  ).rejects.toMatchObject({ code: 'invalid-argument', message: expect.stringContaining('too large') });
  expect(await waiting()).toEqual([]);
});

test('[HI3] a trail too long for one request is sent in parts, and each of its writes is in the history once', async () => {
  const long = 'x'.repeat(15_000);
  for (let index = 0; index < 80; index++) {
    clock.advance(1000);
    await device.write('contacts', 'enquiry0', () => enquiryContent(`${index} ${long}`));
  }
  device.network = failingOn(
    () => false,
    () => answer(500, 'internal'),
  );
  await device.push();
  await device.pull('contacts');
  expect(requests.length).toBeGreaterThan(1);
  const history = await server.store.history({ collection: 'contacts', id: 'enquiry0' }, undefined, 200);
  const numbers = history.map(({ data }) => Number.parseInt(String(data['contactMessage']), 10));
  expect(numbers).toEqual(Array.from({ length: 80 }, (_, index) => 79 - index));
  expect(await device.read('contacts', 'enquiry0')).toMatchObject({ sync: { sequence: expect.any(Number) } });
  expect(await waiting()).toEqual([]);
});

test('[F25] after a request without a response, batches get smaller and progress is kept', async () => {
  await writeMany(['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h']);
  device.network = async (call, { path, body }) => {
    if (!path.endsWith('/push')) return call();
    const { rows } = JSON.parse(body) as { rows: unknown[] };
    requests.push(rows.length);
    if (rows.length > 2) throw new TypeError('timed out');
    return call();
  };
  const pace = createPushPace();
  const options = {
    database: device.database,
    client: device.client,
    clock,
    onPushed: () => undefined,
    pace,
  };
  for (let attempt = 0; attempt < 20 && (await waiting()).length > 0; attempt++) {
    await pushWrites(options).catch(() => undefined);
  }
  expect(await waiting()).toEqual([]);
  expect(requests.slice(0, 3)).toEqual([8, 4, 2]);
});

test('[RJ4] a temporary refusal, such as a rate limit, keeps the row pending and doesn’t block others', async () => {
  await writeMany(['a', 'b']);
  device.network = async (call, { path, body }) => {
    if (!path.endsWith('/push')) return call();
    const { rows } = JSON.parse(body) as { rows: { newDocumentState: { FBUID: string; writeId: string } }[] };
    const verdicts = rows.map(({ newDocumentState: { FBUID: id, writeId } }) =>
      id === 'enquiry0'
        ? { id, writeId, verdict: 'rejected', code: 'resource-exhausted', message: 'Too many.' }
        : { id, writeId, verdict: 'accepted' },
    );
    return Response.json({ verdicts, rewinds: [] });
  };
  await expect(device.push()).rejects.toMatchObject({ code: 'resource-exhausted' });
  expect(await waiting()).toMatchObject([{ documentId: 'enquiry0' }]);
  expect(await device.database.rejectedChanges.find().exec()).toEqual([]);
});

test('[RJ1] a conflict with an unreadable master doesn’t cause an endless loop of requests', async () => {
  await writeMany(['a']);
  let asked = 0;
  device.network = async (call, { path, body }) => {
    if (!path.endsWith('/push')) return call();
    asked += 1;
    const { rows } = JSON.parse(body) as { rows: { newDocumentState: { FBUID: string; writeId: string } }[] };
    return Response.json({
      rewinds: [],
      verdicts: rows.map(({ newDocumentState: { FBUID: id, writeId } }) => ({
        id,
        writeId,
        verdict: 'conflict',
      })),
    });
  };
  await expect(device.push()).rejects.toThrow();
  expect(asked).toBe(1);
});
