import { isJsonEqual } from '#shared/kernel/json.ts';
import { hasSameContent, toContent, type WireDocument } from './wire-document.ts';

/** A field that both sides changed: the server's value stays, the other is kept for the person. */
export interface FieldConflict {
  readonly field: string;
  readonly mine: unknown;
  readonly theirs: unknown;
}

export type MergeResult =
  /** Nothing of mine is left to say: the master is the state. */
  | { readonly outcome: 'theirs'; readonly conflicts: readonly FieldConflict[] }
  /** A new state that must become a new write. */
  | {
      readonly outcome: 'merged';
      readonly content: Readonly<Record<string, unknown>>;
      readonly conflicts: readonly FieldConflict[];
    }
  /** I deleted, the server's document lives on with another edit: the delete wins. */
  | { readonly outcome: 'delete' }
  /** It was deleted there: the delete wins, my edit is kept for the person. */
  | { readonly outcome: 'deleted-there'; readonly mine: Readonly<Record<string, unknown>> };

/**
 * Three-way merge, field by field: what only one side changed is taken from it; what both changed stays the server's
 * and is reported. Pure and total: any JSON goes in, and nothing is thrown.
 * @param base the master state my write was made on; `undefined` when I created the document
 */
export function mergeDocuments(
  base: WireDocument | undefined,
  mine: WireDocument,
  theirs: WireDocument,
): MergeResult {
  // What was written and taken back again is no edit: nothing of it is kept against a delete there.
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

function mergeFields(
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
    const value = mergeValue(was, my, their);
    if (value.conflict) conflicts.push({ field, mine: my, theirs: their });
    if (value.value !== undefined) merged.set(field, value.value);
  }
  return { content: Object.fromEntries(merged), conflicts };
}

interface MergedValue {
  readonly value: unknown;
  readonly conflict: boolean;
}

function mergeValue(base: unknown, mine: unknown, theirs: unknown): MergedValue {
  if (isJsonEqual(mine, theirs) || isJsonEqual(base, mine)) return { value: theirs, conflict: false };
  if (isJsonEqual(base, theirs)) return { value: mine, conflict: false };
  if (Array.isArray(base) && Array.isArray(mine) && Array.isArray(theirs))
    return mergeEntries(base, mine, theirs);
  return { value: theirs, conflict: true };
}

/** Positional lists merge entry by entry; when both sides changed the length, the list as a whole is a conflict. */
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
  // An entry that one side cut off while the other edited it is a conflict too.
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
