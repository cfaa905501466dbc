import { beforeEach, expect, test } from 'vitest';
import type { ImportAnswer } from '#shared/api/messages.ts';
import { toContent } from '#shared/sync/wire-document.ts';
import { errorIn, signIn } from '../../support/core-calls.ts';
import { createCoreServer, type CoreServer } from '../../support/core-server.ts';
import { createJobCalls, exportOf, fillCollection, type JobCalls } from '../../support/job-calls.ts';
import { STORED_DOCUMENTS } from '../../support/stored-documents.ts';

let server: CoreServer;
let jobs: JobCalls;
beforeEach(() => {
  server = createCoreServer();
  jobs = createJobCalls(server);
});

const IMPORT = { kind: 'import', collection: 'notes', label: 'notes.json' };
const toLines = (documents: readonly object[]) => documents.map((one) => JSON.stringify(one)).join('\n');
const notes = (...ids: readonly string[]) => ids.map((FBUID) => ({ FBUID, text: `of ${FBUID}` }));

function post(query: string, documents: readonly object[]): Promise<Response> {
  return server.request(`/admin/import/notes?${query}`, {
    as: 'admin',
    method: 'POST',
    body: toLines(documents),
  });
}

async function send(query: string, documents: readonly object[]): Promise<ImportAnswer> {
  const response = await post(query, documents);
  expect(response.status).toBe(200);
  return (await response.json()) as ImportAnswer;
}

test('[R-MIG-05] an import comes batch by batch into one job, which its end closes', async () => {
  const begun = await jobs.start(IMPORT);
  expect(begun).toMatchObject({ state: 'receiving', position: 0, total: null });
  expect(await send(`job=${begun.id}&from=0`, notes('a', 'b'))).toMatchObject({ created: 2, position: 2 });
  expect(await send(`job=${begun.id}&from=2`, notes('c'))).toMatchObject({ created: 1, position: 3 });
  const done = await jobs.finish(begun.id);
  expect(done).toMatchObject({ state: 'done', position: 3, total: 3, counts: { create: 3 } });
  expect(await jobs.finish(begun.id)).toEqual(done);
  const late = await post(`job=${begun.id}&from=3`, notes('d'));
  expect(await errorIn(late)).toMatchObject({ code: 'failed-precondition' });
  await jobs.run({ kind: 'undo', job: begun.id });
  expect(await exportOf(server, 'notes')).toBe('{"__end__":true,"documents":0}\n');
});

test('[R-MIG-05] [F04] a batch that is sent again because its answer was lost is written once', async () => {
  const { id } = await jobs.start(IMPORT);
  await send(`job=${id}&from=0`, notes('a', 'b'));
  await server.request('/testing/data/notes/a', {
    as: 'admin',
    method: 'PUT',
    json: { text: 'changed since' },
  });
  const sequence = await server.store.newestSequence();
  expect(await send(`job=${id}&from=0`, notes('a', 'b'))).toMatchObject({
    created: 0,
    replaced: 0,
    position: 2,
  });
  expect(await server.store.newestSequence()).toBe(sequence);
  expect(await send(`job=${id}&from=0`, notes('a', 'b', 'c'))).toMatchObject({ created: 1, position: 3 });
  expect(await exportOf(server, 'notes')).toContain('changed since');
  expect(await jobs.read(id)).toMatchObject({ position: 3, counts: { create: 3 } });
});

test('[R-MIG-05] two that send the same batch at once write it once', async () => {
  const { id } = await jobs.start(IMPORT);
  const answers = await Promise.all([1, 2].map(() => send(`job=${id}&from=0`, notes('a', 'b'))));
  expect(answers.map(({ created }) => created).toSorted()).toEqual([0, 2]);
  expect(await server.store.newestSequence()).toBe(2);
});

test('[R-MIG-05] batches that are under way at once are written in their order, whichever comes first', async () => {
  const { id } = await jobs.start(IMPORT);
  const third = send(`job=${id}&from=3`, [{ FBUID: 'a', text: 'last' }]);
  const second = send(`job=${id}&from=2`, notes('c'));
  const first = send(`job=${id}&from=0`, notes('a', 'b'));
  expect(await Promise.all([first, second, third])).toMatchObject([
    { created: 2, position: 2 },
    { created: 1, position: 3 },
    { replaced: 1, position: 4 },
  ]);
  expect(await jobs.finish(id)).toMatchObject({ state: 'done', total: 4 });
  expect(await exportOf(server, 'notes')).toContain('{"FBUID":"a","text":"last"}');
});

