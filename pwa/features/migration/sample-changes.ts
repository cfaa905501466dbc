import type { PlanSample } from '#shared/migration/plan.ts';
import { isJsonEqual } from '#shared/kernel/json.ts';
import { diffContent, type ContentChange } from '#pwa/ui/content/diff-content.ts';

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
  const changes = diffContent(before ?? {}, after ?? {});
  const taken = new Set<ContentChange>();
  const renames = new Map<ContentChange, ContentChange>();
  for (const gone of changes.filter(({ is }) => is === undefined)) {
    const come = changes.find(
      (change) =>
        change.was === undefined &&
        !taken.has(change) &&
        isSamePlace(change.path, gone.path) &&
        isJsonEqual(change.is, gone.was),
    );
    if (!come) continue;
    taken.add(come);
    renames.set(gone, come);
  }
  return changes.flatMap((change): SampleChange[] => {
    if (taken.has(change)) return [];
    const come = renames.get(change);
    const path = toPath(change.path);
    if (come) return [{ path, to: String(come.path.at(-1)) }];
    return [
      {
        path,
        ...(change.was === undefined ? {} : { was: toText(change.was) }),
        ...(change.is === undefined ? {} : { is: toText(change.is) }),
      },
    ];
  });
}

function isSamePlace(one: ContentChange['path'], other: ContentChange['path']): boolean {
  return isJsonEqual(one.slice(0, -1), other.slice(0, -1));
}

function toPath(path: ContentChange['path']): string {
  return path.reduce<string>((text, step) => {
    if (typeof step === 'number') return `${text}[${step}]`;
    return text === '' ? step : `${text}.${step}`;
  }, '');
}

const MAX_TEXT = 300;

function toText(value: unknown): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text.length > MAX_TEXT ? `${text.slice(0, MAX_TEXT)}…` : text;
}
