import { createHttpClient } from '../http-client.ts';
import type { Wire } from '../wire.ts';
import { catchUp } from './caught-up-reader.ts';

/** Bytes of a device that comes back and has missed nothing: its stream, and a pull of each collection. */
export async function measureReconnect(wire: Wire, collections: readonly string[]): Promise<number> {
  const before = createHttpClient(wire.server.origin);
  const positions = await Promise.all(collections.map((collection) => catchUp(wire, before, collection)));
  before.close();
  const client = createHttpClient(wire.server.origin);
  await client.listen(wire.stream(), () => {});
  for (const [index, collection] of collections.entries()) {
    await client.send(wire.pull({ collection, position: positions[index] ?? '', limit: 200 }));
  }
  const bytes = client.bytes();
  client.close();
  return bytes;
}
