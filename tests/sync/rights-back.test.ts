import { afterEach, beforeEach, expect, test } from 'vitest';
import type { WireDocument } from '#shared/sync/wire-document.ts';
import { createCoreServer, type CoreServer } from '../support/core-server.ts';
import { createEngineDevice, type EngineDevice } from '../support/engine-device.ts';
import { eventually } from '../support/eventually.ts';
import { enquiryContent } from '../support/samples.ts';

const SERVER = 'http://server.example';

let server: CoreServer;
let device: EngineDevice;
/** What the reader may see now. */
let scope: 'staff' | 'customer';
let streams: ReadableStreamDefaultController<Uint8Array>[];

const DOCUMENT = {
  FBUID: 'enquiry',
  writeId: 'w1',
  ...enquiryContent('for staff only'),
  sync: { sequence: 1, acknowledged: 'w1', updatedAt: '2026-11-24T00:00:00.000Z', updatedBy: '' },
} as unknown as WireDocument;

const encode = (event: string, data: object) =>
  new TextEncoder().encode(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`);

/** A hello of the view that the reader has when the stream opens; nothing has been written since the last one. */
function openStream(url: string): Response {
  const changed = new URL(url).searchParams.has('after') ? { changedCollections: [] } : {};
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      streams.push(controller);
      controller.enqueue(encode('hello', { epoch: 'e', scope, sequence: 1, account: null, ...changed }));
    },
  });
  return new Response(body, { headers: { 'content-type': 'text/event-stream' } });
}

function pull(url: string): Response {
  const after = new URL(url).searchParams.get('after') ?? '';
  if (after !== '' && !after.includes(scope)) {
    const error = { code: 'aborted', message: 'What you may see has changed.', reason: 'SCOPE_CHANGED' };
    return Response.json({ error }, { status: 409 });
  }
  const documents = after === '' && scope === 'staff' ? [DOCUMENT] : [];
  return Response.json({ documents, checkpoint: `1.e.${scope}.1` });
}

beforeEach(async () => {
  [server, scope, streams] = [createCoreServer(), 'staff', []];
  device = await createEngineDevice(server, SERVER, async (path, url) => {
    if (path === '/stream') return openStream(url);
    return path === '/contacts/pull' ? pull(url) : new Response(null, { status: 503 });
  });
});
afterEach(() => device.stop());

test('[ST2] [SQ3] rights that were withdrawn and given back between two hellos bring their documents back', async () => {
  const read = () => device.read('contacts', 'enquiry');
  await eventually(async () => expect(await read()).toBeDefined());
  // The role is withdrawn, and a pull is refused before the stream ends.
  scope = 'customer';
  streams.at(-1)?.enqueue(encode('poke', { collection: 'contacts', sequence: 1 }));
  await eventually(async () => expect(await read()).toBeUndefined());
  await device.engine.whenIdle();
  scope = 'staff';
  streams.at(-1)?.close();
  await eventually(async () => expect(await read()).toBeDefined());
});
