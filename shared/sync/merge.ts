import { isJsonEqual, isJsonObject } from '#shared/kernel/json.ts';
import { hasSameContent, toContent, type WireDocument } from './wire-document.ts';

/**
 * A field that both sides changed. The server's value stays in the document; mine is kept for the user. Lists that can
 * be merged are so on both sides, and differ only in the entries that both sides changed; other lists are whole values.
 */
export interface FieldConflict {
  readonly field: string;
  readonly mine: unknown;
  readonly theirs: unknown;
}

export type MergeResult =
  /** The master is the result: nothing of mine remains to be pushed. */
  | { readonly outcome: 'theirs'; readonly conflicts: readonly FieldConflict[] }
  /** A new state that must be written and pushed. */
  | {
      readonly outcome: 'merged';
      readonly content: Readonly<Record<string, unknown>>;
      readonly conflicts: readonly FieldConflict[];
    }
  /** I deleted a document that still exists on the server: the delete wins. */
  | { readonly outcome: 'delete' }
  /** The server's document was deleted: the delete wins, and my edit is kept for the user. */
  | { readonly outcome: 'deleted-there'; readonly mine: Readonly<Record<string, unknown>> };

/**
 * Three-way merge, field by field. A field that one side changed takes that side's value; a field that both changed
 * keeps the server's value and is reported. Pure; accepts any JSON and never throws.
 * @param base the master state my write was based on; `undefined` if I created the document
 */
export function mergeDocuments(
  base: WireDocument | undefined,
  mine: WireDocument,
  theirs: WireDocument,
): MergeResult {
  // A reverted edit is no edit: it isn't kept when the server's document was deleted.
  if (base && hasSameContent(base, mine)) return { outcome: 'theirs', conflicts: [] };
  if (theirs._deleted) {
    return mine._deleted
      ? { outcome: 'theirs', conflicts: [] }
      : { outcome: 'deleted-there', mine: toContent(mine) };
  }
  if (mine._deleted) return { outcome: 'delete' };
  if (hasSameContent(mine, theirs)) return { outcome: 'theirs', conflicts: [] };
  const { content, conflicts } = mergeFields(base ? toContent(base) : {}, toContent(mine), toContent(theirs));
  return isJsonEqual(content, toContent(theirs))
    ? { outcome: 'theirs', conflicts }
    : { outcome: 'merged', content, conflicts };
}

type Fields = Readonly<Record<string, unknown>>;

/** Merges the fields that either side has. @returns `conflicts`: fields that both changed; `content` has theirs */
export function mergeFields(
  base: Fields,
  mine: Fields,
  theirs: Fields,
): { content: Fields; conflicts: FieldConflict[] } {
  const merged = new Map<string, unknown>();
  const conflicts: FieldConflict[] = [];
  for (const field of new Set([...Object.keys(theirs), ...Object.keys(mine)])) {
    const was = ownValue(base, field);
    const my = ownValue(mine, field);
    const their = ownValue(theirs, field);
    // Nobody changes it: where two people have created the same document, the first creation counts.
    const value = field === 'createdAt' ? keepTheirs(my, their) : mergeValue(was, my, their);
    // The merge keeps the second side where both changed something.
    if (value.conflict)
      conflicts.push({ field, mine: mergeValue(was, their, my).value, theirs: value.value });
    if (value.value !== undefined) merged.set(field, value.value);
  }
  return { content: Object.fromEntries(merged), conflicts };
}

/**
 * Merges what a person has made of a document into what it is now, as `mergeFields`. Where both changed the same, what
 * others have changed stays and is reported, and of two changes of this device mine counts, as the later one.
 * @param base what the person began with
 * @param sent what the server has of what it is now
 */
export function mergeLater(base: Fields, mine: Fields, { now, sent }: { now: Fields; sent: Fields }) {
  // What is not sent yet counts as begun with.
  const began = mergeFields(sent, base, now).content;
  return mergeFields(began, mergeFields(base, now, mine).content, mergeFields(base, mine, now).content);
}

function keepTheirs(mine: unknown, theirs: unknown): MergedValue {
  return { value: theirs ?? mine, conflict: false };
}

interface MergedValue {
  readonly value: unknown;
  readonly conflict: boolean;
}

function mergeValue(base: unknown, mine: unknown, theirs: unknown): MergedValue {
  if (isJsonEqual(mine, theirs) || isJsonEqual(base, mine)) return { value: theirs, conflict: false };
  if (isJsonEqual(base, theirs)) return { value: mine, conflict: false };
  const [was, my, their] = [toEntriesById(base ?? []), toEntriesById(mine), toEntriesById(theirs)];
  if (was && my && their) return mergeById(was, my, their);
  if (Array.isArray(base) && Array.isArray(mine) && Array.isArray(theirs))
    return mergeEntries(base, mine, theirs);
  return { value: theirs, conflict: true };
}

type EntriesById = ReadonlyMap<string, unknown>;

/** The entries of a list by their ids or names; `undefined` unless each has one of its own. */
function toEntriesById(list: unknown): EntriesById | undefined {
  if (!Array.isArray(list)) return undefined;
  const entries = new Map<string, unknown>();
  for (const entry of list as readonly unknown[]) {
    const id = isJsonObject(entry) ? (entry['id'] ?? entry['FBUID'] ?? entry['name']) : undefined;
    if (typeof id !== 'string') return undefined;
    entries.set(id, entry);
  }
  return entries.size === list.length ? entries : undefined;
}

/** Merges lists whose entries have ids: what either side added or removed counts, and mine come last. */
function mergeById(base: EntriesById, mine: EntriesById, theirs: EntriesById): MergedValue {
  const merged = [...new Set([...theirs.keys(), ...mine.keys()])].map((id) =>
    mergeValue(base.get(id), mine.get(id), theirs.get(id)),
  );
  return {
    value: merged.flatMap(({ value }) => (value === undefined ? [] : [value])),
    conflict: merged.some(({ conflict }) => conflict),
  };
}

/** Merges lists entry by entry, by position. If both sides changed the length, the whole list is a conflict. */
function mergeEntries(
  base: readonly unknown[],
  mine: readonly unknown[],
  theirs: readonly unknown[],
): MergedValue {
  if (mine.length !== base.length && theirs.length !== base.length) return { value: theirs, conflict: true };
  const length = mine.length === base.length ? theirs.length : mine.length;
  const kept = Math.min(length, base.length);
  const entries: unknown[] = [];
  let conflict = false;
  for (let index = 0; index < kept; index++) {
    const entry = mergeValue(base[index], mine[index], theirs[index]);
    conflict ||= entry.conflict;
    entries.push(entry.value);
  }
  const longer = mine.length === base.length ? theirs : mine;
  entries.push(...longer.slice(kept));
  // An entry that one side removed and the other edited is a conflict too.
  for (let index = kept; index < base.length; index++) {
    const edited = mine.length === base.length ? mine[index] : theirs[index];
    if (!isJsonEqual(base[index], edited)) conflict = true;
  }
  return conflict && entries.length !== theirs.length && mine.length !== base.length
    ? { value: theirs, conflict: true }
    : { value: entries, conflict };
}

function ownValue(fields: Fields, field: string): unknown {
  return Object.hasOwn(fields, field) ? fields[field] : undefined;
}
