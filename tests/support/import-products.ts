import { expect } from 'vitest';
import { importFile, toLines } from './job-calls.ts';
import type { RunningShop } from './shop-server.ts';
import { toRequests } from './upload-file.ts';

/** Imports products into a running shop as an admin. */
export async function importProducts(shop: RunningShop, products: readonly object[]): Promise<void> {
  const job = await importFile(toRequests(shop), 'products', toLines(products));
  expect(job, job.message ?? '').toMatchObject({ state: 'done' });
}
