import type { HttpClient } from '../http-client.ts';
import type { Wire } from '../wire.ts';

/** The position of a device that has everything of a collection. */
export async function catchUp(wire: Wire, client: HttpClient, collection: string): Promise<string> {
  let position = '';
  for (;;) {
    const text = (await client.send(wire.pull({ collection, position, limit: 1000 }))).toString();
    const next = wire.readCheckpoint(text);
    if (wire.readIds(text).length === 0 || next === position) return next;
    position = next;
  }
}
