import { readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Job } from '#shared/migration/job.ts';
import { openDatabase } from '#server/stores/sqlite/open-database.ts';
import { createSqliteStore } from '#server/stores/sqlite/sqlite-store.ts';
import { createCoreServer, type CoreServer } from '../../support/core-server.ts';
import {
  createJobCalls,
  exportOf,
  fillCollection,
  importFile,
  toLines,
  type SentSpec,
} from '../../support/job-calls.ts';
import { uploadFile } from '../../support/upload-file.ts';
import { onSmallDisk } from '../../support/small-disk.ts';
import { openTemporaryStore } from '../../support/temporary-store.ts';

const COPY = { kind: 'copy', source: 'notes', target: 'archive' };
const renaming = (from: string, to: string) => ({ rules: [{ kind: 'map', from, to }] });
const rename = renaming('text', 'words');
const notes = (count: number, size: number) =>
  Array.from({ length: count }, (_, index) => ({ FBUID: `n${index}`, text: 'x'.repeat(size) }));

test('[R-MIG-01] a plan changes no byte of the database', async () => {
  const { store, file, database, dispose } = openTemporaryStore();
  const server = createCoreServer(store);
  const jobs = createJobCalls(server);
  await fillCollection(server, 'notes', notes(500, 200));
  await fillCollection(server, 'archive', notes(20, 10));
  const { id } = await jobs.run({ kind: 'rename', collection: 'archive', rename });
  const readBytes = () => {
    database.writer.pragma('wal_checkpoint(TRUNCATE)');
    return readFileSync(file);
  };
  const before = readBytes();
  expect(await jobs.plan({ ...COPY, mode: 'replace-all', rename })).toMatchObject({ documents: 500 });
  expect(await jobs.plan({ kind: 'rename', collection: 'notes', rename })).toMatchObject({ documents: 500 });
  expect(await jobs.plan({ kind: 'undo', job: id })).toMatchObject({ counts: { replace: 20 } });
  const upload = await uploadFile(server, '{"FBUID":"a"}\n');
  expect(await jobs.plan({ kind: 'import', collection: 'notes', upload, label: 'a.ndjson' })).toMatchObject({
    documents: 1,
  });
  expect(database.writer.pragma('wal_checkpoint(PASSIVE)')).toMatchObject([{ log: 0 }]);
  expect(readBytes().equals(before)).toBe(true);
  await dispose();
});

const BALLAST = 700_000;
/** Too little for a job, enough to start one. */
const LITTLE = 65_536;
const NOTES = notes(220, 1000);

/** A server on the small disk, part of which is taken. */
function startOn(path: string) {
  const ballast = join(path, 'ballast');
  writeFileSync(ballast, Buffer.alloc(BALLAST));
  let left = BALLAST;
  const database = openDatabase(join(path, 'data.sqlite'));
  const server = createCoreServer(createSqliteStore(database));
  return {
    server,
    database,
    jobs: createJobCalls(server),
    makeLittleRoom: () => truncateSync(ballast, (left -= LITTLE)),
    makeRoom: () => rmSync(ballast),
  };
}

/** Consecutive jobs, each with the id of the one before it. */
type Chain = (count: number, before: string) => SentSpec;

async function runChain(server: CoreServer, toSpec: Chain, length: number): Promise<void> {
  const jobs = createJobCalls(server);
  let before = '';
  for (let count = 0; count < length; count++) before = (await jobs.run(toSpec(count, before))).id;
}

const chains: readonly (readonly [string, Chain])[] = [
  ['a copy', (count) => ({ ...COPY, target: `archive${count}` })],
  [
    'a rename',
    (count) => ({
      kind: 'rename',
      collection: 'notes',
      rename: count % 2 === 0 ? rename : renaming('words', 'text'),
    }),
  ],
  [
    'an undo',
    (count, before) =>
      count === 0 ? { kind: 'rename', collection: 'notes', rename } : { kind: 'undo', job: before },
  ],
];

for (const [name, toSpec] of chains) {
  onSmallDisk(
    `[R-MIG-03] [DU4] [F06] ${name} stops on a full disk, says so, loses nothing, and continues when there is room`,
    async (path) => {
      const { server, jobs, makeLittleRoom, makeRoom } = startOn(path);
      await fillCollection(server, 'notes', NOTES);
      const done: Job[] = [];
      let stopped: Job | undefined;
      while (!stopped) {
        // Without room even to start a job, nothing of it is stored.
        const known = (await jobs.list()).length;
        const job = await jobs.run(toSpec(done.length, done.at(-1)?.id ?? '')).catch(() => undefined);
        if (job?.state === 'done') done.push(job);
        else if (job) stopped = job;
        else {
          expect(await jobs.list()).toHaveLength(known);
          makeLittleRoom();
        }
      }
      expect(stopped).toMatchObject({
        spec: { kind: name.split(' ')[1] },
        state: 'interrupted',
        total: NOTES.length,
      });
      expect(stopped.message).toContain('The server’s disk is full. What was written stays; make room');
      const rows = (await exportOf(server, 'notes')).split('\n').filter((line) => line.includes('"FBUID"'));
      expect(rows).toHaveLength(NOTES.length);
      makeRoom();
      await jobs.resume(stopped.id);
      const ended = await jobs.whenEnded(stopped.id);
      expect(ended).toMatchObject({ state: 'done', position: NOTES.length, problemCount: 0 });
      expect(ended.counts.create + ended.counts.replace).toBe(NOTES.length);
      const reference = createCoreServer();
      await fillCollection(reference, 'notes', NOTES);
      await runChain(reference, toSpec, done.length + 1);
      for (const collection of ['notes', `archive${done.length}`])
        expect(await exportOf(server, collection)).toBe(await exportOf(reference, collection));
      await server.store.close();
    },
  );
}

onSmallDisk(
  '[R-MIG-05] [DU4] [F06] an import stops on a full disk, says so, and imports every document once when there is room',
  async (path) => {
    const { server, database, jobs, makeRoom } = startOn(path);
    const all = notes(900, 1000);
    const stopped = await importFile(server, 'notes', toLines(all));
    expect(stopped).toMatchObject({ state: 'interrupted' });
    expect(stopped.message).toContain('The server’s disk is full. What was written stays; make room');
    expect((await exportOf(server, 'notes')).match(/"FBUID"/g) ?? []).toHaveLength(stopped.position);
    makeRoom();
    await jobs.resume(stopped.id);
    const done = await jobs.whenEnded(stopped.id);
    expect(done).toMatchObject({ state: 'done', counts: { create: all.length } });
    expect(database.writer.pragma('integrity_check', { simple: true })).toBe('ok');
    const reference = createCoreServer();
    await fillCollection(reference, 'notes', all);
    expect(await exportOf(server, 'notes')).toBe(await exportOf(reference, 'notes'));
    await server.store.close();
  },
);
