import { findCollection } from '#shared/collections/catalogue.ts';
import { SYNC_FIELDS } from '#shared/collections/collection.ts';
import { products } from '#shared/collections/products.ts';
import { toSlug } from '#shared/documents/slug.ts';
import type { ImportNotes } from './import-notes.ts';

export interface CompletionOptions {
  readonly collection: string;
  /** Field whose value becomes the id, e.g. `sku` or `_id.$oid`; otherwise `FBUID`, `id`, `_id`. */
  readonly idField?: string | undefined;
  /** For documents without `createdAt` in a built-in collection. */
  readonly createdAt: string;
  readonly createId: () => string;
}

type Fields = Readonly<Record<string, unknown>>;

export type Completion =
  | { readonly kind: 'complete'; readonly document: Fields }
  | {
      readonly kind: 'refused';
      readonly code: 'missing-id' | 'deleted-document';
      readonly path?: string;
      readonly message: string;
    };

const FOREIGN_FIELDS: readonly string[] = [...SYNC_FIELDS, '_deleted'];
/** Fields that may hold the id of a document without FBUID. */
const GUESSED_ID_FIELDS: readonly string[] = ['id', '_id'];

/**
 * Fills in a document's id and creation time before validation. Keeps the order of its fields.
 * @param key the id that the document's place in the file implies
 */
export function completeDocument(
  document: Fields,
  key: string | undefined,
  options: CompletionOptions & { readonly notes: ImportNotes },
): Completion {
  if (document['_deleted'] === true) {
    const message = 'This document is marked as deleted; only existing documents are imported.';
    return { kind: 'refused', code: 'deleted-document', message };
  }
  const content = withoutForeignFields(document, options.notes);
  const completion = options.idField === undefined ? fillId(content, key, options) : takeId(content, options);
  if (completion.kind === 'refused') return completion;
  const isUndated =
    findCollection(options.collection) !== undefined && (completion.document['createdAt'] ?? null) === null;
  if (!isUndated) return completion;
  // An existing document keeps its creation time, so importing a table again changes nothing.
  return { kind: 'complete', document: { ...completion.document, createdAt: options.createdAt } };
}

function withoutForeignFields(document: Fields, notes: ImportNotes): Fields {
  const foreign = FOREIGN_FIELDS.filter((name) => Object.hasOwn(document, name));
  if (foreign.length === 0) return document;
  for (const name of foreign) notes.leaveOut(name);
  return without(document, foreign);
}

function fillId(
  document: Fields,
  key: string | undefined,
  { collection, createId, notes }: CompletionOptions & { readonly notes: ImportNotes },
): Completion {
  if (Object.hasOwn(document, 'FBUID')) return complete(document);
  if (key !== undefined) return complete({ FBUID: key, ...document });
  for (const field of GUESSED_ID_FIELDS) {
    const id = toIdText(document[field]);
    if (id === undefined) continue;
    if (isFieldOf(collection, field)) return complete({ FBUID: id, ...document });
    notes.countMovedId(field);
    return complete({ FBUID: id, ...without(document, [field]) });
  }
  if (collection !== products.name) {
    notes.countNewId();
    return complete({ FBUID: createId(), ...document });
  }
  const name = document['productName'];
  const slug = typeof name === 'string' ? toSlug(name) : '';
  if (slug !== '') return complete({ FBUID: slug, ...document });
  return refuse('There is no FBUID, and no productName with letters or digits to derive it from.');
}

function takeId(document: Fields, { collection, idField = '' }: CompletionOptions): Completion {
  // MongoDB's typed values are converted by now, so `_id.$oid` is `_id`.
  const id = toIdText(findValue(document, idField) ?? findValue(document, idField.replace(/\.\$\w+$/, '')));
  if (id === undefined) return refuse(`There is no text or whole number in ${idField} to use as the id.`);
  const replaced = isFieldOf(collection, idField) ? ['FBUID'] : ['FBUID', idField];
  return complete({ FBUID: id, ...without(document, replaced) });
}

/** Whether the collection's schema allows the field. */
function isFieldOf(collection: string, field: string): boolean {
  const schema = findCollection(collection)?.schema.entries;
  return schema === undefined || Object.hasOwn(schema, field);
}

/** Value of a field by its exact name or, without such a field, by a dotted path. */
function findValue(document: Fields, path: string): unknown {
  if (Object.hasOwn(document, path)) return document[path];
  let value: unknown = document;
  for (const name of path.split('.')) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined;
    value = (value as Record<string, unknown>)[name];
  }
  return value;
}

function toIdText(value: unknown): string | undefined {
  if (typeof value === 'string' && value !== '') return value;
  return Number.isSafeInteger(value) ? String(value) : undefined;
}

function without(document: Fields, names: readonly string[]): Fields {
  return Object.fromEntries(Object.entries(document).filter(([name]) => !names.includes(name)));
}

function complete(document: Fields): Completion {
  return { kind: 'complete', document };
}

function refuse(message: string): Completion {
  return { kind: 'refused', code: 'missing-id', message };
}
