import { splitLines } from './lines.ts';

/** Whole lines that travel in one request. */
export interface RequestBody {
  readonly text: string;
  readonly documents: number;
}

/** Most bytes of one request's body. A document is smaller than that, its line feed included. */
export const MAX_BODY_BYTES = 1_048_576;

/** Lines in bodies as large as allowed. */
export async function* toRequestBodies(
  chunks: AsyncIterable<Uint8Array>,
  maxBytes = MAX_BODY_BYTES,
): AsyncGenerator<RequestBody> {
  let lines: Buffer[] = [];
  let bytes = 0;
  for await (const line of splitLines(chunks)) {
    if (bytes > 0 && bytes + line.bytes.length + 1 > maxBytes) {
      yield toBody(lines);
      lines = [];
      bytes = 0;
    }
    lines.push(line.bytes);
    bytes += line.bytes.length + 1;
  }
  if (lines.length > 0) yield toBody(lines);
}

function toBody(lines: readonly Buffer[]): RequestBody {
  return { text: lines.map((line) => `${line.toString('utf8')}\n`).join(''), documents: lines.length };
}
