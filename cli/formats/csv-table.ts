import type { Input } from '#cli/io/input.ts';
import { readTable, TableNotUtf8, type CsvPart } from '#shared/import/csv-table.ts';
import { findInvalidByte } from './json-documents.ts';

/** The part of an input a table is read from. */
export type TableInput = Pick<Input, 'head' | 'chunks' | 'firstByte'>;

/** Row by row, in constant memory. */
export function readCsvRows({ head, chunks, firstByte }: TableInput): AsyncGenerator<CsvPart> {
  return readTable({ head: head.toString('utf8'), texts: decode(chunks, firstByte) });
}

async function* decode(chunks: AsyncIterable<Uint8Array>, firstByte: number): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  let line = 1;
  let byte = firstByte;
  // A character may be cut in two between chunks.
  let last = Buffer.alloc(0);
  const fail = (chunk: Buffer): never => {
    const start = last.findIndex((code) => (code & 0xc0) !== 0x80);
    const before = start === -1 ? Buffer.alloc(0) : last.subarray(start);
    const bytes = Buffer.concat([before, chunk]);
    const offset = findInvalidByte(bytes);
    const breaks = bytes.toString('latin1', before.length, offset).split('\n').length - 1;
    throw new TableNotUtf8(line + breaks, byte - before.length + offset);
  };
  for await (const chunk of chunks) {
    const bytes = Buffer.from(chunk);
    let text = '';
    try {
      text = decoder.decode(bytes, { stream: true });
    } catch {
      fail(bytes);
    }
    line += text.split('\n').length - 1;
    byte += bytes.length;
    last = Buffer.concat([last, bytes]).subarray(-3);
    yield text;
  }
  try {
    decoder.decode();
  } catch {
    fail(Buffer.alloc(0));
  }
}
