import { AppError } from '#shared/kernel/app-error.ts';

/** Steps from a document's top to a field: names, and `[]` for every array entry (not a valid field name). */
export type FieldPath = readonly string[];

export const EVERY_ENTRY = '[]';

const STEP = /(\[\])|((?:\\.|[^.[\]\\])+)|(.)/gsu;

/**
 * Reads `lines[].unit\.price` as `['lines', '[]', 'unit.price']`: a backslash takes the character after it literally.
 * @param where names the input in the error, e.g. `rules[2].from`
 * @throws AppError `invalid-argument`
 */
export function parseFieldPath(text: string, where: string): FieldPath {
  const steps: string[] = [];
  // A name is allowed at the start and after a dot, `[]` only after a name, and a dot after a name or `[]`.
  let expectsName = true;
  for (const [, entries, name, other] of text.matchAll(STEP)) {
    if (name !== undefined && expectsName) {
      steps.push(name.replace(/\\(.)/gsu, '$1'));
      expectsName = false;
    } else if (entries !== undefined && !expectsName && steps.at(-1) !== EVERY_ENTRY) {
      steps.push(EVERY_ENTRY);
    } else if (other === '.' && !expectsName) {
      expectsName = true;
    } else {
      throw badPath(text, where);
    }
  }
  if (expectsName) throw badPath(text, where);
  return steps;
}

function badPath(text: string, where: string): AppError {
  const message = `"${text}" is no path of a field. Write it like lines[].price, with \\. for a dot within a name.`;
  return new AppError('invalid-argument', message, { path: where });
}

/** The inverse of `parseFieldPath`. */
export function toPathText(path: FieldPath): string {
  return path.reduce((text, step) => {
    if (step === EVERY_ENTRY) return text + step;
    const name = step.replace(/[\\.[\]]/g, '\\$&');
    return text === '' ? name : `${text}.${name}`;
  }, '');
}

export function isSamePath(a: FieldPath, b: FieldPath): boolean {
  return a.length === b.length && startsWithPath(a, b);
}

export function startsWithPath(path: FieldPath, beginning: FieldPath): boolean {
  return beginning.length <= path.length && beginning.every((step, index) => step === path[index]);
}
