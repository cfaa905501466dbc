import { splitLines } from '#cli/io/lines.ts';
import { Spool } from '#cli/io/spool.ts';
import { compareCodePoints } from '#shared/kernel/code-points.ts';

/** A document as one JSON text. */
export interface IdentifiedText {
  readonly id: string;
  readonly json: string;
}

/** Of texts that are sorted in memory at once. */
const CHUNK_CHARACTERS = 4_194_304;

/**
 * The same documents ordered by id, in constant memory: sorted parts go to temporary files, which are merged. What comes
 * ordered already stays in one file.
 */
export async function* sortById(
  documents: AsyncIterable<IdentifiedText>,
  chunkCharacters = CHUNK_CHARACTERS,
): AsyncGenerator<IdentifiedText> {
  const runs = new Runs();
  try {
    let chunk: IdentifiedText[] = [];
    let characters = 0;
    for await (const document of documents) {
      chunk.push(document);
      characters += document.json.length;
      if (characters < chunkCharacters) continue;
      await runs.add(sort(chunk));
      chunk = [];
      characters = 0;
    }
    yield* merge([...runs.read(), fromArray(sort(chunk))]);
  } finally {
    await runs.close();
  }
}

function sort(chunk: IdentifiedText[]): readonly IdentifiedText[] {
  return chunk.sort((a, b) => compareCodePoints(a.id, b.id));
}

/** Sorted parts in temporary files. */
class Runs {
  private readonly spools: Spool[] = [];
  private lastId = '';

  async add(sorted: readonly IdentifiedText[]): Promise<void> {
    const [first] = sorted;
    if (!first) return;
    let spool = this.spools.at(-1);
    if (!spool || compareCodePoints(first.id, this.lastId) < 0) {
      spool = await Spool.create();
      this.spools.push(spool);
    }
    for (const { id, json } of sorted) await spool.add(`${JSON.stringify(id)}\t${json}`);
    this.lastId = sorted.at(-1)?.id ?? this.lastId;
  }

  read(): AsyncGenerator<IdentifiedText>[] {
    return this.spools.map(fromSpool);
  }

  async close(): Promise<void> {
    for (const spool of this.spools) await spool.close();
  }
}

async function* fromSpool(spool: Spool): AsyncGenerator<IdentifiedText> {
  for await (const { bytes } of splitLines(spool.read())) {
    const tab = bytes.indexOf(9);
    const id = JSON.parse(bytes.toString('utf8', 0, tab)) as string;
    yield { id, json: bytes.toString('utf8', tab + 1) };
  }
}

async function* fromArray(sorted: readonly IdentifiedText[]): AsyncGenerator<IdentifiedText> {
  yield* sorted;
}

async function* merge(runs: AsyncGenerator<IdentifiedText>[]): AsyncGenerator<IdentifiedText> {
  const heads: { readonly run: AsyncGenerator<IdentifiedText>; document: IdentifiedText }[] = [];
  for (const run of runs) {
    const { value, done } = await run.next();
    if (done !== true) heads.push({ run, document: value });
  }
  while (heads.length > 0) {
    let least = 0;
    for (let index = 1; index < heads.length; index += 1) {
      if (compareCodePoints(heads[index]?.document.id ?? '', heads[least]?.document.id ?? '') < 0)
        least = index;
    }
    const head = heads[least];
    if (!head) return;
    yield head.document;
    const { value, done } = await head.run.next();
    if (done === true) heads.splice(least, 1);
    else head.document = value;
  }
}
