import type { Actor } from '#shared/access/actor.ts';
import { AppError } from '#shared/kernel/app-error.ts';
import { isJsonEqual } from '#shared/kernel/json.ts';
import type { WireDocument } from '#shared/sync/wire-document.ts';
import { listWire } from './document-calls.ts';
import type { DocumentStore } from './document-store.ts';

export interface CollectionQuery {
  readonly collection: string;
  readonly orderBy?: string | undefined;
  readonly direction?: string | undefined;
  readonly field?: string | undefined;
  readonly value?: string | undefined;
}

/** Names for the id in the specification's filters. */
const ID_ALIASES: readonly string[] = ['productFBUID', 'templateFBUID', 'id'];

/**
 * All documents of a collection that this reader may see, ordered by a field or filtered by `field == value`. Each
 * document repeats its id as `id`.
 * @throws AppError `invalid-argument` for a direction other than asc and desc
 */
export async function readCollectionDocuments(
  store: DocumentStore,
  query: CollectionQuery,
  actor: Actor,
): Promise<readonly WireDocument[]> {
  const direction = query.direction ?? 'asc';
  if (direction !== 'asc' && direction !== 'desc') {
    throw new AppError('invalid-argument', 'direction is asc or desc.', { path: 'direction' });
  }
  const found: WireDocument[] = [];
  for await (const document of listWire(store, query.collection, actor)) {
    if (matches(document, query)) found.push({ id: document.FBUID, ...document });
  }
  if (query.orderBy !== undefined) sortBy(found, toFieldName(query.orderBy), direction);
  return found;
}

function matches(document: WireDocument, { field, value }: CollectionQuery): boolean {
  if (field === undefined) return true;
  const stored = document[toFieldName(field)];
  return typeof stored === 'string' ? stored === value : isJsonEqual(stored, parseValue(value));
}

function parseValue(value: string | undefined): unknown {
  try {
    return JSON.parse(value ?? '');
  } catch {
    return value;
  }
}

function toFieldName(field: string): string {
  return ID_ALIASES.includes(field) ? 'FBUID' : field;
}

/** Missing values come last in either direction; equal values keep the order of their ids. */
function sortBy(documents: WireDocument[], field: string, direction: 'asc' | 'desc'): void {
  const sign = direction === 'asc' ? 1 : -1;
  documents.sort((a, b) => {
    const [left, right] = [a[field], b[field]];
    if (left === right) return 0;
    if (left === undefined || left === null) return 1;
    if (right === undefined || right === null) return -1;
    return left < right ? -sign : sign;
  });
}
