const BOOKKEEPING = new Set(['FBUID', 'createdAt', 'writeId', 'sync', '_deleted']);

/** The entries of a document without the bookkeeping fields that every document has. */
export function toOwnFields(
  document: Readonly<Record<string, unknown>>,
): readonly (readonly [string, unknown])[] {
  return Object.entries(document).filter(([field]) => !BOOKKEEPING.has(field));
}
