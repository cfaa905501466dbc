import { findForeignFormat } from '#shared/import/foreign-formats.ts';
import { AppError } from '#shared/kernel/app-error.ts';
import { streamChunks } from '../stream-chunks.ts';
import { isGzip, unpack } from './unpack.ts';

/** A file from this device; of one that came packed, what was packed in it. */
export interface OpenedFile {
  /** Without the ending of a packed one. */
  readonly name: string;
  /** The first 64 KiB, without a mark of UTF-8. */
  readonly head: Uint8Array;
  /** All bytes, the head included. */
  readonly chunks: AsyncIterable<Uint8Array>;
  /** Offset of the first of them. */
  readonly firstByte: number;
}

const HEAD_BYTES = 65_536;
const BYTE_ORDER_MARK = [0xef, 0xbb, 0xbf];

/**
 * @param onRead so many bytes more were read of the file as it lies there
 * @throws AppError for what holds no text, or can't be unpacked
 */
export async function openFile(file: File, onRead: (bytes: number) => void): Promise<OpenedFile> {
  const isPacked = isGzip(new Uint8Array(await file.slice(0, 2).arrayBuffer()));
  const head = isPacked
    ? await readHead(unpack(streamChunks(file.stream()), file.name))
    : new Uint8Array(await file.slice(0, HEAD_BYTES).arrayBuffer());
  const foreign = findForeignFormat(head);
  if (foreign !== undefined)
    throw new AppError('invalid-argument', `${file.name} ${foreign} Nothing was written.`);
  const firstByte = BYTE_ORDER_MARK.every((byte, index) => head[index] === byte) ? BYTE_ORDER_MARK.length : 0;
  const bytes = tap(streamChunks(file.stream()), onRead);
  return {
    name: isPacked ? file.name.replace(/\.gz$/i, '') : file.name,
    head: head.subarray(firstByte),
    firstByte,
    chunks: without(isPacked ? unpack(bytes, file.name) : bytes, firstByte),
  };
}

async function readHead(chunks: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const head: number[] = [];
  for await (const chunk of chunks) {
    for (const byte of chunk.subarray(0, HEAD_BYTES - head.length)) head.push(byte);
    if (head.length === HEAD_BYTES) break;
  }
  return new Uint8Array(head);
}

async function* tap<Chunk extends Uint8Array>(
  chunks: AsyncIterable<Chunk>,
  onRead: (bytes: number) => void,
): AsyncGenerator<Chunk> {
  for await (const chunk of chunks) {
    onRead(chunk.length);
    yield chunk;
  }
}

async function* without(chunks: AsyncIterable<Uint8Array>, bytes: number): AsyncGenerator<Uint8Array> {
  let left = bytes;
  for await (const chunk of chunks) {
    const passed = Math.min(left, chunk.length);
    left -= passed;
    if (passed < chunk.length) yield chunk.subarray(passed);
  }
}
