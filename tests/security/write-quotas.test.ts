import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { compactStore } from '#server/core/maintenance.ts';
import { createId } from '#shared/kernel/ids.ts';
import { dataPath, errorIn, historyOf, PUSH, pushRows, row, signIn } from '../support/core-calls.ts';
import { createCoreServer, TEST_CONFIG, type CoreOptions, type CoreServer } from '../support/core-server.ts';
import { enquiryContent, productContent } from '../support/samples.ts';
import { STORED_DOCUMENTS } from '../support/stored-documents.ts';
import { openTemporaryStore, type TemporaryStore } from '../support/temporary-store.ts';
import { createTestClock, type TestClock } from '../support/test-clock.ts';
import { createTestDevice } from '../support/test-device.ts';

const KIB = 1024;
const LIMITS = TEST_CONFIG.writeLimits;
const ORDER = (({ FBUID: _id, writeId: _writeId, sync: _sync, ...content }) => content)(
  STORED_DOCUMENTS.ukraines,
);

let clock: TestClock;
let disk: TemporaryStore;
let server: CoreServer;
beforeEach(() => {
  clock = createTestClock();
  disk = openTemporaryStore(clock, TEST_CONFIG.rejectedBytes);
  server = start();
});
afterEach(() => disk.dispose());

/** The server with the limits that the settings have by default. */
function start(options: CoreOptions = {}): CoreServer {
  return createCoreServer(disk.store, clock, { limits: LIMITS, ...options });
}

interface Sender {
  readonly device: string;
  readonly isUnlocked?: boolean;
}

const push = (as: Sender, collection: string, rows: readonly unknown[]) =>
  server.request(PUSH, {
    as,
    method: 'POST',
    json: { rows: rows.map((one) => Object.assign({}, one, { collection })) },
  });

/** A text in pieces that the document rules allow. */
const longText = (bytes: number) =>
  Array.from({ length: bytes / 10_000 }, () => ({
    value: 'x'.repeat(10_000),
    label: '',
    description: '',
  }));

/** A cart of 240 kB; a document may have 256 KiB. */
function largeCart(name = 'large') {
  const item = {
    ...productContent(name),
    FBUID: 'one',
    productDescriptions: longText(240_000),
    productCount: 1,
  };
  return { checkoutItems: [item] };
}

/** Counts the calls that pass before the first refusal. @throws Error when none is refused */
async function callUntilRefused(call: (index: number) => Promise<Response>): Promise<[number, Response]> {
  for (let index = 0; index < 5000; index++) {
    const response = await call(index);
    if (response.status !== 200) return [index, response];
  }
  throw new Error('never refused');
}

const storedBytes = () =>
  Number(disk.database.reader.prepare('SELECT SUM(octet_length(data)) FROM history').pluck().get());

