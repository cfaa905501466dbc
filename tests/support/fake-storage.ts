import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export type Respond = (request: IncomingMessage, response: ServerResponse) => void;

export interface FakeStorage {
  readonly origin: string;
  /** Method and URL of each request. */
  readonly requests: string[];
  readonly headers: IncomingMessage['headers'][];
  /** Responses to the next requests, in place of the storage's own. */
  readonly next: (Respond | undefined)[];
  /** Bytes of requests to append a piece. */
  readonly sentBytes: () => number;
  /** Cuts a connection once so many bytes of a piece have arrived. */
  cutAfter: number;
  /** Says whether a file is stored, once it has arrived. */
  facts: (id: string) => { readonly state: string; readonly reason?: string };
  /** Arrived files by id. */
  readonly files: Map<string, Buffer>;
  stop(): Promise<void>;
}

interface Upload {
  readonly id: string;
  readonly size: number;
  bytes: Buffer;
}

const PATH = /^\/api\/v1\/storage\/([\w-]+)\/(uploads(?:\/(\w+))?|([0-9a-f]{32})\.\w+)$/;

/** The storage routes of the server in memory, over HTTP, with tus 1.0. */
export async function startFakeStorage(): Promise<FakeStorage> {
  const uploads = new Map<string, Upload>();
  let sent = 0;
  const server = createServer((request, response) => {
    const { method = '', url = '' } = request;
    storage.requests.push(`${method} ${url}`);
    storage.headers.push(request.headers);
    const respond = storage.next.shift();
    if (respond) return respond(request, response);
    const [, bucket = '', path = '', key = '', fileId = ''] = PATH.exec(url) ?? [];
    const upload = uploads.get(key);
    const toFacts = (id: string) => {
      const facts = { id, bucket, bytes: 1, width: null, height: null, reason: null, ...storage.facts(id) };
      return JSON.stringify(facts);
    };
    const end = (status: number, headers: Record<string, string | number> = {}, body = '') =>
      void response.writeHead(status, { 'tus-resumable': '1.0.0', ...headers }).end(body);

    if (method === 'POST' && path === 'uploads') {
      const name = `u${uploads.size + 1}`;
      const [, id = ''] = /id ([\w+/=]+)/.exec(String(request.headers['upload-metadata'])) ?? [];
      const text = Buffer.from(id, 'base64').toString();
      if (storage.files.has(text)) return end(200, {}, toFacts(text));
      uploads.set(name, {
        id: text,
        size: Number(request.headers['upload-length']),
        bytes: Buffer.alloc(0),
      });
      return end(201, { location: `/api/v1/storage/${bucket}/uploads/${name}` });
    }
    if (method === 'GET') {
      const isHere = storage.files.has(fileId);
      return isHere ? end(200, {}, toFacts(fileId)) : end(404);
    }
    if (!upload) return end(404);
    if (method === 'DELETE') return (uploads.delete(key), end(204));
    if (method === 'HEAD')
      return end(200, { 'upload-offset': upload.bytes.length, 'upload-length': upload.size });
    if (Number(request.headers['upload-offset']) !== upload.bytes.length) return end(409);
    let arrived = 0;
    request.on('data', (piece: Buffer) => {
      const kept = piece.subarray(0, storage.cutAfter - arrived);
      arrived += kept.length;
      sent += kept.length;
      upload.bytes = Buffer.concat([upload.bytes, kept]);
      if (arrived >= storage.cutAfter) request.destroy();
    });
    request.on('end', () => {
      if (upload.bytes.length === upload.size) {
        const digest = createHash('sha256').update(upload.bytes).digest('hex').slice(0, 32);
        if (digest !== upload.id) return (uploads.delete(key), end(460));
        storage.files.set(digest, upload.bytes);
      }
      end(204, { 'upload-offset': upload.bytes.length });
    });
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const storage: FakeStorage = {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests: [],
    headers: [],
    next: [],
    sentBytes: () => sent,
    cutAfter: Infinity,
    facts: () => ({ state: 'stored' }),
    files: new Map(),
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => void server.close(resolve));
    },
  };
  return storage;
}

/** A file as the queue has it after its preparation. */
export function toSent(text: string): { readonly id: string; readonly bytes: ArrayBuffer } {
  const bytes = new TextEncoder().encode(text);
  return { id: createHash('sha256').update(bytes).digest('hex').slice(0, 32), bytes: bytes.buffer };
}
