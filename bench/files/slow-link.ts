import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/** A link between a device and a server that a benchmark makes slow or unreliable. */
export interface SlowLink {
  readonly origin: string;
  /** Bytes that have passed the link from the device, headers included. */
  sentBytes(): number;
  /** How often all connections were cut. */
  cuts(): number;
  stop(): Promise<void>;
}

export interface LinkFaults {
  /** All connections are cut whenever this many bytes were sent. */
  readonly cutEvery?: number;
  /** From device to server. */
  readonly bytesPerSecond?: number;
}

const STEP_MS = 100;

/** Starts a link to a server on this machine. */
export function startSlowLink(target: string, { cutEvery, bytesPerSecond }: LinkFaults): Promise<SlowLink> {
  const { port } = new URL(target);
  const open = new Set<Socket>();
  let sent = 0;
  let cuts = 0;

  function cutAll(): void {
    cuts += 1;
    for (const socket of open) socket.resetAndDestroy();
  }

  function keep(socket: Socket): Socket {
    open.add(socket);
    return socket.on('error', () => socket.destroy()).once('close', () => open.delete(socket));
  }

  /** Bytes behind a cut do not reach the server. */
  function count(part: Buffer): Buffer {
    const left = cutEvery === undefined ? part.length : cutEvery * (cuts + 1) - sent;
    const through = part.subarray(0, left);
    sent += through.length;
    return through;
  }

  async function forward(client: Socket, server: Socket): Promise<void> {
    for await (const part of client as AsyncIterable<Buffer>) {
      const size = bytesPerSecond === undefined ? part.length : (bytesPerSecond * STEP_MS) / 1000;
      for (let from = 0; from < part.length; from += size) {
        const through = count(part.subarray(from, from + size));
        if (bytesPerSecond !== undefined) await sleep((through.length / bytesPerSecond) * 1000);
        if (client.destroyed) return;
        server.write(through);
        if (cutEvery === undefined || sent < cutEvery * (cuts + 1)) continue;
        // The last bytes arrive, and nothing after them.
        await sleep(5);
        return cutAll();
      }
    }
    server.end();
  }

  const listener = createServer((client) => {
    const server = keep(connect(Number(port), '127.0.0.1'));
    keep(client).once('close', () => server.destroy());
    server.once('close', () => client.destroy());
    server.pipe(client);
    forward(client, server).catch(() => client.destroy());
  });
  return new Promise((resolve) => {
    listener.listen(0, '127.0.0.1', () => {
      resolve({
        origin: `http://127.0.0.1:${(listener.address() as AddressInfo).port}`,
        sentBytes: () => sent,
        cuts: () => cuts,
        stop: () =>
          new Promise((done) => {
            for (const socket of open) socket.destroy();
            listener.close(() => done());
          }),
      });
    });
  });
}
