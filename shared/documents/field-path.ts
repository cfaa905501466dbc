/** Field names and array indexes that lead to a place in a document, the outermost first. */
export type FieldKeys = readonly (string | number)[];

/** The path as a person reads it, e.g. `location.geo.coordinates[1]`; empty for the document itself. */
export function toFieldPath(keys: FieldKeys): string {
  return keys.reduce<string>((path, key) => {
    if (typeof key === 'number') return `${path}[${key}]`;
    return path === '' ? key : `${path}.${key}`;
  }, '');
}

const MAX_QUOTED = 80;

/** A name or id as a message shows it: cut where it is long, with control characters and lone surrogates escaped. */
export function quote(text: string): string {
  return JSON.stringify(text.length > MAX_QUOTED ? `${text.slice(0, MAX_QUOTED)}…` : text);
}
