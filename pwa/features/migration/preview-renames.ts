import { DOCUMENT_RULES } from '#shared/documents/document-rules.ts';
import { AppError } from '#shared/kernel/app-error.ts';
import { EVERY_ENTRY, parseFieldPath, toPathText, type FieldPath } from '#shared/migration/field-path.ts';
import { compileRename } from '#shared/migration/rename-fields.ts';
import type { RenameSpec } from '#shared/migration/rename-spec.ts';
import type { CompiledRename, Fate } from '#shared/migration/rename-walk.ts';

/** What becomes of one field's name. */
export interface FieldPreview {
  /** The new name; absent where it stays. */
  readonly to?: string;
  /** Why the new name can't be. */
  readonly problem?: string;
  /** Other fields of the same place, by path, that have or get the same name. */
  readonly meets: readonly string[];
}

export interface RenamePreview {
  readonly fields: ReadonlyMap<string, FieldPreview>;
  /** Paths that get another name. */
  readonly renamed: number;
  readonly collisions: number;
  readonly problems: number;
  /** Whether something is looked for, besides fields that are named one by one. */
  readonly isFinding: boolean;
  /** What can't be understood, and of which input it is, e.g. `rules[0].find`. */
  readonly fault?: { readonly path: string; readonly message: string };
}

const NOTHING = { fields: new Map<string, FieldPreview>(), renamed: 0, collisions: 0, problems: 0 };

/** A field's path, taken apart once. */
export interface FieldSteps {
  readonly path: string;
  readonly steps: FieldPath;
  /** What it stands in, as text. */
  readonly within: string;
}

export function toFieldSteps(path: string): FieldSteps {
  const steps = parseFieldPath(path, 'path');
  return { path, steps, within: toPathText(steps.slice(0, -1)) };
}

/** The new names of a collection's fields, found from their paths alone: the same rules as the server's, no documents. */
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
  const fates = all.flatMap(({ path, steps, within }) => {
    if (steps.at(-1) === EVERY_ENTRY) {
      // Entries have no name of their own.
      fields.set(path, { meets: [] });
      return [];
    }
    const fate = findFate(steps, compiled);
    const place = JSON.stringify([within, fate.to]);
    const sharing = sharers.get(place) ?? [];
    sharing.push(path);
    sharers.set(place, sharing);
    return [{ path, name: steps.at(-1), fate, sharing }];
  });
  let [renamed, collisions, problems] = [0, 0, 0];
  for (const { path, name, fate, sharing } of fates) {
    const isRenamed = fate.to !== name;
    const meets = isRenamed ? sharing.filter((other) => other !== path) : [];
    if (isRenamed) renamed += 1;
    if (meets.length > 0) collisions += 1;
    if (fate.problem) problems += 1;
    fields.set(path, {
      meets,
      ...(isRenamed ? { to: fate.to } : {}),
      ...(fate.problem ? { problem: toSentence(fate.problem) } : {}),
    });
  }
  return { fields, renamed, collisions, problems };
}

/** @param steps to a name, not to an array's entries */
function findFate(steps: readonly string[], compiled: CompiledRename): Fate {
  let place = compiled.top;
  let fate: Fate | undefined;
  for (const step of steps) {
    if (step === EVERY_ENTRY) place = compiled.entriesOf(place);
    else {
      fate = compiled.fateOf(place, step);
      place = fate.below;
    }
  }
  if (!fate) throw new Error('A path of the inventory has no name.');
  return fate;
}

function toSentence(problem: NonNullable<Fate['problem']>): string {
  if (problem === 'server-field') return 'This name is the server’s own.';
  if (problem === 'name-too-long') return 'The name is too long.';
  return DOCUMENT_RULES[problem];
}
