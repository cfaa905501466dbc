import { describe, expect, it } from 'vitest';
import { EXIT } from '#cli/exit-codes.ts';
import { Failure } from '#cli/failure.ts';
import type { Job } from '#shared/migration/job.ts';
import { createCliWorld, type CliWorld } from './support/cli-run.ts';
import { toNdjson } from './support/samples.ts';

const NOTES = [
  { FBUID: 'a', title: 'A', lines: [{ price: 1 }], kind: 'x' },
  { FBUID: 'b', title: 'B', lines: [], kind: 'y' },
];

async function createFilledWorld(documents: readonly object[] = NOTES): Promise<CliWorld> {
  const world = createCliWorld();
  expect(await world.run(['import', 'notes', '-'], toNdjson(documents))).toMatchObject({ exitCode: 0 });
  return world;
}

async function documentsOf(world: CliWorld, collection: string): Promise<readonly unknown[]> {
  const { out } = await world.run(['export', collection, '--quiet']);
  return out.split('\n').flatMap((line) => (line === '' ? [] : [JSON.parse(line) as unknown]));
}

async function newestJob(world: CliWorld): Promise<Job | undefined> {
  const { out } = await world.run(['jobs', '--json']);
  return (JSON.parse(out) as { jobs: Job[] }).jobs[0];
}

