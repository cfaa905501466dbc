import type { Writable } from 'node:stream';
import type { Poke } from '#shared/sync/messages.ts';

/** Bytes a reader may leave unread before it is cut; what it missed comes by pull. */
const MAX_UNREAD_BYTES = 256 * 1024;

/** Where a stream's bytes go, from its opening until either side ends it. */
export interface StreamOutput {
  open(out: Writable): void;
  /** Cuts a reader that leaves too much unread. Nothing is sent before the opening or after the end. */
  send(bytes: Uint8Array): void;
  end(): void;
}

/** @param onEnd called once, whoever ended it */
export function createStreamOutput(onEnd: () => void): StreamOutput {
  let out: Writable | undefined;
  let isEnded = false;

  function end(): void {
    if (isEnded) return;
    isEnded = true;
    onEnd();
    out?.end();
  }

  return {
    open(writable) {
      out = writable;
      if (isEnded) out.end();
      if (out.destroyed) end();
      out.once('close', end);
      // A reader that has gone: its close follows.
      out.on('error', () => undefined);
    },
    send(bytes) {
      if (isEnded || out === undefined) return;
      out.write(bytes);
      if (out.writableLength <= MAX_UNREAD_BYTES) return;
      out.destroy();
      end();
    },
    end,
  };
}

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
