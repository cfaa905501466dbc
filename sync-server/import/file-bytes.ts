import { open } from 'node:fs/promises';
import { pipeline } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { AppError } from '#shared/kernel/app-error.ts';
import { formatCount } from './import-notes.ts';

/** An opened import file and its beginning. */
export interface FileBytes {
  readonly isGzip: boolean;
  /** The first unpacked bytes, up to 64 KiB, without a byte order mark. */
  readonly head: Buffer;
  /** Whether `head` is the whole content. */
  readonly isWhole: boolean;
  /** Offset of the head's first byte: 3 after a byte order mark. */
  readonly firstByte: number;
  /** The unpacked bytes from `firstByte` on. @throws AppError for damaged gzip and oversized content */
  readonly chunks: AsyncIterable<Buffer>;
  /** Bytes read from the file so far, before unpacking. */
  readBytes(): number;
}

export interface FileLimits {
  /** Name of the file in messages. */
  readonly name: string;
  readonly maxBytes: number;
  readonly signal?: AbortSignal | undefined;
}

const CHUNK_BYTES = 65_536;
const HEAD_BYTES = 65_536;
const BYTE_ORDER_MARK = Buffer.from([0xef, 0xbb, 0xbf]);

/** Opens a file. It closes once its chunks are read or abandoned. @throws AppError for a file that is not text */
export async function openFileBytes(file: string, limits: FileLimits): Promise<FileBytes> {
  const counter = { bytes: 0 };
  const isGzip = await startsWithGzip(file);
  const start = () =>
    limit(isGzip ? gunzip(readFile(file, counter), limits) : readFile(file, counter), limits);
  const { bytes, isWhole } = await readHead(start());
  const foreign = findForeignFormat(bytes);
  if (foreign !== undefined) throw refuse('foreign-format', `${limits.name} ${foreign}`);
  const firstByte = bytes.subarray(0, 3).equals(BYTE_ORDER_MARK) ? 3 : 0;
  return {
    isGzip,
    head: bytes.subarray(firstByte),
    isWhole,
    firstByte,
    chunks: { [Symbol.asyncIterator]: () => skip(start(), firstByte) },
    readBytes: () => counter.bytes,
  };
}

/** An error about the whole file. @param reason stable code */
export function refuse(reason: string, message: string, cause?: unknown): AppError {
  return new AppError('invalid-argument', message, { reason, cause });
}

async function startsWithGzip(file: string): Promise<boolean> {
  const handle = await open(file, 'r');
  try {
    const { buffer } = await handle.read(Buffer.alloc(2), 0, 2, 0);
    return buffer[0] === 0x1f && buffer[1] === 0x8b;
  } finally {
    await handle.close();
  }
}

async function* readFile(file: string, counter: { bytes: number }): AsyncGenerator<Buffer> {
  const handle = await open(file, 'r');
  counter.bytes = 0;
  for await (const chunk of handle.createReadStream({ highWaterMark: CHUNK_BYTES })) {
    const bytes = chunk as Buffer;
    counter.bytes += bytes.length;
    yield bytes;
  }
}

async function* gunzip(chunks: AsyncIterable<Buffer>, { name }: FileLimits): AsyncGenerator<Buffer> {
  let bytes = 0;
  try {
    // `pipeline` requires a callback; errors surface in the iteration.
    const unpacked = pipeline(chunks, createGunzip({ chunkSize: CHUNK_BYTES }), () => undefined);
    for await (const chunk of unpacked) {
      bytes += (chunk as Buffer).length;
      yield chunk as Buffer;
    }
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? '';
    if (!code.startsWith('Z_')) throw error;
    const what = code === 'Z_BUF_ERROR' ? 'is cut off' : 'is damaged';
    const message = `${name} ${what}: gzip could unpack ${formatCount(bytes)} bytes of it. Download or compress the file again.`;
    throw refuse('invalid-gzip', message, error);
  }
}

async function* limit(
  chunks: AsyncIterable<Buffer>,
  { name, maxBytes, signal }: FileLimits,
): AsyncGenerator<Buffer> {
  let bytes = 0;
  for await (const chunk of chunks) {
    signal?.throwIfAborted();
    bytes += chunk.length;
    if (bytes > maxBytes) {
      const message = `${name} holds more than ${formatCount(maxBytes)} bytes unpacked. Split it into several files.`;
      throw new AppError('resource-exhausted', message, { status: 413, reason: 'unpacked-too-large' });
    }
    yield chunk;
  }
}

async function readHead(chunks: AsyncIterable<Buffer>): Promise<{ bytes: Buffer; isWhole: boolean }> {
  const pieces: Buffer[] = [];
  let length = 0;
  for await (const chunk of chunks) {
    pieces.push(chunk);
    length += chunk.length;
    if (length > HEAD_BYTES) return { bytes: Buffer.concat(pieces).subarray(0, HEAD_BYTES), isWhole: false };
  }
  return { bytes: Buffer.concat(pieces), isWhole: true };
}

async function* skip(chunks: AsyncIterable<Buffer>, bytes: number): AsyncGenerator<Buffer> {
  let left = bytes;
  for await (const chunk of chunks) {
    const rest = chunk.subarray(left);
    left -= chunk.length - rest.length;
    if (rest.length > 0) yield rest;
  }
}

interface ForeignFormat {
  readonly magic: readonly number[];
  readonly sentence: string;
}

const UNPACK = 'unpack it first, or pack it with gzip.';

/** Magic numbers of unsupported formats, and what the user can do. */
const FOREIGN_FORMATS: readonly ForeignFormat[] = [
  { magic: [0x50, 0x4b, 3, 4], sentence: 'is a workbook or zip file; save the sheet as "CSV UTF-8".' },
  { magic: [0xd0, 0xcf, 0x11, 0xe0], sentence: 'is an old workbook; save the sheet as "CSV UTF-8".' },
  { magic: [0xff, 0xfe], sentence: 'is UTF-16; save it as UTF-8.' },
  { magic: [0xfe, 0xff], sentence: 'is UTF-16; save it as UTF-8.' },
  { magic: [0x89, 0x50, 0x4e, 0x47], sentence: 'is a PNG picture.' },
  { magic: [0xff, 0xd8, 0xff], sentence: 'is a JPEG picture.' },
  { magic: ascii('%PDF-'), sentence: 'is a PDF.' },
  { magic: ascii('SQLite format 3'), sentence: 'is an SQLite database; export its documents as JSON.' },
  { magic: ascii('BZh'), sentence: `is packed with bzip2; ${UNPACK}` },
  { magic: [0x28, 0xb5, 0x2f, 0xfd], sentence: `is packed with zstd; ${UNPACK}` },
  { magic: [0xfd, 0x37, 0x7a, 0x58, 0x5a], sentence: `is packed with xz; ${UNPACK}` },
  { magic: [0x1f, 0x8b], sentence: `is packed with gzip twice; ${UNPACK}` },
];

function ascii(text: string): number[] {
  return [...Buffer.from(text, 'ascii')];
}

/** Names the format of a file that is not text, as the end of a sentence. */
function findForeignFormat(head: Buffer): string | undefined {
  const known = FOREIGN_FORMATS.find(({ magic }) => magic.every((byte, index) => head[index] === byte));
  if (known) return known.sentence;
  const zero = head.indexOf(0);
  return zero === -1 ? undefined : `is not text: byte ${formatCount(zero)} is zero.`;
}
