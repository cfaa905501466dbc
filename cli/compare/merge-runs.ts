import { compareCodePoints } from '#shared/kernel/code-points.ts';
import type { KeyedDocument } from './keyed-document.ts';

/** K-way merge of runs that are ordered by id. Holds one group of each run in memory. */
export async function* mergeRuns(
  runs: readonly AsyncGenerator<Iterable<KeyedDocument>>[],
): AsyncGenerator<KeyedDocument> {
  const heap: Head[] = [];
  for (const run of runs) {
    const head = new Head(run);
    if (!(await head.next())) continue;
    heap.push(head);
    siftUp(heap);
  }
  for (let [least] = heap; least; [least] = heap) {
    yield least.document;
    if (least.nextInGroup() || (await least.next())) {
      siftDown(heap);
      continue;
    }
    const last = heap.pop();
    if (!last || heap.length === 0) return;
    heap[0] = last;
    siftDown(heap);
  }
}

/** The next document of a run. */
class Head {
  document: KeyedDocument = { id: '', json: Buffer.alloc(0) };
  private readonly run: AsyncGenerator<Iterable<KeyedDocument>>;
  private group: Iterator<KeyedDocument> = [][Symbol.iterator]();

  constructor(run: AsyncGenerator<Iterable<KeyedDocument>>) {
    this.run = run;
  }

  nextInGroup(): boolean {
    const { value, done } = this.group.next();
    if (done === true) return false;
    this.document = value;
    return true;
  }

  async next(): Promise<boolean> {
    for (;;) {
      const { value, done } = await this.run.next();
      if (done === true) return false;
      this.group = value[Symbol.iterator]();
      if (this.nextInGroup()) return true;
    }
  }
}

/** Sifts the last entry up. */
function siftUp(heap: Head[]): void {
  for (let index = heap.length - 1; index > 0;) {
    const parent = (index - 1) >> 1;
    if (!isLess(heap[index], heap[parent])) return;
    swap(heap, index, parent);
    index = parent;
  }
}

/** Sifts the first entry down. */
function siftDown(heap: Head[]): void {
  for (let index = 0; ;) {
    const left = 2 * index + 1;
    const child = isLess(heap[left + 1], heap[left]) ? left + 1 : left;
    if (!isLess(heap[child], heap[index])) return;
    swap(heap, index, child);
    index = child;
  }
}

function isLess(one: Head | undefined, other: Head | undefined): boolean {
  return (
    one !== undefined && other !== undefined && compareCodePoints(one.document.id, other.document.id) < 0
  );
}

function swap(heap: Head[], a: number, b: number): void {
  const [one, other] = [heap[a], heap[b]];
  if (!one || !other) return;
  heap[a] = other;
  heap[b] = one;
}
