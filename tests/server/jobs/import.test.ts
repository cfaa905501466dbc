import { readdirSync, utimesSync } from 'node:fs';
import { dirname } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { errorIn, signIn } from '../../support/core-calls.ts';
import { createCoreServer, type CoreServer } from '../../support/core-server.ts';
import {
  createJobCalls,
  exportOf,
  fillCollection,
  importFile,
  toLines,
  type JobCalls,
} from '../../support/job-calls.ts';
import { eventually } from '../../support/eventually.ts';
import { createUpload, sendPiece, uploadFile } from '../../support/upload-file.ts';

let server: CoreServer;
let jobs: JobCalls;
beforeEach(() => {
  server = createCoreServer();
  jobs = createJobCalls(server);
});

const IMPORT = { kind: 'import', collection: 'notes', label: 'notes.ndjson' };
const notes = (...ids: readonly string[]) => ids.map((FBUID) => ({ FBUID, text: `of ${FBUID}` }));
const EMPTY = '{"__end__":true,"documents":0}\n';
const start = (spec: object) =>
  server.request('/admin/jobs', { as: 'admin', method: 'POST', json: { spec } });
const filesOf = (upload: string) =>
  readdirSync(dirname(server.uploads.pathOf(upload))).filter((name) => name.startsWith(upload));

test('[R-MIG-05] a job imports an uploaded file, can be undone, and leaves no file behind', async () => {
  const upload = await uploadFile(server, toLines(notes('a', 'b', 'c')));
  const done = await jobs.run({ ...IMPORT, upload });
  expect(done).toMatchObject({ state: 'done', position: 3, total: 3, counts: { create: 3 } });
  expect(done.import).toMatchObject({ format: 'NDJSON', documents: 3, rejected: 0 });
  expect(await exportOf(server, 'notes')).toBe(
    `${toLines(notes('a', 'b', 'c'))}{"__end__":true,"documents":3}\n`,
  );
  await eventually(() => expect(filesOf(upload)).toEqual([]));
  await jobs.run({ kind: 'undo', job: done.id });
  expect(await exportOf(server, 'notes')).toBe(EMPTY);
});

test('[R-MIG-05] the plan of a file says what the import would do and writes nothing', async () => {
  await fillCollection(server, 'notes', [{ FBUID: 'a', text: 'old' }, ...notes('b')]);
  const sequence = await server.store.newestSequence();
  const upload = await uploadFile(server, `${toLines(notes('a', 'b', 'c'))}{"FBUID":"d","*":1}\n`);
  const plan = await jobs.plan({ ...IMPORT, upload });
  expect(plan).toMatchObject({
    documents: 4,
    counts: { create: 1, replace: 1, unchanged: 1, reject: 1 },
    import: { documents: 3, rejected: 1 },
    problems: [{ id: 'd', line: 4, path: '*', code: 'forbidden-character' }],
    problemCount: 1,
  });
  expect(plan.samples).toMatchObject([
    { id: 'a', before: { text: 'old' }, after: { text: 'of a' } },
    { id: 'c', before: null },
  ]);
  expect(await server.store.newestSequence()).toBe(sequence);
  // The same plan is still current, so the import starts.
  const { id } = await jobs.start({ ...IMPORT, upload }, plan.hash);
  expect(await jobs.whenEnded(id)).toMatchObject({ state: 'failed' });
});

test('[R-MIG-05] an import with an outdated plan does not start', async () => {
  const upload = await uploadFile(server, toLines(notes('a')));
  const { hash } = await jobs.plan({ ...IMPORT, upload });
  await fillCollection(server, 'notes', [{ FBUID: 'a', text: 'written since' }]);
  const json = { spec: { ...IMPORT, upload }, planHash: hash };
  const refusal = await server.request('/admin/jobs', { as: 'admin', method: 'POST', json });
  expect(await errorIn(refusal)).toMatchObject({ code: 'aborted', reason: 'PLAN_OUT_OF_DATE' });
});

