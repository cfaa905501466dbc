import type { AppStore } from '../app-store.ts';
import { pageClient } from './page-client.ts';
import { readRights } from './rights.ts';
import { toPulled } from './open-collections.ts';
import { verifyCollection, type VerifiedCollection } from './verify-collection.ts';

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
