import { describe, expect, it } from 'vitest';
import { createScriptedJobs, refusal, toCounts, toJob, toPlan } from './support/scripted-jobs.ts';

const COLLISION = { id: 'd1', code: 'collision', path: 'lines[].name', message: '"name" is there already.' };

describe('nankeen copy', () => {
  it('[R-MIG-03] sends the plan’s hash, so that the server carries out exactly the plan that was shown', async () => {
    const script = createScriptedJobs();
    script.plans = [{ ...toPlan(), renamed: [{ path: 'l[].p', to: 'q', documents: 2 }] }];
    script.states = [toJob('running', { position: 1 }), toJob('done')];
    const args = ['copy', 'a', 'b', '--mode', 'merge', '--on-conflict', 'newer', '--where', 'n>=2'];
    const rename = ['--where', 'k=x', '--map', 'l[].p=q', '--find', 'A', '--replace', '', '--word'];
    const { exitCode, out, err } = await script.world.run([...args, ...rename]);
    expect(err).toBe(
      'Plan: copy "a" to "b": 2 created\n\nfield  becomes  documents\nl[].p  q                2\n\n' +
        'No field name matches "A".\nThis creates the collection "b".\n' +
        'Job job-1 is done: 2 created.\nUndo with: nankeen undo job-1\n',
    );
    expect({ exitCode, out }).toEqual({ exitCode: 0, out: '' });
    const spec = {
      kind: 'copy',
      source: 'a',
      target: 'b',
      mode: 'merge',
      onConflict: 'newer',
      where: ['n>=2', 'k=x'],
      rename: {
        onCollision: 'error',
        rules: [
          { kind: 'map', from: 'l[].p', to: 'q' },
          { kind: 'find', find: 'A', replace: '', word: true },
        ],
      },
    };
    expect(script.posted).toEqual([
      { path: 'plans', body: spec },
      { path: 'jobs', body: { spec, planHash: 'hash-of-the-plan', continue: false } },
    ]);
  });

  it('[R-MIG-06] shows the renamed fields and n documents before and after, on standard output in a dry run', async () => {
    const script = createScriptedJobs();
    const sample = { action: 'replace', before: { a: 1 }, after: { b: 1 } } as const;
    script.plans = [
      {
        ...toPlan({ replace: 1_200 }),
        renamed: [{ path: 'lines[].a', to: 'b', documents: 1_200 }],
        collisions: 3,
        lostValues: 1,
        samples: ['one', 'two', 'three'].map((id) => ({ id, ...sample })),
      },
    ];
    const { exitCode, out, err } = await script.world.run(['copy', 'a', 'b', '--dry-run', '--diff=2']);
    expect({ exitCode, err }).toEqual({ exitCode: 0, err: '' });
    expect(out).toBe(
      [
        'Dry run: copy "a" to "b": 1,200 replaced',
        '',
        'field      becomes  documents',
        'lines[].a  b            1,200',
        '',
        '3 collisions with an existing name. 1 value dropped by a collision.',
        ...['one', 'two'].flatMap((id) => ['', `${id} (replaced)`, '  - a: 1', '  + b: 1']),
        '',
      ].join('\n'),
    );
    expect(script.posted.map(({ path }) => path)).toEqual(['plans']);
  });

  it('[R-MIG-03] starts no job when there is nothing to write', async () => {
    const script = createScriptedJobs();
    script.plans = [toPlan({ unchanged: 2, skip: 1 })];
    const { exitCode, err } = await script.world.run(['copy', 'a', 'b']);
    expect(exitCode).toBe(0);
    expect(err).toBe('Plan: copy "a" to "b": 1 skipped, 2 unchanged\nThere is nothing to write.\n');
    expect(script.posted).toHaveLength(1);
  });

  it('[R-MIG-03] without a terminal and without --yes, exits with 2 before documents of the target change', async () => {
    const script = createScriptedJobs();
    script.plans = [toPlan({ create: 1, replace: 2, delete: 1_000 })];
    const { exitCode, err } = await script.world.run(['copy', 'a', 'b', '--mode', 'replace-all']);
    expect(exitCode).toBe(2);
    expect(err).toContain(
      'This changes 2 documents and deletes 1,000 documents in "b"; `nankeen undo` reverses it. ' +
        'This needs confirmation, and no prompt is possible here. Nothing was done.\nAdd --yes to confirm.\n',
    );
    expect(script.posted).toHaveLength(1);
    expect(await script.world.run(['copy', 'a', 'b', '--mode', 'replace-all', '--yes'])).toMatchObject({
      exitCode: 0,
    });
  });

  it('[R-MIG-03] asks for the collection’s name before replace-all, otherwise for y', async () => {
    const script = createScriptedJobs();
    script.plans = [toPlan({ replace: 2 })];
    script.world.answers = ['y', 'b'];
    const replaceAll = ['copy', 'a', 'b', '--mode', 'replace-all'];
    expect(await script.world.run(replaceAll)).toMatchObject({ exitCode: 130 });
    const { exitCode, err } = await script.world.run(replaceAll);
    expect(exitCode).toBe(0);
    expect(err).toContain('To continue, type the name (b): ');
    script.world.answers = ['y'];
    expect(await script.world.run(['copy', 'a', 'b'])).toMatchObject({ exitCode: 0 });
  });

  it.each([
    ['source', { code: 'not-found', message: 'There is no collection "a".', path: 'source' }, 404, 3],
    ['source', { code: 'internal', message: 'The page is damaged.', path: undefined }, 500, 1],
    ['target', { code: 'data-loss', message: 'The page is damaged.', path: 'target' }, 500, 1],
  ])('[R-ERR-07] says that the %s could not be read: %j', async (side, error, status, exitCode) => {
    const script = createScriptedJobs();
    script.plans = [refusal(status, error)];
    const run = await script.world.run(['copy', 'a', 'b']);
    const heading = { source: 'data', target: 'result' }[side];
    expect(run.err).toBe(`Error fetching migration ${heading} collection: ${error.message}\n`);
    expect(run.exitCode).toBe(exitCode);
  });

  it('[R-ERR-07] also says so without a response or for a rename, but not for an invalid command', async () => {
    const script = createScriptedJobs();
    script.world.intercept = () => Promise.reject(new TypeError('fetch failed'));
    const { exitCode, err } = await script.world.run(['copy', 'a', 'b']);
    expect(exitCode).toBe(7);
    expect(err).toMatch(/^Error fetching migration data collection: No server is responding at http/);
    const other = createScriptedJobs();
    other.plans = [refusal(400, { code: 'invalid-argument', message: 'Not a condition.', path: 'where[0]' })];
    const wrong = await other.world.run(['copy', 'a', 'b', '--where', 'x']);
    expect(wrong).toMatchObject({ exitCode: 4, err: 'nankeen: Not a condition. (where[0])\n' });
    const renaming = createScriptedJobs();
    const torn = { code: 'internal', message: 'A page is torn.', path: 'source' };
    renaming.plans = [refusal(500, torn)];
    const unread = await renaming.world.run(['rename-fields', 'a', '--map', 'b=c']);
    expect(unread.err).toBe('Error fetching migration data collection: A page is torn.\n');
  });

  it('[R-MIG-03] exits with 5 when the data changed after the plan', async () => {
    const script = createScriptedJobs();
    script.states = [refusal(409, { code: 'aborted', message: 'The plan is out of date.' })];
    const { exitCode, err } = await script.world.run(['copy', 'a', 'b']);
    expect(exitCode).toBe(5);
    expect(err).toContain('The plan is out of date.\nNothing was written. Run the same command again');
  });

  it.each([
    ['already-exists', 5, '--on-conflict'],
    ['collision', 5, '--on-collision'],
    ['invalid', 4, undefined],
  ])('[R-MIG-03] writes nothing when the plan rejects documents (%s)', async (code, exitCode, option) => {
    const script = createScriptedJobs();
    const problems = [{ ...COLLISION, code }];
    script.plans = [{ ...toPlan({ create: 1, reject: 30 }), problems, problemCount: 30 }];
    const run = await script.world.run(['copy', 'a', 'b']);
    expect(run.exitCode).toBe(exitCode);
    expect(run.err).toContain(
      'nankeen: 30 documents would be rejected, so nothing was written.\n\n' +
        '  d1  lines[].name  "name" is there already.\n  … and 29 more\n',
    );
    if (option !== undefined) expect(run.err).toContain(option);
    expect(script.posted).toHaveLength(1);
  });

  it('[R-MIG-03] with --continue exits with 4 when every document would be rejected', async () => {
    const script = createScriptedJobs();
    const rejected = { problems: [{ ...COLLISION, code: 'invalid' }], problemCount: 1 };
    script.plans = [{ ...toPlan({ unchanged: 1, reject: 1 }), ...rejected }];
    const { exitCode, err } = await script.world.run(['copy', 'a', 'b', '--continue']);
    expect([exitCode, script.posted.map(({ path }) => path)]).toEqual([4, ['plans']]);
    expect(err).toContain('nankeen: 1 document would be rejected, so nothing was written.\n');
  });

  it('[R-MIG-03] with --continue writes the other documents, and exits with 4', async () => {
    const script = createScriptedJobs();
    const rejected = { problems: [{ ...COLLISION, code: 'invalid' }], problemCount: 1 };
    script.plans = [{ ...toPlan({ create: 1, reject: 1 }), ...rejected }];
    script.states = [toJob('done', { counts: toCounts({ create: 1, reject: 1 }), ...rejected })];
    const { exitCode, err } = await script.world.run(['copy', 'a', 'b', '--continue']);
    expect(exitCode).toBe(4);
    expect(err).toContain('nankeen: Job job-1 is done: 1 created, 1 rejected.\n');
    expect(err).toContain('d1  lines[].name');
  });

  it('[R-MIG-03] --verify exits with 10 when the target differs from the plan afterwards', async () => {
    const script = createScriptedJobs();
    script.plans = [toPlan(), toPlan({ unchanged: 2 })];
    const run = await script.world.run(['copy', 'a', 'b', '--verify']);
    expect(run.exitCode).toBe(0);
    expect(run.err).toContain('Verified: 2 documents as planned.\n');
    script.plans = [toPlan(), toPlan({ replace: 1, unchanged: 1 })];
    const { exitCode, err } = await script.world.run(['copy', 'a', 'b', '--verify']);
    expect(exitCode).toBe(10);
    expect(err).toContain('"b" differs from the plan: another copy would mean 1 replaced, 1 unchanged.');
  });

  it('[R-MIG-03] --detach prints the id of the job and leaves it to the server', async () => {
    const script = createScriptedJobs();
    script.states = [toJob('running')];
    const { exitCode, out, err } = await script.world.run(['copy', 'a', 'b', '--detach']);
    expect({ exitCode, out }).toEqual({ exitCode: 0, out: 'job-1\n' });
    expect(err).toContain('Follow it with: nankeen jobs watch job-1\n');
  });
});
