import { AppError } from '#shared/kernel/app-error.ts';
import { streamChunks } from '../stream-chunks.ts';

export function isGzip(head: Uint8Array): boolean {
  return head[0] === 0x1f && head[1] === 0x8b;
}

/**
 * What gzip has packed in these chunks.
 * @param name of the file
 * @throws AppError `data-loss` where that ends too early or is damaged
 */
export async function* unpack(
  chunks: AsyncIterable<Uint8Array<ArrayBuffer>>,
  name: string,
): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  const { readable, writable } = new DecompressionStream('gzip');
  const writer = writable.getWriter();
  let isAllWritten = false;
  let unreadable: { readonly error: unknown } | undefined;
  async function* watched(): AsyncGenerator<Uint8Array<ArrayBuffer>> {
    try {
      yield* chunks;
    } catch (error) {
      unreadable = { error };
      throw error;
    }
  }
  async function feed(): Promise<void> {
    for await (const chunk of watched()) await writer.write(chunk);
    isAllWritten = true;
    await writer.close();
  }
  // Whoever reads the other end is told of it there.
  feed().catch((error: unknown) => writer.abort(error).catch(() => undefined));
  try {
    yield* streamChunks(readable);
  } catch (error) {
    // What remains is what the platform says of bytes it can't unpack, each in words of its own.
    throw unreadable ? unreadable.error : toFault(name, isAllWritten, error);
  }
}

function toFault(name: string, isAllWritten: boolean, cause: unknown): AppError {
  const what = isAllWritten
    ? 'ends too early: a part of it is missing'
    : 'is damaged, or packed in several parts, and can’t be unpacked here';
  return new AppError('data-loss', `${name} ${what}. Nothing was written; fetch or pack the file again.`, {
    cause,
  });
}
