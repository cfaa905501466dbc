import { createHash } from 'node:crypto';
import { open } from 'node:fs/promises';
import type { CliContext } from '#cli/context.ts';
import { EXIT } from '#cli/exit-codes.ts';
import { Failure, toIoFailure } from '#cli/failure.ts';
import { findForeignFormat } from '#shared/import/foreign-formats.ts';
import { gunzip, isGzip } from './gzip.ts';

/** An input whose beginning is already known. */
export interface Input {
  /** File name, or `standard input`. */
  readonly name: string;
  /** Whether it came packed; everything else here is what was packed. */
  readonly isGzip: boolean;
  /** At least the first characters, up to 64 KiB, without a byte order mark. */
  readonly head: Buffer;
  /** All bytes, the head included. */
  readonly chunks: AsyncIterable<Uint8Array>;
  /** Offset of the first of them: 3 behind a byte order mark. */
  readonly firstByte: number;
  /** How much of the file has been read. `total` is missing where nobody knows. */
  progress(): { readonly bytes: number; readonly total: number | undefined };
  /** sha256 of the bytes as they stand in the file, in hexadecimal; of all of them only when they were read. */
  digest(): string;
}

const HEAD_BYTES = 65_536;
const BYTE_ORDER_MARK = Buffer.from([0xef, 0xbb, 0xbf]);

/** Opens a file, or standard input for `-`. The file is closed when its chunks are read or left. */
export async function openInput(file: string, context: Pick<CliContext, 'input'>): Promise<Input> {
  const name = file === '-' ? 'standard input' : file;
  const { bytes, size } = file === '-' ? { bytes: context.input, size: undefined } : await openFile(file);
  const hash = createHash('sha256');
  let read = 0;
  const packed = await peek(
    tap(bytes, (chunk) => {
      hash.update(chunk);
      read += chunk.length;
    }),
  );
  const isPacked = isGzip(packed.head);
  const { head, chunks, leave } = isPacked ? await peek(gunzip(packed.chunks, name)) : packed;
  const foreign = findForeignFormat(head);
  if (foreign !== undefined) {
    await leave();
    throw new Failure(EXIT.invalidInput, `${name} ${foreign}`);
  }
  const firstByte = head.subarray(0, 3).equals(BYTE_ORDER_MARK) ? 3 : 0;
  return {
    name,
    isGzip: isPacked,
    head: head.subarray(firstByte),
    chunks: without(chunks, firstByte),
    firstByte,
    progress: () => ({ bytes: read, total: size }),
    digest: () => hash.copy().digest('hex'),
  };
}

async function openFile(
  file: string,
): Promise<{ bytes: AsyncIterable<Uint8Array>; size: number | undefined }> {
  const handle = await open(file, 'r').catch((error: unknown) => {
    throw toIoFailure(error, file);
  });
  const stats = await handle.stat();
  if (stats.isDirectory()) {
    await handle.close();
    throw new Failure(EXIT.localIo, `${file} can't be read: it is a folder.`);
  }
  return {
    bytes: handle.createReadStream({ highWaterMark: 262_144 }),
    size: stats.isFile() ? stats.size : undefined,
  };
}

async function* tap(
  chunks: AsyncIterable<Uint8Array>,
  look: (chunk: Uint8Array) => void,
): AsyncGenerator<Uint8Array> {
  for await (const chunk of chunks) {
    look(chunk);
    yield chunk;
  }
}

interface Peeked {
  readonly head: Buffer;
  /** Everything, the head included. */
  readonly chunks: AsyncIterable<Uint8Array>;
  leave(): Promise<unknown>;
}

/** A byte order mark may be split across chunks; the head puts it together. */
async function peek(chunks: AsyncIterable<Uint8Array>): Promise<Peeked> {
  const iterator = chunks[Symbol.asyncIterator]();
  const pieces: Buffer[] = [];
  let length = 0;
  while (length < HEAD_BYTES) {
    const { done, value } = await iterator.next();
    if (done === true) break;
    pieces.push(Buffer.from(value));
    length += value.length;
  }
  const head = Buffer.concat(pieces);
  return { head, chunks: follow(head, iterator), leave: async () => iterator.return?.() };
}

async function* follow(head: Buffer, rest: AsyncIterator<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    if (head.length > 0) yield head;
    for (let next = await rest.next(); next.done !== true; next = await rest.next()) yield next.value;
  } finally {
    await rest.return?.();
  }
}

/** The head is the first chunk, so the mark is in it. */
async function* without(chunks: AsyncIterable<Uint8Array>, bytes: number): AsyncGenerator<Uint8Array> {
  let isFirst = true;
  for await (const chunk of chunks) {
    yield isFirst ? chunk.subarray(bytes) : chunk;
    isFirst = false;
  }
}
