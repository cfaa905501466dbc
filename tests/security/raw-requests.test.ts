import fc from 'fast-check';
import { connect, type Socket } from 'node:net';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { SERVER_OPTIONS } from '#server/http/server-options.ts';
import { createCoreServer, type CoreServer } from '../support/core-server.ts';
import { PUSH, row } from '../support/core-calls.ts';
import { listenOnLoopback, type HttpServer } from '../support/http-server.ts';
import { enquiryContent } from '../support/samples.ts';
import { SEED } from '../support/seed.ts';

let server: CoreServer;
let http: HttpServer;
let sockets: Socket[];

beforeEach(() => {
  server = createCoreServer();
  sockets = [];
});
afterEach(async () => {
  for (const socket of sockets) socket.destroy();
  await http.stop();
});

function openSocket(): Socket {
  const { hostname, port } = new URL(http.origin);
  const socket = connect(Number(port), hostname);
  socket.on('error', () => undefined);
  sockets.push(socket);
  return socket;
}

/** Sends bytes. @returns everything the server sends until it closes the connection */
function send(bytes: string): Promise<string> {
  return new Promise((resolve) => {
    const socket = openSocket();
    let response = '';
    socket.on('data', (chunk) => void (response += chunk.toString()));
    socket.once('close', () => resolve(response));
    socket.write(bytes);
  });
}

const BODY = JSON.stringify({ rows: [row('one', 'w1', enquiryContent())] });
const SMUGGLED = 'GET /api/v1/admin/collections HTTP/1.1\r\nHost: x\r\n\r\n';

/** A push as raw bytes with these headers. */
function toPush(headers: readonly string[], body = BODY): string {
  const authorization = `Authorization: Bearer ${server.tokenOf('ada')}`;
  const head = [`POST /api/v1${PUSH} HTTP/1.1`, ...headers, authorization];
  return `${head.join('\r\n')}\r\nConnection: close\r\n\r\n${body}`;
}

const LENGTH = `Content-Length: ${BODY.length}`;

test('[T21] the same push with one content length is accepted', async () => {
  http = await listenOnLoopback(server);
  expect(await send(toPush(['Host: x', LENGTH]))).toMatch(/^HTTP\/1\.1 200 /);
  expect(await server.store.newestSequence()).toBe(1);
});

test.each([
  ['two lengths', () => toPush(['Host: x', LENGTH, 'Content-Length: 5'])],
  [
    'a length and chunks',
    () => toPush(['Host: x', LENGTH, 'Transfer-Encoding: chunked'], `0\r\n\r\n${SMUGGLED}`),
  ],
  ['a length that is no number', () => toPush(['Host: x', `Content-Length: +${BODY.length}`])],
  ['lines that end without a carriage return', () => toPush(['Host: x', LENGTH]).replaceAll('\r\n', '\n')],
  ['no host', () => toPush([LENGTH])],
  ['a space before a colon', () => toPush(['Host: x', LENGTH.replace(':', ' :')])],
  ['a header folded over two lines', () => toPush(['Host: x', 'X-Note: a\r\n b', 'Content-Length : 1'])],
  [
    'a chunk whose size is no number',
    () => toPush(['Host: x', 'Transfer-Encoding: chunked'], 'zz\r\n{}\r\n0\r\n\r\n'),
  ],
])('[T21] a request with %s is rejected before its body is read', async (_what, toBytes) => {
  http = await listenOnLoopback(server);
  const response = await send(toBytes());
  expect(response).toMatch(/^HTTP\/1\.1 400 /);
  expect(response.match(/HTTP\/1\.1/g)).toHaveLength(1);
  expect(await server.store.newestSequence()).toBe(0);
});

const get = (path: string, ...headers: readonly string[]) =>
  [`GET ${path} HTTP/1.1`, 'Host: x', ...headers, 'Connection: close', '', ''].join('\r\n');

test.each([
  ['a header named __proto__', 200, () => get('/api/v1/health', '__proto__: x', 'constructor: y')],
  ['a host that is no host', 400, () => get('/api/v1/health').replace('Host: x', 'Host: [::1')],
  ['an empty host', 200, () => get('/api/v1/health').replace('Host: x', 'Host: ')],
  ['the address of another host', 404, () => get('http://evil.example/api/v1/none')],
  ['an address that is none', 400, () => get('http://%zz:1/')],
  ['an asterisk as its address', 400, () => get('*').replace('GET', 'OPTIONS')],
  ['an unknown method', 400, () => get('/api/v1/health').replace('GET', 'GRAB')],
  ['the method TRACE', 404, () => get('/api/v1/health').replace('GET', 'TRACE')],
  ['the method CONNECT', undefined, () => get('evil.example:443').replace('GET', 'CONNECT')],
  ['nine kilobytes of one header', 200, () => get('/api/v1/health', `X-Long: ${'x'.repeat(9_000)}`)],
  [
    'two thousand headers',
    431,
    () => get('/api/v1/health', ...Array.from({ length: 2_100 }, (_, n) => `X-${n}: ${n}`)),
  ],
])('[T56] a request with %s is answered and the server keeps running', async (_what, status, toBytes) => {
  http = await listenOnLoopback(server);
  const response = await send(toBytes());
  const line = /^HTTP\/1\.1 (\d+)/.exec(response)?.[1];
  expect(line).toBe(status === undefined ? undefined : String(status));
  expect(response).not.toMatch(/SQLITE|node_modules|\n\s+at /);
  expect(await send(get('/api/v1/health'))).toMatch(/^HTTP\/1\.1 200 /);
});

