import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ANONYMOUS } from '#shared/access/actor.ts';
import { readConfig } from '#server/config.ts';
import { createContext } from '#server/context.ts';
import { changeDocument } from '#server/core/document-calls.ts';
import { toFirstRecord } from '#server/core/jobs/job-record.ts';
import { emptyDecision } from '#server/core/jobs/run-job.ts';
import { stampNow } from '#server/core/stamp.ts';
import { silentLog } from '../support/silent-log.ts';
import type { JobSpec } from '#shared/migration/job-spec.ts';
import { createCliWorld } from './support/cli-run.ts';
import { sampleProduct, toNdjson } from './support/samples.ts';
import { createTemporaryFolder } from './support/temporary-folder.ts';

const ADMIN = { ...ANONYMOUS, isAdmin: true };

/** An empty data folder, as a server creates it. */
async function createDataFolder(): Promise<string> {
  const folder = createTemporaryFolder()('data');
  await openFolder(folder).close();
  return folder;
}

const openFolder = (folder: string) =>
  createContext(readConfig({ DATA_DIR: folder, PUBLIC_URL: 'http://localhost:9999' }, folder), {
    log: silentLog,
  });

/** Hashes of the files, without SQLite's shared memory. Another process hashes: closing a file would release this process's locks on it. */
function hashFiles(folder: string): string {
  const names = readdirSync(folder, { withFileTypes: true }).flatMap((entry) =>
    entry.isFile() && !entry.name.endsWith('-shm') ? [entry.name] : [],
  );
  return execFileSync('sha256sum', names, { cwd: folder, encoding: 'utf8' });
}

async function idsIn(folder: string): Promise<readonly string[]> {
  const context = openFolder(folder);
  const documents = await context.storage.documents.list({
    collection: 'products',
    scope: 'everything',
    afterId: '',
    limit: 99,
  });
  await context.close();
  return documents.map(({ id }) => id);
}