describe('[T37] content', () => {
  test('a device that keeps writing large carts is stopped at its hourly bytes, and may write again later', async () => {
    let base: string | undefined;
    const save = async (index: number) => {
      const writeId = `cart-${index}`;
      const response = await push({ device: 'thief' }, 'checkouts', [
        row('thief', writeId, largeCart(writeId), base === undefined ? {} : { base }),
      ]);
      if (response.status === 200) base = writeId;
      return response;
    };
    const [saved, refused] = await callUntilRefused(save);
    expect(saved).toBeLessThanOrEqual(70);
    expect(storedBytes()).toBeLessThan(LIMITS.bytes.perHour + 300 * KIB);
    expect(refused.status).toBe(429);
    expect(await errorIn(refused)).toMatchObject({ code: 'resource-exhausted' });
    const waitSeconds = Number(refused.headers.get('retry-after'));
    expect(waitSeconds).toBeLessThan(60);
    clock.advance(waitSeconds * 1000);
    expect((await save(saved)).status).toBe(200);
  });

  test('new devices of one network are stopped together, and another network is not', async () => {
    let address = '203.0.113.7';
    server = start({ addressOf: () => address });
    const save = (index: number) =>
      push({ device: `device${index}` }, 'checkouts', [row(`device${index}`, `w${index}`, largeCart())]);
    const [saved] = await callUntilRefused(save);
    expect(saved * 240_000).toBeGreaterThan(0.9 * LIMITS.bytes.perHourOfNetwork);
    expect(storedBytes()).toBeLessThan(LIMITS.bytes.perHourOfNetwork + 300 * KIB);
    expect((await save(saved + 1)).status).toBe(429);
    address = '198.51.100.1';
    expect((await save(saved + 1)).status).toBe(200);
  });

  test('all shoppers together are stopped, and staff are not', async () => {
    let network = 0;
    const limits = { ...LIMITS, bytes: { ...LIMITS.bytes, perHourInTotal: 5_000_000 } };
    server = start({ limits, addressOf: () => `198.51.100.${network++ % 250}` });
    const [saved] = await callUntilRefused((index) =>
      push({ device: `device${index}` }, 'checkouts', [row(`device${index}`, `w${index}`, largeCart())]),
    );
    expect(saved).toBe(Math.ceil(5_000_000 / 240_500));
    const as = signIn(server, 'sam', true);
    const put = { as, method: 'PUT', json: productContent() };
    expect((await server.request(dataPath('products/one'), put)).status).toBe(200);
  });

  test('content that is sent again and again counts, though it is stored once', async () => {
    const json = { rows: [{ ...row('thief', 'w', largeCart()), collection: 'checkouts' }] };
    const headers = { 'content-length': String(JSON.stringify(json).length) };
    const [sent] = await callUntilRefused(() =>
      server.request(PUSH, { as: { device: 'thief' }, method: 'POST', json, headers }),
    );
    expect(sent).toBeLessThanOrEqual(70);
    expect(storedBytes()).toBeLessThan(300 * KIB);
  });

  test('refused content counts', async () => {
    const order = { ...ORDER, engineeringNeeds: longText(940_000) };
    const [sent, refused] = await callUntilRefused((index) =>
      push({ device: 'thief', isUnlocked: true }, 'ukraines', [row(`o${index}`, `w${index}`, order)]),
    );
    expect([sent, refused.status]).toEqual([Math.ceil(LIMITS.bytes.perHour / 940_000), 429]);
    const kept = await disk.store.rejections({ limit: 100 });
    expect(kept).toHaveLength(sent);
  });

  test('entries of a trail count', async () => {
    const trail = (index: number) =>
      Array.from({ length: 1000 }, (_, entry) => ({
        writeId: `t${index}-${entry}`,
        at: '2026-03-02T09:00:00.000Z',
        data: {},
      }));
    const [sent, refused] = await callUntilRefused((index) =>
      push({ device: 'thief' }, 'contacts', [
        row(`e${index}`, `w${index}`, enquiryContent(), { trail: trail(index) }),
      ]),
    );
    expect([sent, refused.status]).toEqual([6, 429]);
    expect(await disk.store.newestSequence()).toBeLessThanOrEqual(LIMITS.writes.perHour + 1001);
  });

  test('restores of a large document, which are sent in a few bytes, count by what they store', async () => {
    const as = { device: 'thief' };
    await pushRows(server, as, 'checkouts', [row('thief', 'w0', largeCart())]);
    await pushRows(server, as, 'checkouts', [row('thief', 'w1', { checkoutItems: [] }, { base: 'w0' })]);
    const entries = (await historyOf(server, as, 'checkouts/thief')).map(({ at }) => at);
    const [restored, refused] = await callUntilRefused((index) =>
      server.request(dataPath('checkouts/thief/restore'), {
        as,
        method: 'POST',
        json: { at: entries[1 - (index % 2)] },
      }),
    );
    expect(refused.status).toBe(429);
    expect(restored).toBeLessThan((2 * LIMITS.bytes.perHour) / 240_000);
    expect(storedBytes()).toBeLessThan(LIMITS.bytes.perHour + 300 * KIB);
  });

  test('callers without a device share a count', async () => {
    const limits = { ...LIMITS, writes: { perHour: 5, perHourOfNetwork: 100 } };
    server = start({ limits, addressOf: () => '127.0.0.1' });
    const [sent] = await callUntilRefused((index) =>
      server.request(PUSH, {
        method: 'POST',
        json: { rows: [row(`e${index}`, `w${index}`, enquiryContent())] },
      }),
    );
    expect(sent).toBe(5);
  });

  test('staff and the admin token write on where a shopper is stopped', async () => {
    const limits = {
      ...LIMITS,
      writes: { perHour: 2, perHourOfNetwork: 4 },
      stored: { writes: 3, bytes: 1000 },
    };
    server = start({ limits });
    const put = (as: Parameters<typeof server.request>[1]) =>
      server.request(dataPath(`contacts/${createId()}`), as);
    const [sent] = await callUntilRefused(() =>
      put({ as: { device: 'ada' }, method: 'PUT', json: enquiryContent() }),
    );
    expect(sent).toBe(2);
    for (const as of ['admin', { ...signIn(server, 'sam', true), device: 'ada' }] as const) {
      for (let count = 0; count < 20; count++)
        expect((await put({ as, method: 'PUT', json: enquiryContent() })).status).toBe(200);
    }
  });
});

