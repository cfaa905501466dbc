import { compareCodePoints } from '#shared/kernel/code-points.ts';
import type { KeyedDocument } from './keyed-document.ts';
import { mergeRuns } from './merge-runs.ts';
import { SortedRuns } from './sorted-runs.ts';

/** Bytes sorted in memory at a time. */
const CHUNK_BYTES = 8_388_608;

/**
 * External merge sort by id, in constant memory: sorted runs go to temporary files, which are merged. Sorted input needs
 * only one file.
 */
export async function* sortById(
  documents: AsyncIterable<KeyedDocument>,
  chunkBytes = CHUNK_BYTES,
): AsyncGenerator<KeyedDocument> {
  const runs = new SortedRuns();
  const chunk = new Chunk(chunkBytes);
  try {
    for await (const document of documents) {
      if (chunk.add(document)) continue;
      await runs.add(chunk.sort());
      chunk.reset(document.json.length);
      chunk.add(document);
    }
    yield* mergeRuns([...runs.read(), inMemory(chunk.sort())]);
  } finally {
    await runs.close();
  }
}

/** Copies documents into one buffer: a slice would keep the whole chunk it came from alive. */
class Chunk {
  private bytes: Buffer;
  private used = 0;
  private documents: KeyedDocument[] = [];

  constructor(bytes: number) {
    this.bytes = Buffer.allocUnsafe(bytes);
  }

  /** @returns whether there was room */
  add({ id, json }: KeyedDocument): boolean {
    const end = this.used + json.length;
    if (end > this.bytes.length) return false;
    this.bytes.set(json, this.used);
    this.documents.push({ id, json: this.bytes.subarray(this.used, end) });
    this.used = end;
    return true;
  }

  sort(): readonly KeyedDocument[] {
    return this.documents.sort((a, b) => compareCodePoints(a.id, b.id));
  }

  /** Empties the chunk. @param bytes the least capacity */
  reset(bytes: number): void {
    if (bytes > this.bytes.length) this.bytes = Buffer.allocUnsafe(bytes);
    this.used = 0;
    this.documents = [];
  }
}

async function* inMemory(sorted: readonly KeyedDocument[]): AsyncGenerator<readonly KeyedDocument[]> {
  yield sorted;
}
