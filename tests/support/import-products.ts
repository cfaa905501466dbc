import { expect } from 'vitest';
import { importFile, toLines } from './job-calls.ts';
import type { LocalStore } from './shop-server.ts';
import { toRequests } from './upload-file.ts';

/** Writes products into a running shop, as an admin who imports a file. */
export async function importProducts(shop: LocalStore, products: readonly object[]): Promise<void> {
  const job = await importFile(toRequests(shop), 'products', toLines(products));
  expect(job, job.message ?? '').toMatchObject({ state: 'done' });
}
