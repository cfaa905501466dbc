import { afterEach, beforeEach, expect, test } from 'vitest';
import { pushRow, row } from '../support/core-calls.ts';
import { createCoreServer, type CoreServer } from '../support/core-server.ts';
import { createEngineDevice, type EngineDevice } from '../support/engine-device.ts';
import { eventually } from '../support/eventually.ts';
import { listenOnLoopback, type HttpServer } from '../support/http-server.ts';
import { enquiryContent } from '../support/samples.ts';
import { createStreamProxy, WHOLE, type StreamFate, type StreamProxy } from './stream-proxy.ts';

let server: CoreServer;
let http: HttpServer;
let proxy: StreamProxy;
let device: EngineDevice;

beforeEach(async () => {
  server = createCoreServer();
  http = await listenOnLoopback(server);
  proxy = await createStreamProxy(http.origin, WHOLE);
});
afterEach(async () => {
  await device.stop();
  await proxy.stop();
  await http.stop();
});

const pulls = () => device.requests.filter((path) => path === '/contacts/pull').length;
const arrives = (id: string) =>
  eventually(async () => expect(await device.read('contacts', id)).toBeDefined());

async function writeIdOf(id: string): Promise<unknown> {
  const document: Readonly<Record<string, unknown>> | undefined = await device.read('contacts', id);
  return document?.['writeId'];
}

/** The same owner writes on another device. */
async function writeElsewhere(id: string): Promise<void> {
  await pushRow(server, { device: device.fid }, 'contacts', row(id, `write of ${id}`, enquiryContent()));
}

/** A device that has pulled everything, and that got the first poke since the server started. */
async function start(fate: StreamFate = WHOLE): Promise<void> {
  proxy.fate = fate;
  device = await createEngineDevice(server, proxy.origin);
  await eventually(() => expect(device.connection.current.lastContactAt).toBeDefined());
  await device.engine.whenIdle();
  await writeElsewhere('first');
  await arrives('first');
  await device.engine.whenIdle();
}

/** Loses the events of the stream that hold a text, and sends the others `times` each. */
const losing =
  (
    text: string,
    { lost = [], times = 1 }: { readonly lost?: string[]; readonly times?: number },
  ): StreamFate =>
  (upstream, out) => {
    let rest = '';
    upstream.on('data', (chunk: Buffer) => {
      const blocks = (rest + chunk.toString()).split('\n\n');
      rest = blocks.pop() ?? '';
      for (const block of blocks) {
        if (block.includes(text)) lost.push(block);
        else for (let time = 0; time < times; time++) out.write(`${block}\n\n`);
      }
    });
  };

test('[ST8] a change that comes with its poke is applied without a pull', async () => {
  await start();
  const before = pulls();
  for (const id of ['a', 'b', 'c']) {
    await writeElsewhere(id);
    await arrives(id);
  }
  await device.engine.whenIdle();
  expect(pulls()).toBe(before);
});

test('[ST8] [ST1] a device that missed a poke pulls, and then has both changes', async () => {
  const lost: string[] = [];
  await start(losing('write of missed', { lost }));
  const before = pulls();
  await writeElsewhere('missed');
  await eventually(() => expect(lost.length).toBe(1));
  await writeElsewhere('next');
  await arrives('next');
  await arrives('missed');
  await device.engine.whenIdle();
  expect(pulls()).toBe(before + 1);
});

test('[ST8] a poke that comes twice changes nothing, and causes no pull', async () => {
  await start(losing('nothing', { times: 2 }));
  const before = pulls();
  await writeElsewhere('a');
  await arrives('a');
  await writeElsewhere('b');
  await arrives('b');
  await device.engine.whenIdle();
  expect(pulls()).toBe(before);
});

test('[ST8] [PL4] a device’s own write comes by the pull that its rewind asks for', async () => {
  await start();
  await device.write('contacts', 'own', () => enquiryContent());
  await eventually(async () => {
    expect(await device.read('contacts', 'own')).toMatchObject({
      sync: { acknowledged: await writeIdOf('own') },
    });
  });
  await device.engine.whenIdle();
  await writeElsewhere('later');
  await arrives('later');
});