test('[R-MIG-05] [F04] a batch behind one that is refused is refused too, and nothing of it is written', async () => {
  const { id } = await jobs.start(IMPORT);
  const behind = post(`job=${id}&from=1`, notes('b'));
  const refusal = await post(`job=${id}&from=0`, [{ FBUID: 'a', '*': 1 }]);
  expect(await errorIn(refusal)).toMatchObject({ code: 'invalid-argument', path: 'line 1: *' });
  expect(await errorIn(await behind)).toMatchObject({ code: 'failed-precondition', reason: 'IMPORT_GAP' });
  expect(await server.store.newestSequence()).toBe(0);
  expect(await jobs.read(id)).toMatchObject({ state: 'receiving', position: 0 });
  expect(await send(`job=${id}&from=0`, notes('a', 'b'))).toMatchObject({ created: 2, position: 2 });
});

test('[R-MIG-05] a batch that waits for its turn when the import is cancelled is not written', async () => {
  const { id } = await jobs.start(IMPORT);
  const behind = post(`job=${id}&from=1`, notes('b'));
  await jobs.cancel(id);
  expect(await errorIn(await behind)).toMatchObject({ code: 'failed-precondition' });
  expect(await server.store.newestSequence()).toBe(0);
});

test('[R-MIG-05] a batch behind a gap is refused, with the place where the import is', async () => {
  const { id } = await jobs.start(IMPORT);
  const refusal = await post(`job=${id}&from=5`, notes('f'));
  expect(await errorIn(refusal)).toMatchObject({ code: 'failed-precondition', reason: 'IMPORT_GAP' });
  const elsewhere = await server.request(`/admin/import/others?job=${id}&from=0`, {
    as: 'admin',
    method: 'POST',
    body: toLines(notes('a')),
  });
  expect(await errorIn(elsewhere)).toMatchObject({ code: 'failed-precondition' });
  expect(await server.store.newestSequence()).toBe(0);
});

test('[R-MIG-05] one refused document refuses its batch, or with continue is listed beside those written', async () => {
  const { id } = await jobs.start(IMPORT);
  const batch = [...notes('a'), { FBUID: 'b', '*': 1 }, { text: 'no id' }, ...notes('c')];
  const refusal = await post(`job=${id}&from=0`, batch);
  expect(await errorIn(refusal)).toMatchObject({ code: 'invalid-argument', path: 'line 2: *' });
  expect(await server.store.newestSequence()).toBe(0);
  const answer = await send(`job=${id}&from=0&continue=1`, batch);
  expect(answer).toMatchObject({ created: 2, rejected: 2, position: 4 });
  expect(answer.problems).toMatchObject([
    { line: 2, id: 'b', code: 'forbidden-character', path: '*' },
    { line: 3, id: '', path: 'FBUID' },
  ]);
  const job = await jobs.finish(id);
  expect(job).toMatchObject({ counts: { create: 2, reject: 2 }, problemCount: 2 });
  expect(job.problems.map(({ code }) => code)).toEqual(answer.problems.map(({ code }) => code));
});

test('[R-MIG-05] a document refused far behind in a batch refuses all of it, and its line is told', async () => {
  const many = notes(...Array.from({ length: 700 }, (_, index) => `n${index}`));
  const last = [...many, { FBUID: 'n0', text: 'twice' }];
  const { id } = await jobs.start(IMPORT);
  const refusal = await post(`job=${id}&from=0`, [...last, { FBUID: 'b', '*': 1 }]);
  expect(await errorIn(refusal)).toMatchObject({ code: 'invalid-argument', path: 'line 702: *' });
  const broken = await server.request(`/admin/import/notes?job=${id}&from=0`, {
    as: 'admin',
    method: 'POST',
    body: `${toLines(last)}\n{"FBUID":`,
  });
  expect(await errorIn(broken)).toMatchObject({ code: 'invalid-argument', path: 'line 702' });
  expect(await server.store.newestSequence()).toBe(0);
  expect(await jobs.read(id)).toMatchObject({ state: 'receiving', position: 0 });
  const answer = await send(`job=${id}&from=0&continue=1`, [...last, { FBUID: 'b', '*': 1 }]);
  expect(answer).toMatchObject({ created: 700, replaced: 1, rejected: 1, position: 702 });
  expect(answer.problems).toMatchObject([{ line: 702, id: 'b' }]);
  const dry = 'dryRun=1&continue=1';
  expect(await send(dry, last)).toMatchObject({ unchanged: 699, replaced: 2, position: null });
  const done = await jobs.finish(id);
  expect(done).toMatchObject({ counts: { create: 700, replace: 1, reject: 1 }, total: 702 });
  await jobs.run({ kind: 'undo', job: id });
  expect(await exportOf(server, 'notes')).toBe('{"__end__":true,"documents":0}\n');
});

