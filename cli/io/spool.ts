import { randomBytes } from 'node:crypto';
import { open, unlink, type FileHandle } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const BUFFER_CHARACTERS = 262_144;

/** Lines kept in a private temporary file until everything before them is known to be right. */
export class Spool {
  private readonly handle: FileHandle;
  private readonly path: string;
  private pending = '';

  private constructor(handle: FileHandle, path: string) {
    this.handle = handle;
    this.path = path;
  }

  static async create(): Promise<Spool> {
    const path = join(tmpdir(), `nankeen-${randomBytes(8).toString('hex')}`);
    const spool = new Spool(await open(path, 'wx+', 0o600), path);
    // Without a name it is gone with the process, however that ends. Windows keeps open files; there `close` removes it.
    await unlink(path).catch(() => undefined);
    return spool;
  }

  /** The line must not hold a line feed. */
  async add(line: string): Promise<void> {
    this.pending += `${line}\n`;
    if (this.pending.length >= BUFFER_CHARACTERS) await this.flush();
  }

  /** All bytes from the start. */
  async *read(): AsyncGenerator<Uint8Array> {
    await this.flush();
    yield* this.handle.createReadStream({ start: 0, autoClose: false, highWaterMark: BUFFER_CHARACTERS });
  }

  async close(): Promise<void> {
    await this.handle.close();
    await unlink(this.path).catch(() => undefined);
  }

  private async flush(): Promise<void> {
    if (this.pending === '') return;
    const text = this.pending;
    this.pending = '';
    // Without a position: reading from the start doesn't move where the next write goes.
    await this.handle.appendFile(text);
  }
}
