import type { ApiClient } from '#shared/api/client.ts';
import { ROUTES } from '#shared/api/routes.ts';
import { toChecksum, type Checksum } from '#shared/sync/checksum.ts';
import type { LocalDatabase } from '../store/database.ts';
import { collectionOf } from './local-states.ts';

export interface VerifiedCollection {
  readonly collection: string;
  readonly isSame: boolean;
  readonly local: Checksum;
  readonly server: Checksum;
}

/** Compares a local collection with the server's by checksum. @throws AppError as the client does */
export async function verifyCollection(
  database: LocalDatabase,
  client: ApiClient,
  collection: string,
): Promise<VerifiedCollection> {
  const { count, digest } = await client.call(ROUTES.checksum, { params: { collection } });
  const documents = await collectionOf(database, collection).find().exec();
  const local = toChecksum(documents.map(({ FBUID, writeId = '' }) => ({ id: FBUID, writeId })));
  const isSame = local.count === count && local.digest === digest;
  return { collection, isSame, local, server: { count, digest } };
}
