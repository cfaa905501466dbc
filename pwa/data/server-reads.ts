import type { CollectionName } from '#shared/collections/catalogue.ts';
import type { WireDocument } from '#shared/sync/wire-document.ts';
import { pageClient } from './page-client.ts';
import { connection } from './platform.ts';
import { readThrough } from './sync/read-through.ts';

/**
 * Reads from the server and from nowhere else: a whole collection, or one document.
 * @throws AppError `unavailable` with exactly that sentence while offline, `not-found` for a missing document
 */
export function readFromServer(collection: CollectionName, id?: string): Promise<readonly WireDocument[]> {
  return readThrough(pageClient(), connection.current.isOnline, { collection, id });
}