describe('[T37] room', () => {
  const stored = { writes: 10, bytes: 100_000 };
  const save = (as: Sender, index: number, message = 'x') =>
    push(as, 'contacts', [row(`${as.device}${index}`, `${as.device}-w${index}`, enquiryContent(message))]);

  test('an owner who has stored all it may waits with every write, also after a restart, until there is more room', async () => {
    const limits = { ...LIMITS, enquiries: LIMITS.writes, stored };
    server = start({ limits });
    const [saved, refused] = await callUntilRefused((index) => save({ device: 'ada' }, index));
    expect([saved, refused.status, refused.headers.get('retry-after')]).toEqual([10, 429, '3600']);
    expect(await errorIn(refused)).toMatchObject({ reason: 'STORAGE_FULL' });
    expect(server.log).toContain('An owner has stored all that STORED_WRITES and STORED_BYTES allow.');
    expect((await save({ device: 'ben' }, 0)).status).toBe(200);

    server = start({ limits });
    expect((await save({ device: 'ada' }, 10)).status).toBe(429);
    server = start({ limits: { ...limits, stored: { writes: 20, bytes: 100_000 } } });
    expect((await save({ device: 'ada' }, 10)).status).toBe(200);
  });

  test('the bytes of all history count, and what staff remove makes room after the retention', async () => {
    const limits = { ...LIMITS, stored };
    server = start({ limits });
    const [saved] = await callUntilRefused((index) => save({ device: 'ada' }, index, 'x'.repeat(20_000)));
    expect(saved).toBe(5);
    for (let index = 0; index < saved; index++)
      await server.request(dataPath(`contacts/ada${index}`), { as: 'admin', method: 'DELETE' });
    expect((await save({ device: 'ada' }, saved)).status).toBe(429);
    clock.advance(181 * 24 * 3_600_000);
    await compactStore(disk.store, clock.now());
    expect((await save({ device: 'ada' }, saved)).status).toBe(200);
  });
});

test('[T37] [RJ4] 5,000 waiting writes of one device all arrive, each once and in order, as the limits allow', async () => {
  const limits = { ...LIMITS, enquiries: LIMITS.writes, writes: { perHour: 1000, perHourOfNetwork: 30_000 } };
  server = start({ limits });
  const device = await createTestDevice(server, {
    fid: createId(),
    name: `waiting${createId().toLowerCase()}`,
    clock,
    collections: ['contacts'],
  });
  const ids = Array.from({ length: 5000 }, (_, index) => `enquiry${String(index).padStart(4, '0')}`);
  for (const id of ids) await device.write('contacts', id, () => enquiryContent(`written as ${id}`));
  const began = clock.now();
  let waits = 0;
  for (; waits < 1000; waits++) {
    const failure = await device.push().then(
      () => undefined,
      (error: unknown) => error as { code?: string; retryAfter?: number },
    );
    if (!failure) break;
    expect(failure).toMatchObject({ code: 'resource-exhausted', retryAfter: expect.any(Number) });
    clock.advance((failure.retryAfter ?? 0) * 1000);
  }
  expect(waits).toBeGreaterThan(0);
  expect((clock.now() - began) / 3_600_000).toBeGreaterThan(3.9);
  expect(await device.database.outbox.count().exec()).toBe(0);
  expect(await device.database.rejectedChanges.count().exec()).toBe(0);
  const stored = await Promise.all(ids.map((id) => disk.store.read({ collection: 'contacts', id })));
  expect(stored.map((document) => document?.sequence)).toEqual(ids.map((_, index) => index + 1));
  await device.close();
}, 120_000);
