import { open } from 'node:fs/promises';
import type { CliContext } from '#cli/context.ts';
import { EXIT } from '#cli/exit-codes.ts';
import { Failure } from '#cli/failure.ts';

/** An input whose beginning is already known. */
export interface Input {
  /** File name, or `standard input`. */
  readonly name: string;
  /** At least the first characters, up to 64 KiB, without a byte order mark. */
  readonly head: Buffer;
  /** All bytes, the head included. */
  readonly chunks: AsyncIterable<Uint8Array>;
  /** Offset of the first of them in the file: 3 behind a byte order mark. */
  readonly firstByte: number;
}

const HEAD_BYTES = 65_536;
const BYTE_ORDER_MARK = Buffer.from([0xef, 0xbb, 0xbf]);

const FOREIGN: readonly { readonly magic: readonly number[]; readonly sentence: string }[] = [
  { magic: [0x1f, 0x8b], sentence: 'is packed with gzip: gunzip -c FILE | nankeen import COLLECTION -' },
  { magic: [0x50, 0x4b, 3, 4], sentence: 'is a workbook or zip file; save the sheet as "CSV UTF-8".' },
  { magic: [0xff, 0xfe], sentence: 'is UTF-16; save it as UTF-8.' },
  { magic: [0xfe, 0xff], sentence: 'is UTF-16; save it as UTF-8.' },
];

/** Opens a file, or standard input for `-`. The file is closed when its chunks are read or left. */
export async function openInput(file: string, context: Pick<CliContext, 'input'>): Promise<Input> {
  const name = file === '-' ? 'standard input' : file;
  const iterator = (file === '-' ? context.input : await openFile(file))[Symbol.asyncIterator]();
  const pieces: Buffer[] = [];
  let length = 0;
  // A byte order mark may be split across chunks; the head puts it together.
  while (length < HEAD_BYTES) {
    const { done, value } = await iterator.next();
    if (done === true) break;
    pieces.push(Buffer.from(value));
    length += value.length;
  }
  const start = Buffer.concat(pieces);
  const foreign = FOREIGN.find(({ magic }) => magic.every((byte, index) => start[index] === byte));
  if (foreign) {
    await iterator.return?.();
    throw new Failure(EXIT.invalidInput, `${name} ${foreign.sentence}`);
  }
  const firstByte = start.subarray(0, 3).equals(BYTE_ORDER_MARK) ? 3 : 0;
  const head = start.subarray(firstByte);
  return { name, head, chunks: follow(head, iterator), firstByte };
}

async function openFile(file: string): Promise<AsyncIterable<Uint8Array>> {
  const handle = await open(file, 'r');
  if ((await handle.stat()).isDirectory()) {
    await handle.close();
    throw new Failure(EXIT.localIo, `${file} can't be read: it is a folder.`);
  }
  return handle.createReadStream({ highWaterMark: 262_144 });
}

async function* follow(head: Buffer, rest: AsyncIterator<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    if (head.length > 0) yield head;
    for (let next = await rest.next(); next.done !== true; next = await rest.next()) yield next.value;
  } finally {
    await rest.return?.();
  }
}
