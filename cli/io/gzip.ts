import { createGunzip, createGzip } from 'node:zlib';
import { EXIT } from '#cli/exit-codes.ts';
import { Failure } from '#cli/failure.ts';
import { countOf } from './numbers.ts';
import { transform } from './transform.ts';

export function isGzip(head: Uint8Array): boolean {
  return head[0] === 0x1f && head[1] === 0x8b;
}

/** What is packed in `chunks`. @throws Failure where that is cut off or damaged */
export async function* gunzip(chunks: AsyncIterable<Uint8Array>, name: string): AsyncGenerator<Uint8Array> {
  let bytes = 0;
  try {
    for await (const chunk of transform<Uint8Array>(chunks, createGunzip())) {
      bytes += chunk.length;
      yield chunk;
    }
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? '';
    if (!code.startsWith('Z_')) throw error;
    const what = code === 'Z_BUF_ERROR' ? 'is cut off' : 'is damaged';
    throw new Failure(
      EXIT.invalidInput,
      `${name} ${what}: gzip could unpack ${countOf(bytes, 'byte')} of it.`,
      {
        hint: 'Fetch or pack the file again.',
        result: { code: 'invalid-gzip' },
        cause: error,
      },
    );
  }
}

/** The same bytes for the same content: a gzip header without name or time. */
export async function* gzip(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  yield* transform<Uint8Array>(chunks, createGzip());
}
