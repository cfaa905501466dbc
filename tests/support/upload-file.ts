import type { Caller } from './core-server.ts';

const TUS = { 'tus-resumable': '1.0.0' };

interface UploadFileOptions {
  readonly name?: string;
  readonly as?: Caller;
  /** Stops after this many bytes, like a broken connection. */
  readonly until?: number;
}

/** A server to send requests to, in this process or over the network. */
export interface Requests {
  request(
    path: string,
    init?: RequestInit & { readonly as?: Caller; readonly json?: unknown },
  ): Promise<Response>;
}

/** A server on the network, called with its admin token. */
export function toRequests(server: { readonly origin: string; readonly adminToken: string }): Requests {
  return {
    request: (path, { as: _admin, json, headers, ...init } = {}) =>
      fetch(`${server.origin}/api/v1${path}`, {
        ...init,
        headers: {
          ...(headers as Record<string, string>),
          authorization: `Bearer ${server.adminToken}`,
          ...(json === undefined ? {} : { 'content-type': 'application/json' }),
        },
        ...(json === undefined ? {} : { body: JSON.stringify(json) }),
      }),
  };
}

/** Uploads a file by the tus protocol. @returns the upload's id */
export async function uploadFile(
  server: Requests,
  content: string | Uint8Array,
  { name = 'sample.ndjson', as = 'admin', until }: UploadFileOptions = {},
): Promise<string> {
  const bytes = Buffer.from(content as string);
  const created = await createUpload(server, bytes.length, { name, as });
  if (created.status !== 201) throw new Error(`${created.status} ${await created.text()}`);
  const id = (created.headers.get('location') ?? '').split('/').at(-1) ?? '';
  const sent = await sendPiece(server, id, { from: 0, bytes: bytes.subarray(0, until), as });
  if (sent.status !== 204) throw new Error(`${sent.status} ${await sent.text()}`);
  return id;
}

export function createUpload(
  server: Requests,
  length: number,
  { name = 'sample.ndjson', as = 'admin' }: UploadFileOptions = {},
): Promise<Response> {
  const metadata = `filename ${Buffer.from(name).toString('base64')}`;
  const headers = { ...TUS, 'upload-length': String(length), 'upload-metadata': metadata };
  return server.request('/admin/uploads', { as, method: 'POST', headers });
}

export function sendPiece(
  server: Requests,
  id: string,
  { from, bytes, as = 'admin' }: { readonly from: number; readonly bytes: Uint8Array; readonly as?: Caller },
): Promise<Response> {
  const headers = {
    ...TUS,
    'upload-offset': String(from),
    'content-type': 'application/offset+octet-stream',
    'content-length': String(bytes.length),
  };
  const body = new Uint8Array(bytes);
  return server.request(`/admin/uploads/${id}`, { as, method: 'PATCH', headers, body });
}

/** @returns how many bytes of an upload have arrived */
export async function readOffset(server: Requests, id: string): Promise<number> {
  const response = await server.request(`/admin/uploads/${id}`, {
    as: 'admin',
    method: 'HEAD',
    headers: TUS,
  });
  return Number(response.headers.get('upload-offset'));
}