test('[R-MIG-05] one document that can’t be imported stops the whole import and is reported with its line', async () => {
  const lines = `${toLines(notes('a'))}{"FBUID":"b","*":1}\n{"FBUID":"c","n":\n${toLines(notes('d'))}`;
  const failed = await importFile(server, 'notes', lines);
  expect(failed).toMatchObject({
    state: 'failed',
    message: 'sample.ndjson has 2 problems, so nothing was written.',
    counts: { create: 0, reject: 2 },
    problems: [
      { id: 'b', line: 2, path: '*', code: 'forbidden-character' },
      { line: 3, code: 'invalid-json' },
    ],
  });
  expect(await server.store.newestSequence()).toBe(0);
  const again = await server.request(`/admin/jobs/${failed.id}/resume`, { as: 'admin', method: 'POST' });
  expect(await errorIn(again)).toMatchObject({ code: 'failed-precondition' });
});

test('[R-MIG-05] with continue the other documents are written, and the rejected ones can be downloaded', async () => {
  const lines = `${toLines(notes('a'))}{"FBUID":"b","*":1}\n${toLines(notes('c'))}`;
  const job = await importFile(server, 'notes', lines, { continue: true });
  expect(job).toMatchObject({ state: 'done', counts: { create: 2, reject: 1 }, problemCount: 1 });
  const rejects = await (await server.request(`/admin/jobs/${job.id}/rejects`, { as: 'admin' })).text();
  expect(JSON.parse(rejects)).toMatchObject({
    __rejected__: true,
    line: 2,
    id: 'b',
    raw: '{"FBUID":"b","*":1}',
  });
  const line = JSON.parse(rejects) as object;
  const mended = toLines([{ ...line, raw: '{"FBUID":"b","star":1}' }]);
  expect(await importFile(server, 'notes', mended)).toMatchObject({ state: 'done', counts: { create: 1 } });
  expect(await exportOf(server, 'notes')).toContain('{"FBUID":"b","star":1}');
});

test('[R-MIG-05] a document rejected at write time is among the rejects too', async () => {
  await fillCollection(server, 'notes', [{ FBUID: 'a', text: 'kept' }]);
  const options = { mode: 'insert', onConflict: 'error' };
  const refused = await importFile(server, 'notes', toLines(notes('a', 'b')), options);
  expect(refused).toMatchObject({
    state: 'failed',
    problems: [{ id: 'a', line: 1, code: 'already-exists' }],
  });
  expect(await exportOf(server, 'notes')).not.toContain('of b');
  const job = await importFile(server, 'notes', toLines(notes('a', 'b')), { ...options, continue: true });
  expect(job).toMatchObject({ state: 'done', counts: { create: 1, reject: 1 } });
  const rejects = await (await server.request(`/admin/jobs/${job.id}/rejects`, { as: 'admin' })).text();
  expect(JSON.parse(rejects)).toMatchObject({
    line: 1,
    id: 'a',
    code: 'already-exists',
    raw: toLines(notes('a')).trim(),
  });
});

test('[R-MIG-05] merge overwrites single fields, and newer compares the times in an envelope', async () => {
  await fillCollection(server, 'notes', [{ FBUID: 'a', text: 'old', kept: 1 }]);
  const merged = await importFile(server, 'notes', toLines(notes('a', 'b')), { mode: 'merge' });
  expect(merged.counts).toMatchObject({ merge: 1, create: 1 });
  expect(await exportOf(server, 'notes')).toContain('{"FBUID":"a","text":"of a","kept":1}');
  const envelope = (id: string, text: string, at: string) => ({
    __id__: id,
    __updatedAt__: at,
    FBUID: id,
    text,
  });
  const older = envelope('a', 'older', '2026-03-01T00:00:00.000Z');
  const newer = envelope('b', 'newer', '2026-03-03T00:00:00.000Z');
  const compared = await importFile(server, 'notes', toLines([older, newer]), { onConflict: 'newer' });
  expect(compared.counts).toMatchObject({ skip: 1, replace: 1 });
  expect(await exportOf(server, 'notes')).toContain('{"FBUID":"b","text":"newer"}');
  const skipped = await importFile(server, 'notes', toLines([older]), { onConflict: 'skip' });
  expect(skipped.counts).toMatchObject({ skip: 1 });
});

test('[R-MIG-05] importing the same file again changes nothing, and each upload is its own job', async () => {
  const first = await importFile(server, 'notes', toLines(notes('a', 'b')));
  const sequence = await server.store.newestSequence();
  const second = await importFile(server, 'notes', toLines(notes('a', 'b')));
  expect(second).toMatchObject({ state: 'done', counts: { create: 0, unchanged: 2 } });
  expect(second.id).not.toBe(first.id);
  expect(await server.store.newestSequence()).toBe(sequence);
});

