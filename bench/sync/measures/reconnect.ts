import { createHttpClient, type HttpCall, type HttpClient } from '../http-client.ts';
import type { Wire } from '../wire.ts';
import { catchUp } from './caught-up-reader.ts';

/** Bytes of reconnecting without missed changes: the new stream and the pulls it causes. */
export async function measureReconnect(wire: Wire): Promise<number> {
  const { readChangedCollections = () => wire.collections, reconnect = wire.stream } = wire;
  const before = createHttpClient(wire.server.origin);
  const greeting = await readGreeting(before, wire.stream());
  const checkpoints = new Map<string, string>();
  for (const collection of wire.collections)
    checkpoints.set(collection, await catchUp(wire, before, collection));
  before.close();
  const client = createHttpClient(wire.server.origin);
  for (const collection of readChangedCollections(await readGreeting(client, reconnect(greeting)))) {
    await client.send(wire.pull({ collection, checkpoint: checkpoints.get(collection) ?? '', limit: 200 }));
  }
  const bytes = client.bytes();
  client.close();
  return bytes;
}

/** Bytes of one empty pull. */
export async function measureEmptyPull(wire: Wire): Promise<number> {
  const [collection = ''] = wire.collections;
  const client = createHttpClient(wire.server.origin);
  const checkpoint = await catchUp(wire, client, collection);
  const before = client.bytes();
  await client.send(wire.pull({ collection, checkpoint, limit: 200 }));
  const bytes = client.bytes() - before;
  client.close();
  return bytes;
}

async function readGreeting(client: HttpClient, call: HttpCall): Promise<string> {
  let greeting = '';
  await client.listen(call, (text) => void (greeting += text));
  return greeting;
}
