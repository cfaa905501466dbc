import { connect } from 'node:net';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { row } from '../support/core-calls.ts';
import { createCoreServer, type CoreServer } from '../support/core-server.ts';
import { listenOnLoopback, type HttpServer } from '../support/http-server.ts';
import { enquiryContent } from '../support/samples.ts';

let server: CoreServer;
let http: HttpServer;
beforeEach(async () => {
  server = createCoreServer();
  http = await listenOnLoopback(server);
});
afterEach(() => http.stop());

const BODY = JSON.stringify({ rows: [row('a', 'w1', enquiryContent())] });

/** Sends a push whose header announces `length` bytes. @returns everything received until the connection closed */
function send(body: string, length: number): Promise<string> {
  const { port } = new URL(http.origin);
  const head = [
    'POST /api/v1/sync/push HTTP/1.1',
    'Host: localhost',
    `Authorization: Bearer ${server.tokenOf('ada')}`,
    'Content-Type: application/json',
    `Content-Length: ${length}`,
    'Connection: close',
  ];
  return new Promise((resolve, reject) => {
    let response = '';
    const socket = connect(Number(port), '127.0.0.1', () => {
      socket.write(`${head.join('\r\n')}\r\n\r\n${body}`);
      // Otherwise the server ends the connection, when it has answered.
      if (body.length < length) socket.end();
    });
    socket.setEncoding('utf8');
    socket.on('data', (text: string) => (response += text));
    socket.on('close', () => resolve(response));
    socket.on('error', reject);
  });
}

test('[F22] the complete request is accepted, so the others fail only for what they lack', async () => {
  expect(await send(BODY, BODY.length)).toMatch(/^HTTP\/1\.1 200 /);
  expect(await server.store.newestSequence()).toBe(1);
});

test.each([
  ['cut off in the middle, as its length tells', BODY.slice(0, -20), BODY.length],
  ['without a body, though one is announced', '', BODY.length],
])('[F22] a request that is %s is not acknowledged, and nothing is stored', async (_how, body, length) => {
  expect(await send(body, length)).not.toMatch(/^HTTP\/1\.1 2/);
  expect(await server.store.newestSequence()).toBe(0);
});

test.each([
  ['cut off by its own length', BODY, BODY.length - 20],
  ['cut off, and its length with it', BODY.slice(0, -20), BODY.length - 20],
  ['no JSON', 'rows=1', 6],
])(
  '[F22] a request that is %s gets 400, stores nothing and closes the connection',
  async (_how, body, length) => {
    const response = await send(body, length);
    expect(response).toMatch(/^HTTP\/1\.1 400 /);
    expect(await server.store.newestSequence()).toBe(0);
  },
);

test('[F22] after many broken requests the server still accepts complete ones', async () => {
  const broken = Array.from({ length: 50 }, (_, index) => send(BODY.slice(0, index), BODY.length));
  await Promise.all(broken);
  expect(await send(BODY, BODY.length)).toMatch(/^HTTP\/1\.1 200 /);
  expect(await server.store.newestSequence()).toBe(1);
});
