import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What a proxy makes of one stream: the server's answer, and the device's end of it. */
export type StreamFate = (upstream: IncomingMessage, device: ServerResponse) => void;

/** Hands the stream on as it comes. */
export const WHOLE: StreamFate = (upstream, device) => void upstream.pipe(device);

/** Holds back whatever comes through the stream, as a proxy does that waits for the answer's end. */
export const BUFFERED: StreamFate = (upstream) => void upstream.resume();

/** Hands the stream on up to the middle of its first poke; then the connection breaks. */
export const CUT_IN_POKE: StreamFate = (upstream, device) => {
  upstream.on('data', (chunk: Buffer) => {
    const poke = chunk.indexOf('event: poke');
    if (poke < 0) return void device.write(chunk);
    device.write(chunk.subarray(0, poke + 30), () => device.destroy());
  });
};

export interface StreamProxy {
  readonly origin: string;
  /** What becomes of the streams that are opened from now on. */
  fate: StreamFate;
  /** The streams that are open now break off. */
  breakStreams(): void;
  stop(): Promise<void>;
}

/** Stands between devices and a server, and leaves everything but the stream alone. */
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
