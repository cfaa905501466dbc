import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { systemClock, type Clock } from '#shared/kernel/clock.ts';
import { createSqliteBackups } from '#server/stores/sqlite/backups.ts';
import { lockDataDir } from '#server/stores/sqlite/lock-data-dir.ts';
import { openAccountsDatabase } from '#server/stores/sqlite/open-accounts-database.ts';
import { openDatabase } from '#server/stores/sqlite/open-database.ts';
import { restoreBackup } from '#server/stores/sqlite/restore-backup.ts';
import { createSqliteStore } from '#server/stores/sqlite/sqlite-store.ts';
import { pushRow, row } from '../support/core-calls.ts';
import { createCoreServer } from '../support/core-server.ts';
import { enquiryContent } from '../support/samples.ts';
import { createTestClock } from '../support/test-clock.ts';

let folder: string;
beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), 'nankeen-backups-'))));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const at = (...names: string[]) => join(folder, ...names);
const DATA = 'nankeen.sqlite';

/** Runs `work` on a server with these enquiries in its data file. */
async function withShop<Result>(
  ids: readonly string[],
  work: (database: ReturnType<typeof openDatabase>) => Promise<Result> | Result,
): Promise<Result> {
  const database = openDatabase(at(DATA));
  const { store, ...server } = createCoreServer(createSqliteStore(database));
  for (const id of ids) {
    const content = enquiryContent('x'.repeat(3000));
    await pushRow({ store, ...server }, { device: 'ada' }, 'contacts', row(id, `w-${id}`, content));
  }
  try {
    return await work(database);
  } finally {
    await store.close();
  }
}

const backupsOf = (data: Database.Database, clock: Clock = systemClock) =>
  createSqliteBackups({ data, accounts: openAccountsDatabase(':memory:'), folder: at('backups'), clock });

const RESTORE_DATA = { part: 'data', clock: systemClock } as const;

const backUp = (ids: readonly string[]) => withShop(ids, ({ writer }) => backupsOf(writer).create());

const idsIn = () =>
  withShop([], ({ reader }) => reader.prepare<[], string>('SELECT id FROM head ORDER BY id').pluck().all());

const damage = (file: string) => {
  const bytes = readFileSync(file);
  bytes.fill(0xa5, Math.floor(bytes.length / 2), Math.floor(bytes.length / 2) + 8192);
  writeFileSync(file, bytes);
};

describe('backups that the server keeps', () => {
  test('[F66] [T55] are single files named by time, readable by the server’s user only', async () => {
    const clock = createTestClock();
    await withShop(['one', 'two'], async ({ writer }) => {
      const backups = backupsOf(writer, clock);
      const [first, second] = await Promise.all([backups.create(), backups.create()]);
      expect(first).toMatchObject({ sequence: 2, sha256: expect.stringMatching(/^[0-9a-f]{64}$/) });
      expect(second.name).toBe(first.name.replace('.sqlite', '-2.sqlite'));
      const listed = await backups.list();
      expect(listed.map(({ name, sequence }) => [name, sequence])).toEqual(
        [
          [first.name, 2],
          [second.name, 2],
        ]
          .toSorted()
          .toReversed(),
      );
      expect(listed[0]?.at).toBe(Math.floor(clock.now() / 1000) * 1000);
      expect(readdirSync(at('backups')).toSorted()).toEqual([first.name, second.name].toSorted());
      expect(statSync(at('backups', first.name)).mode & 0o777).toBe(0o600);
      expect(await backups.open('../nankeen.sqlite')).toBeUndefined();
      expect(await backups.open('nankeen-2026-01-01T00-00-00Z.sqlite')).toBeUndefined();
    });
  });

  test('[F04] [F66] a damaged copy fails and is not kept', async () => {
    await withShop(
      Array.from({ length: 40 }, (_, index) => `d${index}`),
      () => undefined,
    );
    damage(at(DATA));
    const damaged = new Database(at(DATA));
    const backups = backupsOf(damaged);
    await expect(backups.create()).rejects.toMatchObject({
      code: 'data-loss',
      message: expect.stringContaining('damaged, so it was not kept'),
    });
    damaged.close();
    expect(readdirSync(at('backups'))).toEqual([]);
  });

  test('[F66] an unreadable backup is listed without a sequence', async () => {
    const { name } = await backUp(['one']);
    writeFileSync(at('backups', name), 'not any more');
    await withShop([], async ({ writer }) => {
      const [backup] = await backupsOf(writer).list();
      expect(backup).toMatchObject({ name, sequence: undefined });
    });
  });
});