describe('nankeen --db', { timeout: 240_000 }, () => {
  it('[R-SHP-04] [R-MIG-05] reads and writes a data folder without a running server, and closes it cleanly', async () => {
    const folder = await createDataFolder();
    const world = createCliWorld({});
    const text = toNdjson([sampleProduct('a'), sampleProduct('b')]);
    const imported = await world.run(['import', 'products', '-', '--db', folder], text);
    expect(imported).toMatchObject({ exitCode: 0 });
    expect(imported.err).toContain('2 created');
    expect(readdirSync(folder)).not.toContain('nankeen.sqlite-wal');
    const exported = await world.run([
      'export',
      'products',
      '--db',
      join(folder, 'nankeen.sqlite'),
      '--quiet',
    ]);
    expect(exported).toMatchObject({ exitCode: 0, out: text, err: '' });
    expect(await idsIn(folder)).toEqual(['a', 'b']);
    const { adminToken } = JSON.parse(readFileSync(join(folder, 'secrets.json'), 'utf8')) as {
      adminToken: string;
    };
    expect(imported.err).not.toContain(adminToken);
  });

  it('[SQ4] [F15] [T49] a writing command exits with 8 while a server has locked the folder, and names that server', async () => {
    const folder = await createDataFolder();
    const context = openFolder(folder);
    const restore = ['backup', 'restore', join(folder, 'nankeen.sqlite'), '--yes'];
    const network = 'omit --db, or set its address with --server';
    const hints = [
      [['import', 'notes', '-'], network],
      [['undo', 'last'], network],
      [['backup', 'create'], network],
      [restore, 'stop that process, then run the same command again'],
    ] as const;
    for (const [args, hint] of hints) {
      const { exitCode, err } = await createCliWorld({}).run([...args, '--db', folder]);
      expect(exitCode).toBe(8);
      expect(err).toContain(`in use by the server with process id ${process.pid} at http://localhost:9999`);
      expect(err).toContain(hint);
      expect(err).not.toContain('Nothing was written.');
    }
    await context.close();
  });

  it('[SQ4] a reading command works beside the server that has locked the folder, and does not change its files', async () => {
    const folder = await createDataFolder();
    const world = createCliWorld({});
    await world.run(['import', 'products', '-', '--db', folder], toNdjson([sampleProduct('a')]));
    const context = openFolder(folder);
    const write = (id: string) =>
      changeDocument(
        context.storage.documents,
        { collection: 'products', id },
        { kind: 'create', data: sampleProduct(id) },
        stampNow(context.clock, ADMIN),
      );
    await write('b');
    // After ten seconds it would look for news of the payment provider, and note it.
    await context.payments.stop();
    const before = hashFiles(folder);
    const reading = [
      ['export', 'products'],
      ['jobs'],
      ['devices'],
      ['rejections'],
      ['staff', 'list'],
      ['migrate', 'status'],
    ];
    for (const args of reading) {
      const run = await world.run([...args, '--db', folder]);
      expect({ args, ...run }).toMatchObject({ args, exitCode: 0 });
      expect(run.err).not.toContain('SQLITE');
    }
    expect(hashFiles(folder)).toEqual(before);
    await write('c');
    expect(await world.run(['count', 'products', '--db', folder])).toMatchObject({ exitCode: 0, out: '3\n' });
    await context.close();
    expect(await idsIn(folder)).toEqual(['a', 'b', 'c']);
  });

  it('[SQ4] a job that is running on the server is not shown as interrupted', async () => {
    const folder = await createDataFolder();
    const context = openFolder(folder);
    const spec: JobSpec = {
      kind: 'rename',
      collection: 'notes',
      rename: { rules: [], onCollision: 'error' },
    };
    const started = { id: 'job', spec, at: '2026-11-21T00:00:00.000Z', by: 'admin' };
    const job = toFirstRecord({ ...started, state: 'running', total: 9 });
    await context.storage.documents.commit({ documents: [], writeIds: [] }, () => ({
      ...emptyDecision(job),
      progress: { job, problems: [], others: [] },
    }));
    const world = createCliWorld({});
    const seen = await world.run(['jobs', '--json', '--db', folder]);
    expect(JSON.parse(seen.out)).toMatchObject({ jobs: [{ id: 'job', state: 'running' }] });
    await context.close();
  });

  it('[RT3] [F60] a restore replaces the data with a backup, keeps the previous data, and starts a new epoch', async () => {
    const folder = await createDataFolder();
    const world = createCliWorld({});
    const importOne = (id: string) =>
      world.run(['import', 'products', '-', '--db', folder], toNdjson([sampleProduct(id)]));
    await importOne('a');
    expect(await world.run(['backup', 'create', '--db', folder])).toMatchObject({ exitCode: 0 });
    await importOne('b');
    const before = openFolder(folder);
    const { epoch } = before.storage.documents;
    await before.close();
    const [name = ''] = readdirSync(join(folder, 'backups'));
    const restored = await world.run(['backup', 'restore', name, '--db', folder, '--yes', '--json']);
    expect(restored.exitCode).toBe(0);
    const { keptAs, sequence } = JSON.parse(restored.out) as { keptAs: string; sequence: number };
    expect(sequence).toBe(1);
    expect(await idsIn(folder)).toEqual(['a']);
    const after = openFolder(folder);
    expect(after.storage.documents.epoch).not.toBe(epoch);
    expect(after.storage.documents.restoredTo?.get(epoch)).toBe(1);
    await after.close();
    // The kept data is a backup like any other.
    expect(await world.run(['backup', 'restore', keptAs, '--db', folder, '--yes'])).toMatchObject({
      exitCode: 0,
    });
    expect(await idsIn(folder)).toEqual(['a', 'b']);
  });

  it('[RT3] a backup restored into an empty folder brings its accounts; --accounts restores only these', async () => {
    const folder = await createDataFolder();
    const world = createCliWorld({});
    await world.run(['backup', 'create', '--db', folder]);
    const [name = ''] = readdirSync(join(folder, 'backups'));
    const backup = join(folder, 'backups', name);
    const empty = createTemporaryFolder()();
    const run = (...args: string[]) => world.run(['backup', 'restore', backup, ...args, '--yes']);
    const restored = await run('--db', empty);
    expect([restored.exitCode, restored.err]).toEqual([
      0,
      expect.stringContaining('without sessions: everyone signs in again'),
    ]);
    expect(readdirSync(empty)).toEqual(expect.arrayContaining(['nankeen.sqlite', 'accounts.sqlite']));
    const accounts = await run('--accounts', '--db', empty, '--json');
    expect(JSON.parse(accounts.out)).toMatchObject({
      hasRestoredAccounts: true,
      keptAs: null,
      accountsKeptAs: expect.stringContaining('accounts.sqlite.before-restore-'),
    });
  });

  it('[RT3] a restore refuses a file that is not a backup, and changes nothing', async () => {
    const path = createTemporaryFolder();
    writeFileSync(path('x.sqlite'), 'some text');
    writeFileSync(path('nankeen.sqlite'), 'the present data');
    const args = ['backup', 'restore', path('x.sqlite'), '--db', path(''), '--yes'];
    const { exitCode, err } = await createCliWorld().run(args);
    expect([exitCode, err]).toEqual([5, expect.stringContaining('is not a data file of this store')]);
    expect(readFileSync(path('nankeen.sqlite'), 'utf8')).toBe('the present data');
  });

  it('[R-SHP-04] refuses a folder without data, and --server together with --db', async () => {
    const folder = createTemporaryFolder()();
    const world = createCliWorld({});
    expect(await world.run(['collections', '--db', folder])).toMatchObject({ exitCode: 3 });
    expect(readdirSync(folder)).toEqual([]);
    const both = ['collections', '--db', folder, '--server', 'http://localhost:1'];
    expect(await world.run(both)).toMatchObject({ exitCode: 2 });
    const detached = ['copy', 'products', 'archive', '--db', folder, '--detach'];
    expect(await world.run(detached)).toMatchObject({ exitCode: 2 });
    const settings = { XDG_CONFIG_HOME: folder };
    expect(await createCliWorld(settings).run(['login', '--db', folder])).toMatchObject({ exitCode: 2 });
  });
});
