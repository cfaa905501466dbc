import { Hono } from 'hono';
import { afterEach, describe, expect, it } from 'vitest';
import type { JobSpec } from '#shared/migration/job-spec.ts';
import { ADMIN_TOKEN, createCoreServer } from '../support/core-server.ts';
import { listenOnLoopback } from '../support/http-server.ts';
import { spawnCli, spawnPiped } from './support/cli-process.ts';
import { toJob, toPlan } from './support/scripted-jobs.ts';

const stops: (() => unknown)[] = [];

afterEach(async () => {
  await Promise.all(stops.splice(0).map((stop) => stop()));
});

/** A server whose only job runs until it is cancelled. With `respondsToCancel: false`, it never responds to the cancel request. */
async function startEndlessJob(respondsToCancel: boolean) {
  const core = createCoreServer();
  const asked: string[] = [];
  let state: 'running' | 'cancelled' = 'running';
  const app = new Hono();
  app.use('*', async (c, next) => {
    asked.push(`${c.req.method} ${c.req.path.replace('/api/v1/admin/', '')}`);
    await next();
  });
  const job = () => toJob(state, { position: 1_200, total: 24_000 });
  app.post('/api/v1/admin/plans', async (c) => {
    const { kind } = await c.req.json<JobSpec>();
    const counts = kind === 'undo' ? { replace: 24_000 } : { create: 24_000 };
    return c.json({ ...toPlan(counts), samples: manySamples() });
  });
  app.post('/api/v1/admin/jobs', (c) => c.json(job(), 201));
  app.get('/api/v1/admin/jobs/:id', (c) => c.json(job()));
  app.post('/api/v1/admin/jobs/:id/cancel', async (c) => {
    if (!respondsToCancel) await new Promise(() => undefined);
    state = 'cancelled';
    return c.json(job());
  });
  app.all('*', (c) => core.app.fetch(c.req.raw));
  const { origin, stop } = await listenOnLoopback({ app: app as unknown as typeof core.app });
  stops.push(stop);
  return { environment: { NANKEEN_SERVER: origin, NANKEEN_TOKEN: ADMIN_TOKEN }, asked };
}

/** Printed, they are several times the size of a pipe buffer. */
function manySamples() {
  const after = Object.fromEntries(Array.from({ length: 2_000 }, (_, n) => [`f${n}`, n]));
  return Array.from({ length: 20 }, (_, n) => ({ id: `d${n}`, action: 'create', before: null, after }));
}

const PIPE_BYTES = 65_536;

/** Resolves when a started job is being watched. An undo also reads its job before. */
async function untilWatched(asked: readonly string[]): Promise<void> {
  await expect.poll(() => asked).toContain('POST jobs');
  const startedAt = asked.indexOf('POST jobs');
  await expect.poll(() => asked.slice(startedAt)).toContain('GET jobs/job-1');
}

describe('nankeen copy as a process', { timeout: 60_000 }, () => {
  it.each([
    [['copy', 'a', 'b']],
    [['rename-fields', 'a', '--map', 'x=y', '--yes']],
    [['undo', 'job-1', '--yes']],
  ])(
    '[R-MIG-03] Ctrl-C once stops the job of %j after its batch, and prints how to resume',
    async (command) => {
      const { environment, asked } = await startEndlessJob(true);
      const { child, ended } = spawnCli(command, environment);
      await untilWatched(asked);
      child.kill('SIGINT');
      const { exitCode, err } = await ended;
      expect(exitCode).toBe(130);
      expect(asked).toContain('POST jobs/job-1/cancel');
      expect(err).toContain('The job stopped after 1,200 of 24,000 documents; what it wrote is kept.\n');
      expect(err).toContain('nankeen jobs resume job-1\n');
    },
  );

  it('[R-MIG-03] Ctrl-C twice ends at once, though the server does not respond', async () => {
    const { environment, asked } = await startEndlessJob(false);
    const { child, ended } = spawnCli(['copy', 'a', 'b'], environment);
    await untilWatched(asked);
    child.kill('SIGINT');
    await expect.poll(() => asked).toContain('POST jobs/job-1/cancel');
    child.kill('SIGINT');
    expect((await ended).exitCode).toBe(130);
  });

  it.each([
    [['copy', 'a', 'b'], 'Dry run: copy'],
    [['rename-fields', 'a', '--map', 'x=y'], 'Dry run: rename'],
    [['undo', 'job-1'], 'Dry run: undo'],
  ])(
    '[R-SHP-04] EPIPE: a plan of %j of which only the beginning is read exits with 0 and no message',
    async (command, beginning) => {
      const { environment } = await startEndlessJob(true);
      const args = [...command, '--dry-run', '--diff=20'];
      const whole = await spawnPiped(args, 'wc -c', environment).ended;
      expect(parseInt(whole.out)).toBeGreaterThan(3 * PIPE_BYTES);
      const reader = `head -c ${beginning.length}`;
      const { out, err } = await spawnPiped(args, reader, environment).ended;
      expect({ out, err }).toEqual({ out: `${beginning}exit 0\n`, err: '' });
    },
  );

  it('[R-SHP-04] prompts hang under CI: without a terminal, a prompt exits with 2 though standard input stays open', async () => {
    const { environment, asked } = await startEndlessJob(true);
    // Standard input stays open and silent, as in many CI runners.
    const { exitCode, err } = await spawnCli(['undo', 'job-1'], environment).ended;
    expect(exitCode).toBe(2);
    expect(asked).toContain('POST plans');
    expect(err).toContain('This needs confirmation, and no prompt is possible here. Nothing was done.');
  });
});
