const CARRIED = new Set(['FBUID', 'createdAt', 'writeId', 'sync', '_deleted']);

/** A document's own fields with their values: what a person wrote, without what every document carries. */
export function toOwnFields(
  document: Readonly<Record<string, unknown>>,
): readonly (readonly [string, unknown])[] {
  return Object.entries(document).filter(([field]) => !CARRIED.has(field));
}
