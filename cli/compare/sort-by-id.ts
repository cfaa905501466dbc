import { compareCodePoints } from '#shared/kernel/code-points.ts';
import type { KeyedDocument } from './keyed-document.ts';
import { mergeRuns } from './merge-runs.ts';
import { SortedRuns } from './sorted-runs.ts';

/** Of texts that are sorted in memory at once. */
const CHUNK_BYTES = 8_388_608;

/**
 * The same documents ordered by id, in constant memory: sorted parts go to temporary files, which are merged. What comes
 * ordered already stays in one file.
 */
export async function* sortById(
  documents: AsyncIterable<KeyedDocument>,
  chunkBytes = CHUNK_BYTES,
): AsyncGenerator<KeyedDocument> {
  const runs = new SortedRuns();
  const chunk = new Chunk(chunkBytes);
  try {
    for await (const document of documents) {
      if (chunk.take(document)) continue;
      await runs.add(chunk.sort());
      chunk.empty(document.json.length);
      chunk.take(document);
    }
    yield* mergeRuns([...runs.read(), inMemory(chunk.sort())]);
  } finally {
    await runs.close();
  }
}

/** Copies of documents side by side; each by itself would keep alive what it was a part of. */
class Chunk {
  private bytes: Buffer;
  private used = 0;
  private documents: KeyedDocument[] = [];

  constructor(bytes: number) {
    this.bytes = Buffer.allocUnsafe(bytes);
  }

  /** `false` when there is no room for it. */
  take({ id, json }: KeyedDocument): boolean {
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

  /** Begins anew, with room for a document of so many bytes. */
  empty(bytes: number): void {
    if (bytes > this.bytes.length) this.bytes = Buffer.allocUnsafe(bytes);
    this.used = 0;
    this.documents = [];
  }
}

async function* inMemory(sorted: readonly KeyedDocument[]): AsyncGenerator<readonly KeyedDocument[]> {
  yield sorted;
}
