import { describe, expect, it } from 'vitest';
import { EXIT } from '#cli/exit-codes.ts';
import { Failure } from '#cli/failure.ts';
import { createCliWorld } from './support/cli-run.ts';
import { createScriptedJobs, toCounts, toJob, toPlan } from './support/scripted-jobs.ts';

const COLLISION = { id: 'd1', code: 'collision', path: 'lines[].name', message: '"name" is there already.' };

describe('nankeen rename-fields', () => {
  it('[R-MIG-06] lists collisions before anything is written and exits with 5', async () => {
    const script = createScriptedJobs();
    script.plans = [{ ...toPlan({ reject: 1, replace: 4 }), problems: [COLLISION], problemCount: 1 }];
    const { exitCode, err } = await script.world.run(['rename-fields', 'a', '--map', 'n=name', '--yes']);
    expect(exitCode).toBe(5);
    expect(err).toContain('d1  lines[].name  "name" is there already.');
    expect(err).toContain('--on-collision chooses what to do when the new name exists.');
    expect(script.posted.map(({ path }) => path)).toEqual(['plans']);
  });

  it.each([
    ['nothing to rename', []],
    ['--find without --replace', ['--find', 'a']],
    ['--replace without --find', ['--replace', 'a']],
    ['a map without =', ['--map', 'a']],
    ['a map to nothing', ['--map', 'a=']],
    ['--word without --find', ['--map', 'a=b', '--word']],
    ['--on-collision alone', ['--on-collision', 'suffix']],
    ['an unknown choice', ['--map', 'a=b', '--on-collision', 'x']],
  ])('[R-MIG-06] exits with 2 for %s', async (_name, args) => {
    const script = createScriptedJobs();
    expect(await script.world.run(['rename-fields', 'a', ...args])).toMatchObject({ exitCode: 2 });
    expect(script.posted).toEqual([]);
  });

  it('[R-MIG-06] accepts an equals sign within a name', async () => {
    const script = createScriptedJobs();
    await script.world.run(['rename-fields', 'a', '--map', String.raw`x\=y=z=1`, '--dry-run']);
    const rules = [{ kind: 'map', from: String.raw`x\=y`, to: 'z=1' }];
    expect(script.posted[0]?.body).toMatchObject({ rename: { rules } });
  });
});

describe('nankeen jobs and undo', () => {
  it('[R-MIG-03] lists the newest twenty, counts the rest, and names the job that an undo is for', async () => {
    const world = createCliWorld();
    await world.run(['import', 'notes', '-'], '{"FBUID":"a"}');
    await world.run(['copy', 'notes', 'archive']);
    const undone = await world.run(['undo', 'last', '--yes']);
    expect(undone.err).toContain('Plan: undo copy "notes" to "archive": 1 deleted');
    const redone = await world.run(['undo', 'last', '--yes']);
    expect(redone.err).toContain('Plan: redo copy "notes" to "archive": 1 created');
    const few = await world.run(['jobs', '--limit', '2']);
    expect(few.out.match(/^.* (?:undo|redo|copy) .*$/gm)).toEqual([
      expect.stringMatching(/ redo copy "notes" to "archive"$/),
      expect.stringMatching(/ undo copy "notes" to "archive"$/),
    ]);
    expect(few.err).toBe('2 jobs more; --limit shows them.\n');
    for (let round = 0; round < 20; round++) await world.run(['undo', 'last', '--yes']);
    const { jobs, total } = JSON.parse((await world.run(['jobs', '--json'])).out) as {
      jobs: object[];
      total: number;
    };
    expect([jobs.length, total]).toEqual([20, 24]);
  });

  it('[R-SHP-04] lists the jobs', async () => {
    const script = createScriptedJobs();
    script.states = [toJob('cancelled', { position: 1_200, total: 24_000 })];
    const { out } = await script.world.run(['jobs', 'list']);
    expect((await script.world.run(['jobs'])).out).toBe(out);
    const [title, row] = out.split('\n');
    expect(title).toMatch(/^id {5}state {8} +documents {2}started {14}by {5}job$/);
    expect(row).toMatch(
      /^job-1 {2}cancelled {2}1,200 of 24,000 {2}2026-11-21 .{8} {2}admin {2}copy "a" to "b"$/,
    );
  });

  it('[R-SHP-04] suggests alternatives for an unknown subcommand and an unknown job', async () => {
    const world = createCliWorld();
    const verb = await world.run(['jobs', 'frob']);
    expect(verb).toMatchObject({ exitCode: 2, out: '' });
    expect(verb.err).toMatch(/^nankeen: Unknown command 'frob'\nTry the command with --help\.\n$/);
    for (const args of [['undo'], ['jobs', 'cancel'], ['jobs', 'watch']]) {
      const { exitCode, err } = await world.run([...args, 'none']);
      expect(exitCode).toBe(3);
      expect(err).toContain('`nankeen jobs` lists the jobs and their ids');
    }
  });

  it('[R-SHP-04] accepts "last" for the newest job', async () => {
    const script = createScriptedJobs();
    await script.world.run(['jobs', 'cancel', 'last']);
    await script.world.run(['jobs', 'resume', 'last']);
    expect(script.posted.map(({ path }) => path)).toEqual(['jobs/job-1/cancel', 'jobs/job-1/resume']);
  });

  it('[R-SHP-04] Ctrl-C at `jobs watch` leaves the job running', async () => {
    const script = createScriptedJobs();
    script.states = [toJob('running')];
    const { interruption, run, calls } = script.world;
    const ending = run(['jobs', 'watch', 'job-1']);
    await expect.poll(() => calls.length).toBeGreaterThan(2);
    interruption.abort(new Failure(EXIT.interrupted, 'Interrupted.'));
    const { exitCode, err } = await ending;
    expect({ exitCode, err }).toEqual({
      exitCode: 130,
      err: 'nankeen: Interrupted.\nThe job keeps running on the server. Follow it with: nankeen jobs watch job-1\n',
    });
    expect(script.posted).toEqual([]);
  });

  it('[R-SHP-04] undo confirms, and lists the documents that changed since', async () => {
    const script = createScriptedJobs();
    const left = {
      problems: [{ id: 'd1', code: 'changed', path: '', message: 'Changed since.' }],
      problemCount: 1,
    };
    script.plans = [{ ...toPlan({ delete: 2, skip: 1 }), ...left }];
    script.states = [toJob('done'), toJob('done', { counts: toCounts({ delete: 2, skip: 1 }), ...left })];
    expect(await script.world.run(['undo', 'job-1'])).toMatchObject({ exitCode: 2 });
    script.states = [toJob('done'), toJob('done', { counts: toCounts({ delete: 2, skip: 1 }), ...left })];
    const { exitCode, err } = await script.world.run(['undo', 'job-1', '--yes']);
    expect(exitCode).toBe(0);
    expect(err).toContain('Job job-1 is done: 2 deleted, 1 skipped.\n  d1  Changed since.\n');
    expect(script.posted.at(-1)).toMatchObject({
      path: 'jobs',
      body: { spec: { kind: 'undo', job: 'job-1' } },
    });
  });
});
