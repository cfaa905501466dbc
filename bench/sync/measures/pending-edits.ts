import { setTimeout as sleep } from 'node:timers/promises';
import { getRxStorageMemory } from 'rxdb/plugins/storage-memory';
import { createApiClient, type Fetch } from '#shared/api/client.ts';
import { productFields } from '#shared/collections/products.ts';
import { systemClock } from '#shared/kernel/clock.ts';
import { createId } from '#shared/kernel/ids.ts';
import { DEFAULT_DATA_ENDPOINT } from '#shared/kernel/product-facts.ts';
import { openDatabase, type LocalDatabase } from '#pwa/data/store/database.ts';
import { writeDocument, type Content } from '#pwa/data/store/local-writes.ts';
import { createConnectionMonitor } from '#pwa/data/sync/connection.ts';
import { createPullPace, pullCollection } from '#pwa/data/sync/pull-collection.ts';
import { startSyncEngine } from '#pwa/data/sync/sync-engine.ts';
import type { Wire } from '../wire.ts';

const EDITS = 500;
const POLL_MS = 20;
const TIMEOUT_MS = 60_000;

/** Seconds our engine takes from start until 500 offline edits are acknowledged. */
export async function measurePendingEdits(wire: Wire): Promise<number> {
  const clock = systemClock;
  const storage = getRxStorageMemory();
  const name = `bench-${createId().toLowerCase()}`;
  const database = await openDatabase({ name, storage, isShared: false, collections: ['products'] });
  const headers = { ...wire.writer };
  const { origin } = wire.server;
  const client = createApiClient({
    fetch: fetch as unknown as Fetch,
    origin,
    dataEndpoint: DEFAULT_DATA_ENDPOINT,
    headers: () => headers,
  });
  await pullCollection({ database, client, pace: createPullPace(), clock }, 'products');
  const products = await database.products.find({ limit: EDITS }).exec();
  for (const { primary } of products) {
    await writeDocument({ database, clock }, 'products', primary, (current) => {
      if (!current) throw new Error('A product is missing.');
      const own = Object.keys(productFields).map((name) => [name, current[name as keyof typeof current]]);
      const content = Object.fromEntries(own) as Content<'products'>;
      return { ...content, productName: `${current.productName} II` };
    });
  }
  const start = performance.now();
  const failures: string[] = [];
  const engine = startSyncEngine({
    database,
    client,
    fetch,
    headers: async () => headers,
    collections: ['products'],
    connection: createConnectionMonitor(true),
    clock,
    random: Math.random,
    onFailure: (text, error) => void failures.push(`${text} ${(error as Error).message}`),
  });
  try {
    while ((await countPending(database)) > 0) {
      if (performance.now() - start > TIMEOUT_MS)
        throw new Error(`Edits are still pending. ${failures.join(' ')}`);
      await sleep(POLL_MS);
    }
    return (performance.now() - start) / 1000;
  } finally {
    await engine.stop();
    await database.close();
  }
}

async function countPending(database: LocalDatabase): Promise<number> {
  const waiting = await database.outbox.count().exec();
  if (waiting > 0) return waiting;
  const products = await database.products.find().exec();
  return products.filter(({ writeId, sync }) => writeId !== sync.acknowledged).length;
}
