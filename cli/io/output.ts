import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { lstat, open, rename, unlink, type FileHandle } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { Writable } from 'node:stream';
import { EXIT } from '#cli/exit-codes.ts';
import { Failure, toIoFailure } from '#cli/failure.ts';

const BUFFER_BYTES = 262_144;

/** Where an export goes. Either all of it arrives, by `commit`, or `discard` leaves everything as it was. */
export interface Output {
  write(bytes: Uint8Array): Promise<void>;
  /** Everything is written and safe, though not in its place yet. */
  finish(): Promise<void>;
  commit(): Promise<void>;
  discard(): Promise<void>;
}

/**
 * Writes into a temporary file beside `file` and puts it in its place at `commit`. What is replaced keeps its rights; a
 * new one only its owner can read.
 * @throws Failure `localIo` for what is no file or leads elsewhere
 */
export async function openFileOutput(file: string): Promise<Output> {
  const mode = await findMode(file);
  const temporary = join(dirname(file), `.${basename(file)}.${randomBytes(6).toString('hex')}.tmp`);
  const handle = await open(temporary, 'wx', 0o600).catch((error: unknown) => {
    throw toIoFailure(error, file);
  });
  const buffer = new WriteBuffer((bytes) => writeAll(handle, bytes));
  let isFinished = false;

  /** A full disk shows late: while writing, while flushing, or only when the file is closed. */
  async function named(step: () => Promise<void>): Promise<void> {
    await step().catch((error: unknown) => {
      const { exitCode, message } = toIoFailure(error, file);
      throw new Failure(exitCode, message, { hint: 'What stood there before is unchanged.', cause: error });
    });
  }

  async function finish(): Promise<void> {
    if (isFinished) return;
    await named(async () => {
      await buffer.flush();
      await handle.chmod(mode);
      await handle.sync();
      await handle.close();
    });
    isFinished = true;
  }

  async function commit(): Promise<void> {
    await finish();
    await named(() => rename(temporary, file));
    await syncFolder(dirname(file));
  }

  async function discard(): Promise<void> {
    await handle.close().catch(() => undefined);
    await unlink(temporary).catch(() => undefined);
  }

  return { write: (bytes) => named(() => buffer.write(bytes)), finish, commit, discard };
}

/** Writes to a stream such as standard output, at the pace of its reader. */
export function createStreamOutput(stream: Writable): Output {
  const buffer = new WriteBuffer(async (bytes) => {
    if (!stream.write(bytes)) await once(stream, 'drain');
  });
  const flush = () => buffer.flush();
  return { write: (bytes) => buffer.write(bytes), finish: flush, commit: flush, discard: async () => {} };
}

async function findMode(file: string): Promise<number> {
  const existing = await lstat(file).catch(() => undefined);
  if (!existing) return 0o600;
  if (existing.isFile()) return existing.mode & 0o777;
  const what = existing.isSymbolicLink() ? 'a symbolic link' : 'not a file';
  throw new Failure(EXIT.localIo, `${file} is ${what}, so nothing is written there.`, {
    hint: 'No file was changed. Name another place, or the file itself.',
  });
}

async function writeAll(handle: FileHandle, bytes: Uint8Array): Promise<void> {
  for (let offset = 0; offset < bytes.length;) {
    offset += (await handle.write(bytes, offset)).bytesWritten;
  }
}

/** Makes the rename itself last; some systems can't sync a folder. */
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
