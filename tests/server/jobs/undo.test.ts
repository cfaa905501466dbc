import { beforeEach, expect, test } from 'vitest';
import type { Job } from '#shared/migration/job.ts';
import { createSuiteStore } from '../../support/suite-store.ts';
import { dataPath, errorIn, historyOf } from '../../support/core-calls.ts';
import { createCoreServer, type CoreServer } from '../../support/core-server.ts';
import { createJobCalls, exportOf, fillCollection, type JobCalls } from '../../support/job-calls.ts';
import { notes, RENAME } from '../../support/job-samples.ts';

let server: CoreServer;
let jobs: JobCalls;
beforeEach(() => {
  server = createCoreServer();
  jobs = createJobCalls(server);
});

const COPY = { kind: 'copy', source: 'notes', target: 'archive', mode: 'replace-all' };
const save = (path: string, json: object) =>
  server.request(dataPath(path), { as: 'admin', method: 'PUT', json });
const refuse = async (spec: object) =>
  errorIn(await server.request('/admin/jobs', { as: 'admin', method: 'POST', json: { spec } }));

test('[R-MIG-06] a rename and its undo can be undone, and each names the undoing job', async () => {
  await fillCollection(server, 'notes', notes(250));
  const before = await exportOf(server, 'notes');
  const { id } = await jobs.run(RENAME);
  const after = await exportOf(server, 'notes');
  const undo = await jobs.run({ kind: 'undo', job: id });
  expect(undo).toMatchObject({ state: 'done', position: 250, total: 250, counts: { replace: 250 } });
  expect(await exportOf(server, 'notes')).toBe(before);
  expect(await jobs.read(id)).toMatchObject({ undoneBy: undo.id });
  expect(await refuse({ kind: 'undo', job: id })).toMatchObject({ code: 'failed-precondition' });
  const again = await jobs.run({ kind: 'undo', job: undo.id });
  expect(await exportOf(server, 'notes')).toBe(after);
  expect(await jobs.read(undo.id)).toMatchObject({ undoneBy: again.id });
  expect(await jobs.run({ kind: 'undo', job: again.id })).toMatchObject({ problemCount: 0 });
  expect(await exportOf(server, 'notes')).toBe(before);
  expect((await historyOf(server, 'admin', 'notes/n00000')).map(({ operation }) => operation)).toEqual([
    'update',
    'update',
    'update',
    'update',
    'create',
  ]);
});

test('[R-MIG-03] undoing a copy deletes what it created and restores what it replaced or deleted', async () => {
  await fillCollection(server, 'notes', notes(150));
  await fillCollection(server, 'archive', [
    { FBUID: 'n00003', old: 1 },
    { FBUID: 'stray', old: 2 },
  ]);
  const before = await exportOf(server, 'archive');
  const copy = await jobs.run(COPY);
  expect(copy.counts).toMatchObject({ create: 149, replace: 1, delete: 1 });
  const plan = await jobs.plan({ kind: 'undo', job: copy.id });
  expect(plan.counts).toMatchObject({ delete: 149, replace: 1, create: 1, skip: 0 });
  const undo = await jobs.run({ kind: 'undo', job: copy.id });
  expect(undo.counts).toEqual(plan.counts);
  expect(await exportOf(server, 'archive')).toBe(before);
});

test('[R-MIG-03] documents changed since stay unchanged and are listed', async () => {
  await fillCollection(server, 'notes', notes(5));
  const { id } = await jobs.run(RENAME);
  await save('notes/n00001', { price: 'mine' });
  await server.request(dataPath('notes/n00002'), { as: 'admin', method: 'DELETE' });
  await save('notes/n00003', { price: 3 });
  const undo = await jobs.run({ kind: 'undo', job: id });
  expect(undo).toMatchObject({
    state: 'done',
    counts: { replace: 2, skip: 2, unchanged: 1 },
    problemCount: 2,
  });
  expect(undo.problems).toMatchObject([
    { id: 'n00001', code: 'changed-since' },
    { id: 'n00002', code: 'changed-since' },
  ]);
  const lines = (await exportOf(server, 'notes')).split('\n');
  expect(lines).toContain('{"price":"mine","FBUID":"n00001"}');
  expect(lines).toHaveLength(6);
});

test('[DU5] [R-MIG-03] an undo reports how many writes’ history compaction has removed', async () => {
  const store = createSuiteStore();
  server = createCoreServer(store);
  jobs = createJobCalls(server);
  await fillCollection(server, 'notes', notes(4));
  const { id } = await jobs.run(RENAME);
  for (const one of ['n00000', 'n00002']) {
    await server.request(dataPath(`notes/${one}`), { as: 'admin', method: 'DELETE' });
  }
  const before = Date.parse('2030-01-01T00:00:00.000Z');
  await store.compact({
    before,
    rejectionsBefore: 0,
    devicesBefore: 0,
    paymentsBefore: 0,
    keptCollections: [],
    keptBefore: before,
    limit: 10,
  });
  const undo = await jobs.run({ kind: 'undo', job: id });
  expect(undo).toMatchObject({ state: 'done', counts: { replace: 2, skip: 0 }, problemCount: 1 });
  expect(undo.problems).toMatchObject([{ id: '', code: 'forgotten' }]);
  expect(undo.problems[0]?.message).toContain('2 of its writes can’t be undone');
});

/** Starts a job and cancels it once it has written something. */
async function runPartly(spec: object): Promise<Job> {
  const { id } = await jobs.start(spec);
  while ((await jobs.read(id)).position === 0) await new Promise(setImmediate);
  return jobs.cancel(id);
}

test('[R-MIG-06] a job that was partly undone is not resumed: it would leave out what was undone', async () => {
  await fillCollection(server, 'notes', notes(4000));
  const before = await exportOf(server, 'notes');
  const { id, state } = await runPartly(RENAME);
  const undo = await runPartly({ kind: 'undo', job: id });
  expect([state, undo.state]).toEqual(['cancelled', 'cancelled']);
  const resumed = await server.request(`/admin/jobs/${id}/resume`, { as: 'admin', method: 'POST' });
  const error = await errorIn(resumed);
  expect(error).toMatchObject({ code: 'failed-precondition' });
  expect(error.message).toContain(`was partly undone by job ${undo.id}`);
  expect(await jobs.run({ kind: 'undo', job: id })).toMatchObject({ state: 'done' });
  expect(await exportOf(server, 'notes')).toBe(before);
});

test('[R-MIG-06] a missing job can’t be undone', async () => {
  expect(await refuse({ kind: 'undo', job: 'none' })).toMatchObject({ code: 'not-found' });
});