test('[R-MIG-05] merge lays fields over what is there, and newer compares the times that an envelope brings', async () => {
  await fillCollection(server, 'notes', [{ FBUID: 'a', text: 'old', kept: 1 }]);
  expect(await send('mode=merge', notes('a', 'b'))).toMatchObject({ merged: 1, created: 1 });
  expect(await exportOf(server, 'notes')).toContain('{"FBUID":"a","text":"of a","kept":1}');
  const older = { FBUID: 'a', text: 'older', __updatedAt__: '2026-03-01T00:00:00.000Z' };
  const newer = { FBUID: 'b', text: 'newer', __updatedAt__: '2026-03-03T00:00:00.000Z' };
  expect(await send('onConflict=newer', [older, newer])).toMatchObject({ skipped: 1, replaced: 1 });
  expect(await exportOf(server, 'notes')).toContain('{"FBUID":"b","text":"newer"}');
  expect(await send('onConflict=skip', [older])).toMatchObject({ skipped: 1 });
  const refusal = await post('onConflict=error', [older]);
  expect(await errorIn(refusal)).toMatchObject({ code: 'already-exists', path: 'line 1' });
});

test('[R-MIG-05] a whole file in one transaction may be larger than a batch, up to a limit that is told', async () => {
  const text = 'x'.repeat(900_000);
  const many = (count: number) => Array.from({ length: count }, (_, index) => ({ FBUID: `n${index}`, text }));
  expect((await post('', many(3))).status).toBe(413);
  const { id } = await jobs.start(IMPORT);
  const refusal = await post(`job=${id}&from=0&atomic=1`, many(19));
  expect(refusal.status).toBe(413);
  expect((await errorIn(refusal)).message).toContain('at most 16 MiB. Nothing was written.');
  const broken = [...many(17), { FBUID: '__x__' }];
  expect((await post(`job=${id}&from=0&atomic=1`, broken)).status).toBe(400);
  expect(await server.store.newestSequence()).toBe(0);
  expect(await send(`job=${id}&from=0&atomic=1`, many(17))).toMatchObject({ created: 17, position: 17 });
});

test('[R-MIG-05] a rename waits for an import that is under way, which goes on after being cancelled and resumed', async () => {
  const { id } = await jobs.start(IMPORT);
  await send(`job=${id}&from=0`, notes('a'));
  const rename = { rules: [{ kind: 'map', from: 'text', to: 'words' }] };
  const json = { spec: { kind: 'rename', collection: 'notes', rename } };
  const start = () => server.request('/admin/jobs', { as: 'admin', method: 'POST', json });
  const refusal = await errorIn(await start());
  expect(refusal).toMatchObject({ code: 'failed-precondition', reason: 'JOB_RUNNING' });
  expect(refusal.message).toContain(`Job ${id}, the import of notes.json into notes, has not ended`);
  expect(await jobs.cancel(id)).toMatchObject({ state: 'cancelled', position: 1 });
  expect((await start()).status).toBe(201);
  await jobs.whenEnded((await jobs.list())[0]?.id ?? '');
  expect(await jobs.resume(id)).toMatchObject({ state: 'receiving', position: 1, endedAt: null });
  expect(await send(`job=${id}&from=1`, notes('b'))).toMatchObject({ created: 1, position: 2 });
});

test('[R-MIG-05] [AC2] what is wrong with documents that staff may not read is told to admins alone', async () => {
  const { id } = await jobs.start({ kind: 'import', collection: 'profiles' });
  const body = toLines([{ ...toContent(STORED_DOCUMENTS.profiles), FBUID: 'p', '*': 1 }]);
  const path = `/admin/import/profiles?job=${id}&from=0&continue=1`;
  expect((await server.request(path, { as: 'admin', method: 'POST', body })).status).toBe(200);
  expect(await jobs.read(id)).toMatchObject({ problemCount: 1, problems: [{ id: 'p' }] });
  const staff = createJobCalls(server, signIn(server, 'sam', true));
  expect(await staff.read(id)).toMatchObject({ problemCount: 1, problems: [] });
  await jobs.cancel(id);
  const free = await jobs.start(IMPORT);
  await send(`job=${free.id}&from=0&continue=1`, [{ FBUID: 'p', '*': 1 }]);
  expect(await staff.read(free.id)).toMatchObject({ problems: [{ id: 'p' }] });
});
