import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { createCliWorld, type CliWorld } from './support/cli-run.ts';
import { toNdjson } from './support/samples.ts';
import { createTemporaryFolder } from './support/temporary-folder.ts';

const A = { FBUID: 'a', text: 'first', kept: 1 };
const B = { FBUID: 'b', text: 'second' };
const NEW_A = { FBUID: 'a', text: 'changed' };

async function createFilledWorld(): Promise<CliWorld> {
  const world = createCliWorld();
  await world.run(['import', 'notes', '-'], toNdjson([A, B]));
  return world;
}

async function notesOf(world: CliWorld): Promise<unknown[]> {
  const { out } = await world.run(['export', 'notes', '--quiet']);
  const lines = out.split('\n').filter((line) => line !== '');
  return lines.map((line) => JSON.parse(line) as unknown);
}

describe('an import over existing documents', () => {
  it.each([
    [['--mode', 'merge'], { FBUID: 'a', text: 'changed', kept: 1 }, '1 merged, 0 unchanged'],
    [['--on-conflict', 'skip'], A, '0 replaced, 1 skipped, 0 unchanged'],
    [['--on-conflict', 'overwrite'], NEW_A, '1 replaced, 0 unchanged'],
  ])('[R-MIG-05] %j', async (options, expected, counts) => {
    const world = await createFilledWorld();
    const dry = await world.run(['import', 'notes', '-', '--dry-run', ...options], toNdjson([NEW_A]));
    expect(dry.err).toContain(counts);
    expect(await notesOf(world)).toEqual([A, B]);
    const run = await world.run(['import', 'notes', '-', ...options], toNdjson([NEW_A]));
    expect(run).toMatchObject({ exitCode: 0, err: expect.stringContaining(counts) as string });
    expect(await notesOf(world)).toEqual([expected, B]);
  });

  it('[R-MIG-05] newer keeps the later change, by the times of an envelope', async () => {
    const world = await createFilledWorld();
    const lines = toNdjson([
      { __id__: 'a', __updatedAt__: '2030-01-01T00:00:00.000Z', ...NEW_A },
      { __id__: 'b', __updatedAt__: '2020-01-01T00:00:00.000Z', FBUID: 'b', text: 'old' },
    ]);
    const { exitCode } = await world.run(['import', 'notes', '-', '--on-conflict', 'newer'], lines);
    expect({ exitCode, notes: await notesOf(world) }).toEqual({ exitCode: 0, notes: [NEW_A, B] });
    const timeless = await world.run(['import', 'notes', '-', '--on-conflict', 'newer'], toNdjson([A]));
    expect(timeless.exitCode).toBe(4);
    expect(timeless.err).toContain('(unknown-time)');
  });

  it('[R-MIG-05] error writes nothing, or with --continue saves the refused documents for another import', async () => {
    const world = await createFilledWorld();
    const file = createTemporaryFolder()('r.ndjson');
    const text = toNdjson([{ FBUID: 'c' }, NEW_A]);
    const args = ['import', 'notes', '-', '--on-conflict', 'error'];
    const refused = await world.run(args, text);
    expect(refused.exitCode).toBe(5);
    expect(refused.err).toContain('--on-conflict chooses what to do when the id exists.');
    expect(await notesOf(world)).toEqual([A, B]);
    const run = await world.run([...args, '--continue', '--rejects', file], text);
    expect(run.exitCode).toBe(5);
    expect(run.err).toContain('1 created, 0 replaced, 0 unchanged');
    expect(await notesOf(world)).toEqual([A, B, { FBUID: 'c' }]);
    expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({
      line: 2,
      byte: 14,
      id: 'a',
      code: 'already-exists',
      raw: JSON.stringify(NEW_A),
    });
    expect(await world.run(['import', 'notes', file])).toMatchObject({ exitCode: 0 });
    expect((await notesOf(world))[0]).toEqual(NEW_A);
  });

  it('[R-MIG-06] --map renames fields during the import, and reports collisions before anything is written', async () => {
    const world = createCliWorld();
    const args = ['import', 'notes', '-', '--map', 'text=title'];
    expect(await world.run(args, toNdjson([A]))).toMatchObject({ exitCode: 0 });
    expect(await notesOf(world)).toEqual([{ FBUID: 'a', title: 'first', kept: 1 }]);
    const { exitCode, err } = await world.run(args, toNdjson([B, { FBUID: 'c', text: 1, title: 2 }]));
    expect(exitCode).toBe(4);
    expect(err).toMatch(/line 2 \(byte 30\) +c +text +[^\n]+\(collision\)/);
    expect(await notesOf(world)).toHaveLength(1);
  });
});

describe('the dry run of an import', () => {
  it('[R-MIG-06] names what --map and --find do not find in the file', async () => {
    const world = createCliWorld();
    const rules = ['--map', 'text=title', '--map', 'txet=name', '--find', 'kopt', '--replace', 'x'];
    const { exitCode, err } = await world.run(['import', 'notes', '-', '--dry-run', ...rules], toNdjson([A]));
    expect([exitCode, err]).toEqual([
      0,
      expect.stringContaining(
        'Note: No document has a field txet.\nNote: No field name matches "kopt".\nDry run,',
      ),
    ]);
  });
});

