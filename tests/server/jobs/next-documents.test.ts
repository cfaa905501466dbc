import { expect, test } from 'vitest';
import { ANONYMOUS } from '#shared/access/actor.ts';
import { createNextDocuments } from '#server/core/jobs/next-documents.ts';
import { createSuiteStore } from '../../support/suite-store.ts';
import { createCoreServer } from '../../support/core-server.ts';
import { fillCollection } from '../../support/job-calls.ts';
import { notes } from '../../support/job-samples.ts';

const MEGABYTE = 1_000_000;

test('[R-MIG-03] large documents are read a few at a time, small ones a hundred at a time, each once', async () => {
  const store = createSuiteStore();
  const large = (id: string) => ({ FBUID: id, text: 'x'.repeat(MEGABYTE - 100) });
  const server = createCoreServer(store);
  await fillCollection(server, 'notes', notes(300));
  for (const id of ['o1', 'o2', 'o3', 'o4']) await fillCollection(server, 'notes', [large(id)]);
  const limits: number[] = [];
  const list: typeof store.list = (query) => {
    limits.push(query.limit);
    return store.list(query);
  };
  const next = createNextDocuments({ ...store, list }, 'notes', { ...ANONYMOUS, isAdmin: true });
  const ids: string[] = [];
  for (let batch = await next(''); batch.length > 0; batch = await next(ids.at(-1) ?? ''))
    ids.push(...batch.map(({ id }) => id));
  expect(ids).toEqual([...notes(300).map(({ FBUID }) => FBUID), 'o1', 'o2', 'o3', 'o4']);
  expect(limits[0]).toBe(10);
  expect(limits).toContain(100);
  const again = createNextDocuments({ ...store, list }, 'notes', { ...ANONYMOUS, isAdmin: true });
  limits.length = 0;
  for (let last = 'o1'; last !== '';) last = (await again(last)).at(-1)?.id ?? '';
  expect(limits.slice(1).every((limit) => limit === 1)).toBe(true);
  expect(limits.length).toBeGreaterThan(1);
});
