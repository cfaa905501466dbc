import { createHash } from 'node:crypto';
import { findFieldDifferences } from '#shared/migration/field-differences.ts';
import { compareCodePoints } from '#shared/kernel/code-points.ts';
import type { KeyedDocument } from './keyed-document.ts';

/** Count and checksum of a side. Equal content has an equal checksum, regardless of the order of fields. */
export interface SideSummary {
  readonly documents: number;
  readonly sha256: string;
}

export interface DocumentDifference {
  readonly id: string;
  readonly kind: 'only-in-a' | 'only-in-b' | 'different';
  /** Fields that differ, e.g. `lines[2].price`. */
  readonly paths: readonly string[];
}

export interface Comparison {
  readonly a: SideSummary;
  readonly b: SideSummary;
  readonly onlyInA: number;
  readonly onlyInB: number;
  readonly different: number;
  /** The first ones by id. */
  readonly differences: readonly DocumentDifference[];
}

export interface ComparisonOptions {
  readonly maxDifferences: number;
  /** Whether to ignore a difference in this field. */
  readonly isIgnored?: (path: string, a: Content, b: Content) => boolean;
  readonly onDocument?: (documents: number) => void;
}

type Content = Readonly<Record<string, unknown>>;

/** Compares two sides, both ordered by id, in constant memory. */
export async function compareSides(
  a: AsyncIterable<KeyedDocument>,
  b: AsyncIterable<KeyedDocument>,
  { maxDifferences, isIgnored = () => false, onDocument }: ComparisonOptions,
): Promise<Comparison> {
  const [left, right] = [new Side(), new Side()];
  const counts = { 'only-in-a': 0, 'only-in-b': 0, different: 0 };
  const differences: DocumentDifference[] = [];
  let documents = 0;
  const report = (difference: DocumentDifference) => {
    counts[difference.kind] += 1;
    if (differences.length < maxDifferences) differences.push(difference);
  };
  for await (const { id, a: one, b: other } of joinById(a, b)) {
    documents += 1;
    onDocument?.(documents);
    if (one === undefined || other === undefined) {
      if (one !== undefined) left.add(toCanonical(parse(one)));
      if (other !== undefined) right.add(toCanonical(parse(other)));
      report({ id, kind: one === undefined ? 'only-in-b' : 'only-in-a', paths: [] });
      continue;
    }
    const [mine, theirs] = [parse(one), one.equals(other) ? undefined : parse(other)];
    const text = toCanonical(mine);
    left.add(text);
    right.add(theirs ? toCanonical(theirs) : text);
    if (!theirs) continue;
    const paths = findFieldDifferences(mine, theirs)
      .map(({ path }) => path)
      .filter((path) => !isIgnored(path, mine, theirs));
    if (paths.length > 0) report({ id, kind: 'different', paths });
  }
  return {
    a: left.summarize(),
    b: right.summarize(),
    onlyInA: counts['only-in-a'],
    onlyInB: counts['only-in-b'],
    different: counts.different,
    differences,
  };
}

class Side {
  private readonly hash = createHash('sha256');
  private documents = 0;

  add(canonical: string): void {
    this.documents += 1;
    this.hash.update(canonical).update('\n');
  }

  summarize(): SideSummary {
    return { documents: this.documents, sha256: this.hash.digest('hex') };
  }
}

function parse(json: Buffer): Content {
  return JSON.parse(json.toString('utf8')) as Content;
}

/** Canonical JSON: fields ordered by name at every depth. */
function toCanonical(value: unknown): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(toCanonical).join(',')}]`;
  const fields = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${fields.map(([name, field]) => `${JSON.stringify(name)}:${toCanonical(field)}`).join(',')}}`;
}

/** The documents of both sides with the same id; at least one is defined. */
interface JoinedDocuments {
  readonly id: string;
  readonly a: Buffer | undefined;
  readonly b: Buffer | undefined;
}

/** Full outer join of two sides, both ordered by id. */
async function* joinById(
  a: AsyncIterable<KeyedDocument>,
  b: AsyncIterable<KeyedDocument>,
): AsyncGenerator<JoinedDocuments> {
  const [left, right] = [a[Symbol.asyncIterator](), b[Symbol.asyncIterator]()];
  try {
    let [one, other] = [await left.next(), await right.next()];
    while (one.done !== true || other.done !== true) {
      const order =
        one.done === true ? 1 : other.done === true ? -1 : compareCodePoints(one.value.id, other.value.id);
      const [mine, theirs] = [order <= 0 ? one.value : undefined, order >= 0 ? other.value : undefined];
      yield { id: (mine ?? theirs)?.id ?? '', a: mine?.json, b: theirs?.json };
      if (order <= 0) one = await left.next();
      if (order >= 0) other = await right.next();
    }
  } finally {
    await left.return?.();
    await right.return?.();
  }
}