describe('a migration with the command line', () => {
  it('[R-MIG-01] [R-MIG-02] [R-MIG-03] copies all documents of a collection to another one with the same ids', async () => {
    const world = await createFilledWorld();
    const { exitCode, err } = await world.run(['copy', 'notes', 'archive', '--verify']);
    expect(err).toMatch(
      /^Plan: copy "notes" to "archive": 2 created\nThis creates the collection "archive"\.\nJob \w+ is done: 2 created\.\nUndo with: nankeen undo \w+\nVerified: 2 documents as planned\.\n$/,
    );
    expect(exitCode).toBe(0);
    expect(await documentsOf(world, 'archive')).toEqual(NOTES);
    expect((await world.run(['copy', 'notes', 'archive'])).err).toContain('There is nothing to write.');
  });

  it('[R-MIG-03] [R-MIG-06] copies the documents that match `where`, with renamed fields', async () => {
    const world = await createFilledWorld();
    const args = ['copy', 'notes', 'archive', '--where', 'kind=x', '--map', 'lines[].price=amount'];
    expect(await world.run([...args, '--find', 'ti', '--replace', 'sub-ti'])).toMatchObject({ exitCode: 0 });
    expect(await documentsOf(world, 'archive')).toEqual([
      { FBUID: 'a', 'sub-title': 'A', lines: [{ amount: 1 }], kind: 'x' },
    ]);
  });

  it('[R-MIG-03] --mode replace-all deletes documents that the source lacks, and undo restores all', async () => {
    const world = await createFilledWorld();
    const before = [{ FBUID: 'a', title: 'Old' }, { FBUID: 'z' }];
    await world.run(['import', 'archive', '-'], toNdjson(before));
    const args = ['copy', 'notes', 'archive', '--mode', 'replace-all', '--yes'];
    expect((await world.run(args)).err).toContain('1 created, 1 replaced, 1 deleted');
    expect(await documentsOf(world, 'archive')).toEqual(NOTES);
    expect(await world.run(['undo', 'last', '--yes'])).toMatchObject({ exitCode: 0 });
    expect(await documentsOf(world, 'archive')).toEqual(before);
  });

  it('[R-MIG-03] undo skips and lists documents that changed since', async () => {
    const world = await createFilledWorld();
    await world.run(['copy', 'notes', 'archive']);
    const json = { FBUID: 'b', title: 'Mine' };
    await world.server.request('/testing/data/archive/b', { method: 'PUT', as: 'admin', json });
    const { exitCode, err } = await world.run(['undo', 'last', '--yes']);
    expect(exitCode).toBe(0);
    expect(err).toMatch(/1 deleted, 1 skipped\.\n {2}b /);
    expect(await documentsOf(world, 'archive')).toEqual([json]);
  });

  it('[R-MIG-03] --mode replace-all from a mistyped collection exits with 3, and deletes nothing', async () => {
    const world = await createFilledWorld();
    const args = ['copy', 'ntoes', 'notes', '--mode', 'replace-all', '--yes'];
    const { exitCode, err } = await world.run(args);
    expect(exitCode).toBe(3);
    expect(err).toContain('There is no collection "ntoes".');
    expect(await documentsOf(world, 'notes')).toEqual(NOTES);
  });

  it('[R-MIG-03] points out that a copy creates a collection, whose name may be mistyped', async () => {
    const world = await createFilledWorld();
    const plan = await world.run(['copy', 'notes', 'Stores', '--dry-run']);
    expect(plan.out).toContain('This creates the collection "Stores".\n');
    const { out } = await world.run(['copy', 'notes', 'Stores', '--json']);
    expect(JSON.parse(out)).toMatchObject({ creates: 'Stores' });
    await world.run(['import', 'notes', '-'], '{"FBUID":"c"}');
    expect((await world.run(['copy', 'notes', 'Stores', '--dry-run'])).out).not.toContain('creates');
  });

  it('[R-MIG-06] with --json, the problems are in the result and not on standard error', async () => {
    const world = await createFilledWorld();
    const args = ['rename-fields', 'notes', '--map', 'title=kind', '--json'];
    const { exitCode, out, err } = await world.run(args);
    expect(exitCode).toBe(5);
    expect(JSON.parse(out)).toMatchObject({ lines: [expect.stringContaining('There is a field'), {}] });
    expect(err).toMatch(/^nankeen: 2 documents would be rejected, so nothing was written\.\n--on-col/);
  });

  it('[R-MIG-03] undo exits with 5 when every document changed since, and writes nothing', async () => {
    const world = await createFilledWorld();
    await world.run(['copy', 'notes', 'archive']);
    for (const id of ['a', 'b']) {
      const json = { FBUID: id, title: 'Mine' };
      await world.server.request(`/testing/data/archive/${id}`, { method: 'PUT', as: 'admin', json });
    }
    const { exitCode, err } = await world.run(['undo', 'last', '--yes']);
    expect(exitCode).toBe(5);
    expect(err).toContain('Nothing was undone: 2 documents changed since the job.');
    expect(await documentsOf(world, 'archive')).toMatchObject([{ title: 'Mine' }, { title: 'Mine' }]);
  });

  it.each([
    [
      'rename-fields of a field',
      ['rename-fields', 'notes', '--map', 'titel=name', '--yes'],
      'a field "titel"',
    ],
    [
      'one mistyped field of two',
      ['rename-fields', 'notes', '--map', 'title=name', '--map', 'knid=sort', '--yes'],
      'a field "knid"',
    ],
    [
      '--find of a text',
      ['rename-fields', 'notes', '--find', 'titel', '--replace', 'x', '--yes'],
      'that matches --find',
    ],
    ['--where of a copy', ['copy', 'notes', 'archive', '--where', 'titel=A'], 'a field "titel"'],
    ['--where with !=', ['copy', 'notes', 'archive', '--where', 'titel!=A'], 'a field "titel"'],
    ['--map of a copy', ['copy', 'notes', 'archive', '--map', 'lines[].prise=x'], 'a field "lines[].prise"'],
  ])('[R-MIG-06] %s that no document has exits with 3, and writes nothing', async (_name, args, what) => {
    const world = await createFilledWorld();
    const { exitCode, err } = await world.run(args);
    expect({ exitCode, err }).toMatchObject({ exitCode: 3 });
    expect(err).toContain('No document of "notes" has a');
    expect(err).toContain(what);
    expect(await documentsOf(world, 'notes')).toEqual(NOTES);
    expect(await world.run(['count', 'archive'])).toMatchObject({ exitCode: 3 });
  });

  it('[R-MIG-06] a plan names the text that no field name contains, beside one that some do', async () => {
    const world = await createFilledWorld();
    const find = (text: string) => ['--find', text, '--replace', 'x'];
    const args = ['rename-fields', 'notes', ...find('title'), ...find('knid'), '--dry-run'];
    const { exitCode, out } = await world.run(args);
    expect([exitCode, out]).toEqual([0, expect.stringContaining('\nNo field name matches "knid".\n')]);
    expect(out).not.toContain('matches "title"');
  });

  it('[R-MIG-06] repeating a rename is not an error', async () => {
    const world = await createFilledWorld();
    const args = ['rename-fields', 'notes', '--map', 'title=name', '--yes'];
    expect(await world.run(args)).toMatchObject({ exitCode: 0 });
    const { exitCode, err } = await world.run(args);
    expect(exitCode).toBe(0);
    expect(err).toContain('No document has a field title.');
    expect(err).toContain('There is nothing to write.');
  });

  it('[R-MIG-03] an existing document in the target stops an insert before anything is written', async () => {
    const world = await createFilledWorld();
    await world.run(['import', 'archive', '-'], toNdjson([{ FBUID: 'b' }]));
    const args = ['copy', 'notes', 'archive', '--mode', 'insert', '--on-conflict', 'error'];
    const { exitCode, err } = await world.run(args);
    expect(exitCode).toBe(5);
    expect(err).toContain('1 document would be rejected, so nothing was written.');
    expect(await documentsOf(world, 'archive')).toEqual([{ FBUID: 'b' }]);
  });

  it('[R-MIG-06] renames fields at every depth, after a preview that writes nothing', async () => {
    const world = await createFilledWorld();
    const args = ['rename-fields', 'notes', '--map', 'lines[].price=amount', '--map', 'title=name'];
    const { out } = await world.run([...args, '--dry-run', '--diff=1']);
    expect(out).toMatch(/lines\[\]\.price +amount +1\n/);
    expect(out).toContain('  - title: "A"\n  + name: "A"\n');
    expect(await documentsOf(world, 'notes')).toEqual(NOTES);
    expect(await world.run([...args, '--yes'])).toMatchObject({ exitCode: 0 });
    expect(await documentsOf(world, 'notes')).toEqual([
      { FBUID: 'a', name: 'A', lines: [{ amount: 1 }], kind: 'x' },
      { FBUID: 'b', name: 'B', lines: [], kind: 'y' },
    ]);
  });

  it('[R-MIG-06] a collision exits with 5 and changes no document', async () => {
    const world = await createFilledWorld();
    const { exitCode, err } = await world.run(['rename-fields', 'notes', '--map', 'title=kind', '--yes']);
    expect(exitCode).toBe(5);
    expect(err).toMatch(/ {2}a +title +There is a field "kind" beside it already\./);
    expect(await documentsOf(world, 'notes')).toEqual(NOTES);
  });

  it('[R-MIG-03] an interrupted copy resumes where it stopped', async () => {
    const many = Array.from({ length: 5_000 }, (_, index) => ({ FBUID: `n${10_000 + index}`, title: 'T' }));
    const world = await createFilledWorld(many);
    // Cancel as soon as the job has started.
    world.intercept = (path, init) => {
      if (!path.endsWith('/admin/jobs') || init?.method !== 'POST') return undefined;
      return Promise.resolve(world.server.app.request(path, init)).then((response) => {
        world.interruption.abort(new Failure(EXIT.interrupted, 'Interrupted.'));
        return response;
      });
    };
    const { exitCode, err } = await world.run(['copy', 'notes', 'archive']);
    const job = await newestJob(world);
    expect({ exitCode, state: job?.state }).toEqual({ exitCode: 130, state: 'cancelled' });
    expect(err).toContain(`nankeen jobs resume ${job?.id}\n`);
    const rest = createResumed(world);
    expect(await rest.run(['jobs', 'resume', job?.id ?? ''])).toMatchObject({ exitCode: 0 });
    expect(await documentsOf(rest, 'archive')).toEqual(many);
  });
});

/** Another command line on the same server: the first one is interrupted for good. */
function createResumed({ server }: CliWorld): CliWorld {
  const world = createCliWorld();
  world.intercept = (path, init) => server.app.request(path, init);
  return world;
}
