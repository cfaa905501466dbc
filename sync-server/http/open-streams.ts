import type { Actor } from '#shared/access/actor.ts';

/** Streams one device may hold open; a browser needs one, and another while it changes tabs. */
export const MAX_STREAMS_OF_DEVICE = 3;

/** The streams that are open, and for whom. */
export interface OpenStreams {
  readonly size: number;
  /** Takes a stream in; the oldest of the same device gives way when there are too many. @returns how to take it out */
  add(reader: Actor, end: () => void): () => void;
  /** Ends every stream that was opened as this account. */
  endOf(accountId: string): void;
}

interface Stream {
  readonly holder: string | undefined;
  readonly accountId: string | undefined;
  readonly end: () => void;
}

export function createOpenStreams(): OpenStreams {
  const streams = new Set<Stream>();
  return {
    get size() {
      return streams.size;
    },
    add(reader, end) {
      const holder = reader.fid ?? reader.accountId;
      // In the order of their opening.
      const same = [...streams].filter((one) => holder !== undefined && one.holder === holder);
      for (const oldest of same.slice(0, Math.max(0, same.length + 1 - MAX_STREAMS_OF_DEVICE))) oldest.end();
      const stream = { holder, accountId: reader.accountId, end };
      streams.add(stream);
      return () => void streams.delete(stream);
    },
    endOf(accountId) {
      for (const stream of streams) if (stream.accountId === accountId) stream.end();
    },
  };
}
