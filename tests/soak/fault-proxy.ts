import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { pickNumber } from './seeded-random.ts';

/** Behaviour of the network for one connection. */
export type Fault =
  | { readonly kind: 'none' | 'drop' | 'duplicate' | 'half-open' | 'reset' | 'captive portal' | 'lose event' }
  /** Delay of every chunk; chunks of different connections overtake each other. */
  | { readonly kind: 'delay'; readonly delayMs: number }
  /** The response ends after this many bytes. */
  | { readonly kind: 'truncate'; readonly bytes: number }
  /** The connection breaks after this many bytes of the request. */
  | { readonly kind: 'cut'; readonly bytes: number }
  /** What follows these bytes of the request is lost, and the connection stays open. */
  | { readonly kind: 'stall'; readonly bytes: number }
  /** One byte of the response body is changed. */
  | { readonly kind: 'corrupt'; readonly at: number };

export interface FaultProxy {
  readonly origin: string;
  /** Number of times each fault was played. */
  readonly played: ReadonlyMap<Fault['kind'], number>;
  /** Bytes of all requests whose connection has ended, headers included. */
  readonly requestBytes: number;
  /** The same of each method. */
  readonly bytesByMethod: ReadonlyMap<string, number>;
  /** Chooses the faults of future connections. */
  schedule: () => Fault;
  /** Ends all faults: cuts stuck connections and passes new ones through. */
  heal(): void;
  stop(): Promise<void>;
}

const NO_FAULT: Fault = { kind: 'none' };
const PORTAL = '<!doctype html><title>Welcome to the airport</title>';

/** A loopback proxy in front of a server. Each request has its own connection and so its own fault. */
export function startFaultProxy(target: string, schedule: () => Fault): Promise<FaultProxy> {
  const { port: targetPort } = new URL(target);
  const open = new Set<Socket>();
  const played = new Map<Fault['kind'], number>();
  const bytesByMethod = new Map<string, number>();
  const server = createServer((client) => {
    const fault = proxy.schedule();
    played.set(fault.kind, (played.get(fault.kind) ?? 0) + 1);
    keep(client);
    let method = '';
    client.once('data', (piece) => (method = piece.toString('latin1').split(' ', 1)[0] ?? ''));
    client.once('close', () => {
      requestBytes += client.bytesRead;
      bytesByMethod.set(method, (bytesByMethod.get(method) ?? 0) + client.bytesRead);
    });
    play(client, fault, () => keep(connect(Number(targetPort), '127.0.0.1')));
  });

  function keep(socket: Socket): Socket {
    open.add(socket);
    socket.once('close', () => open.delete(socket));
    // This proxy cuts connections on purpose.
    socket.on('error', () => socket.destroy());
    return socket;
  }

  let origin = '';
  let requestBytes = 0;
  const proxy: FaultProxy = {
    get origin() {
      return origin;
    },
    played,
    get requestBytes() {
      return requestBytes;
    },
    bytesByMethod,
    schedule,
    heal() {
      proxy.schedule = () => NO_FAULT;
      for (const socket of open) socket.destroy();
    },
    stop: () =>
      new Promise((resolve) => {
        for (const socket of open) socket.destroy();
        server.close(() => resolve());
      }),
  };
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
      resolve(proxy);
    });
  });
}

function play(client: Socket, fault: Fault, dial: () => Socket): void {
  switch (fault.kind) {
    case 'drop':
      client.end();
      client.destroy();
      return;
    case 'reset':
      client.once('data', () => client.resetAndDestroy());
      return;
    case 'half-open':
      // The request arrives, no response is sent, and the connection stays open.
      return pipe(client, dial(), () => undefined);
    case 'captive portal':
      client.once('data', () => client.end(toResponse(PORTAL)));
      return;
    case 'duplicate':
      return duplicate(client, dial);
    case 'delay':
      return pipe(client, dial(), (piece, send) => void setTimeout(() => send(piece), fault.delayMs));
    case 'truncate':
      return truncate(client, dial(), fault.bytes);
    case 'cut':
      return cut(client, dial(), fault.bytes);
    case 'stall':
      return stall(client, dial(), fault.bytes);
    case 'corrupt':
      return pipe(client, dial(), (piece, send) => send(corrupt(piece, fault.at)));
    case 'lose event':
      return pipe(client, dial(), (piece, send) => (piece.includes('event: poke') ? undefined : send(piece)));
    case 'none':
      return pipe(client, dial(), (piece, send) => send(piece));
  }
}

