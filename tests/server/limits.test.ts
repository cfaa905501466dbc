import { expect, test } from 'vitest';
import { createId } from '#shared/kernel/ids.ts';
import { dataPath, errorIn, pullPage, PUSH, pushRow, pushRows, row, signIn } from '../support/core-calls.ts';
import { createCoreServer, TEST_CONFIG } from '../support/core-server.ts';
import { openAccountStorage } from '../support/memory-storage.ts';
import { enquiryContent } from '../support/samples.ts';
import { createTestClock } from '../support/test-clock.ts';

const PULL = dataPath('products/pull');

test.each([undefined, '2', '3', '17'])('[F48] a client with protocol %s is served', async (version) => {
  const headers = version === undefined ? {} : { 'x-client-protocol': version };
  expect((await createCoreServer().request(PULL, { headers })).status).toBe(200);
});

test('[F49] [T47] writes of an app newer than the server are deferred, and its reads are served', async () => {
  const server = createCoreServer();
  const as = { device: 'ada' };
  const newer = { 'x-client-protocol': '3' };
  const json = { rows: [{ ...row('e1', 'w1', enquiryContent()), ofTheNextVersion: true }] };
  const held = await server.request(PUSH, { method: 'POST', as, json, headers: newer });
  expect(held.status).toBe(503);
  expect(Number(held.headers.get('retry-after'))).toBeGreaterThan(0);
  expect(await errorIn(held)).toMatchObject({ code: 'unavailable' });
  expect((await server.request(dataPath('contacts/pull'), { as, headers: newer })).status).toBe(200);
  expect(await server.store.newestSequence()).toBe(0);
});

test.each([PULL, '/health', '/installations', dataPath('stream'), dataPath('contacts/push')])(
  '[F48] [T47] a client with an unsupported protocol must update at %s',
  async (path) => {
    const response = await createCoreServer().request(path, { headers: { 'x-client-protocol': '1' } });
    expect(response.status).toBe(426);
    expect(await errorIn(response)).toMatchObject({ code: 'failed-precondition', reason: 'UPGRADE' });
  },
);

test.each(['new', '-1', '1.5', ''])('[F48] a protocol version of "%s" is rejected', async (version) => {
  const response = await createCoreServer().request(PULL, { headers: { 'x-client-protocol': version } });
  expect(response.status).toBe(400);
  expect(await errorIn(response)).toMatchObject({ code: 'invalid-argument', path: 'X-Client-Protocol' });
});

test('[T37] a network that registers too many devices gets a retry time', async () => {
  const clock = createTestClock();
  const server = createCoreServer(undefined, clock);
  const register = () => {
    const json = { fid: createId(), appId: 'test', authVersion: 'v1', sdkVersion: 'w1' };
    return server.request('/installations', { method: 'POST', json });
  };
  const first = await Promise.all(Array.from({ length: 2 * TEST_CONFIG.installationsPerMinute }, register));
  expect(new Set(first.map(({ status }) => status))).toEqual(new Set([200]));
  const refused = await register();
  expect(refused.status).toBe(429);
  expect(refused.headers.get('retry-after')).toBe('1');
  expect(await errorIn(refused)).toMatchObject({ code: 'resource-exhausted' });
  clock.advance(1000);
  expect((await register()).status).toBe(200);
  expect((await server.request(PULL, { as: { device: 'ada' } })).status).toBe(200);
});

test('[T37] of registrations at once no more pass than of those one after the other', async () => {
  const server = createCoreServer();
  const register = async () => {
    const json = { fid: createId(), appId: 'test', authVersion: 'v1', sdkVersion: 'w1' };
    return (await server.request('/installations', { method: 'POST', json })).status;
  };
  const most = 2 * TEST_CONFIG.installationsPerMinute;
  const statuses = await Promise.all(Array.from({ length: most + 5 }, register));
  expect(statuses.filter((status) => status === 200)).toHaveLength(most);
  expect(statuses.filter((status) => status === 429)).toHaveLength(5);
});

test('[T37] all networks together register 1,200 devices a minute, and twice as many at once', async () => {
  const clock = createTestClock();
  let address = '';
  const server = createCoreServer(undefined, clock, { addressOf: () => address });
  const register = (index: number) => {
    address = `198.51.${Math.floor(index / 100)}.1`;
    const json = { fid: createId(), appId: 'test', authVersion: 'v1', sdkVersion: 'w1' };
    return server.request('/installations', { method: 'POST', json });
  };
  const most = 2 * TEST_CONFIG.installationsPerMinuteInTotal;
  expect(most).toBe(2400);
  for (let index = 0; index < most; index++) expect((await register(index)).status).toBe(200);
  const refused = await register(most);
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '1']);
  clock.advance(1000);
  expect((await register(most)).status).toBe(200);
});

const LIMITS = { limits: { enquiries: { perHour: 10, perHourOfNetwork: 60 } } };
const ADA = { device: 'ada' };

