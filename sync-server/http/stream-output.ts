import type { Writable } from 'node:stream';

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
