import { connect, type Socket } from 'node:net';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createId } from '#shared/kernel/ids.ts';
import { SERVER_OPTIONS } from '#server/http/server-options.ts';
import { createCoreServer, type CoreServer } from '../support/core-server.ts';
import { dataPath, pushRow, readMetrics, row, signIn } from '../support/core-calls.ts';
import { eventually } from '../support/eventually.ts';
import { listenOnLoopback, type HttpServer } from '../support/http-server.ts';
import { productContent } from '../support/samples.ts';

const DEVICES = 2000;

let server: CoreServer;
let http: HttpServer;
let sockets: Socket[];

beforeEach(async () => {
  const streams = { perDevice: 3, perNetwork: 2 * DEVICES, total: 2 * DEVICES };
  server = createCoreServer(undefined, undefined, { streams });
  // No timeouts: on a busy machine, reading two thousand requests can exceed them.
  http = await listenOnLoopback(server, { ...SERVER_OPTIONS, headersTimeout: 0, requestTimeout: 0 });
  sockets = [];
});
afterEach(async () => {
  for (const socket of sockets) socket.destroy();
  await http.stop();
});

/** A device's stream and the text received so far. */
interface Listener {
  readonly socket: Socket;
  text: string;
}

function listen(fid: string): Listener {
  const { hostname, port } = new URL(http.origin);
  const socket = connect(Number(port), hostname);
  const listener: Listener = { socket, text: '' };
  socket.on('data', (chunk) => void (listener.text += chunk.toString()));
  socket.on('error', () => undefined);
  const authorization = `Bearer ${server.tokenOf(fid)}`;
  socket.write(
    `GET /api/v1${dataPath('stream')} HTTP/1.1\r\nHost: x\r\nAuthorization: ${authorization}\r\n\r\n`,
  );
  sockets.push(socket);
  return listener;
}

/** Waits until every device has received this text. */
async function expectAllToReceive(listeners: readonly Listener[], text: string): Promise<void> {
  await eventually(
    () => expect(listeners.filter((listener) => !listener.text.includes(text)).length).toBe(0),
    { timeout: 60_000, interval: 50 },
  );
}

async function change(staff: { readonly session: string }, id: string): Promise<void> {
  await pushRow(server, staff, 'products', row(id, `w-${id}`, productContent(id)));
}

test('[F32] two thousand devices that reconnect at once all get their stream and miss nothing', async () => {
  const staff = signIn(server, 'sam', true);
  const fids = Array.from({ length: DEVICES }, createId);
  const before = fids.map(listen);
  await expectAllToReceive(before, 'event: hello');
  await change(staff, 'before');
  await expectAllToReceive(before, '{"collection":"products","sequence":1');

  for (const { socket } of before) socket.destroy();
  await change(staff, 'meanwhile');
  const after = fids.map(listen);
  await expectAllToReceive(after, 'event: hello');
  for (const { text } of after) expect(text).toContain('"sequence":2');
  await change(staff, 'after');
  await expectAllToReceive(after, '{"collection":"products","sequence":3');
  await eventually(async () => {
    expect(await (await readMetrics(server)).text()).toContain(`nankeen_open_streams ${DEVICES}\n`);
  });
});
