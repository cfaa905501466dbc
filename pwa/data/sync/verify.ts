import type { ApiClient } from '#shared/api/client.ts';
import { ROUTES } from '#shared/api/routes.ts';
import { toChecksum, type Checksum } from '#shared/sync/checksum.ts';
import type { AppStore } from '../app-store.ts';
import type { LocalDatabase } from '../store/database.ts';
import { pageClient } from './page-client.ts';
import { readRights } from './rights.ts';
import { toPulled } from './open-collections.ts';
import { collectionOf } from './local-states.ts';

/**
 * Compares this device's collections with the server's. Documents with waiting writes always differ, so a difference
 * is only meaningful when nothing waits.
 * @throws AppError as the client does
 */
export async function verifyCollections(app: AppStore): Promise<readonly VerifiedCollection[]> {
  const { database } = await app.localStore.whenOpen();
  const open = new Set<string>(toPulled(readRights(app)));
  const pulled = await database.checkpoints.find().exec();
  const names = pulled
    .map(({ collectionName }) => collectionName)
    // The server shows nothing of locked collections.
    .filter((name) => name in database.collections && open.has(name));
  return Promise.all(names.map((name) => verifyCollection(database, pageClient(app), name)));
}

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
