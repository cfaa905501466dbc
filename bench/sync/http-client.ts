import { Agent, request, type ClientRequest } from 'node:http';
import type { Socket } from 'node:net';

export type Headers = Readonly<Record<string, string>>;

export interface HttpCall {
  readonly path: string;
  readonly headers?: Headers;
  /** JSON text; makes the call a POST. */
  readonly body?: string;
}

/** A device's connections and their byte count. */
export interface HttpClient {
  /** @returns the response body, not decompressed @throws Error unless the status is 2xx */
  send(call: HttpCall): Promise<Buffer>;
  /** Opens a stream. @returns a function that closes it, once its first bytes have arrived or after 500 ms of silence */
  listen(call: HttpCall, onText: (text: string) => void): Promise<() => void>;
  /** Bytes sent and received so far, headers included. */
  bytes(): number;
  close(): void;
}

const SILENCE_MS = 500;

/** Keep-alive over `node:http`, to keep the client's own cost low. */
export function createHttpClient(origin: string): HttpClient {
  const agent = new Agent({ keepAlive: true, maxSockets: Infinity });
  const { hostname, port } = new URL(origin);
  const sockets = new Set<Socket>();
  const open = new Set<ClientRequest>();

  function start({ path, headers = {}, body }: HttpCall): ClientRequest {
    const method = body === undefined ? 'GET' : 'POST';
    const sent =
      body === undefined
        ? headers
        : { ...headers, 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) };
    const call = request({ agent, hostname, port, path, method, headers: sent });
    call.on('socket', (socket) => sockets.add(socket));
    open.add(call);
    call.on('close', () => open.delete(call));
    call.end(body);
    return call;
  }

  return {
    send: (call) =>
      new Promise((resolve, reject) => {
        start(call)
          .on('error', reject)
          .on('response', (response) => {
            const parts: Buffer[] = [];
            response.on('data', (part: Buffer) => parts.push(part));
            response.on('error', reject);
            response.on('end', () => {
              const bytes = Buffer.concat(parts);
              const status = response.statusCode ?? 0;
              if (status >= 200 && status < 300) return resolve(bytes);
              reject(new Error(`${call.path}: ${status} ${bytes.toString().slice(0, 300)}`));
            });
          });
      }),
    listen: (call, onText) =>
      new Promise((resolve, reject) => {
        const running = start({ ...call, headers: { accept: 'text/event-stream', ...call.headers } });
        const close = () => running.destroy();
        // Some servers send nothing, not even headers, before the first change.
        const timer = setTimeout(() => resolve(close), SILENCE_MS);
        running.on('error', reject).on('response', (response) => {
          if (response.statusCode !== 200) return reject(new Error(`${call.path}: ${response.statusCode}`));
          response.setEncoding('utf8');
          response.on('error', () => {});
          response.once('data', () => {
            clearTimeout(timer);
            resolve(close);
          });
          response.on('data', onText);
        });
      }),
    bytes: () => [...sockets].reduce((sum, { bytesRead, bytesWritten }) => sum + bytesRead + bytesWritten, 0),
    close() {
      for (const call of open) call.destroy();
      agent.destroy();
    },
  };
}
