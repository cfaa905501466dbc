import { isJsonEqual } from '#shared/kernel/json.ts';
import { pairByName } from '#shared/sync/named-entries.ts';
import { isRecord } from './is-record.ts';
import { toOwnFields } from './own-fields.ts';

/** One difference between two states of a document; a missing value is `undefined`. */
export interface ContentChange {
  readonly path: readonly (string | number)[];
  readonly was: unknown;
  readonly is: unknown;
}

type Document = Readonly<Record<string, unknown>>;

/** Lists the differences between two states of a document, in field order. */
export function diffContent(before: Document, after: Document): readonly ContentChange[] {
  return diffRecords(Object.fromEntries(toOwnFields(before)), Object.fromEntries(toOwnFields(after)), []);
}

function diffValues(was: unknown, is: unknown, path: ContentChange['path']): readonly ContentChange[] {
  if (isJsonEqual(was, is)) return [];
  if (Array.isArray(was) && Array.isArray(is)) return diffLists(was, is, path);
  if (isRecord(was) && isRecord(is)) return diffRecords(was, is, path);
  return [{ path, was, is }];
}

function diffRecords(was: Document, is: Document, path: ContentChange['path']): readonly ContentChange[] {
  const fields = [...new Set([...Object.keys(is), ...Object.keys(was)])];
  return fields.flatMap((field) => diffValues(was[field], is[field], [...path, field]));
}

/** Entries with unique names are compared by name, so that an inserted part doesn't read as a change of the others. */
function diffNamed(was: unknown, is: unknown, path: ContentChange['path']): readonly ContentChange[] {
  return (pairByName(was, is) ?? []).flatMap(({ name, mine, theirs }) =>
    diffValues(mine, theirs, [...path, name]),
  );
}

/** Skips the common start and end of both lists, so that one inserted or removed entry is one change. */
function diffLists(
  was: readonly unknown[],
  is: readonly unknown[],
  path: ContentChange['path'],
): readonly ContentChange[] {
  const named = diffNamed(was, is, path);
  if (named.length > 0) return named;
  const shorter = Math.min(was.length, is.length);
  let start = 0;
  while (start < shorter && isJsonEqual(was[start], is[start])) start++;
  let end = 0;
  while (end < shorter - start && isJsonEqual(was.at(-1 - end), is.at(-1 - end))) end++;
  const oldPart = was.slice(start, was.length - end);
  const newPart = is.slice(start, is.length - end);
  const length = Math.max(oldPart.length, newPart.length);
  return Array.from({ length }, (_, index) => index).flatMap((index) =>
    diffValues(oldPart[index], newPart[index], [...path, start + index]),
  );
}
