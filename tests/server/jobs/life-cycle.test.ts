import { beforeEach, describe, expect, test } from 'vitest';
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

const post = (path: string, json?: unknown) =>
  server.request(path, { as: 'admin', method: 'POST', ...(json === undefined ? {} : { json }) });

describe('a job', () => {
  test('[R-MIG-06] does exactly what its plan said, in many small commits, and is listed afterwards', async () => {
    await fillCollection(server, 'notes', notes(250));
    const plan = await jobs.plan(RENAME);
    expect(plan).toMatchObject({ documents: 250, counts: { replace: 250 }, problemCount: 0 });
    const begun = await jobs.start(RENAME, plan.hash);
    expect(begun).toMatchObject({ state: 'running', position: 0, total: 250, startedBy: 'admin' });
    const job = await jobs.whenEnded(begun.id);
    expect(job).toMatchObject({
      state: 'done',
      position: 250,
      counts: plan.counts,
      problems: [],
      undoneBy: null,
    });
    expect(job.endedAt).toBe('2026-03-02T09:00:00.000Z');
    expect(await exportOf(server, 'notes')).toContain('{"FBUID":"n00249","cost":249}');
    expect(await historyOf(server, 'admin', 'notes/n00000')).toMatchObject([
      { operation: 'update', updatedBy: 'admin', data: { cost: 0 } },
      { operation: 'create' },
    ]);
    expect((await jobs.listWithoutImports()).map(({ id, problems }) => ({ id, problems }))).toEqual([
      { id: begun.id, problems: [] },
    ]);
  });

  test('[R-MIG-06] writes nothing when repeated', async () => {
    await fillCollection(server, 'notes', notes(3));
    await jobs.run(RENAME);
    const sequence = await server.store.newestSequence();
    expect(await jobs.run(RENAME)).toMatchObject({ state: 'done', counts: { unchanged: 3, replace: 0 } });
    expect(await server.store.newestSequence()).toBe(sequence);
  });

  test('[R-MIG-06] does not start with an outdated plan', async () => {
    await fillCollection(server, 'notes', notes(3));
    const { hash } = await jobs.plan(RENAME);
    await server.request(dataPath('notes/n00001'), { as: 'admin', method: 'PUT', json: { price: 9 } });
    const before = await exportOf(server, 'notes');
    const refusal = await post('/admin/jobs', { spec: RENAME, planHash: hash });
    expect(refusal.status).toBe(409);
    expect(await errorIn(refusal)).toMatchObject({ code: 'aborted', reason: 'PLAN_OUT_OF_DATE' });
    expect(await exportOf(server, 'notes')).toBe(before);
    expect(await jobs.listWithoutImports()).toEqual([]);
  });

  test('[R-MIG-06] does not start with a collision, unless such documents are to be skipped', async () => {
    await fillCollection(server, 'notes', [...notes(2), { FBUID: 'x', price: 1, cost: 2 }]);
    const before = await exportOf(server, 'notes');
    const refusal = await post('/admin/jobs', { spec: RENAME });
    expect(refusal.status).toBe(412);
    const error = await errorIn(refusal);
    expect(error).toMatchObject({ code: 'failed-precondition', reason: 'PLAN_HAS_PROBLEMS', path: 'price' });
    expect(error.message).toContain('1 document can’t be written, so nothing was. "x" at price:');
    expect(await exportOf(server, 'notes')).toBe(before);
    const skipping = { ...RENAME, rename: { ...RENAME.rename, onCollision: 'skip-doc' } };
    const job = await jobs.run(skipping);
    expect(job).toMatchObject({ state: 'done', counts: { replace: 2, skip: 1 }, problemCount: 1 });
    expect(job.problems).toMatchObject([{ id: 'x', code: 'collision', path: 'price' }]);
  });

  test('[R-MIG-06] does not start while another job runs on the same collection, and the error names that job', async () => {
    await fillCollection(server, 'notes', notes(1000));
    const responses = await Promise.all([1, 2, 3].map(() => post('/admin/jobs', { spec: RENAME })));
    expect(responses.map(({ status }) => status).toSorted()).toEqual([201, 412, 412]);
    const begun = (await jobs.listWithoutImports())[0]?.id ?? '';
    for (const refusal of responses.filter(({ status }) => status === 412)) {
      const error = await errorIn(refusal);
      expect(error).toMatchObject({ code: 'failed-precondition', reason: 'JOB_RUNNING' });
      expect(error.message).toContain(`Job ${begun}, the renaming of fields in notes, has not ended`);
    }
    expect(await jobs.whenEnded(begun)).toMatchObject({ state: 'done', counts: { replace: 1000 } });
    expect(await jobs.listWithoutImports()).toHaveLength(1);
  });

  test('[R-MIG-06] ends after the current batch when cancelled, and reports its progress', async () => {
    await fillCollection(server, 'notes', notes(2000));
    const { id } = await jobs.start(RENAME);
    const cancelled = await jobs.cancel(id);
    expect(cancelled).toMatchObject({ state: 'cancelled', total: 2000 });
    expect(cancelled.position).toBeLessThan(2000);
    const renamed = (await exportOf(server, 'notes')).split('"cost"').length - 1;
    expect(renamed).toBe(cancelled.position);
    expect(await jobs.cancel(id)).toEqual(cancelled);
    await jobs.resume(id);
    expect(await jobs.whenEnded(id)).toMatchObject({ state: 'done', counts: { replace: 2000 } });
    for (const call of ['cancel', 'resume']) {
      const refusal = await errorIn(await post(`/admin/jobs/${id}/${call}`));
      expect(refusal.code).toBe('failed-precondition');
      expect(refusal.message).toContain(`Job ${id} is done, so it can’t be`);
    }
  });

  test('[R-MIG-06] leaves out and lists what would be rejected when started with continue', async () => {
    await fillCollection(server, 'notes', [...notes(2), { FBUID: 'x', price: 1, cost: 2 }]);
    const begun = await post('/admin/jobs', { spec: RENAME, continue: true });
    const job = await jobs.whenEnded(((await begun.json()) as { id: string }).id);
    expect(job).toMatchObject({ state: 'done', counts: { replace: 2, reject: 1 } });
    expect(job.problems).toMatchObject([{ id: 'x', code: 'collision' }]);
  });

  test('[R-MIG-06] resumes after its last batch when the server stopped', async () => {
    const store = createSuiteStore();
    server = createCoreServer(store);
    jobs = createJobCalls(server);
    await fillCollection(server, 'notes', notes(1500));
    const { id } = await jobs.start(RENAME);
    await server.jobs.close();
    const next = createCoreServer(store);
    const later = createJobCalls(next);
    const cut = await later.read(id);
    expect(cut).toMatchObject({ state: 'interrupted', endedAt: null });
    expect(cut.message).toContain('can be resumed');
    expect(cut.position).toBeLessThan(1500);
    expect(await later.resume(id)).toMatchObject({ state: 'running', message: null });
    expect(await later.whenEnded(id)).toMatchObject({
      state: 'done',
      position: 1500,
      counts: { replace: 1500 },
    });
    expect((await exportOf(next, 'notes')).split('"cost"')).toHaveLength(1501);
    expect(await store.newestSequence()).toBe(3000);
  });

  test('[R-MIG-06] needs a valid collection name and a known id', async () => {
    const refusal = await post('/admin/jobs', { spec: { ...RENAME, collection: '../etc' } });
    expect(await errorIn(refusal)).toMatchObject({ code: 'invalid-argument', path: 'collection' });
    for (const call of ['cancel', 'resume', 'finish']) {
      expect(await errorIn(await post(`/admin/jobs/none/${call}`))).toMatchObject({ code: 'not-found' });
    }
  });
});
