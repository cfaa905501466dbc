import { getRxStorageMemory } from 'rxdb/plugins/storage-memory';
import { createApiClient, type Fetch } from '#shared/api/client.ts';
import { systemClock } from '#shared/kernel/clock.ts';
import { createId } from '#shared/kernel/ids.ts';
import { DEFAULT_DATA_ENDPOINT } from '#shared/kernel/product-facts.ts';
import { openDatabase } from '#pwa/data/store/database.ts';
import { createPullPace, pullCollection } from '#pwa/data/sync/pull-collection.ts';
import type { Wire } from '../wire.ts';

const PRODUCTS = 10_000;

/** Seconds per 10,000 products for our pull loop to fill an empty RxDB memory store. */
export async function measureFirstSync(wire: Wire, expected: number): Promise<number> {
  const storage = getRxStorageMemory();
  const name = `bench-${createId().toLowerCase()}`;
  const database = await openDatabase({ name, storage, isShared: false, collections: ['products'] });
  const client = createApiClient({
    fetch: fetch as unknown as Fetch,
    origin: wire.server.origin,
    dataEndpoint: DEFAULT_DATA_ENDPOINT,
    headers: () => ({ ...wire.reader }),
  });
  const start = performance.now();
  await pullCollection({ database, client, pace: createPullPace(), clock: systemClock }, 'products');
  const seconds = (performance.now() - start) / 1000;
  const count = await database.products.count().exec();
  await database.close();
  if (count < expected) throw new Error(`The first sync brought ${count} products of ${expected}.`);
  return (seconds / count) * PRODUCTS;
}
