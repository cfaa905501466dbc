/**
 * Keys of the envelope that an export may put around a document. The document rules forbid field names that start and
 * end with two underscores, so they never collide with a field.
 */
export const ENVELOPE = {
  id: '__id__',
  sequence: '__sequence__',
  writeId: '__writeId__',
  updatedAt: '__updatedAt__',
  updatedBy: '__updatedBy__',
  deleted: '__deleted__',
} as const;

/** The only key of a line with an entry of a document's history. */
export const HISTORY_KEY = '__history__';

/** First key of the last line of an export, which proves that the stream is complete. */
export const END_KEY = '__end__';

/** First key of a line of a reject file. */
export const REJECTED_KEY = '__rejected__';

const NAMES: readonly string[] = Object.values(ENVELOPE);

/** A document without its envelope; it gets the envelope's id if it has none of its own. */
export function withoutEnvelope(value: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const content = Object.fromEntries(Object.entries(value).filter(([name]) => !NAMES.includes(name)));
  return Object.hasOwn(content, 'FBUID') ? content : { FBUID: value[ENVELOPE.id], ...content };
}
