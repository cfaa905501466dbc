import { readFileSync, writeFileSync } from 'node:fs';
import { afterEach, describe, expect, it } from 'vitest';
import { ADMIN_TOKEN, createCoreServer } from '../support/core-server.ts';
import { createJobCalls, fillCollection } from '../support/job-calls.ts';
import { notes, RENAME } from '../support/job-samples.ts';
import { openTemporaryStore, type TemporaryStore } from '../support/temporary-store.ts';
import { createCliWorld } from './support/cli-run.ts';
import { createTemporaryFolder } from './support/temporary-folder.ts';

let temporary: TemporaryStore;
afterEach(() => temporary.dispose());

/** The database file after a checkpoint. */
function readBytes({ database, file }: TemporaryStore): Buffer {
  database.writer.pragma('wal_checkpoint(TRUNCATE)');
  return readFileSync(file);
}

describe('a dry run', () => {
  it.each([
    ['copy', ['copy', 'notes', 'archive', '--mode', 'replace-all', '--dry-run'], 'Dry run: copy'],
    ['rename', ['rename-fields', 'notes', '--map', 'price=cost', '--dry-run'], 'Dry run: rename'],
    ['undo', ['undo', 'last', '--dry-run'], 'Dry run: undo'],
    ['import', ['import', 'notes', '-', '--dry-run'], 'It would be: 1 created, 1 replaced, 0 unchanged'],
    ['migration', ['migrate', 'plan'], '1-price'],
  ])('[R-MIG-01] of a %s changes no byte of the database', async (_kind, args, said) => {
    temporary = openTemporaryStore();
    const at = createTemporaryFolder();
    writeFileSync(at('1-price.json'), JSON.stringify({ name: 'One', up: [RENAME] }));
    const server = createCoreServer(temporary.store);
    const world = createCliWorld({ NANKEEN_TOKEN: ADMIN_TOKEN }, server);
    await fillCollection(server, 'notes', notes(30));
    await fillCollection(server, 'archive', [{ FBUID: 'stray', price: 1 }]);
    await createJobCalls(server).run({ ...RENAME, collection: 'archive' });
    const before = readBytes(temporary);
    const input = '{"FBUID":"n00001","price":"other"}\n{"FBUID":"new"}\n';
    const folder = args[0] === 'migrate' ? ['--dir', at()] : [];
    const { exitCode, out, err } = await world.run([...args, ...folder], input);
    expect(out + err).toContain(said);
    expect(exitCode).toBe(0);
    expect(temporary.database.writer.pragma('wal_checkpoint(PASSIVE)')).toMatchObject([{ log: 0 }]);
    expect(readBytes(temporary).equals(before)).toBe(true);
    // Migration runs are stored separately in this test: no lock was taken and no run recorded.
    expect(world.calls.filter((path) => path.includes('/admin/migrations/'))).toEqual([]);
  });
});
