import { splitLineGroups } from '#cli/io/lines.ts';
import { Spool } from '#cli/io/spool.ts';
import { compareCodePoints } from '#shared/kernel/code-points.ts';
import { toKeyedDocument, type KeyedDocument } from './keyed-document.ts';

/** Read buffers of all runs together. */
const READ_BYTES = 8_388_608;
const [MIN_BYTES, MAX_BYTES] = [16_384, 262_144];

/** Sorted runs in temporary files. */
export class SortedRuns {
  private readonly spools: Spool[] = [];
  private lastId = '';

  async add(sorted: readonly KeyedDocument[]): Promise<void> {
    const [first] = sorted;
    if (!first) return;
    let spool = this.spools.at(-1);
    if (!spool || compareCodePoints(first.id, this.lastId) < 0) {
      await spool?.release();
      spool = await Spool.create();
      this.spools.push(spool);
    }
    for (const { json } of sorted) {
      const flushed = spool.add(json);
      if (flushed) await flushed;
    }
    this.lastId = sorted.at(-1)?.id ?? this.lastId;
  }

  read(): AsyncGenerator<Iterable<KeyedDocument>>[] {
    const bytes = Math.round(READ_BYTES / this.spools.length);
    const atOnce = Math.min(MAX_BYTES, Math.max(MIN_BYTES, bytes));
    return this.spools.map((spool) => readRun(spool.read(atOnce)));
  }

  async close(): Promise<void> {
    for (const spool of this.spools) await spool.close();
  }
}

async function* readRun(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Iterable<KeyedDocument>> {
  for await (const lines of splitLineGroups(chunks)) yield toDocuments(lines);
}

/** Parses each line when it is needed. */
function* toDocuments(lines: readonly Buffer[]): Generator<KeyedDocument> {
  for (const line of lines) yield toKeyedDocument(line);
}
