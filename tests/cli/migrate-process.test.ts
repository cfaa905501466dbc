import { writeFileSync } from 'node:fs';
import { afterEach, describe, expect, it } from 'vitest';
import { ADMIN_TOKEN, createCoreServer } from '../support/core-server.ts';
import { listenOnLoopback } from '../support/http-server.ts';
import { createJobCalls, exportOf, fillCollection } from '../support/job-calls.ts';
import { createSuiteStore } from '../support/suite-store.ts';
import { spawnCli } from './support/cli-process.ts';
import { createTemporaryFolder } from './support/temporary-folder.ts';

const stops: (() => unknown)[] = [];

afterEach(async () => {
  await Promise.all(stops.splice(0).map((stop) => stop()));
});

const COUNT = 20_000;

/** A store that can block its jobs: after the next batch, they wait until `release` is called. */
function createBlockingStore() {
  const store = createSuiteStore();
  let release = () => {};
  let held: Promise<void> | undefined;
  let batches = 0;
  const commit: typeof store.commit = async (scope, decide) => {
    const isBatch = scope.documents.length > 0 && scope.jobs !== undefined && scope.jobs.length > 0;
    if (isBatch && (batches += 1) > 1) await held;
    return store.commit(scope, decide);
  };
  return {
    store: { ...store, commit },
    hold() {
      held = new Promise((resolve) => (release = resolve));
      batches = 0;
    },
    release: () => release(),
  };
}

/** A store with many parts behind a socket, and a migration that renames a field of each. */
async function startStore() {
  const { store, hold, release } = createBlockingStore();
  const server = createCoreServer(store);
  for (let from = 0; from < COUNT; from += 5_000) {
    const documents = Array.from({ length: 5_000 }, (_, index) => ({
      FBUID: `p${from + index}`,
      price: index,
    }));
    await fillCollection(server, 'parts', documents);
  }
  const { origin, stop } = await listenOnLoopback(server);
  stops.push(stop);
  const at = createTemporaryFolder();
  const rename = { rules: [{ kind: 'map', from: 'price', to: 'amount' }] };
  writeFileSync(
    at('1.json'),
    JSON.stringify({ name: 'One', up: [{ kind: 'rename', collection: 'parts', rename }] }),
  );
  const environment = { NANKEEN_SERVER: origin, NANKEEN_TOKEN: ADMIN_TOKEN, XDG_CONFIG_HOME: at() };
  const migrate = (...args: readonly string[]) => spawnCli(['migrate', ...args, '--dir', at()], environment);
  const jobs = createJobCalls(server);
  /** Starts the migration, whose job waits after its first batch until `release` is called. */
  const migrateBlocked = async () => {
    hold();
    const started = migrate('up', '--yes');
    await expect
      .poll(async () => (await jobs.listWithoutImports()).at(0)?.position, { timeout: 120_000 })
      .toBeGreaterThan(0);
    return started;
  };
  return { server, jobs, migrate, migrateBlocked, release };
}

describe('nankeen migrate as a process', { timeout: 240_000 }, () => {
  it('[R-MIG-03] of two processes, one does the work and the other exits with 8', async () => {
    const { jobs, migrate } = await startStore();
    const [first, second] = await Promise.all([migrate('up', '--yes').ended, migrate('up', '--yes').ended]);
    const exitCodes = [first.exitCode, second.exitCode].toSorted();
    // If the second starts after the first has ended, it has nothing to do.
    expect([
      [0, 8],
      [0, 0],
    ]).toContainEqual(exitCodes);
    for (const { exitCode, err } of [first, second]) {
      if (exitCode === 8) expect(err).toMatch(/being run by .+@.+, process \d+/);
    }
    expect(await jobs.listWithoutImports()).toHaveLength(1);
  });

  it('[R-MIG-03] Ctrl-C stops it after a batch, releases the lock, and says how to resume', async () => {
    const { jobs, migrate, migrateBlocked, release } = await startStore();
    const { child, ended } = await migrateBlocked();
    child.kill('SIGINT');
    await expect.poll(async () => (await jobs.listWithoutImports()).at(0)?.state).toBe('cancelled');
    release();
    const { exitCode, err } = await ended;
    expect(exitCode).toBe(130);
    expect(err).toMatch(
      /Interrupted\. The job stopped after [\d,]+ of 20,000 documents; what it wrote is kept/,
    );
    expect(err).toContain('Resume with: nankeen migrate up --dir ');
    expect(await migrate('up', '--yes').ended).toMatchObject({ exitCode: 0 });
    expect(await jobs.listWithoutImports()).toMatchObject([{ state: 'done', position: COUNT }]);
  });

  it('[R-MIG-03] the next run resumes a killed one: the same job, and every document once', async () => {
    const { server, jobs, migrate, migrateBlocked, release } = await startStore();
    const killed = await migrateBlocked();
    killed.child.kill('SIGKILL');
    await killed.ended;
    release();
    const locked = await migrate('up', '--yes').ended;
    expect(locked.exitCode).toBe(8);
    expect(locked.err).toContain('if that command no longer runs: nankeen migrate unlock');
    expect(await migrate('unlock', '--yes').ended).toMatchObject({ exitCode: 0 });
    expect(await migrate('up', '--yes').ended).toMatchObject({ exitCode: 0 });
    const [job, ...others] = await jobs.listWithoutImports();
    expect(others).toEqual([]);
    expect(job).toMatchObject({ state: 'done', position: COUNT });
    const exported = await exportOf(server, 'parts');
    expect(exported.match(/"amount":/g)).toHaveLength(COUNT);
    expect(exported).not.toContain('"price":');
  });
});
