import * as v from 'valibot';
import type { ApiClient } from '#shared/api/client.ts';
import type { Route } from '#shared/api/routes.ts';
import { AppError } from '#shared/kernel/app-error.ts';
import { wireDocumentSchema } from '#shared/sync/messages.ts';
import type { WireDocument } from '#shared/sync/wire-document.ts';
import { isUnreachable } from './connection.ts';
import { READ_DOCUMENT } from './limbo.ts';

/** Message of a forced server read that fails offline. */
export const OFFLINE_READ_FAILURE = 'Failed to get documents from server...';

const READ_COLLECTION: Route<{ documents: WireDocument[] }> = {
  method: 'GET',
  path: '/{endpoint}/{collection}',
  response: v.looseObject({ documents: v.array(wireDocumentSchema) }) as unknown as Route<{
    documents: WireDocument[];
  }>['response'],
};

/** Reads documents from the server, bypassing the local store. @throws AppError */
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
