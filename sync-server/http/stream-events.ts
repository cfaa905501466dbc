import type { Poke } from '#shared/sync/messages.ts';

const encoder = new TextEncoder();

/** A comment: nothing to read, but proof that the stream is alive. */
export const HEARTBEAT = encoder.encode(': still here\n\n');

/** @param retryMs how long a reader waits with coming back after the stream's end */
export function toEvent(name: string, data: object, retryMs?: number): Uint8Array {
  const retry = retryMs === undefined ? '' : `retry: ${retryMs}\n`;
  return encoder.encode(`${retry}event: ${name}\ndata: ${JSON.stringify(data)}\n\n`);
}

/** A poke that many streams hear is encoded once: the feed gives all of them the same object. */
export function createPokeEncoder(): (poke: Poke) => Uint8Array {
  const encoded = new WeakMap<Poke, Uint8Array>();
  return (poke) => {
    const bytes = encoded.get(poke) ?? toEvent('poke', poke);
    encoded.set(poke, bytes);
    return bytes;
  };
}
