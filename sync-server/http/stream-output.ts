import type { Writable } from 'node:stream';
import type { Poke } from '#shared/sync/messages.ts';

/** Unread bytes at which a reader is disconnected; it catches up by pull. */
const MAX_UNREAD_BYTES = 256 * 1024;

/** A stream's output, from its opening until either side ends it. */
export interface StreamOutput {
  open(out: Writable): void;
  /** Disconnects a reader that leaves too much unread. Does nothing before `open` or after the end. */
  send(bytes: Uint8Array): void;
  end(): void;
}

/** @param onEnd called once, when either side ends the stream */
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
      // A disconnected reader: `close` follows.
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

/** An SSE comment that shows that the stream is alive. */
export const HEARTBEAT = encoder.encode(': still here\n\n');

/** @param retryMs how long a reader waits before it reconnects */
export function toEvent(name: string, data: object, retryMs?: number): Uint8Array {
  const retry = retryMs === undefined ? '' : `retry: ${retryMs}\n`;
  return encoder.encode(`${retry}event: ${name}\ndata: ${JSON.stringify(data)}\n\n`);
}

/** Encodes each poke once for all streams; the feed passes the same object to all of them. */
export function createPokeEncoder(): (poke: Poke) => Uint8Array {
  const encoded = new WeakMap<Poke, Uint8Array>();
  return (poke) => {
    const bytes = encoded.get(poke) ?? toEvent('poke', poke);
    encoded.set(poke, bytes);
    return bytes;
  };
}
