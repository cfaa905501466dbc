import { parseFieldPath, type FieldPath } from './field-path.ts';
import type { JobSpec } from './job-spec.ts';
import type { AbsentField } from './plan.ts';
import { fieldsOfWhere, valuesAt } from './where.ts';

type Fields = Readonly<Record<string, unknown>>;

interface NamedField {
  readonly path: string;
  readonly steps: FieldPath;
  /** Target path of a rename. */
  readonly renamed: FieldPath | undefined;
  hasNewName: boolean;
}

/**
 * Finds fields named in a job that no document has. Otherwise a misspelt name looks like a job with nothing to do.
 * Stops searching for a field at its first match.
 */
export function createAbsentFields(spec: JobSpec) {
  let missing = namesOf(spec);
  return {
    look(document: Fields): void {
      if (missing.length === 0) return;
      missing = missing.filter(({ steps }) => valuesAt(document, steps).length === 0);
      for (const field of missing) {
        field.hasNewName ||= field.renamed !== undefined && valuesAt(document, field.renamed).length > 0;
      }
    },
    absent: (): AbsentField[] => missing.map(({ path, hasNewName }) => ({ path, hasNewName })),
  };
}

function namesOf(spec: JobSpec): readonly NamedField[] {
  if (spec.kind === 'undo') return [];
  const where = spec.kind === 'copy' ? fieldsOfWhere(spec.where) : [];
  return [
    ...where.map((path) => toField(path)),
    ...(spec.rename?.rules ?? []).flatMap((rule) =>
      rule.kind === 'map' ? [toField(rule.from, rule.to)] : [],
    ),
  ];
}

function toField(path: string, to?: string): NamedField {
  const steps = parseFieldPath(path, '');
  const renamed = to === undefined ? undefined : [...steps.slice(0, -1), to];
  return { path, steps, renamed, hasNewName: false };
}
