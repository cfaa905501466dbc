import type { ApiClient } from '#shared/api/client.ts';
import { ROUTES } from '#shared/api/routes.ts';
import { toChecksum, type Checksum } from '#shared/sync/checksum.ts';
import type { ShopDatabase } from './database.ts';
import { pageClient } from './page-client.ts';
import { whenShop } from './shop-handle.ts';
import { collectionOf } from './sync/local-states.ts';

export interface VerifiedCollection {
  readonly collection: string;
  readonly isSame: boolean;
  readonly local: Checksum;
  readonly server: Checksum;
}

/**
 * Compares what this device holds with what the server shows it. Documents with waiting writes differ by nature, so a
 * difference means something only when nothing waits.
 * @throws AppError as the client does
 */
export async function verifyCollections(): Promise<readonly VerifiedCollection[]> {
  const { database } = await whenShop();
  const pulled = await database.positions.find().exec();
  const names = pulled
    .map(({ collectionName }) => collectionName)
    .filter((name) => name in database.collections);
  return Promise.all(names.map((name) => verifyCollection(database, pageClient(), name)));
}

export async function verifyCollection(
  database: ShopDatabase,
  client: ApiClient,
  collection: string,
): Promise<VerifiedCollection> {
  const { count, digest } = await client.call(ROUTES.checksum, { params: { collection } });
  const documents = await collectionOf(database, collection).find().exec();
  const local = toChecksum(documents.map(({ FBUID, writeId = '' }) => ({ id: FBUID, writeId })));
  const isSame = local.count === count && local.digest === digest;
  return { collection, isSame, local, server: { count, digest } };
}