describe('an import as a job', () => {
  it('[R-MIG-05] is listed with its file and can be undone', async () => {
    const world = await createFilledWorld();
    const { out } = await world.run(['import', 'notes', '-', '--json'], toNdjson([NEW_A]));
    const { job } = JSON.parse(out) as { readonly job: string };
    const { out: list } = await world.run(['jobs']);
    expect(list).toMatch(new RegExp(`^${job} .* import standard input into "notes"$`, 'm'));
    expect(await world.run(['undo', job, '--yes'])).toMatchObject({ exitCode: 0 });
    expect(await notesOf(world)).toEqual([A, B]);
  });

  it('[R-MIG-05] of the same file twice makes two jobs, and the second changes nothing', async () => {
    const world = createCliWorld();
    const once = async () => {
      const { out } = await world.run(['import', 'notes', '-', '--json'], toNdjson([A, B]));
      return JSON.parse(out) as { readonly job: string; readonly unchanged: number };
    };
    const [first, second] = [await once(), await once()];
    expect(second.job).not.toBe(first.job);
    expect([first.unchanged, second.unchanged]).toEqual([0, 2]);
  });

  it('[R-MIG-05] of an invalid file fails, prints the same problems when it is watched, and can’t be resumed', async () => {
    const world = createCliWorld();
    await world.run(['import', 'notes', '-'], '{"FBUID":"a","*":1}\n');
    const watched = await world.run(['jobs', 'watch', 'last']);
    expect(watched.exitCode).toBe(4);
    expect(watched.err).toContain('standard input has 1 problem, so nothing was written.');
    expect(watched.err).toContain('(forbidden-character)');
    expect(await world.run(['jobs', 'resume', 'last'])).toMatchObject({ exitCode: 5 });
  });
});

describe('nankeen import --atomic and --verify', () => {
  it('[R-MIG-05] --atomic writes everything in one transaction', async () => {
    const world = createCliWorld();
    const heard: number[] = [];
    world.server.store.onCommit(({ sequence }) => void heard.push(sequence));
    const text = toNdjson(['a', 'b', 'c', 'd'].map((FBUID) => ({ FBUID, text: 'x'.repeat(400_000) })));
    expect(await world.run(['import', 'notes', '-', '--atomic'], text)).toMatchObject({ exitCode: 0 });
    expect(heard).toEqual([4]);
    expect(await notesOf(world)).toHaveLength(4);
  });

  it('[R-MIG-05] --atomic refuses a file above the limit of a transaction, says what to do, and writes nothing', async () => {
    const world = createCliWorld();
    const documents = Array.from({ length: 17 }, (_, index) => ({
      FBUID: `d${index}`,
      t: 'x'.repeat(1_000_000),
    }));
    const { exitCode, err } = await world.run(['import', 'notes', '-', '--atomic'], toNdjson(documents));
    expect(exitCode).toBe(4);
    expect(err).toContain(
      'The documents take 16.3 MiB; one transaction takes at most 16 MiB. Nothing was written.',
    );
    expect(err).toContain('an import can be undone as a whole, too.');
    expect(await notesOf(world)).toEqual([]);
  });

  it('[R-MIG-05] --verify compares the stored documents with the file, and exits with 10 when they differ', async () => {
    const world = await createFilledWorld();
    const args = ['import', 'notes', '-', '--verify', '--mode', 'merge'];
    const good = await world.run(args, toNdjson([NEW_A]));
    expect(good).toMatchObject({ exitCode: 0 });
    expect(good.err).toContain('Verified: 1 document compared with the file.');
    // Another writer changes the document between the last batch and the comparison.
    const { commit } = world.server.store;
    const store = world.server.store as { commit: typeof commit };
    store.commit = async (scope, decide) => {
      const result = await commit.call(store, scope, decide);
      if (scope.documents.length > 0) {
        store.commit = commit;
        const path = '/testing/data/notes/b';
        const json = { FBUID: 'b', text: 'bit rot' };
        await world.server.request(path, { as: 'admin', method: 'PUT', json });
      }
      return result as never;
    };
    const bad = await world.run(args, toNdjson([NEW_A, B]));
    expect(bad.exitCode).toBe(10);
    expect(bad.err).toContain('1 of the documents are not as the file has them.');
    expect(bad.err).toMatch(/ {2}b {2}The document has other content\.\n/);
  });

  it.each([
    [['--dry-run', '--atomic']],
    [['--atomic', '--continue']],
    [['--dry-run', '--verify']],
    [['--rejects', 'x']],
    [['--dry-run', '--continue', '--rejects', 'x']],
    [['--category', 'drones']],
  ])('[R-MIG-05] exits with 2 for %j', async (options) => {
    expect(await createCliWorld().run(['import', 'notes', '-', ...options])).toMatchObject({ exitCode: 2 });
  });
});
