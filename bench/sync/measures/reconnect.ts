import { createHttpClient, type HttpCall, type HttpClient } from '../http-client.ts';
import type { Wire } from '../wire.ts';
import { catchUp } from './caught-up-reader.ts';

/** Bytes of a device whose stream broke off and that has missed nothing: the stream anew, and what it then pulls. */
export async function measureReconnect(wire: Wire): Promise<number> {
  const { readNews = () => wire.collections, streamAgain = wire.stream } = wire;
  const before = createHttpClient(wire.server.origin);
  const greeting = await readGreeting(before, wire.stream());
  const positions = new Map<string, string>();
  for (const collection of wire.collections)
    positions.set(collection, await catchUp(wire, before, collection));
  before.close();
  const client = createHttpClient(wire.server.origin);
  for (const collection of readNews(await readGreeting(client, streamAgain(greeting)))) {
    await client.send(wire.pull({ collection, position: positions.get(collection) ?? '', limit: 200 }));
  }
  const bytes = client.bytes();
  client.close();
  return bytes;
}

/** Bytes of one pull that brings nothing. */
export async function measureEmptyPull(wire: Wire): Promise<number> {
  const [collection = ''] = wire.collections;
  const client = createHttpClient(wire.server.origin);
  const position = await catchUp(wire, client, collection);
  const before = client.bytes();
  await client.send(wire.pull({ collection, position, limit: 200 }));
  const bytes = client.bytes() - before;
  client.close();
  return bytes;
}

async function readGreeting(client: HttpClient, call: HttpCall): Promise<string> {
  let greeting = '';
  await client.listen(call, (text) => void (greeting += text));
  return greeting;
}
