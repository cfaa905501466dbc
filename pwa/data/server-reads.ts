import type { ApiClient } from '#shared/api/client.ts';
import type { Route } from '#shared/api/routes.ts';
import { AppError } from '#shared/kernel/app-error.ts';
import * as v from 'valibot';
import type { CollectionName } from '#shared/collections/catalogue.ts';
import { wireDocumentSchema } from '#shared/sync/messages.ts';
import type { WireDocument } from '#shared/sync/wire-document.ts';
import { pageClient } from './page-client.ts';
import { connection } from './platform.ts';
import { isUnreachable } from './sync/connection.ts';
import { READ_DOCUMENT } from './sync/doubtful.ts';

/** What a forced read of the server fails with while there is no network. */
export const OFFLINE_READ_FAILURE = 'Failed to get documents from server...';

const READ_COLLECTION: Route<{ documents: WireDocument[] }> = {
  method: 'GET',
  path: '/{endpoint}/{collection}',
  answer: v.looseObject({ documents: v.array(wireDocumentSchema) }) as unknown as Route<{
    documents: WireDocument[];
  }>['answer'],
};

/**
 * Reads from the server and from nowhere else: a whole collection, or one document.
 * @throws AppError `unavailable` with exactly that sentence while offline, `not-found` for a missing document
 */
export function readFromServer(collection: CollectionName, id?: string): Promise<readonly WireDocument[]> {
  return readThrough(pageClient(), connection.current.isOnline, { collection, id });
}

export async function readThrough(
  client: ApiClient,
  isOnline: boolean,
  { collection, id }: { readonly collection: string; readonly id?: string | undefined },
): Promise<readonly WireDocument[]> {
  if (!isOnline) throw new AppError('unavailable', OFFLINE_READ_FAILURE);
  try {
    if (id !== undefined) return [await client.call(READ_DOCUMENT, { params: { collection, id } })];
    return (await client.call(READ_COLLECTION, { params: { collection } })).documents;
  } catch (cause) {
    throw isUnreachable(cause) ? new AppError('unavailable', OFFLINE_READ_FAILURE, { cause }) : cause;
  }
}
