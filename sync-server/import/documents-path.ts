import { parse, type ParseError } from 'jsonc-parser';
import { isJsonObject } from '#shared/kernel/json.ts';
import { EVERY_ENTRY, parseFieldPath, toPathText, type FieldPath } from '#shared/migration/field-path.ts';
import { isFirestoreDocument } from './firestore-value.ts';

/** Steps from a file's root to its documents: names, `[]` for every array entry, `*` for every value of a map. */
export type DocumentsPath = FieldPath;

export const EVERY_VALUE = '*';

/** Reads `rows[].doc`, `items`, `*` or `[]`. @throws AppError `invalid-argument` */
export function parseDocumentsPath(text: string): DocumentsPath {
  // `parseFieldPath` needs a name first, and the root has none.
  if (text.startsWith(EVERY_ENTRY)) return parseFieldPath(`top${text}`, 'documents').slice(1);
  return parseFieldPath(text, 'documents');
}

/** An open container around the documents. */
export interface OuterFrame {
  readonly isArray: boolean;
  /** Name of the field that is being read. */
  key: string | undefined;
  expectsKey: boolean;
  /** Whether it should hold a document and none was found yet. */
  isEmptyEntry: boolean;
}

/** `list`: the array or map of the documents; `entry`: one of its values, which should hold a document. */
export type Place = 'document' | 'list' | 'entry' | 'other' | 'misplaced';

/** Classifies a value within the open containers by the path. */
export function findPlace(path: DocumentsPath, frames: readonly OuterFrame[], isArray: boolean): Place {
  const [first] = path;
  const { length } = frames;
  if (length === 0 && first !== undefined && isArray !== (first === EVERY_ENTRY)) return 'misplaced';
  // `items` may be one document or an array of documents.
  const isNamed = first !== undefined && !isEvery(path.at(-1));
  const hasEntries = isNamed && length === path.length + 1 && frames.at(-1)?.isArray === true;
  if (!(hasEntries ? frames.slice(0, -1) : frames).every((frame, index) => isStep(frame, path[index])))
    return 'other';
  if (hasEntries) return 'document';
  if (length === path.length) return isNamed && isArray ? 'list' : 'document';
  if (isEvery(path[length])) return 'list';
  return isEvery(path[length - 1]) ? 'entry' : 'other';
}

function isEvery(step: string | undefined): boolean {
  return step === EVERY_ENTRY || step === EVERY_VALUE;
}

function isStep(frame: OuterFrame, step: string | undefined): boolean {
  if (step === EVERY_ENTRY) return frame.isArray;
  return !frame.isArray && (step === EVERY_VALUE || step === frame.key);
}

/** An object with one of these fields is a document or wraps a single one. */
const DOCUMENT_FIELDS: readonly string[] = [
  'FBUID',
  'id',
  '_id',
  '__id__',
  '__rejected__',
  '__history__',
  'readTime',
];
/** Maximum names before a list; deeper lists belong to a document. */
const MAX_NAMES = 2;

/**
 * Finds the documents in a file that begins with an object without an id.
 * @param head the file's beginning
 * @param fields further fields that only a document has
 * @returns e.g. `rows[].doc`; `undefined` when the object itself looks like a document
 */
export function findWrappedDocuments(head: string, fields: readonly string[]): string | undefined {
  const value = parseBeginning(head);
  if (!isJsonObject(value) || isFirestoreDocument(value)) return undefined;
  if ([...DOCUMENT_FIELDS, ...fields].some((name) => Object.hasOwn(value, name))) return undefined;
  const path = findList(value, []);
  return path && toPathText(path);
}

/** Parses a truncated value as far as possible; `undefined` when a second value follows. */
function parseBeginning(head: string): unknown {
  try {
    const errors: ParseError[] = [];
    const value: unknown = parse(head, errors, { disallowComments: true });
    return errors.some(({ error }) => error === END_EXPECTED) ? undefined : value;
  } catch {
    // Too deep for the call stack.
    return undefined;
  }
}

const END_EXPECTED = 9;

function findList(value: unknown, path: DocumentsPath): DocumentsPath | undefined {
  if (Array.isArray(value)) {
    if (value.length === 0 || !value.every(isJsonObject)) return undefined;
    const every = [...path, EVERY_ENTRY];
    // `some`, because the last entry may be cut off before its `doc`.
    return value.some((entry) => isJsonObject(entry['doc'])) ? [...every, 'doc'] : every;
  }
  if (!isJsonObject(value)) return undefined;
  const fields = Object.entries(value);
  if (isMapOfObjects(value) && !fields.every(([, inner]) => isMapOfObjects(inner)))
    return [...path, EVERY_VALUE];
  if (path.length === MAX_NAMES) return undefined;
  const lists = fields.flatMap(([name, inner]) => {
    const list = findList(inner, [...path, name]);
    return list ? [{ list, size: JSON.stringify(inner).length }] : [];
  });
  if (isMapOfObjects(value)) return lists[0]?.list;
  const isMost = (size: number) => 2 * size > JSON.stringify(value).length;
  return lists.find(({ size }) => lists.length === 1 || isMost(size))?.list;
}

/** Whether all values are similar objects: each shares a field with the first one. */
function isMapOfObjects(value: unknown): boolean {
  if (!isJsonObject(value)) return false;
  const entries = Object.values(value);
  const [first] = entries;
  if (entries.length < 2 || !isJsonObject(first) || !entries.every(isJsonObject)) return false;
  return entries.every((entry) => isSimilar(entry, first));
}

/** Accepts an object without fields: the last one of a truncated text may be empty. */
function isSimilar(entry: object, first: object): boolean {
  const names = Object.keys(entry);
  return names.length === 0 || names.some((name) => Object.hasOwn(first, name));
}