test('[R-MIG-05] an import renames fields', async () => {
  const rename = { rules: [{ kind: 'map', from: 'text', to: 'words' }] };
  await importFile(server, 'notes', toLines(notes('a')), { rename });
  expect(await exportOf(server, 'notes')).toContain('{"FBUID":"a","words":"of a"}');
});

test('[R-MIG-05] a file can be written in one transaction, up to a limit that the message names', async () => {
  const text = 'x'.repeat(900_000);
  const many = (count: number) => Array.from({ length: count }, (_, index) => ({ FBUID: `n${index}`, text }));
  const failed = await importFile(server, 'notes', toLines(many(19)), { atomic: true });
  expect(failed).toMatchObject({ state: 'failed', position: 0 });
  expect(failed.message).toContain('one transaction takes at most 16 MiB. Nothing was written.');
  const sequences: number[] = [];
  server.store.onCommit(({ sequence }) => void sequences.push(sequence));
  const done = await importFile(server, 'notes', toLines(many(17)), { atomic: true });
  expect(done).toMatchObject({ state: 'done', counts: { create: 17 } });
  expect(sequences).toEqual([17]);
});

test('[R-MIG-05] verify compares the stored documents with the file', async () => {
  const job = await importFile(server, 'notes', toLines(notes('a', 'b')), { verify: true });
  expect(job).toMatchObject({ state: 'done', problemCount: 0 });
});

test('[R-MIG-05] an interrupted upload continues where it ended, and its job waits without blocking others', async () => {
  const bytes = Buffer.from(toLines(notes('a', 'b', 'c')));
  const upload = await uploadFile(server, bytes, { until: 20 });
  const spec = { ...IMPORT, upload };
  const job = await jobs.start(spec);
  expect(job).toMatchObject({ state: 'receiving', file: { bytes: 20, totalBytes: bytes.length } });
  const early = await server.request(`/admin/jobs/${job.id}/resume`, { as: 'admin', method: 'POST' });
  expect(await errorIn(early)).toMatchObject({ code: 'failed-precondition', reason: 'UPLOAD_INCOMPLETE' });
  await fillCollection(server, 'notes', [{ FBUID: 'z', text: 'in between' }]);
  const rename = { rules: [{ kind: 'map', from: 'text', to: 'words' }] };
  expect(await jobs.run({ kind: 'rename', collection: 'notes', rename })).toMatchObject({ state: 'done' });
  const head = await server.request(`/admin/uploads/${upload}`, {
    as: 'admin',
    method: 'HEAD',
    headers: { 'tus-resumable': '1.0.0' },
  });
  expect(head.headers.get('upload-offset')).toBe('20');
  const misplaced = await sendPiece(server, upload, { from: 0, bytes });
  expect(misplaced.status).toBe(409);
  expect((await sendPiece(server, upload, { from: 20, bytes: bytes.subarray(20) })).status).toBe(204);
  await jobs.resume(job.id);
  expect(await jobs.whenEnded(job.id)).toMatchObject({ state: 'done', counts: { create: 3 } });
});

test('[R-MIG-05] an import without a byte for five minutes is interrupted, and can be resumed or cancelled', async () => {
  const bytes = Buffer.from(toLines(notes('a')));
  const upload = await uploadFile(server, bytes, { until: 9 });
  const { id } = await jobs.start({ ...IMPORT, upload });
  const then = server.clock.now() / 1000 - 5 * 60 - 1;
  utimesSync(server.uploads.pathOf(upload), then, then);
  expect(await jobs.read(id)).toMatchObject({
    state: 'interrupted',
    message: `9 of ${bytes.length} bytes of the file have arrived; nothing was written. Send the rest, or cancel the import.`,
  });
  const file = { documents: 0, bytes: 9, totalBytes: bytes.length };
  expect((await jobs.list())[0]).toMatchObject({ id, state: 'interrupted', file });
  await sendPiece(server, upload, { from: 9, bytes: bytes.subarray(9) });
  await jobs.resume(id);
  expect(await jobs.whenEnded(id)).toMatchObject({ state: 'done' });
  const other = await jobs.start({ ...IMPORT, upload: await uploadFile(server, bytes, { until: 9 }) });
  expect(await jobs.cancel(other.id)).toMatchObject({ state: 'cancelled' });
});

