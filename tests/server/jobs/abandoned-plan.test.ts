import { expect, test } from 'vitest';
import { createSuiteStore } from '../../support/suite-store.ts';
import { ADMIN_TOKEN, createCoreServer } from '../../support/core-server.ts';
import { listenOnLoopback } from '../../support/http-server.ts';
import { fillCollection } from '../../support/job-calls.ts';
import { notes, RENAME } from '../../support/job-samples.ts';

test('[R-MIG-03] planning stops when the caller hangs up', async () => {
  const store = createSuiteStore();
  let reads = 0;
  let isSlow = false;
  const list: typeof store.list = async (query) => {
    reads += 1;
    // Longer than a batch may take, so that every page is its own batch.
    if (isSlow) await new Promise((resolve) => setTimeout(resolve, 20));
    return store.list(query);
  };
  const server = createCoreServer({ ...store, list });
  await fillCollection(server, 'notes', notes(20_000));
  isSlow = true;
  const { origin, stop } = await listenOnLoopback(server);
  const hangUp = new AbortController();
  const asking = fetch(`${origin}/api/v1/admin/plans`, {
    method: 'POST',
    headers: { authorization: `Bearer ${ADMIN_TOKEN}`, 'content-type': 'application/json' },
    body: JSON.stringify(RENAME),
    signal: hangUp.signal,
  });
  await expect.poll(() => reads).toBeGreaterThan(1);
  hangUp.abort();
  await expect(asking).rejects.toThrow();
  await expect
    .poll(async () => {
      const before = reads;
      await new Promise((resolve) => setTimeout(resolve, 300));
      return reads - before;
    })
    .toBe(0);
  expect(reads).toBeLessThan(200);
  await stop();
});
