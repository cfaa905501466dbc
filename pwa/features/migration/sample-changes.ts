import { isJsonEqual } from '#shared/kernel/json.ts';
import { findFieldDifferences, type FieldDifference } from '#shared/migration/field-differences.ts';
import type { PlanSample } from '#shared/migration/plan.ts';

/** One difference between a document before and after. */
export interface SampleChange {
  readonly path: string;
  /** The name the field has now, where only its name changed. */
  readonly to?: string;
  readonly was?: string;
  readonly is?: string;
}

/** What differs, place by place; a value that only went to another name of the same object is a rename. */
export function toSampleChanges({ before, after }: PlanSample): readonly SampleChange[] {
  const differences = findFieldDifferences(before, after);
  const come = differences.filter((one) => !('before' in one));
  const renames = new Map<FieldDifference, FieldDifference>();
  const taken = new Set<FieldDifference>();
  for (const gone of differences.filter((one) => !('after' in one))) {
    const found = come.find(
      (one) =>
        !taken.has(one) && toObject(one.path) === toObject(gone.path) && isJsonEqual(one.after, gone.before),
    );
    if (!found) continue;
    taken.add(found);
    renames.set(gone, found);
  }
  return differences.flatMap((one): SampleChange[] => {
    if (taken.has(one)) return [];
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

/** The path of what a field stands in, with the dot behind it: `lines[0].` of `lines[0].price`. */
function toObject(path: string): string {
  const dots = [...path.matchAll(/(?<!\\)\./g)];
  return path.slice(0, (dots.at(-1)?.index ?? -1) + 1);
}

const MAX_TEXT = 300;

function toText(value: unknown): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text.length > MAX_TEXT ? `${text.slice(0, MAX_TEXT)}…` : text;
}
