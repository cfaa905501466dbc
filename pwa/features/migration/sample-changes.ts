import { isJsonEqual } from '#shared/kernel/json.ts';
import { findFieldDifferences, type FieldDifference } from '#shared/migration/field-differences.ts';
import type { PlanSample } from '#shared/migration/plan.ts';

/** One difference between a document before and after. */
export interface SampleChange {
  readonly path: string;
  /** The new name, if only the name changed. */
  readonly to?: string;
  readonly was?: string;
  readonly is?: string;
}

/** Lists the differences of a sample. A value that only moved to another name in the same object is a rename. */
export function toSampleChanges({ before, after }: PlanSample): readonly SampleChange[] {
  const differences = findFieldDifferences(before, after);
  const added = differences.filter((one) => !('before' in one));
  const renames = new Map<FieldDifference, FieldDifference>();
  const matched = new Set<FieldDifference>();
  for (const removed of differences.filter((one) => !('after' in one))) {
    const found = added.find(
      (one) =>
        !matched.has(one) &&
        toObject(one.path) === toObject(removed.path) &&
        isJsonEqual(one.after, removed.before),
    );
    if (!found) continue;
    matched.add(found);
    renames.set(removed, found);
  }
  return differences.flatMap((one): SampleChange[] => {
    if (matched.has(one)) return [];
    const { path } = one;
    const renamed = renames.get(one);
    if (renamed) return [{ path, to: renamed.path.slice(toObject(renamed.path).length) }];
    return [
      {
        path,
        ...('before' in one ? { was: toText(one.before) } : {}),
        ...('after' in one ? { is: toText(one.after) } : {}),
      },
    ];
  });
}

/** The path of a field's parent with its trailing dot: `lines[0].` for `lines[0].price`. */
function toObject(path: string): string {
  const dots = [...path.matchAll(/(?<!\\)\./g)];
  return path.slice(0, (dots.at(-1)?.index ?? -1) + 1);
}

const MAX_TEXT = 300;

function toText(value: unknown): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text.length > MAX_TEXT ? `${text.slice(0, MAX_TEXT)}…` : text;
}
