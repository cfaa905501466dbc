import { createTemporaryFile, type TemporaryFile } from './temporary-file.ts';

const BUFFER_CHARACTERS = 262_144;

/** Lines kept in a private temporary file until everything before them is known. */
export class Spool {
  private readonly file: TemporaryFile;
  private pending = '';

  private constructor(file: TemporaryFile) {
    this.file = file;
  }

  static async create(): Promise<Spool> {
    return new Spool(await createTemporaryFile());
  }

  /** The line must not hold a line feed. */
  async add(line: string): Promise<void> {
    this.pending += `${line}\n`;
    if (this.pending.length >= BUFFER_CHARACTERS) await this.flush();
  }

  /** All bytes from the start. */
  async *read(): AsyncGenerator<Uint8Array> {
    await this.flush();
    const { handle } = this.file;
    yield* handle.createReadStream({ start: 0, autoClose: false, highWaterMark: BUFFER_CHARACTERS });
  }

  async close(): Promise<void> {
    await this.file.close();
  }

  private async flush(): Promise<void> {
    if (this.pending === '') return;
    const text = this.pending;
    this.pending = '';
    // Without a position: reading from the start doesn't move where the next write goes.
    await this.file.handle.appendFile(text);
  }
}
