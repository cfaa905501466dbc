/** Field names and array indexes of a path in a document, outermost first. */
export type FieldKeys = readonly (string | number)[];

/**
 * Formats a path for display, such as `location.geo.coordinates[1]`; empty for the document itself. Lone surrogates are
 * replaced, as every store and connection would do, so that the path stays the same on its way.
 */
export function toFieldPath(keys: FieldKeys): string {
  const path = keys.reduce<string>((start, key) => {
    if (typeof key === 'number') return `${start}[${key}]`;
    return start === '' ? key : `${start}.${key}`;
  }, '');
  return path.replaceAll(/\p{Surrogate}/gu, '\ufffd');
}

const MAX_QUOTED = 80;

/** Quotes a name or id for a message: truncated if long, with control characters and lone surrogates escaped. */
export function quote(text: string): string {
  return JSON.stringify(text.length > MAX_QUOTED ? `${text.slice(0, MAX_QUOTED)}…` : text);
}
