import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { pickNumber } from './seeded-random.ts';

/** What the network does to one connection. */
export type Fault =
  | { readonly kind: 'none' | 'drop' | 'duplicate' | 'half-open' | 'reset' | 'captive portal' | 'lose event' }
  /** Holds every piece back for so long; pieces of different connections overtake each other. */
  | { readonly kind: 'delay'; readonly delayMs: number }
  /** The answer ends after so many bytes. */
  | { readonly kind: 'truncate'; readonly bytes: number }
  /** One byte of the answer's body is another. */
  | { readonly kind: 'corrupt'; readonly at: number };

export interface FaultProxy {
  readonly origin: string;
  /** How often each fault was played. */
  readonly played: ReadonlyMap<Fault['kind'], number>;
  /** Decides about connections to come. */
  schedule: () => Fault;
  /** Ends all faults: what is stuck is cut, what comes is passed on. */
  heal(): void;
  stop(): Promise<void>;
}

const NO_FAULT: Fault = { kind: 'none' };
const PORTAL = '<!doctype html><title>Welcome to the airport</title>';

/** A proxy on loopback before a server. Each request takes a connection of its own, so that each has a fate of its own. */
export function startFaultProxy(target: string, schedule: () => Fault): Promise<FaultProxy> {
  const { port: targetPort } = new URL(target);
  const open = new Set<Socket>();
  const played = new Map<Fault['kind'], number>();
  const server = createServer((client) => {
    const fault = proxy.schedule();
    played.set(fault.kind, (played.get(fault.kind) ?? 0) + 1);
    keep(client);
    play(client, fault, () => keep(connect(Number(targetPort), '127.0.0.1')));
  });

  function keep(socket: Socket): Socket {
    open.add(socket);
    socket.once('close', () => open.delete(socket));
    // A cut connection is this proxy's business.
    socket.on('error', () => socket.destroy());
    return socket;
  }

  let origin = '';
  const proxy: FaultProxy = {
    get origin() {
      return origin;
    },
    played,
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
      // The request arrives; nothing is ever answered, and the connection stays.
      return pipe(client, dial(), () => undefined);
    case 'captive portal':
      client.once('data', () => client.end(toAnswer(PORTAL)));
      return;
    case 'duplicate':
      return duplicate(client, dial);
    case 'delay':
      return pipe(client, dial(), (piece, send) => void setTimeout(() => send(piece), fault.delayMs));
    case 'truncate':
      return truncate(client, dial(), fault.bytes);
    case 'corrupt':
      return pipe(client, dial(), (piece, send) => send(corrupt(piece, fault.at)));
    case 'lose event':
      return pipe(client, dial(), (piece, send) => (piece.includes('event: poke') ? undefined : send(piece)));
    case 'none':
      return pipe(client, dial(), (piece, send) => send(piece));
  }
}

type Pass = (piece: Buffer, send: (piece: Buffer) => void) => void;

/** Passes requests on as they come and answers as `pass` says. One request a connection: keep-alive is taken out. */
function pipe(client: Socket, server: Socket, pass: Pass): void {
  const send = (piece: Buffer) => {
    if (client.writable) client.write(piece);
  };
  client.on('data', (piece) => server.write(withoutKeepAlive(piece)));
  server.on('data', (piece) => pass(piece, send));
  // What is delayed goes out before the end does.
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

/** The whole request takes effect twice; the first answer is passed on. */
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

/** Changes a byte of what follows the headers. */
function corrupt(piece: Buffer, at: number): Buffer {
  const head = piece.indexOf('\r\n\r\n');
  const body = head < 0 ? 0 : head + 4;
  if (piece.length <= body) return piece;
  const changed = Buffer.from(piece);
  changed[body + (at % (piece.length - body))] = 0x7e;
  return changed;
}

function toAnswer(html: string): string {
  return `HTTP/1.1 200 OK\r\ncontent-type: text/html\r\ncontent-length: ${html.length}\r\nconnection: close\r\n\r\n${html}`;
}

/** Faults as a seed decides; the share says how many connections have one. */
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
    // The first byte: what can't be read at all. Letters changed in the middle of a text are TLS's to find.
    if (kind === 'corrupt') return { kind, at: 0 };
    return { kind };
  };
}
