import { describe, expect, it } from 'vitest';
import { EXIT } from '#cli/exit-codes.ts';
import { Failure } from '#cli/failure.ts';
import { createScriptedJobs, refusal, toJob } from './support/scripted-jobs.ts';

const RESUME = 'Resume with: nankeen jobs resume job-1\nUndo with:   nankeen undo job-1\n';

describe('following a job', () => {
  it('[R-MIG-03] interrupted while planning, ends at once', async () => {
    const { world } = createScriptedJobs();
    world.intercept = (path, init) => {
      if (!path.endsWith('/plans')) return undefined;
      world.interruption.abort(new Failure(EXIT.interrupted, 'Interrupted.'));
      return Promise.reject(init?.signal?.reason);
    };
    expect(await world.run(['copy', 'a', 'b'])).toEqual({
      exitCode: 130,
      out: '',
      err: 'nankeen: Interrupted.\n',
    });
  });

  it('[R-SHP-04] a read from a server that hangs ends with the first Ctrl-C', async () => {
    const { world } = createScriptedJobs();
    world.intercept = (path, init) => {
      if (!path.includes('/collections')) return undefined;
      queueMicrotask(() => world.interruption.abort(new Failure(EXIT.interrupted, 'Interrupted.')));
      return new Promise((_resolve, reject) => {
        init?.signal?.addEventListener('abort', () => reject(init.signal?.reason as Error));
      });
    };
    expect(await world.run(['collections'])).toEqual({
      exitCode: 130,
      out: '',
      err: 'nankeen: Interrupted.\n',
    });
  });

  it('[R-MIG-03] interrupted, cancels the job after its batch and prints how to resume', async () => {
    const script = createScriptedJobs();
    const running = toJob('running', { position: 1_200, total: 24_000 });
    script.states = [running];
    const { world } = script;
    const { interruption, run, intercept: asScripted } = world;
    world.intercept = (path, init) => {
      if (path.endsWith('/cancel')) script.states = [toJob('cancelled', { position: 1_300, total: 24_000 })];
      return asScripted(path, init);
    };
    const ending = run(['copy', 'a', 'b']);
    await expect.poll(() => script.posted.map(({ path }) => path)).toContain('jobs');
    interruption.abort(new Failure(EXIT.interrupted, 'Interrupted.'));
    const { exitCode, err } = await ending;
    expect(script.posted.at(-1)?.path).toBe('jobs/job-1/cancel');
    expect(exitCode).toBe(130);
    expect(err).toContain(
      'nankeen: Interrupted. The job stopped after 1,300 of 24,000 documents; what it wrote is kept.\n',
    );
    expect(err).toContain(RESUME);
  });

  it.each([
    [
      'just as the job ends, shows its result',
      refusal(412, { code: 'failed-precondition', message: 'Job job-1 is done, so it can’t be cancelled.' }),
      0,
      'Job job-1 is done: 2 created.\n',
    ],
    [
      'while the server is unreachable, says that the job keeps running',
      refusal(503, { code: 'unavailable', message: 'Away.' }),
      7,
      'The job keeps running on the server. Follow it with: nankeen jobs watch job-1\n',
    ],
  ])('[R-MIG-03] interrupted %s', async (_name, response, code, message) => {
    const script = createScriptedJobs();
    script.states = [toJob('running')];
    const { world } = script;
    const asScripted = world.intercept;
    world.intercept = (path, init) => {
      if (!path.endsWith('/cancel')) return asScripted(path, init);
      script.states = [response.status === 503 ? response : toJob('done')];
      return response.clone();
    };
    const ending = world.run(['copy', 'a', 'b']);
    await expect.poll(() => world.calls.at(-1)).toContain('/admin/jobs');
    world.interruption.abort(new Failure(EXIT.interrupted, 'Interrupted.'));
    const { exitCode, err } = await ending;
    expect([exitCode, err]).toEqual([code, expect.stringContaining(message)]);
  });

  it('[R-MIG-03] names the same server in the suggested commands', async () => {
    const script = createScriptedJobs();
    script.states = [toJob('running'), toJob('failed')];
    const { err } = await script.world.run(['copy', 'a', 'b', '--server', 'http://localhost:4000']);
    expect(err).toMatch(/with: nankeen jobs resume job-1 --server http:\/\/localhost:4000\n/);
    expect(err).toMatch(/with: {3}nankeen undo job-1 --server http:\/\/localhost:4000\n$/);
  });

  it.each([
    [
      'failed',
      { message: 'The disk is full.' },
      1,
      'nankeen: Job job-1 failed: The disk is full. So far: 2 created.',
    ],
    [
      'interrupted',
      { message: 'The server’s disk is full.' },
      7,
      'nankeen: Job job-1 stopped: The server’s disk is full. So far: 2 created.',
    ],
    ['cancelled', {}, 130, 'nankeen: Job job-1 was cancelled: 2 created.'],
  ] as const)('[R-MIG-03] prints how to resume a job that was %s', async (state, part, code, message) => {
    const script = createScriptedJobs();
    script.states = [toJob('running'), toJob(state, part)];
    const { exitCode, err } = await script.world.run(['copy', 'a', 'b']);
    expect(exitCode).toBe(code);
    expect(err).toContain(`${message}\n${RESUME}`);
  });

  it('[R-MIG-06] suggests no resume of a job that was partly undone', async () => {
    const script = createScriptedJobs();
    script.states = [toJob('cancelled', { partlyUndoneBy: 'job-2' })];
    const { exitCode, err } = await script.world.run(['jobs', 'watch', 'job-1']);
    expect([exitCode, err]).toEqual([
      130,
      'nankeen: Job job-1 was cancelled: 2 created.\nUndo with:   nankeen undo job-1\n',
    ]);
  });

  it.each([
    ['data', 'source'],
    ['result', 'target'],
  ] as const)(
    '[R-ERR-07] prints the exact heading for the %s collection that could not be read, and what was kept',
    async (collection, failedRead) => {
      const script = createScriptedJobs();
      const heading = `Error fetching migration ${collection} collection:`;
      const message = 'A page is torn. What was written stays.';
      script.states = [toJob('running'), toJob('failed', { message, failedRead })];
      const { exitCode, err } = await script.world.run(['copy', 'a', 'b']);
      expect(exitCode).toBe(1);
      expect(err.slice(err.indexOf(`\n${heading}`))).toBe(
        `\n${heading} A page is torn. What was written stays. So far: 2 created.\n${RESUME}`,
      );
    },
  );

  it('[R-MIG-03] waits for a server that is briefly unreachable', async () => {
    const script = createScriptedJobs();
    script.states = [
      toJob('running'),
      refusal(503, { code: 'unavailable', message: 'Away.' }),
      toJob('done'),
    ];
    expect(await script.world.run(['copy', 'a', 'b'])).toMatchObject({ exitCode: 0 });
  });
});
