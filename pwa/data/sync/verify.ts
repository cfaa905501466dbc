import { pageClient } from './page-client.ts';
import { readRights } from './rights.ts';
import { whenStore } from '../store/store-provider.ts';
import { toPulled } from './open-collections.ts';
import { verifyCollection, type VerifiedCollection } from './verify-collection.ts';

/**
 * Compares what this device holds with what the server shows it. Documents with waiting writes differ by nature, so a
 * difference means something only when nothing waits.
 * @throws AppError as the client does
 */
export async function verifyCollections(): Promise<readonly VerifiedCollection[]> {
  const { database } = await whenStore();
  const open = new Set<string>(toPulled(readRights()));
  const pulled = await database.checkpoints.find().exec();
  const names = pulled
    .map(({ collectionName }) => collectionName)
    // Of what is locked the server shows nothing.
    .filter((name) => name in database.collections && open.has(name));
  return Promise.all(names.map((name) => verifyCollection(database, pageClient(), name)));
}
