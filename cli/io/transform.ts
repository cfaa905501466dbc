import { pipeline, Readable, type Duplex } from 'node:stream';

/** What a stream makes of the chunks, at the pace of whoever reads. Errors of both sides are thrown here. */
export function transform<Out>(chunks: AsyncIterable<unknown>, stream: Duplex): AsyncIterable<Out> {
  // The callback's error reaches the reader through the stream itself.
  pipeline(Readable.from(chunks), stream, () => undefined);
  return stream as AsyncIterable<Out>;
}
