import { createTemporaryFile, type TemporaryFile } from './temporary-file.ts';

const BUFFER_BYTES = 262_144;
const LINE_FEED = 10;

/** Buffers lines in a private temporary file. */
export class Spool {
  private readonly file: TemporaryFile;
  private pending: Buffer | undefined;
  private used = 0;

  private constructor(file: TemporaryFile) {
    this.file = file;
  }

  static async create(): Promise<Spool> {
    return new Spool(await createTemporaryFile());
  }

  /** @param line without a line feed. @returns a promise to await when the buffer is being flushed */
  add(line: Uint8Array): Promise<void> | undefined {
    if (this.used + line.length < BUFFER_BYTES) {
      this.put(line);
      return undefined;
    }
    return this.flush().then(() => this.put(line));
  }

  /** Reads all bytes from the start. @param highWaterMark bytes per chunk */
  async *read(highWaterMark = BUFFER_BYTES): AsyncGenerator<Uint8Array> {
    await this.release();
    yield* this.file.handle.createReadStream({ start: 0, autoClose: false, highWaterMark });
  }

  /** Flushes and frees the memory buffer. */
  async release(): Promise<void> {
    await this.flush();
    this.pending = undefined;
  }

  async close(): Promise<void> {
    await this.file.close();
  }

  private put(line: Uint8Array): void {
    const end = this.used + line.length;
    if (this.pending === undefined || end >= this.pending.length) {
      this.pending = Buffer.allocUnsafe(Math.max(BUFFER_BYTES, end + 1));
    }
    this.pending.set(line, this.used);
    this.pending[end] = LINE_FEED;
    this.used = end + 1;
  }

  private async flush(): Promise<void> {
    const { pending, used } = this;
    if (pending === undefined || used === 0) return;
    this.used = 0;
    // Appends: reading from the start does not move the write position.
    await this.file.append(pending.subarray(0, used));
  }
}