test('[R-MIG-05] only the person who began an upload can continue it', async () => {
  const sam = signIn(server, 'sam', true);
  const upload = await uploadFile(server, toLines(notes('a')), { as: sam, until: 5 });
  const piece = { from: 5, bytes: Buffer.from(toLines(notes('a'))).subarray(5) };
  expect((await sendPiece(server, upload, { ...piece, as: signIn(server, 'ada', true) })).status).toBe(404);
  expect((await sendPiece(server, upload, { ...piece, as: sam })).status).toBe(204);
  expect((await createUpload(server, 10, { as: signIn(server, 'bob', false) })).status).toBe(401);
  const read = await server.request(`/admin/uploads/${upload}/progress`, { as: 'admin' });
  expect(await read.json()).toEqual({ bytes: 28, totalBytes: 28, check: null });
});

test('[R-MIG-05] [T29] an upload above the limit or too large for the disk is refused before anything is stored', async () => {
  server = createCoreServer(undefined, undefined, { importMaxBytes: 1_073_741_824 });
  const large = await createUpload(server, 1_073_741_825);
  expect(large.status).toBe(413);
  expect((await errorIn(large)).message).toContain('larger than 1 GiB');
  server = createCoreServer(undefined, undefined, { freeBytes: async () => 64 * 1_048_576 + 9 });
  const full = await createUpload(server, 10);
  expect(full.status).toBe(507);
  expect((await errorIn(full)).message).toBe(
    'The server’s disk has no room for this file. Nothing was stored.',
  );
  expect((await createUpload(server, 9)).status).toBe(201);
});

test('[R-MIG-05] uploaded files are removed after seven days', async () => {
  const upload = await uploadFile(server, toLines(notes('a')));
  await jobs.plan({ ...IMPORT, upload });
  expect(filesOf(upload)).not.toEqual([]);
  for (const name of filesOf(upload)) {
    const then = server.clock.now() / 1000 - 7 * 86_400 - 1;
    utimesSync(server.uploads.pathOf(name), then, then);
  }
  await server.uploads.removeOld();
  expect(filesOf(upload)).toEqual([]);
  expect(await errorIn(await start({ ...IMPORT, upload }))).toMatchObject({
    code: 'not-found',
    path: 'spec.upload',
  });
});

test('[R-MIG-05] a running import blocks a rename, and can be cancelled and resumed', async () => {
  const many = Array.from({ length: 20_000 }, (_, index) => ({ FBUID: `n${index}`, text: 'x' }));
  const upload = await uploadFile(server, toLines(many));
  const { id } = await jobs.start({ ...IMPORT, upload });
  const rename = { rules: [{ kind: 'map', from: 'text', to: 'words' }] };
  const refusal = await errorIn(await start({ kind: 'rename', collection: 'notes', rename }));
  expect(refusal).toMatchObject({ code: 'failed-precondition', reason: 'JOB_RUNNING' });
  expect(refusal.message).toContain(`Job ${id}, the import of notes.ndjson into notes, has not ended`);
  const cancelled = await jobs.cancel(id);
  expect(cancelled).toMatchObject({ state: 'cancelled' });
  expect(cancelled.position).toBeLessThan(20_000);
  await jobs.resume(id);
  expect(await jobs.whenEnded(id)).toMatchObject({
    state: 'done',
    position: 20_000,
    counts: { create: 20_000 },
  });
});

test('[R-MIG-05] [AC2] only admins see the problems of documents that staff may not read', async () => {
  const options = { continue: true };
  const { id } = await importFile(server, 'profiles', '{"FBUID":"p","*":1}\n', options);
  expect((await jobs.read(id)).problems).toContainEqual(expect.objectContaining({ id: 'p', path: '*' }));
  const staff = createJobCalls(server, signIn(server, 'sam', true));
  expect(await staff.read(id)).toMatchObject({ problems: [] });
  expect(
    (await server.request(`/admin/jobs/${id}/rejects`, { as: signIn(server, 'sam', true) })).status,
  ).toBe(404);
  const free = await importFile(server, 'notes', '{"FBUID":"p","*":1}\n', options);
  expect(await staff.read(free.id)).toMatchObject({ problems: [{ id: 'p' }] });
});
