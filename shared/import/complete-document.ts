import { findCollection } from '#shared/collections/catalogue.ts';
import { SYNC_FIELDS } from '#shared/collections/collection.ts';
import { products } from '#shared/collections/products.ts';
import { toSlug } from '#shared/documents/slug.ts';
import type { SourceDocument } from './import-problem.ts';

export interface CompletionOptions {
  readonly collection: string;
  /** Field whose value becomes the id, e.g. `sku` or `_id.$oid`; otherwise `FBUID`, then `id`. */
  readonly idField?: string | undefined;
  /** Filled in where a document of a product collection has no `createdAt`. */
  readonly createdAt: string;
  readonly createId: () => string;
}

export type Completion =
  | {
      readonly kind: 'complete';
      readonly document: Readonly<Record<string, unknown>>;
      /** Fields of synchronisation that were in the input and never travel. */
      readonly leftOut: readonly string[];
    }
  | Refusal;

interface Refusal {
  readonly kind: 'refused';
  readonly code: 'missing-id' | 'deleted-document';
  readonly message: string;
}

type Fields = readonly (readonly [string, unknown])[];

const FOREIGN_TO_CONTENT: readonly string[] = [...SYNC_FIELDS, '_deleted'];

/** A document with id and time of creation, ready to be checked and sent. Order of the fields is kept. */
export function completeDocument({ document }: SourceDocument, options: CompletionOptions): Completion {
  if (document['_deleted'] === true) {
    return refuse('deleted-document', 'This document is marked as deleted; only living ones are imported.');
  }
  const all = Object.entries(document);
  const leftOut = all.map(([name]) => name).filter((name) => FOREIGN_TO_CONTENT.includes(name));
  const content = all.filter(([name]) => !leftOut.includes(name));
  const fields = options.idField === undefined ? fillId(content, options) : takeId(content, options);
  if ('kind' in fields) return fields;
  // The server keeps the time of creation of a document that exists, so that importing a table again changes nothing.
  const isUndated =
    findCollection(options.collection) !== undefined &&
    !fields.some(([name, value]) => name === 'createdAt' && value !== null);
  return {
    kind: 'complete',
    document: Object.fromEntries(isUndated ? [...fields, ['createdAt', options.createdAt]] : fields),
    leftOut,
  };
}

function fillId(fields: Fields, { collection, createId }: CompletionOptions): Fields | Refusal {
  if (fields.some(([name]) => name === 'FBUID')) return fields;
  const id = toIdText(fields.find(([name]) => name === 'id')?.[1]);
  // Nothing is lost: the same value stands under the name it has here.
  if (id !== undefined) return fields.map((field) => (field[0] === 'id' ? ['FBUID', id] : field));
  if (collection !== products.name) return [['FBUID', createId()], ...fields];
  const name = fields.find(([field]) => field === 'productName')?.[1];
  const slug = typeof name === 'string' ? toSlug(name) : '';
  if (slug !== '') return [['FBUID', slug], ...fields];
  return refuse(
    'missing-id',
    'There is no FBUID, and no productName with a letter or digit to make it from.',
  );
}

function takeId(fields: Fields, { collection, idField = '' }: CompletionOptions): Fields | Refusal {
  const id = toIdText(findValue(Object.fromEntries(fields), idField));
  if (id === undefined)
    return refuse('missing-id', `There is no text or whole number in ${idField} to be the id.`);
  const schema = findCollection(collection)?.schema.entries;
  const isKept = ([name]: readonly [string, unknown]) =>
    name !== 'FBUID' && (name !== idField || !schema || Object.hasOwn(schema, name));
  return [['FBUID', id], ...fields.filter(isKept)];
}

/** Value of a field by its name or, where there is none of that name, by a path of names with dots. */
function findValue(document: Readonly<Record<string, unknown>>, path: string): unknown {
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

function refuse(code: Refusal['code'], message: string): Refusal {
  return { kind: 'refused', code, message };
}
