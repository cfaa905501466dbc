import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ANONYMOUS } from '#shared/access/actor.ts';
import { products } from '#shared/collections/products.ts';
import type { Clock } from '#shared/kernel/clock.ts';
import type { DocumentStore } from '#server/core/document-store.ts';
import { decideWrite } from '#server/core/decide-write.ts';
import type { WriteRequest } from '#server/core/write-request.ts';
import { stampNow } from '#server/core/stamp.ts';
import { createWriteBatch } from '#server/core/write-batch.ts';
import { AppError } from '#shared/kernel/app-error.ts';

/**
 * Writes the demo products into a store that never had products. Any other store stays unchanged.
 * @param folder folder of the products' JSON files
 * @returns number of products written
 */
export async function seedDemoCatalogue(store: DocumentStore, folder: string, clock: Clock): Promise<number> {
  if ((await store.collections()).some(({ name }) => name === products.name)) return 0;
  const files = (await readdir(folder)).filter((file) => file.endsWith('.json')).sort();
  const catalogue = await Promise.all(files.map((file) => readProduct(join(folder, file))));
  const stamp = stampNow(clock, { ...ANONYMOUS, isAdmin: true });
  const documents = catalogue.map((data) => ({ collection: products.name, id: String(data['FBUID']) }));
  return store.commit({ documents, writeIds: [] }, (view) => {
    const writes = createWriteBatch(view);
    // Another node was faster.
    if (documents.some((key) => view.document(key))) return writes.toDecision(0);
    for (const data of catalogue) {
      const request = toRequest(data);
      const outcome = decideWrite(request, writes, stamp);
      if (outcome.verdict !== 'accepted')
        throw new AppError('internal', `The demo product ${request.id} was rejected.`);
      writes.record(request, outcome);
    }
    return writes.toDecision(catalogue.length);
  });
}

function toRequest(data: Readonly<Record<string, unknown>>): WriteRequest {
  const id = String(data['FBUID']);
  const base = { kind: 'any' } as const;
  return {
    collection: products.name,
    id,
    writeId: undefined,
    base,
    deleted: false,
    data,
    madeAt: undefined,
    trail: [],
  };
}

async function readProduct(file: string): Promise<Readonly<Record<string, unknown>>> {
  return JSON.parse(await readFile(file, 'utf8')) as Record<string, unknown>;
}
