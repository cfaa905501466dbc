import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { createCliWorld, type CliWorld, FIRST_CALLS } from './support/cli-run.ts';
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

/** Four documents in two requests. */
const LARGE = toNdjson(['a', 'b', 'c', 'd'].map((id) => ({ FBUID: id, text: 'x'.repeat(400_000) })));

/** Lets so many requests of an import through and breaks the connection afterwards. */
function breakAfter(world: CliWorld, requests: number): void {
  let count = 0;
  world.intercept = (path) => {
    if (path.includes('/admin/import/') && (count += 1) > requests) throw new TypeError('fetch failed');
    return undefined;
  };
}

describe('what becomes of documents that are there', () => {
  it.each([
    [['--mode', 'merge'], { FBUID: 'a', text: 'changed', kept: 1 }, '1 merged, 0 unchanged'],
    [['--on-conflict', 'skip'], A, '0 replaced, 1 left as they are, 0 unchanged'],
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

  it('[R-MIG-05] newer takes what was changed later, by the times of an envelope', async () => {
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

  it('[R-MIG-05] error writes nothing, or with --continue keeps what is refused for another import', async () => {
    const world = await createFilledWorld();
    const file = createTemporaryFolder()('r.ndjson');
    const text = toNdjson([{ FBUID: 'c' }, NEW_A]);
    const args = ['import', 'notes', '-', '--on-conflict', 'error'];
    expect(await world.run(args, text)).toMatchObject({ exitCode: 5 });
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

  it('[R-MIG-06] --map gives fields other names on the way in, and finds collisions before anything is written', async () => {
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

describe('an import is a job', () => {
  it('[R-MIG-05] it is listed with its file and can be undone', async () => {
    const world = await createFilledWorld();
    const { out } = await world.run(['import', 'notes', '-', '--json'], toNdjson([NEW_A]));
    const { job } = JSON.parse(out) as { readonly job: string };
    expect((await world.run(['jobs'])).out).toContain(job);
    expect(await world.run(['undo', job, '--yes'])).toMatchObject({ exitCode: 0 });
    expect(await notesOf(world)).toEqual([A, B]);
  });

  it.each([['--resume'], ['--resume JOB']])(
    '[R-MIG-05] after a broken connection %s goes on behind what was written, to the same bytes',
    async (option) => {
      const whole = createCliWorld();
      await whole.run(['import', 'notes', '-'], LARGE);
      const world = createCliWorld();
      breakAfter(world, 1);
      const broken = await world.run(['import', 'notes', '-', '--json'], LARGE);
      const { job, written } = JSON.parse(broken.out) as { readonly job: string; readonly written: number };
      expect({ exitCode: broken.exitCode, written }).toEqual({ exitCode: 7, written: 2 });
      expect(broken.err).toContain(`nankeen import notes - --json --resume ${job}`);
      world.intercept = () => undefined;
      const before = world.calls.length;
      const args = ['import', 'notes', '-', ...option.replace('JOB', job).split(' ')];
      expect(await world.run(args, LARGE)).toMatchObject({ exitCode: 0 });
      const sent = world.calls.slice(before).filter((path) => path.includes('/admin/import/'));
      expect(sent).toEqual([`/api/v1/admin/import/notes?job=${job}&from=2`]);
      expect(await notesOf(world)).toEqual(await notesOf(whole));
    },
  );

  it('[R-MIG-05] --resume refuses another input, other options and a job that has ended', async () => {
    const world = createCliWorld();
    breakAfter(world, 1);
    const { out } = await world.run(['import', 'notes', '-', '--json'], LARGE);
    const { job } = JSON.parse(out) as { readonly job: string };
    world.intercept = () => undefined;
    const other = await world.run(['import', 'notes', '-', '--resume', job], `${LARGE}\n`);
    expect(other.exitCode).toBe(5);
    expect(other.err).toContain('is not the import of this input with these options');
    const args = ['import', 'notes', '-', '--resume', job];
    expect(await world.run([...args, '--mode', 'merge'], LARGE)).toMatchObject({ exitCode: 5 });
    expect(await world.run(args, LARGE)).toMatchObject({ exitCode: 0 });
    expect((await world.run(args, LARGE)).err).toContain('is done, so there is nothing to go on with.');
    expect(await world.run(['import', 'notes', '-', '--resume'], LARGE)).toMatchObject({ exitCode: 3 });
  });

  it('[R-MIG-05] an import that could not begin leaves no job in the way', async () => {
    const world = createCliWorld();
    breakAfter(world, 0);
    const { err } = await world.run(['import', 'notes', '-'], LARGE);
    expect(err).toContain('Nothing was written.');
    expect(err).not.toContain('--resume');
    expect((await world.run(['jobs'])).out).toMatch(/cancelled/);
  });
});

describe('nankeen import --atomic and --verify', () => {
  it('[R-MIG-05] --atomic sends everything in one request, which takes effect as a whole', async () => {
    const world = createCliWorld();
    expect(await world.run(['import', 'notes', '-', '--atomic'], LARGE)).toMatchObject({ exitCode: 0 });
    expect(world.calls.filter((path) => path.includes('/admin/import/'))).toHaveLength(1);
    expect(await notesOf(world)).toHaveLength(4);
  });

  it('[R-MIG-05] --atomic refuses more than one transaction takes before anything is sent, with its size and what to do', async () => {
    const world = createCliWorld();
    const documents = Array.from({ length: 17 }, (_, index) => ({
      FBUID: `d${index}`,
      t: 'x'.repeat(1_000_000),
    }));
    const { exitCode, err } = await world.run(['import', 'notes', '-', '--atomic'], toNdjson(documents));
    expect(exitCode).toBe(4);
    expect(err).toContain(
      'The documents of standard input take 16.3 MiB; one transaction (--atomic) takes at most 16 MiB. Nothing was written.',
    );
    expect(err).toContain('Without --atomic they go in batch by batch');
    expect(world.calls).toEqual(FIRST_CALLS);
    expect(await notesOf(world)).toEqual([]);
  });

  it('[R-MIG-05] --verify reads back what was written, and ends with 10 when that is something else', async () => {
    const world = await createFilledWorld();
    const args = ['import', 'notes', '-', '--verify', '--mode', 'merge'];
    const good = await world.run(args, toNdjson([NEW_A]));
    expect(good).toMatchObject({ exitCode: 0 });
    expect(good.err).toContain('Verified: 1 document read back.');
    const damaged = `${JSON.stringify({ FBUID: 'a', text: 'bit rot' })}\n${JSON.stringify({ __end__: true, documents: 1 })}\n`;
    world.intercept = (path) => (path.includes('/admin/export/') ? new Response(damaged) : undefined);
    const bad = await world.run(args, toNdjson([NEW_A, B]));
    expect(bad.exitCode).toBe(10);
    expect(bad.err).toContain('2 documents of "notes" are not as they were sent.');
    expect(bad.err).toMatch(/ {2}a {2}text\n {2}b {2}is missing\n/);
  });

  it.each([
    [['--dry-run', '--atomic']],
    [['--atomic', '--continue']],
    [['--dry-run', '--verify']],
    [['--rejects', 'x']],
  ])('[R-MIG-05] ends with 2 for %j', async (options) => {
    expect(await createCliWorld().run(['import', 'notes', '-', ...options])).toMatchObject({ exitCode: 2 });
  });
});

describe('an import that is cut off', () => {
  it('[R-MIG-05] tells what was written though the answer to it was lost', async () => {
    const world = createCliWorld();
    const { app } = world.server;
    world.intercept = (path, init) => {
      if (!path.includes('/admin/import/')) return undefined;
      return (async () => {
        if (path.endsWith('&from=0')) await app.request(path, init);
        throw new TypeError('fetch failed');
      })();
    };
    const { exitCode, err, out } = await world.run(['import', 'notes', '-', '--json'], LARGE);
    expect({ exitCode, out }).toMatchObject({
      exitCode: 7,
      out: expect.stringContaining('"written":2') as string,
    });
    expect(err).toContain('2 of 4 documents were written before it.');
  });

  it('[R-MIG-05] tells what was written at least when the server is gone', async () => {
    const world = createCliWorld();
    breakAfter(world, 1);
    const { intercept } = world;
    world.intercept = (path, init) => {
      if (path.endsWith('/cancel')) throw new TypeError('fetch failed');
      return intercept(path, init);
    };
    const { err } = await world.run(['import', 'notes', '-'], LARGE);
    expect(err).toContain('At least 2 of 4 documents were written before it.');
    expect(err).toMatch(/Take it back with: nankeen jobs cancel (\S+) && nankeen undo \1\n/);
  });
});
