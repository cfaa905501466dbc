import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { open, realpath, rename, stat, unlink, type FileHandle } from 'node:fs/promises';
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

/** Writes into a temporary file beside `file` and puts it in its place at `commit`. A new one gets the rights of `mode`. */
export async function openFileOutput(
  file: string,
  { mode = 0o666 & ~process.umask() }: { readonly mode?: number } = {},
): Promise<Output> {
  const target = await toTarget(file, mode);
  const temporary = join(
    dirname(target.path),
    `.${basename(target.path)}.${randomBytes(6).toString('hex')}.tmp`,
  );
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
      await handle.chmod(target.mode);
      await handle.sync();
      await handle.close();
    });
    isFinished = true;
  }

  async function commit(): Promise<void> {
    await finish();
    await named(() => rename(temporary, target.path));
    await syncFolder(dirname(target.path));
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

async function toTarget(
  file: string,
  mode: number,
): Promise<{ readonly path: string; readonly mode: number }> {
  const existing = await stat(file).catch(() => undefined);
  if (!existing) return { path: file, mode };
  if (!existing.isFile()) {
    throw new Failure(EXIT.localIo, `${file} is not a file.`, { hint: 'Use -o - for standard output.' });
  }
  // Behind a symbolic link the file itself is replaced, and who could read it before still can.
  return { path: await realpath(file), mode: existing.mode & 0o777 };
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
