import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createCoreServer, type Caller, type CoreServer } from '../support/core-server.ts';
import { dataPath, errorIn, PUSH, row } from '../support/core-calls.ts';
import { expectRefusal } from '../support/expect-refusal.ts';
import { enquiryContent, productContent } from '../support/samples.ts';
import { openTemporaryStore, type TemporaryStore } from '../support/temporary-store.ts';

const ADA: Caller = { device: 'ada' };

let world: TemporaryStore;
let server: CoreServer;
beforeEach(() => {
  world = openTemporaryStore();
  server = createCoreServer(world.store);
});
afterEach(() => world.dispose());

const post = (path: string, body: BodyInit, init: RequestInit & { as?: Caller } = {}) =>
  server.request(path, { as: ADA, method: 'POST', body, ...init });

test.each([
  ['no body', ''],
  ['text', 'hello'],
  ['half an object', '{"rows":['],
  ['a trailing comma', '{"rows":[],}'],
  ['single quotes', "{'rows':[]}"],
  ['NaN', '{"rows":[NaN]}'],
  ['two documents', '{"rows":[]}{"rows":[]}'],
])('[T24] [R-ERR-09] a push of %s is rejected as malformed JSON', async (_what, body) => {
  await expectRefusal(server, await post(PUSH, body), { status: 400, code: 'invalid-argument' });
});

test('[T50] the response to malformed JSON, which the log has too, quotes nothing of the body', async () => {
  const response = await post(PUSH, '{"password":Hunter2-secret,"rows":[]}');
  expect((await errorIn(response)).message).toMatch(/^The body is not JSON( at character \d+)?\.$/);
});

test('[T24] bytes that are not UTF-8 are rejected, not guessed', async () => {
  await expectRefusal(server, await post(PUSH, new Uint8Array([0x7b, 0xff, 0xfe, 0x7d])), {
    status: 400,
    code: 'invalid-argument',
  });
});

test.each([
  ['null', 'null', undefined],
  ['a list', '[]', undefined],
  ['a number', '7', undefined],
  ['no rows', '{}', 'rows'],
  ['rows as an object', '{"rows":{}}', 'rows'],
  ['rows as text', '{"rows":"[]"}', 'rows'],
  ['an unknown field', '{"rows":[],"admin":true}', 'admin'],
])('[T45] a push of %s is rejected with the path of the fault', async (_what, body, path) => {
  await expectRefusal(server, await post(PUSH, body), {
    status: 400,
    code: 'invalid-argument',
    ...(path === undefined ? {} : { path }),
  });
});

test('[T45] of a query name that comes twice the first value counts', async () => {
  const pull = (query: string) => server.request(dataPath(`contacts/pull?${query}`), { as: ADA });
  expect((await pull('limit=1&limit=none')).status).toBe(200);
  await expectRefusal(server, await pull('limit=none&limit=1'), { status: 400, code: 'invalid-argument' });
});

test('[T45] of a JSON key that comes twice the last value is checked, and that one is stored', async () => {
  const path = dataPath('contacts/one');
  const put = (last: string) => {
    const body = `${JSON.stringify(enquiryContent('first')).slice(0, -1)},"contactMessage":${last}}`;
    return server.request(path, { as: ADA, method: 'PUT', body });
  };
  await expectRefusal(server, await put('7'), { status: 400, code: 'invalid-argument' });
  expect((await put('"last"')).status).toBe(200);
  expect(await (await server.request(path, { as: ADA })).json()).toMatchObject({ contactMessage: 'last' });
});

test('[T39] a rejection repeats only the start of the input, in the response, the verdict and the log', async () => {
  const text = 'x'.repeat(500_000);
  const item = { FBUID: 'recon', ...productContent(), productCount: text };
  const rows = [
    { ...row('a', 'w1', { checkoutItems: [item] }), collection: 'checkouts' },
    { ...row('b', 'w2', {}), trail: text },
  ];
  const pushed = await (await post(PUSH, JSON.stringify({ rows }))).text();
  expect(pushed.length).toBeLessThan(2000);
  await expectRefusal(server, await post(PUSH, JSON.stringify({ rows: text })), {
    status: 400,
    code: 'invalid-argument',
    path: 'rows',
  });
});

test.each(['null', '[]', '"text"', '7', 'true'])('[T45] a document that is %s is rejected', async (body) => {
  const response = await server.request(dataPath('contacts/one'), { as: ADA, method: 'PUT', body });
  await expectRefusal(server, response, { status: 400, code: 'invalid-argument' });
});

test.each([0, 1])('[T24] a push is accepted up to 1 MiB (%d byte above)', async (above) => {
  const small = JSON.stringify({ rows: [row('one', 'w1', enquiryContent())] });
  const body = small + ' '.repeat(1_048_576 - small.length + above);
  const response = await post(PUSH, body);
  if (above > 0) await expectRefusal(server, response, { status: 413, code: 'resource-exhausted' });
  else expect(response.status).toBe(200);
});

test('[T24] an endless body without a length is cut at the limit', async () => {
  let chunks = 0;
  const endless = new ReadableStream<Uint8Array>({
    pull(controller) {
      chunks++;
      controller.enqueue(new Uint8Array(65_536).fill(0x20));
    },
  });
  const init = { duplex: 'half' } as RequestInit;
  await expectRefusal(server, await post(PUSH, endless, init), { status: 413, code: 'resource-exhausted' });
  expect(chunks).toBeLessThan(30);
});

test('[T24] a body with a content length above the limit is rejected unread', async () => {
  const headers = { 'content-length': '10000000000' };
  await expectRefusal(server, await post(PUSH, '{"rows":[]}', { headers }), {
    status: 413,
    code: 'resource-exhausted',
  });
});

test.each(['gzip', 'br', 'deflate', 'zstd'])(
  '[T24] a body with content encoding %s gets 415',
  async (encoding) => {
    const body = gzipSync('{"rows":[]}');
    const headers = { 'content-encoding': encoding };
    await expectRefusal(server, await post(PUSH, new Uint8Array(body), { headers }), {
      status: 415,
      code: 'invalid-argument',
    });
  },
);

test('[T24] 200,000 nested lists are rejected without a crash', async () => {
  const deep = '['.repeat(200_000) + ']'.repeat(200_000);
  await expectRefusal(
    server,
    await post(PUSH, `{"rows":${deep.replace('[', '{"a":[').replace(/]$/, ']}')}}`),
    {
      status: 400,
      code: 'invalid-argument',
    },
  );
});

test('[T24] a document nested far too deep is rejected for shoppers and admins', async () => {
  const body = `{"a":${'['.repeat(200_000)}${']'.repeat(200_000)}}`;
  const byShopper = await server.request(dataPath('free/one'), { as: ADA, method: 'PUT', body });
  expect(byShopper.status).toBe(403);
  const byAdmin = await server.request(dataPath('free/one'), { as: 'admin', method: 'PUT', body });
  expect(byAdmin.status).toBe(400);
  expect(await server.store.newestSequence()).toBe(0);
});
