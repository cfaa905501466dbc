import { once } from 'node:events';
import { Agent, createServer, get, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { prepareClose } from './prepare-close.ts';

let server: Server;
let agent: Agent;
let held: ServerResponse[];
let close: () => Promise<void>;

beforeEach(async () => {
  held = [];
  agent = new Agent({ keepAlive: true });
  server = createServer((request, response) => {
    if (request.url === '/held') held.push(response);
    else response.end('done');
  });
  close = prepareClose(server);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});
afterEach(() => {
  vi.useRealTimers();
  agent.destroy();
});

async function ask(path: string): Promise<string> {
  const { port } = server.address() as AddressInfo;
  const [response] = (await once(get({ port, path, agent }), 'response')) as [IncomingMessage];
  return (await response.toArray()).join('');
}

test('[DU6] a server closes after its last response, even with a keep-alive connection open', async () => {
  expect(await ask('/')).toBe('done');
  const slow = ask('/held');
  await vi.waitUntil(() => held.length === 1);
  const closed = close();
  held[0]?.end('at last');
  expect(await slow).toBe('at last');
  await closed;
});

test('[DU6] a request without a response after ten seconds is cut', async () => {
  const slow = ask('/held').catch((error: NodeJS.ErrnoException) => error.code);
  await vi.waitUntil(() => held.length === 1);
  const closed = close();
  await vi.advanceTimersByTimeAsync(9999);
  expect(server.listening).toBe(false);
  expect(held[0]?.destroyed).toBe(false);
  await vi.advanceTimersByTimeAsync(1);
  await closed;
  expect(await slow).toBe('ECONNRESET');
});

test('[T22] a response that waits behind another one is not kept once its connection has ended', async () => {
  const responses: WeakRef<ServerResponse>[] = [];
  server.on('request', (_request, response) => responses.push(new WeakRef(response)));
  const { port } = server.address() as AddressInfo;
  const socket = connect(port, '127.0.0.1');
  socket.write(['/held', '/', '/', '/'].map((path) => `GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`).join(''));
  await vi.waitUntil(() => responses.length === 4);
  socket.destroy();
  held = [];
  setFlagsFromString('--expose-gc');
  const collectGarbage = runInNewContext('gc') as () => void;
  await expect
    .poll(() => {
      collectGarbage();
      return responses.filter((response) => response.deref()).length;
    })
    .toBe(0);
  await close();
});