type Pass = (piece: Buffer, send: (piece: Buffer) => void) => void;

/** Forwards requests unchanged and responses through `pass`. Removes keep-alive, for one request per connection. */
function pipe(client: Socket, server: Socket, pass: Pass): void {
  const send = (piece: Buffer) => {
    if (client.writable) client.write(piece);
  };
  client.on('data', (piece) => server.write(withoutKeepAlive(piece)));
  server.on('data', (piece) => pass(piece, send));
  // Delayed chunks are sent before the end.
  server.on('end', () => pass(Buffer.alloc(0), () => client.end()));
  client.once('close', () => server.destroy());
}

function truncate(client: Socket, server: Socket, bytes: number): void {
  let left = bytes;
  pipe(client, server, (piece, send) => {
    send(piece.subarray(0, left));
    left -= piece.length;
    if (left <= 0) client.end();
  });
}

function cut(client: Socket, server: Socket, bytes: number): void {
  let left = bytes;
  client.on('data', (piece) => {
    server.write(withoutKeepAlive(piece.subarray(0, left)));
    left -= piece.length;
    if (left > 0) return;
    server.end();
    client.resetAndDestroy();
  });
  server.on('data', (piece) => client.writable && client.write(piece));
  server.on('end', () => client.end());
  client.once('close', () => server.end());
}

function stall(client: Socket, server: Socket, bytes: number): void {
  let left = bytes;
  client.on('data', (piece) => {
    if (left > 0) server.write(withoutKeepAlive(piece.subarray(0, left)));
    left -= piece.length;
  });
  server.on('data', (piece) => client.writable && client.write(piece));
  server.on('end', () => client.end());
  client.once('close', () => server.end());
}

/** The request takes effect twice; the first response is forwarded. */
function duplicate(client: Socket, dial: () => Socket): void {
  const [first, second] = [dial(), dial()];
  client.on('data', (piece) => second.write(withoutKeepAlive(piece)));
  second.resume();
  pipe(client, first, (piece, send) => send(piece));
  first.once('close', () => second.end());
}

function withoutKeepAlive(piece: Buffer): Buffer {
  const text = piece.toString('latin1');
  return Buffer.from(text.replace(/\r\nconnection: keep-alive/i, '\r\nconnection: close'), 'latin1');
}

/** Changes one byte after the headers. */
function corrupt(piece: Buffer, at: number): Buffer {
  const head = piece.indexOf('\r\n\r\n');
  const body = head < 0 ? 0 : head + 4;
  if (piece.length <= body) return piece;
  const changed = Buffer.from(piece);
  changed[body + (at % (piece.length - body))] = 0x7e;
  return changed;
}

function toResponse(html: string): string {
  return `HTTP/1.1 200 OK\r\ncontent-type: text/html\r\ncontent-length: ${html.length}\r\nconnection: close\r\n\r\n${html}`;
}

/** Seeded faults for the given share of connections. */
export function createFaultSchedule(random: () => number, share: number): () => Fault {
  const kinds = [
    'drop',
    'duplicate',
    'half-open',
    'reset',
    'captive portal',
    'lose event',
    'delay',
    'truncate',
    'corrupt',
  ] as const;
  return () => {
    if (random() >= share) return NO_FAULT;
    const kind = kinds[pickNumber(random, kinds.length)] ?? 'drop';
    if (kind === 'delay') return { kind, delayMs: pickNumber(random, 300) };
    if (kind === 'truncate') return { kind, bytes: pickNumber(random, 1500) };
    // The first byte, so that the body is unreadable. Detecting altered text is TLS's job.
    if (kind === 'corrupt') return { kind, at: 0 };
    return { kind };
  };
}
