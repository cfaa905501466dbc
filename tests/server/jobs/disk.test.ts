import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openDatabase } from '#server/stores/sqlite/open-database.ts';
import { createSqliteStore } from '#server/stores/sqlite/sqlite-store.ts';
import { createCoreServer } from '../../support/core-server.ts';
import { createJobCalls, exportOf, fillCollection } from '../../support/job-calls.ts';
import { onSmallDisk } from '../../support/small-disk.ts';
import { openTemporaryStore } from '../../support/temporary-store.ts';

const COPY = { kind: 'copy', source: 'notes', target: 'archive' };
const rename = { rules: [{ kind: 'map', from: 'text', to: 'words' }] };
const notes = (count: number, size: number) =>
  Array.from({ length: count }, (_, index) => ({ FBUID: `n${index}`, text: 'x'.repeat(size) }));

test('[R-MIG-01] a plan leaves every byte of the database as it was', async () => {
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
  const options = { as: 'admin', method: 'POST', body: '{"FBUID":"a"}' } as const;
  expect((await server.request('/admin/import/notes?dryRun=1', options)).status).toBe(200);
  expect(database.writer.pragma('wal_checkpoint(PASSIVE)')).toMatchObject([{ log: 0 }]);
  expect(readBytes().equals(before)).toBe(true);
  await dispose();
});

onSmallDisk(
  '[R-MIG-03] [DU4] [F06] a job that meets a full disk stops, says so, loses nothing, and goes on when there is room',
  async (path) => {
    const ballast = join(path, 'ballast');
    writeFileSync(ballast, Buffer.alloc(700_000));
    const file = join(path, 'data.sqlite');
    const server = createCoreServer(createSqliteStore(openDatabase(file)));
    const jobs = createJobCalls(server);
    await fillCollection(server, 'notes', notes(220, 1000));
    const source = await exportOf(server, 'notes');
    for (let count = 0; count < 3; count++)
      await jobs.run({ ...COPY, target: `archive${count}` }).catch(() => {});
    const stopped = (await jobs.list()).find(({ state }) => state !== 'done');
    expect(stopped).toMatchObject({ state: 'interrupted', total: 220 });
    expect(stopped?.message).toContain('The server’s disk is full. What was written stays; make room');
    expect(await exportOf(server, 'notes')).toBe(source);
    rmSync(ballast);
    const id = stopped?.id ?? '';
    await jobs.resume(id);
    expect(await jobs.whenEnded(id)).toMatchObject({ state: 'done', position: 220, counts: { create: 220 } });
    const { spec } = await jobs.read(id);
    expect(await exportOf(server, spec.kind === 'copy' ? spec.target : '')).toBe(source);
    await server.store.close();
  },
);
