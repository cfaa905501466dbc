import type { Writable } from 'node:stream';
import type { SharedPoke } from '#server/core/changes-feed.ts';

/** Unread bytes at which a reader is disconnected; it catches up by pull. */
const MAX_UNREAD_BYTES = 256 * 1024;

/** Unread bytes above which a reader gets pokes without pages. */
const MAX_UNREAD_WITH_PAGES = 8 * 1024;

/** A stream's output, from its opening until either side ends it. */
export interface StreamOutput {
  open(out: Writable): void;
  /** Disconnects a reader that leaves too much unread. Does nothing before `open` or after the end. */
  send(bytes: Uint8Array): void;
  /** Whether the reader lags behind what was sent. */
  isBehind(): boolean;
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
    isBehind: () => (out?.writableLength ?? 0) > MAX_UNREAD_WITH_PAGES,
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

export interface EncodedPoke {
  readonly whole: Uint8Array;
  readonly withoutPage: Uint8Array;
}

/** Encodes each poke once for all streams; the feed passes the same object to all of them. */
export function createPokeEncoder(): (poke: SharedPoke) => EncodedPoke {
  const encoded = new WeakMap<SharedPoke, EncodedPoke>();
  return (poke) => {
    const known = encoded.get(poke) ?? encodePoke(poke);
    encoded.set(poke, known);
    return known;
  };
}

function encodePoke({ collection, sequence, page }: SharedPoke): EncodedPoke {
  const withoutPage = toEvent('poke', { collection, sequence });
  if (page === undefined) return { whole: withoutPage, withoutPage };
  const data = `${JSON.stringify({ collection, sequence }).slice(0, -1)},"page":${page}}`;
  return { whole: encoder.encode(`event: poke\ndata: ${data}\n\n`), withoutPage };
}
