import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createHttpFetch } from './http-fetch.ts';

const BODY = new Uint8Array(1_048_576).map((_, index) => index % 251);

let server: Server;
let origin: string;
let connections = 0;
beforeEach(async () => {
  server = createServer(async (request, response) => {
    if (request.url === '/away') {
      response.writeHead(307, { location: '/' }).end('elsewhere');
      return;
    }
    if (request.url === '/never') return;
    const { method, headers } = request;
    const bytes = await buffer(request);
    const same = bytes.equals(BODY);
    response
      .writeHead(201, { 'x-kind': 4 })
      .end(
        JSON.stringify({ method, length: headers['content-length'], token: headers['authorization'], same }),
      );
  });
  connections = 0;
  server.on('connection', () => (connections += 1));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterEach(() => {
  server.closeAllConnections();
  return new Promise((resolve) => server.close(resolve));
});

const post = (path: string, init: RequestInit = {}) =>
  createHttpFetch()(origin + path, { method: 'POST', body: BODY, ...init });

it('[R-MIG-05] a body of bytes arrives whole with its length and headers, and the answer comes back', async () => {
  const answer = await post('/', { headers: { authorization: 'Bearer secret' } });
  expect([answer.status, answer.ok, answer.headers.get('x-kind')]).toEqual([201, true, '4']);
  expect(await answer.json()).toEqual({
    method: 'POST',
    length: `${BODY.length}`,
    token: 'Bearer secret',
    same: true,
  });
});

it('[R-MIG-05] bodies one after another share a connection', async () => {
  const fetch = createHttpFetch();
  for (let times = 0; times < 3; times++) await (await fetch(origin, { method: 'POST', body: BODY })).text();
  expect(connections).toBe(1);
});

it('[T31] a redirect is an answer: neither body nor token goes elsewhere', async () => {
  const answer = await post('/away');
  expect([answer.status, answer.headers.get('location'), await answer.text()]).toEqual([
    307,
    '/',
    'elsewhere',
  ]);
});

it('[R-MIG-05] no answer is the TypeError of fetch, and an interruption its own reason', async () => {
  const reason = new Error('Interrupted.');
  const controller = new AbortController();
  const interrupted = post('/never', { signal: controller.signal });
  controller.abort(reason);
  await expect(interrupted).rejects.toBe(reason);
  await new Promise((resolve) => server.close(resolve) && server.closeAllConnections());
  await expect(post('/')).rejects.toThrow(TypeError);
});
