import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ANONYMOUS } from '#shared/access/actor.ts';
import type { Clock } from '#shared/kernel/clock.ts';
import type { DocumentStore } from '#server/core/document-store.ts';
import { importDocuments } from '#server/core/jobs/import-documents.ts';
import { stampNow } from '#server/core/stamp.ts';

/**
 * Puts the demo products into a store that never had any; a store with products, or with a past, is left as it is.
 * @param folder where the products' JSON files are
 * @returns number of products written
 */
export async function seedDemoCatalogue(store: DocumentStore, folder: string, clock: Clock): Promise<number> {
  if ((await store.collectionNames()).includes('products')) return 0;
  const files = (await readdir(folder)).filter((file) => file.endsWith('.json')).sort();
  const products = await Promise.all(files.map((file) => readProduct(join(folder, file))));
  const stamp = stampNow(clock, { ...ANONYMOUS, isAdmin: true });
  const settings = { collection: 'products', mode: 'insert', onConflict: 'error' } as const;
  const batch = { settings, pieces: [{ read: () => products }], keepsGoing: false, isDryRun: false };
  const { created } = await importDocuments(store, batch, stamp);
  return created;
}

async function readProduct(file: string): Promise<Readonly<Record<string, unknown>>> {
  return JSON.parse(await readFile(file, 'utf8')) as Record<string, unknown>;
}
