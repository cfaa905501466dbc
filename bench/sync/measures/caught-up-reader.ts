import type { HttpClient } from '../http-client.ts';
import type { Wire } from '../wire.ts';

/** Pulls a collection to its end. @returns the last checkpoint */
export async function catchUp(wire: Wire, client: HttpClient, collection: string): Promise<string> {
  let checkpoint = '';
  for (;;) {
    const text = (await client.send(wire.pull({ collection, checkpoint, limit: 1000 }))).toString();
    const next = wire.readCheckpoint(text);
    if (wire.readIds(text).length === 0 || next === checkpoint) return next;
    checkpoint = next;
  }
}
