import { beforeEach, expect, test } from 'vitest';
import { dataPath, errorIn, historyOf, signIn } from '../../support/core-calls.ts';
import { createCoreServer, type CoreServer } from '../../support/core-server.ts';
import { createJobCalls, exportOf, fillCollection, type JobCalls } from '../../support/job-calls.ts';
import { productContent } from '../../support/samples.ts';
import { STORED_DOCUMENTS } from '../../support/stored-documents.ts';

let server: CoreServer;
let jobs: JobCalls;
beforeEach(() => {
  server = createCoreServer();
  jobs = createJobCalls(server);
});

const COPY = { kind: 'copy', source: 'notes', target: 'archive' };
const notes = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ FBUID: `n${index}`, index, isOld: index % 2 === 1 }));

test('[R-MIG-01] [R-MIG-02] [R-MIG-03] a copy has every source document under the same id, with equal bytes', async () => {
  await fillCollection(server, 'notes', notes(321));
  const job = await jobs.run(COPY);
  expect(job).toMatchObject({ state: 'done', position: 321, total: 321, counts: { create: 321 } });
  expect(await exportOf(server, 'archive')).toBe(await exportOf(server, 'notes'));
  const sequence = await server.store.newestSequence();
  expect(await jobs.run(COPY)).toMatchObject({ counts: { create: 0, unchanged: 321 } });
  expect(await server.store.newestSequence()).toBe(sequence);
});

test('[R-MIG-03] a copy takes the documents that match its conditions, renamed, and its plan says the same', async () => {
  await fillCollection(server, 'notes', notes(10));
  const rename = { rules: [{ kind: 'map', from: 'index', to: 'place' }] };
  const spec = { ...COPY, where: ['isOld=true'], rename };
  const plan = await jobs.plan(spec);
  expect(plan).toMatchObject({ documents: 10, counts: { create: 5, skip: 5 } });
  expect(plan.renamed).toEqual([{ path: 'index', to: 'place', documents: 5 }]);
  expect((await jobs.run(spec)).counts).toEqual(plan.counts);
  expect((await exportOf(server, 'archive')).split('\n')[0]).toBe('{"FBUID":"n1","place":1,"isOld":true}');
});

test('[R-MIG-03] replace-all deletes documents missing from the source, but none that a condition left out', async () => {
  await fillCollection(server, 'notes', notes(4));
  await fillCollection(server, 'archive', [
    { FBUID: 'n1', kept: 1 },
    { FBUID: 'stray' },
    { FBUID: 'n2', index: 9 },
  ]);
  const spec = { ...COPY, mode: 'replace-all', where: ['isOld=false'] };
  const plan = await jobs.plan(spec);
  expect(plan.counts).toMatchObject({ create: 1, replace: 1, delete: 1, skip: 2 });
  expect((await jobs.run(spec)).counts).toEqual(plan.counts);
  expect((await exportOf(server, 'archive')).trimEnd().split('\n')).toEqual([
    '{"FBUID":"n0","index":0,"isOld":false}',
    '{"FBUID":"n1","kept":1}',
    '{"FBUID":"n2","index":2,"isOld":false}',
    '{"__end__":true,"documents":3}',
  ]);
  expect(await historyOf(server, 'admin', 'archive/stray')).toMatchObject([
    { operation: 'delete', updatedBy: 'admin' },
    { operation: 'create' },
  ]);
});

test('[R-MIG-03] a copy with mode insert is refused if an id is taken by other content, and nothing is written', async () => {
  await fillCollection(server, 'notes', notes(3));
  await fillCollection(server, 'archive', [{ FBUID: 'n2', index: 9 }]);
  const before = await exportOf(server, 'archive');
  const json = { spec: { ...COPY, mode: 'insert' } };
  const response = await server.request('/admin/jobs', { as: 'admin', method: 'POST', json });
  expect(response.status).toBe(412);
  expect((await errorIn(response)).message).toContain('"n2": The target has a document with this id');
  expect(await exportOf(server, 'archive')).toBe(before);
  const skipping = await jobs.run({ ...COPY, mode: 'insert', onConflict: 'skip' });
  expect(skipping.counts).toMatchObject({ create: 2, skip: 1 });
});

test('[R-MIG-03] content that doesn’t fit the target’s schema is named field by field, and nothing is written', async () => {
  await fillCollection(server, 'products', [{ FBUID: 'p', ...productContent() }]);
  const rename = { rules: [{ kind: 'map', from: 'productName', to: 'title' }] };
  const spec = { kind: 'rename', collection: 'products', rename };
  const { problems } = await jobs.plan(spec);
  expect(problems).toMatchObject([
    { id: 'p', code: 'failed-precondition', path: 'title' },
    { id: 'p', code: 'failed-precondition', path: 'productName' },
  ]);
  const before = await exportOf(server, 'products');
  const response = await server.request('/admin/jobs', { as: 'admin', method: 'POST', json: { spec } });
  expect(await errorIn(response)).toMatchObject({ code: 'failed-precondition', path: 'title' });
  expect(await exportOf(server, 'products')).toBe(before);
  expect(await jobs.run({ ...COPY, source: 'products', rename })).toMatchObject({ counts: { create: 1 } });
});

test('[R-MIG-01] [AC2] staff copy what they may read into collections they may write', async () => {
  const sam = signIn(server, 'sam', true);
  const staff = createJobCalls(server, sam);
  await fillCollection(server, 'profiles', [STORED_DOCUMENTS.profiles]);
  expect(await staff.plan({ ...COPY, source: 'profiles' })).toMatchObject({ documents: 0 });
  await fillCollection(server, 'notes', notes(1));
  const json = { ...COPY, target: 'ukraines' };
  const response = await server.request('/admin/plans', { as: sam, method: 'POST', json });
  expect(await errorIn(response)).toMatchObject({ code: 'permission-denied', path: 'target' });
  expect(await staff.run(COPY)).toMatchObject({ startedBy: 'sam@example.com', counts: { create: 1 } });
  expect(await historyOf(server, 'admin', 'archive/n0')).toMatchObject([{ updatedBy: 'sam@example.com' }]);
});

test('[R-MIG-01] a collection can’t be copied onto itself', async () => {
  const json = { ...COPY, target: 'notes' };
  const response = await server.request('/admin/plans', { as: 'admin', method: 'POST', json });
  expect(await errorIn(response)).toMatchObject({ code: 'invalid-argument', path: 'target' });
});

test('[R-MIG-03] writes during a running copy are accepted and kept', async () => {
  await fillCollection(server, 'notes', notes(3500));
  const { id } = await jobs.start(COPY);
  const written: string[] = [];
  for (let count = 0; (await jobs.read(id)).state === 'running'; count++) {
    const key = `archive/own${count}`;
    const response = await server.request(dataPath(key), { as: 'admin', method: 'PUT', json: { count } });
    expect(response.status).toBe(200);
    written.push(key);
    await new Promise(setImmediate);
  }
  expect(written.length).toBeGreaterThan(3);
  for (const key of written) {
    expect((await server.request(dataPath(key), { as: 'admin' })).status).toBe(200);
  }
  expect(await jobs.read(id)).toMatchObject({ state: 'done', counts: { create: 3500 } });
});
