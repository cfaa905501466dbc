import type { LeftOut } from '#shared/import/import-problem.ts';

/** Collects notices about an import: things the user should know that are not problems. */
export class ImportNotes {
  readonly leftOut = new Map<string, number>();
  private readonly sentences: string[] = [];
  /** Documents without an id in the file. */
  newIds = 0;
  private readonly movedIds = new Map<string, number>();
  private readonly rewritten = { count: 0, example: '' };
  /** Counts of converted values by source (such as MongoDB) and kind of change. */
  private readonly lostTypes = new Map<string, Map<string, number>>();

  add(sentence: string): void {
    this.sentences.push(sentence);
  }

  leaveOut(name: string, count = 1): void {
    increase(this.leftOut, name, count);
  }

  countNewId(): void {
    this.newIds += 1;
  }

  countMovedId(field: string): void {
    increase(this.movedIds, field);
  }

  /** Counts numbers that JavaScript writes with other digits, at the same value. */
  countRewritten(tokens: readonly string[]): void {
    const [first] = tokens;
    if (first !== undefined && this.rewritten.count === 0) {
      this.rewritten.example = `${first} becomes ${JSON.stringify(Number(first))}`;
    }
    this.rewritten.count += tokens.length;
  }

  /** @param change e.g. `ObjectIds as text` */
  countLostType(source: string, change: string): void {
    const changes = this.lostTypes.get(source) ?? new Map<string, number>();
    increase(changes, change);
    this.lostTypes.set(source, changes);
  }

  toSentences(): string[] {
    const { newIds, rewritten } = this;
    return [
      ...this.sentences,
      ...(newIds === 0 ? [] : [toNewIdSentence(newIds)]),
      ...[...this.movedIds].map(([field, count]) => `${documents(count)}: ${field} became FBUID.`),
      ...(rewritten.count === 0 ? [] : [toRewrittenSentence(rewritten.count, rewritten.example)]),
      ...[...this.lostTypes].map(([source, changes]) => {
        const list = [...changes].map(([change, count]) => `${formatCount(count)} ${change}`);
        return `${source}'s types became plain values: ${list.join(', ')}.`;
      }),
    ];
  }

  toLeftOut(): readonly LeftOut[] {
    return [...this.leftOut].map(([name, count]) => ({ name, count }));
  }
}

function increase(counts: Map<string, number>, name: string, count = 1): void {
  counts.set(name, (counts.get(name) ?? 0) + count);
}

function toNewIdSentence(count: number): string {
  const what = count === 1 ? '1 document has no id and gets' : `${documents(count)} have no id and get`;
  return `${what} a new one; importing the file again creates them again. Name the field that holds the id to avoid that.`;
}

function toRewrittenSentence(count: number, example: string): string {
  const what = count === 1 ? '1 number is' : `${formatCount(count)} numbers are`;
  return `${what} written with other digits, with the same value: ${example}.`;
}

function documents(count: number): string {
  return count === 1 ? '1 document' : `${formatCount(count)} documents`;
}

export function formatCount(count: number): string {
  return count.toLocaleString('en-AU');
}
