import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** How a proxy handles one stream, from the server's response to the device. */
export type StreamFate = (upstream: IncomingMessage, device: ServerResponse) => void;

/** Passes the stream through. */
export const WHOLE: StreamFate = (upstream, device) => void upstream.pipe(device);

/** Buffers the stream, like a proxy that waits for the end of the response. */
export const BUFFERED: StreamFate = (upstream) => void upstream.resume();

/** Passes the stream through up to the middle of its first poke, then breaks the connection. */
export const CUT_IN_POKE: StreamFate = (upstream, device) => {
  upstream.on('data', (chunk: Buffer) => {
    const poke = chunk.indexOf('event: poke');
    if (poke < 0) return void device.write(chunk);
    device.write(chunk.subarray(0, poke + 30), () => device.destroy());
  });
};

export interface StreamProxy {
  readonly origin: string;
  /** Handling of streams opened from now on. */
  fate: StreamFate;
  /** Breaks the open streams. */
  breakStreams(): void;
  stop(): Promise<void>;
}

/** A proxy between devices and a server that affects only the stream. */
export function createStreamProxy(target: string, first: StreamFate): Promise<StreamProxy> {
  const streams = new Set<ServerResponse>();
  return new Promise((resolve) => {
    const server = createServer((incoming, outgoing) => {
      const { method, headers, url = '/' } = incoming;
      const onward = request(new URL(url, target), { method, headers }, (upstream) => {
        outgoing.writeHead(upstream.statusCode ?? 502, upstream.headers);
        outgoing.flushHeaders();
        const isStream = url.endsWith('/stream');
        if (isStream) streams.add(outgoing);
        (isStream ? proxy.fate : WHOLE)(upstream, outgoing);
      });
      onward.on('error', () => outgoing.destroy());
      outgoing.on('close', () => {
        streams.delete(outgoing);
        onward.destroy();
      });
      incoming.pipe(onward);
    });
    const proxy: StreamProxy = {
      get origin() {
        return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
      },
      fate: first,
      breakStreams: () => streams.forEach((stream) => stream.destroy()),
      stop: () =>
        new Promise<void>((ended) => {
          server.close(() => ended());
          server.closeAllConnections();
        }),
    };
    server.listen(0, '127.0.0.1', () => resolve(proxy));
  });
}
