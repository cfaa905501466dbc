import { DOCUMENT_RULES } from '#shared/documents/document-rules.ts';
import { AppError } from '#shared/kernel/app-error.ts';
import { EVERY_ENTRY, parseFieldPath, toPathText, type FieldPath } from '#shared/migration/field-path.ts';
import { compileRename } from '#shared/migration/rename-fields.ts';
import type { RenameSpec } from '#shared/migration/rename-spec.ts';
import type { CompiledRename, Fate } from '#shared/migration/rename-walk.ts';

/** What a rename does to one field. */
export interface FieldPreview {
  /** The new name; absent if it doesn't change. */
  readonly to?: string;
  /** Why the new name isn't allowed. */
  readonly problem?: string;
  /** Paths of sibling fields that have or get the same name. */
  readonly meets: readonly string[];
}

export interface RenamePreview {
  readonly fields: ReadonlyMap<string, FieldPreview>;
  /** Number of fields that get another name. */
  readonly renamed: number;
  readonly collisions: number;
  readonly problems: number;
  /** Whether there is a find-and-replace, besides individual names. */
  readonly isFinding: boolean;
  /** Why the rules are invalid, and the path of the input, e.g. `rules[0].find`. */
  readonly fault?: { readonly path: string; readonly message: string };
}

const NOTHING = { fields: new Map<string, FieldPreview>(), renamed: 0, collisions: 0, problems: 0 };

/** A field's path, parsed once. */
export interface FieldSteps {
  readonly path: string;
  readonly steps: FieldPath;
  /** The path of its parent. */
  readonly within: string;
}

export function toFieldSteps(path: string): FieldSteps {
  const steps = parseFieldPath(path, 'path');
  return { path, steps, within: toPathText(steps.slice(0, -1)) };
}

/** The new names of a collection's fields. Applies the server's rules to the paths alone, without documents. */
export function previewRenames(all: readonly FieldSteps[], spec: RenameSpec | undefined): RenamePreview {
  const isFinding = spec?.rules.some(({ kind }) => kind === 'find') ?? false;
  if (!spec) return { ...NOTHING, isFinding };
  try {
    return { ...toPreview(all, compileRename(spec)), isFinding };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return { ...NOTHING, isFinding, fault: { path: error.path ?? '', message: error.message } };
  }
}

function toPreview(all: readonly FieldSteps[], compiled: CompiledRename): typeof NOTHING {
  const sharers = new Map<string, string[]>();
  const fields = new Map<string, FieldPreview>();
  const outcomes = all.flatMap(({ path, steps, within }) => {
    if (steps.at(-1) === EVERY_ENTRY) {
      // An array's entries have no names.
      fields.set(path, { meets: [] });
      return [];
    }
    const outcome = findOutcome(steps, compiled);
    const place = JSON.stringify([within, outcome.to]);
    const sharing = sharers.get(place) ?? [];
    sharing.push(path);
    sharers.set(place, sharing);
    return [{ path, name: steps.at(-1), outcome, sharing }];
  });
  let [renamed, collisions, problems] = [0, 0, 0];
  for (const { path, name, outcome, sharing } of outcomes) {
    const isRenamed = outcome.to !== name;
    const meets = isRenamed ? sharing.filter((other) => other !== path) : [];
    if (isRenamed) renamed += 1;
    if (meets.length > 0) collisions += 1;
    if (outcome.problem) problems += 1;
    fields.set(path, {
      meets,
      ...(isRenamed ? { to: outcome.to } : {}),
      ...(outcome.problem ? { problem: toSentence(outcome.problem) } : {}),
    });
  }
  return { fields, renamed, collisions, problems };
}

/** @param steps path that ends with a name, not with an array's entries */
function findOutcome(steps: readonly string[], compiled: CompiledRename): Fate {
  let place = compiled.top;
  let outcome: Fate | undefined;
  for (const step of steps) {
    if (step === EVERY_ENTRY) place = compiled.entriesOf(place);
    else {
      outcome = compiled.fateOf(place, step);
      place = outcome.below;
    }
  }
  if (!outcome) throw new Error('A path of the inventory has no name.');
  return outcome;
}

function toSentence(problem: NonNullable<Fate['problem']>): string {
  if (problem === 'server-field') return 'This name is the server’s own.';
  if (problem === 'name-too-long') return 'The name is too long.';
  return DOCUMENT_RULES[problem];
}