describe('[RT3] restoring a backup', () => {
  test('replaces the data and keeps the old data next to them', async () => {
    const { name } = await backUp(['one']);
    await withShop(['two'], () => undefined);
    const { keptAs, sequence } = await restoreBackup(folder, at('backups', name), RESTORE_DATA);
    expect(sequence).toBe(1);
    expect(await idsIn()).toEqual(['one']);
    expect(readdirSync(folder).filter((file) => /incoming|partial/.test(file))).toEqual([]);
    await restoreBackup(folder, keptAs ?? '', RESTORE_DATA);
    expect(await idsIn()).toEqual(['one', 'two']);
    expect(statSync(at(DATA)).mode & 0o777).toBe(0o600);
  });

  test('keeps writes that a killed server had only in its WAL', async () => {
    const { name } = await backUp(['one']);
    await withShop(['two'], () => {
      // The state after a kill: the file and its WAL.
      for (const ending of ['', '-wal'])
        writeFileSync(at(`killed${ending}`), readFileSync(at(`${DATA}${ending}`)));
    });
    for (const ending of ['', '-wal'])
      writeFileSync(at(`${DATA}${ending}`), readFileSync(at(`killed${ending}`)));
    const { keptAs } = await restoreBackup(folder, at('backups', name), RESTORE_DATA);
    expect(await idsIn()).toEqual(['one']);
    expect(existsSync(at(`${DATA}-wal`))).toBe(false);
    await restoreBackup(folder, keptAs ?? '', RESTORE_DATA);
    expect(await idsIn()).toEqual(['one', 'two']);
  });

  test('replaces damaged data, and keeps them', async () => {
    const { name } = await backUp(Array.from({ length: 40 }, (_, index) => `d${index}`));
    damage(at(DATA));
    const bytes = readFileSync(at(DATA));
    const { keptAs } = await restoreBackup(folder, at('backups', name), RESTORE_DATA);
    expect(await idsIn()).toHaveLength(40);
    expect(readFileSync(keptAs ?? '').equals(bytes)).toBe(true);
  });

  test('works in an empty folder', async () => {
    const { name } = await backUp(['one']);
    rmSync(at(DATA));
    expect(await restoreBackup(folder, at('backups', name), RESTORE_DATA)).toMatchObject({
      sequence: 1,
      keptAs: null,
    });
    expect(await idsIn()).toEqual(['one']);
  });

  test.each([
    ['is damaged', damage, 'data-loss', /is damaged. Nothing was changed/],
    [
      'is not a data file',
      (file: string) => writeFileSync(file, 'text'),
      'failed-precondition',
      /not a data file/,
    ],
    ['is missing', (file: string) => rmSync(file), 'not-found', /There is no backup/],
    ['is of a newer version', makeNewer, 'failed-precondition', /newer Nankeen/],
  ])('changes nothing when the backup %s', async (_what, spoil, code, message) => {
    const { name } = await backUp(Array.from({ length: 40 }, (_, index) => `d${index}`));
    spoil(at('backups', name));
    const bytes = readFileSync(at(DATA));
    await expect(restoreBackup(folder, at('backups', name), RESTORE_DATA)).rejects.toMatchObject({
      code,
      message: expect.stringMatching(message),
    });
    expect(readFileSync(at(DATA)).equals(bytes)).toBe(true);
    expect(readdirSync(folder).filter((file) => /incoming|before-restore/.test(file))).toEqual([]);
  });

  test('[F66] changes nothing when it is interrupted', async () => {
    const { name } = await backUp(['one']);
    await withShop(['two'], () => undefined);
    const interruption = new AbortController();
    const restoring = restoreBackup(folder, at('backups', name), {
      ...RESTORE_DATA,
      interruption: interruption.signal,
    });
    interruption.abort(new Error('Interrupted.'));
    await expect(restoring).rejects.toThrow('Interrupted.');
    expect(readdirSync(folder).filter((file) => /incoming|before-restore/.test(file))).toEqual([]);
    expect(await idsIn()).toEqual(['one', 'two']);
  });

  test('[SQ4] is rejected while a server locks the folder', async () => {
    const { name } = await backUp(['one']);
    const release = lockDataDir(folder, { pid: 4711, address: 'http://localhost:8787' });
    await expect(restoreBackup(folder, at('backups', name), RESTORE_DATA)).rejects.toMatchObject({
      reason: 'LOCKED',
    });
    release();
    expect(await idsIn()).toEqual(['one']);
  });
});

function makeNewer(file: string): void {
  const database = new Database(file);
  database.pragma('user_version = 99');
  database.close();
}
