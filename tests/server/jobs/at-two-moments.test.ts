import { expect, test } from 'vitest';
import type { JobRecord } from '#server/core/jobs/job-store.ts';
import { createCoreServer } from '../../support/core-server.ts';
import { createJobCalls, fillCollection } from '../../support/job-calls.ts';
import { notes, RENAME } from '../../support/job-samples.ts';
import { createSuiteStore } from '../../support/suite-store.ts';

test('[R-MIG-06] a job that ends while it is being read is not told as interrupted', async () => {
  const store = createSuiteStore();
  let held: Promise<void> | undefined;
  /** Answers late, with what was there when it was asked. */
  const late = async <Value>(read: Promise<Value>): Promise<Value> => {
    const until = held;
    const value = await read;
    await until;
    return value;
  };
  const jobs = {
    ...store.jobs,
    read: (id: string): Promise<JobRecord | undefined> => late(store.jobs.read(id)),
    list: (limit: number): Promise<readonly JobRecord[]> => late(store.jobs.list(limit)),
  };
  const server = createCoreServer({ ...store, jobs });
  const calls = createJobCalls(server);
  await fillCollection(server, 'notes', notes(300));
  const { id } = await calls.start(RENAME);
  let release = () => {};
  held = new Promise((resolve) => (release = resolve));
  const [read, list] = [calls.read(id), calls.listWithoutImports()];
  await expect.poll(async () => (await store.jobs.read(id))?.state).toBe('done');
  // Another one can start: the server no longer works on it.
  expect((await calls.start(RENAME)).state).toBe('running');
  held = undefined;
  release();
  expect((await read).state).not.toBe('interrupted');
  expect((await list).map((job) => job.state)).not.toContain('interrupted');
});
