import * as v from 'valibot';
import { beforeEach, expect, test } from 'vitest';
import { ANONYMOUS } from '#shared/access/actor.ts';
import { jobSpecSchema } from '#shared/migration/job-spec.ts';
import { createSuiteStore } from '../../support/suite-store.ts';
import { dataPath, errorIn } from '../../support/core-calls.ts';
import { createCoreServer, type CoreServer } from '../../support/core-server.ts';
import { createJobCalls, exportOf, fillCollection, type JobCalls } from '../../support/job-calls.ts';
import { notes, RENAME } from '../../support/job-samples.ts';

const COPY = { kind: 'copy', source: 'notes', target: 'archive' };

let server: CoreServer;
let jobs: JobCalls;
/** The error of every read for a plan; empty when reads work. */
let torn: string;
beforeEach(async () => {
  torn = '';
  const store = createSuiteStore();
  const list: typeof store.list = (query) =>
    torn === '' ? store.list(query) : Promise.reject(new Error(torn));
  server = createCoreServer({ ...store, list });
  jobs = createJobCalls(server);
  await fillCollection(server, 'notes', notes(3));
});

const put = (path: string, json: object) =>
  server.request(dataPath(path), { as: 'admin', method: 'PUT', json });
const start = (spec: object, planHash: string) =>
  server.request('/admin/jobs', { as: 'admin', method: 'POST', json: { spec, planHash } });

test.each([COPY, RENAME])(
  '[R-MIG-03] [R-MIG-06] a job with a current plan starts without planning again: %j',
  async (spec) => {
    const { hash } = await jobs.plan(spec);
    // A write to another collection.
    await put('elsewhere/x', { price: 1 });
    torn = 'Planned again.';
    const begun = await start(spec, hash);
    expect(begun.status).toBe(201);
    expect(await begun.json()).toMatchObject({ state: 'running', position: 0, total: 3 });
  },
);

test('[R-MIG-06] an undo starts with the plan made before it', async () => {
  const { id } = await jobs.run(RENAME);
  const { hash } = await jobs.plan({ kind: 'undo', job: id });
  const undo = await jobs.start({ kind: 'undo', job: id }, hash);
  expect(await jobs.whenEnded(undo.id)).toMatchObject({ state: 'done', counts: { replace: 3 } });
  expect((await errorIn(await start({ kind: 'undo', job: id }, hash))).code).toBe('failed-precondition');
});

test('[R-MIG-03] a plan holds when only other documents were written since', async () => {
  const { hash } = await jobs.plan(COPY);
  await put('archive/other', { price: 1 });
  const { id } = await jobs.start(COPY, hash);
  expect(await jobs.whenEnded(id)).toMatchObject({ state: 'done', counts: { create: 3 } });
});

test.each([
  ['its source', () => put('notes/n00001', { price: 9 })],
  [
    'its source, by a deletion',
    () => server.request(dataPath('notes/n00001'), { as: 'admin', method: 'DELETE' }),
  ],
  ['its target', () => put('archive/n00001', { price: 9 })],
])('[R-MIG-03] a plan is outdated after a write to %s', async (_place, write) => {
  const { hash } = await jobs.plan(COPY);
  expect((await write()).ok).toBe(true);
  const before = await exportOf(server, 'archive');
  const refusal = await start(COPY, hash);
  expect(refusal.status).toBe(409);
  expect(await errorIn(refusal)).toMatchObject({ code: 'aborted', reason: 'PLAN_OUT_OF_DATE' });
  expect(await exportOf(server, 'archive')).toBe(before);
});

test('[R-MIG-03] a plan is valid only for its own job', async () => {
  const { hash } = await jobs.plan(COPY);
  const refusal = await start({ ...COPY, target: 'elsewhere' }, hash);
  expect(await errorIn(refusal)).toMatchObject({ code: 'aborted', reason: 'PLAN_OUT_OF_DATE' });
});

test('[R-MIG-06] a known plan with problems doesn’t start a job', async () => {
  await fillCollection(server, 'notes', [{ FBUID: 'x', price: 1, cost: 2 }]);
  const { hash } = await jobs.plan(RENAME);
  torn = 'Planned again.';
  const refusal = await errorIn(await start(RENAME, hash));
  expect(refusal).toMatchObject({ code: 'failed-precondition', reason: 'PLAN_HAS_PROBLEMS', path: 'price' });
});

test('[R-MIG-03] a plan is valid only for its own caller, since others may see other documents', async () => {
  const staff = { ...ANONYMOUS, isStaff: true, email: 'kim@example.com' };
  const spec = v.parse(jobSpecSchema, COPY);
  const { hash: planHash } = await server.jobs.plan(spec, { ...staff, isAdmin: true });
  torn = 'Planned again.';
  await expect(server.jobs.start({ spec, planHash }, staff)).rejects.toThrow();
  expect(await jobs.listWithoutImports()).toEqual([]);
});