/** Sends enquiries until one is rejected. @returns how many were accepted, and the rejection */
async function sendUntilRefused(send: (id: string) => Promise<Response>): Promise<[number, Response]> {
  for (let sent = 0; sent < 1000; sent++) {
    const response = await send(createId());
    if (response.status !== 200) return [sent, response];
  }
  throw new Error('never refused');
}

test('[T37] a device may send ten enquiries an hour; the next gets 429 and succeeds after the retry time', async () => {
  const clock = createTestClock();
  const server = createCoreServer(undefined, clock, LIMITS);
  const push = (id: string) =>
    server.request(PUSH, {
      as: ADA,
      method: 'POST',
      json: { rows: [row(id, `w-${id}`, enquiryContent())] },
    });
  const [sent, refused] = await sendUntilRefused(push);
  expect(sent).toBe(10);
  expect(refused.status).toBe(429);
  expect(refused.headers.get('retry-after')).toBe('360');
  expect(await errorIn(refused)).toMatchObject({ code: 'resource-exhausted' });
  const put = await server.request(dataPath('contacts/other'), {
    as: ADA,
    method: 'PUT',
    json: enquiryContent(),
  });
  expect(put.status).toBe(429);
  clock.advance(360_000);
  expect((await push('later')).status).toBe(200);
  expect((await pullPage(server, ADA, 'contacts')).documents).toHaveLength(11);
});

test('[T37] of enquiries at once no more are accepted than of those one after the other', async () => {
  const server = createCoreServer(undefined, undefined, LIMITS);
  const put = (id: string) =>
    server.request(dataPath(`contacts/${id}`), { as: ADA, method: 'PUT', json: enquiryContent() });
  const responses = await Promise.all(Array.from({ length: 15 }, () => put(createId())));
  expect(responses.filter(({ status }) => status === 200)).toHaveLength(10);
  expect((await pullPage(server, ADA, 'contacts')).documents).toHaveLength(10);
});

test('[T37] the enquiry count survives a restart of the server', async () => {
  const clock = createTestClock();
  const accounts = openAccountStorage();
  const start = () => createCoreServer(undefined, clock, { ...LIMITS, accounts });
  const sendTo = (server: ReturnType<typeof start>) => (id: string) =>
    server.request(PUSH, {
      as: ADA,
      method: 'POST',
      json: { rows: [row(id, `w-${id}`, enquiryContent())] },
    });
  expect((await sendUntilRefused(sendTo(start())))[0]).toBe(10);
  clock.advance(2 * 360_000);
  const [sent, refused] = await sendUntilRefused(sendTo(start()));
  expect([sent, refused.headers.get('retry-after')]).toEqual([2, '360']);
  clock.advance(3_600_000);
  expect((await sendUntilRefused(sendTo(start())))[0]).toBe(10);
  accounts.database.close();
});

test('[T37] at its limit a device can still edit enquiries, fill a cart and read', async () => {
  const server = createCoreServer(undefined, undefined, LIMITS);
  const rows = Array.from({ length: 10 }, (_, index) => row(`e${index}`, `w${index}`, enquiryContent()));
  await pushRows(server, ADA, 'contacts', rows);
  const correction = row('e0', 'w-again', enquiryContent('corrected'), { base: 'w0' });
  expect((await pushRow(server, ADA, 'contacts', correction)).verdict).toBe('accepted');
  const cart = await pushRow(server, ADA, 'checkouts', row('ada', 'cart', { checkoutItems: [] }));
  expect(cart.verdict).toBe('accepted');
  expect((await pullPage(server, ADA, 'contacts')).documents).toHaveLength(10);
});

test('[T37] a device that returns with a hundred enquiries loses none', async () => {
  const clock = createTestClock();
  const server = createCoreServer(undefined, clock, LIMITS);
  const rows = Array.from({ length: 100 }, (_, index) => row(`e${index}`, `w${index}`, enquiryContent()));
  const { verdicts } = await pushRows(server, ADA, 'contacts', rows);
  expect(new Set(verdicts.map(({ verdict }) => verdict))).toEqual(new Set(['accepted']));
  const more = { as: ADA, method: 'POST', json: { rows: [row('more', 'w-more', enquiryContent())] } };
  const refused = await server.request(PUSH, more);
  expect(refused.status).toBe(429);
  expect(Number(refused.headers.get('retry-after'))).toBe((91 / 10) * 3600);
  clock.advance(Number(refused.headers.get('retry-after')) * 1000);
  expect((await server.request(PUSH, more)).status).toBe(200);
});

test('[T37] devices in one network share sixty enquiries an hour, and staff have no limit', async () => {
  const server = createCoreServer(undefined, undefined, LIMITS);
  const put = (as: Parameters<typeof server.request>[1]) =>
    server.request(dataPath(`contacts/${createId()}`), as);
  const [sent] = await sendUntilRefused(() =>
    put({ as: { device: createId() }, method: 'PUT', json: enquiryContent() }),
  );
  expect(sent).toBe(60);
  for (const as of ['admin', signIn(server, 'sam', true)] as const) {
    for (let count = 0; count < 20; count++) {
      expect((await put({ as, method: 'PUT', json: enquiryContent() })).status).toBe(200);
    }
  }
});
