import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { lstat, open, rename, unlink, type FileHandle } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { Writable } from 'node:stream';
import { StringDecoder } from 'node:string_decoder';
import { EXIT } from '#cli/exit-codes.ts';
import { Failure, toIoFailure } from '#cli/failure.ts';
import { toPrintableLines } from './terminal.ts';

const BUFFER_BYTES = 262_144;

/** Destination of an export. `commit` puts everything in place; `discard` leaves the old state. */
export interface Output {
  write(bytes: Uint8Array): Promise<void>;
  /** Writes and syncs everything, but does not replace the old file yet. */
  finish(): Promise<void>;
  commit(): Promise<void>;
  discard(): Promise<void>;
}

/**
 * Writes to a temporary file beside `file` and renames it at `commit`. A replaced file keeps its mode; only the owner can
 * read a new one.
 * @throws Failure `localIo` when `file` is not a regular file
 */
export async function openFileOutput(file: string): Promise<Output> {
  const mode = await findMode(file);
  const temporary = join(dirname(file), `.${basename(file)}.${randomBytes(6).toString('hex')}.tmp`);
  const handle = await open(temporary, 'wx', 0o600).catch((error: unknown) => {
    throw toIoFailure(error, file);
  });
  const buffer = new WriteBuffer((bytes) => writeAll(handle, bytes));
  let isFinished = false;

  /** Adds the file name to errors. A full disk may surface while writing, syncing or closing. */
  async function withFileName(step: () => Promise<void>): Promise<void> {
    await step().catch((error: unknown) => {
      const { exitCode, message } = toIoFailure(error, file);
      throw new Failure(exitCode, message, { hint: 'The previous file is unchanged.', cause: error });
    });
  }

  async function finish(): Promise<void> {
    if (isFinished) return;
    await withFileName(async () => {
      await buffer.flush();
      await handle.chmod(mode);
      await handle.sync();
      await handle.close();
    });
    isFinished = true;
  }

  async function commit(): Promise<void> {
    await finish();
    await withFileName(() => rename(temporary, file));
    await syncFolder(dirname(file));
  }

  async function discard(): Promise<void> {
    await handle.close().catch(() => undefined);
    await unlink(temporary).catch(() => undefined);
  }

  return { write: (bytes) => withFileName(() => buffer.write(bytes)), finish, commit, discard };
}

/** Writes to a stream such as standard output, with backpressure. */
export function createStreamOutput(stream: Writable): Output {
  const buffer = new WriteBuffer(async (bytes) => {
    if (!stream.write(bytes)) await once(stream, 'drain');
  });
  const flush = () => buffer.flush();
  return { write: (bytes) => buffer.write(bytes), finish: flush, commit: flush, discard: async () => {} };
}

/** Writes text to a terminal; control characters in it are escaped. */
export function createTerminalOutput(terminal: Writable): Output {
  const output = createStreamOutput(terminal);
  const decoder = new StringDecoder();
  return { ...output, write: (bytes) => output.write(Buffer.from(toPrintableLines(decoder.write(bytes)))) };
}

async function findMode(file: string): Promise<number> {
  const existing = await lstat(file).catch(() => undefined);
  if (!existing) return 0o600;
  if (existing.isFile()) return existing.mode & 0o777;
  const what = existing.isSymbolicLink() ? 'a symbolic link' : 'not a file';
  throw new Failure(EXIT.localIo, `${file} is ${what}; it will not be overwritten.`, {
    hint: 'No file was changed. Name another file, or the target of the link.',
  });
}

async function writeAll(handle: FileHandle, bytes: Uint8Array): Promise<void> {
  for (let offset = 0; offset < bytes.length;) {
    offset += (await handle.write(bytes, offset)).bytesWritten;
  }
}

/** Makes the rename durable. Some systems can't sync a folder. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r').catch(() => undefined);
  await handle?.sync().catch(() => undefined);
  await handle?.close();
}

class WriteBuffer {
  private readonly drain: (bytes: Uint8Array) => Promise<void>;
  private pieces: Uint8Array[] = [];
  private length = 0;

  constructor(drain: (bytes: Uint8Array) => Promise<void>) {
    this.drain = drain;
  }

  async write(bytes: Uint8Array): Promise<void> {
    this.pieces.push(bytes);
    this.length += bytes.length;
    if (this.length >= BUFFER_BYTES) await this.flush();
  }

  async flush(): Promise<void> {
    if (this.length === 0) return;
    const bytes = Buffer.concat(this.pieces);
    this.pieces = [];
    this.length = 0;
    await this.drain(bytes);
  }
}