test('[T22] the limits are ten seconds for headers, thirty for a request and for a reader, and 16 KiB of headers', async () => {
  http = await listenOnLoopback(server);
  expect(SERVER_OPTIONS).toMatchObject({
    headersTimeout: 10_000,
    requestTimeout: 30_000,
    readerTimeout: 30_000,
    maxHeaderSize: 16_384,
  });
  const response = await send(toPush(['Host: x', LENGTH, `X-Long: ${'x'.repeat(17_000)}`]));
  expect(response).toMatch(/^HTTP\/1\.1 431 /);
});

test.each([
  ['heads', () => 'GET /api/v1/health HTTP/1.1\r\nHost: x\r\nX-Slow: '],
  ['bodies', () => toPush(['Host: x', 'Content-Length: 100'], '{').replace('Connection: close\r\n', '')],
])(
  '[T22] two hundred callers with endless %s are cut, and others are served meanwhile',
  async (_what, toBytes) => {
    const short = { headersTimeout: 400, requestTimeout: 400, connectionsCheckingInterval: 50 };
    http = await listenOnLoopback(server, { ...SERVER_OPTIONS, ...short });
    const slow = Array.from({ length: 200 }, () => send(toBytes()));
    const health = await fetch(`${http.origin}/api/v1/health`);
    expect(health.status).toBe(200);
    for (const response of await Promise.all(slow)) expect(response).toMatch(/^HTTP\/1\.1 408 /);
  },
);

/** Bytes replaced, removed, repeated or inserted anywhere in a request. */
const damage = fc.array(
  fc.record({
    at: fc.nat(),
    length: fc.nat(6),
    insert: fc.constantFrom(
      '',
      '',
      '\0',
      '\r\n',
      '\n',
      ' ',
      ':',
      '%',
      '\u00ff',
      '-1',
      'chunked',
      '0\r\n\r\n',
      'x'.repeat(500),
    ),
  }),
  { minLength: 1, maxLength: 4 },
);

test(`[T21] [T56] 300 requests with damaged bytes get no 500 and do not stop the server (seed ${SEED})`, async () => {
  const short = { headersTimeout: 300, requestTimeout: 300, connectionsCheckingInterval: 50 };
  http = await listenOnLoopback(server, { ...SERVER_OPTIONS, ...short });
  const bases = [
    toPush(['Host: x', LENGTH]),
    toPush(['Host: x', 'Transfer-Encoding: chunked'], `${BODY.length.toString(16)}\r\n${BODY}\r\n0\r\n\r\n`),
    get('/api/v1/testing/data/contacts/one?x=%20', `Authorization: Bearer ${server.tokenOf('ada')}`),
  ];
  const requests = fc.sample(fc.tuple(fc.constantFrom(...bases), damage), { numRuns: 300, seed: SEED });
  const respond = async ([base, changes]: (typeof requests)[number]) => {
    const bytes = changes.reduce(
      (text, { at, length, insert }) =>
        text.slice(0, at % text.length) + insert + text.slice((at % text.length) + length),
      base,
    );
    return [JSON.stringify(bytes), await firstLine(bytes)] as const;
  };
  for (let from = 0; from < requests.length; from += 50) {
    for (const [bytes, line] of await Promise.all(requests.slice(from, from + 50).map(respond))) {
      expect(line, bytes).toMatch(/^(HTTP\/1\.1 [234]\d\d |$)/);
    }
  }
  expect(await send(get('/api/v1/health'))).toMatch(/^HTTP\/1\.1 200 /);
});

/** The status line of the response; empty if the connection is closed without one. */
function firstLine(bytes: string): Promise<string> {
  return new Promise((resolve) => {
    const socket = openSocket();
    socket.once('data', (chunk) => {
      resolve(chunk.toString().split('\r\n', 1)[0] ?? '');
      socket.destroy();
    });
    socket.once('close', () => resolve(''));
    socket.write(Buffer.from(bytes, 'latin1'));
  });
}
