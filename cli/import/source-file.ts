import { createHash } from 'node:crypto';
import { open, type FileHandle } from 'node:fs/promises';
import { basename } from 'node:path';
import type { CliContext } from '#cli/context.ts';
import { EXIT } from '#cli/exit-codes.ts';
import { Failure, toIoFailure } from '#cli/failure.ts';
import type { Progress } from '#cli/io/progress.ts';
import { createTemporaryFile } from '#cli/io/temporary-file.ts';

/** A file to upload. */
export interface SourceFile {
  /** Path as typed, or `standard input`. */
  readonly name: string;
  /** Name on the server. */
  readonly label: string;
  readonly bytes: number;
  /** In hexadecimal. Proves that a resumed upload continues with the same file. */
  readonly sha256: string;
  /** @throws Failure when the file was truncated */
  read(from: number, to: number): Promise<Uint8Array<ArrayBuffer>>;
  close(): Promise<void>;
}

const CHUNK_BYTES = 1_048_576;
const MAX_LABEL = 300;

const STANDARD_INPUT = 'standard input';

/** File name without folders. The server uses its extension to detect the format. */
export function toLabel(file: string): string {
  return file === '-' ? STANDARD_INPUT : basename(file).slice(-MAX_LABEL);
}

/** The argument for a file with this label. */
export function toTypedFile(label: string): string {
  return label === STANDARD_INPUT ? '-' : label;
}

/** A file to open. */
export interface SourcePlace {
  /** Path, or `-` for standard input. */
  readonly file: string;
  /** Sent instead of the file's own content. */
  readonly content?: Uint8Array<ArrayBuffer>;
}

/** Opens a file, or standard input for `-`. A pipe is copied to a temporary file first, because an upload needs its size. */
export async function openSourceFile(
  context: Pick<CliContext, 'input' | 'interruption'>,
  { file, content }: SourcePlace,
  progress: Progress,
): Promise<SourceFile> {
  const label = toLabel(file);
  if (content) return toSourceFile(file === '-' ? label : file, content);
  if (file === '-') return spool(context, { name: label, label, chunks: context.input }, progress);
  const handle = await open(file, 'r').catch((error: unknown) => {
    throw toIoFailure(error, file);
  });
  const stats = await handle.stat();
  const names = { name: file, label };
  if (stats.isFile()) return hashFile(context, { ...names, handle, bytes: stats.size }, progress);
  if (!stats.isDirectory()) {
    const chunks = handle.createReadStream({ highWaterMark: CHUNK_BYTES });
    return spool(context, { ...names, chunks }, progress);
  }
  await handle.close();
  throw new Failure(EXIT.localIo, `${file} can't be read: it is a folder.`);
}

/** A file of bytes in memory. */
export function toSourceFile(name: string, content: Uint8Array<ArrayBuffer>): SourceFile {
  return {
    name,
    label: basename(name),
    bytes: content.length,
    sha256: createHash('sha256').update(content).digest('hex'),
    read: async (from, to) => content.subarray(from, to),
    async close() {},
  };
}

type Names = Pick<SourceFile, 'name' | 'label'>;

async function spool(
  { interruption }: Pick<CliContext, 'interruption'>,
  { chunks, ...names }: Names & { readonly chunks: AsyncIterable<Uint8Array> },
  progress: Progress,
): Promise<SourceFile> {
  const file = await createTemporaryFile();
  const hash = createHash('sha256');
  let bytes = 0;
  try {
    for await (const chunk of chunks) {
      interruption.throwIfAborted();
      hash.update(chunk);
      await file.append(chunk);
      bytes += chunk.length;
      progress.report({ label: 'Read', bytes });
    }
    interruption.throwIfAborted();
  } catch (error) {
    await file.close();
    throw error;
  }
  const read = toReader(file.handle, names.name);
  return { ...names, bytes, sha256: hash.digest('hex'), read, close: () => file.close() };
}

async function hashFile(
  { interruption }: Pick<CliContext, 'interruption'>,
  { handle, bytes, ...names }: Names & { readonly handle: FileHandle; readonly bytes: number },
  progress: Progress,
): Promise<SourceFile> {
  const hash = createHash('sha256');
  const read = toReader(handle, names.name);
  try {
    for (let at = 0; at < bytes; at += CHUNK_BYTES) {
      interruption.throwIfAborted();
      hash.update(await read(at, Math.min(at + CHUNK_BYTES, bytes)));
      progress.report({ label: 'Read', bytes: at, totalBytes: bytes });
    }
  } catch (error) {
    await handle.close();
    throw error;
  }
  return { ...names, bytes, sha256: hash.digest('hex'), read, close: () => handle.close() };
}

function toReader(handle: FileHandle, name: string): SourceFile['read'] {
  return async (from, to) => {
    const target = new Uint8Array(to - from);
    for (let done = 0; done < target.length;) {
      const { bytesRead } = await handle
        .read(target, done, target.length - done, from + done)
        .catch((error: unknown) => {
          throw toIoFailure(error, name);
        });
      if (bytesRead === 0) {
        throw new Failure(EXIT.localIo, `${name} was truncated while it was read.`, {
          hint: 'Import it when no other program is writing to it.',
        });
      }
      done += bytesRead;
    }
    return target;
  };
}
