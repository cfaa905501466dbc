import { Writable } from 'node:stream';
import type { Hono } from 'hono';
import type { AppEnv } from '#server/http/app-env.ts';

/** Replaces Node's response: records chunks, and applies backpressure while held up. */
export class RecordingResponse extends Writable {
  readonly chunks: Buffer[] = [];
  head: { status: number; headers: Readonly<Record<string, string>> } | undefined;
  isHeldUp = false;

  writeHead(status: number, headers: Readonly<Record<string, string>>): void {
    this.head = { status, headers };
  }

  override _write(chunk: Buffer, _encoding: string, done: () => void): void {
    this.chunks.push(chunk);
    if (!this.isHeldUp) done();
  }

  get text(): string {
    return Buffer.concat(this.chunks).toString();
  }
}

/** Requests a path with a Node response, as Node's server does. */
export async function callWithResponse(
  app: Hono<AppEnv>,
  path: string,
  headers: Record<string, string> = {},
): Promise<RecordingResponse> {
  const outgoing = new RecordingResponse();
  await app.request(path, { headers }, { outgoing });
  return outgoing;
}
