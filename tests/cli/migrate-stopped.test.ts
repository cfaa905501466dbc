import { describe, expect, it } from 'vitest';
import { EXIT } from '#cli/exit-codes.ts';
import { Failure } from '#cli/failure.ts';
import type { Job } from '#shared/migration/job.ts';
import type { Migrations } from '#shared/migration/migration-run.ts';
import { dataPath } from '../support/core-calls.ts';
import { createJobCalls } from '../support/job-calls.ts';
import { createMigrationWorld, statesIn, toRename, type MigrationWorld } from './support/migration-world.ts';

const TWO_STEPS = { name: 'Both', up: [toRename('price', 'amount'), toRename('size', 'length')] };
/** Enough for several batches, so that an early interruption stops the job halfway. */
const COUNT = 400;
const manyParts = Array.from({ length: COUNT }, (_, n) => ({ FBUID: `p${n}`, price: n, size: 's' }));

function interrupt({ world }: MigrationWorld): void {
  world.interruption.abort(new Failure(EXIT.interrupted, 'Interrupted.'));
}

/** Interrupts the following commands at their n-th call of this kind, before it reaches the server. */
function interruptAt(setup: MigrationWorld, method: string, end: string, nth = 1): void {
  const { world } = setup;
  let calls = 0;
  world.intercept = (path, init) => {
    if (init?.method === method && path.endsWith(end) && ++calls === nth) interrupt(setup);
    return init?.signal?.aborted === true ? Promise.reject(init.signal.reason as Error) : undefined;
  };
}

/** Interrupts the next command in its n-th job, which has stopped after its batch when the command polls it. */
function interruptWithin(setup: MigrationWorld, nth = 1): void {
  const { world } = setup;
  let jobs = 0;
  world.intercept = (path, init) => {
    if (init?.method !== 'POST' || !path.endsWith('/admin/jobs') || ++jobs !== nth) return undefined;
    return (async () => {
      const response = await world.server.app.request(path, init);
      const { id } = (await response.clone().json()) as Job;
      await createJobCalls(world.server).cancel(id);
      interrupt(setup);
      return response;
    })();
  };
}

function clearInterruption({ world }: MigrationWorld): void {
  world.intercept = () => undefined;
  world.interruption = new AbortController();
}

async function migrationsOf({ world }: MigrationWorld): Promise<Migrations> {
  return (await world.server.request('/admin/migrations', { as: 'admin' })).json() as Promise<Migrations>;
}

describe('an interrupted nankeen migrate', () => {
  it('[R-MIG-06] within a job exits with 130, releases the lock, records its progress, and resumes there', async () => {
    const setup = await createMigrationWorld(manyParts);
    setup.write('1-both.json', TWO_STEPS);
    interruptWithin(setup);
    const { exitCode, err } = await setup.migrate('up', '--yes');
    const next = `Resume with: nankeen migrate up --dir ${setup.at()}\n`;
    const stopped = /Interrupted\. The job stopped after [\d,]+ of 400 documents; what it wrote is kept\.\n/;
    expect([exitCode, err]).toEqual([130, expect.stringMatching(stopped)]);
    expect(err.endsWith(`is kept.\n${next}`)).toBe(true);
    const { lock, attempts } = await migrationsOf(setup);
    expect(lock).toBeNull();
    expect(attempts).toMatchObject([{ outcome: 'failed', jobs: [{ step: 0 }] }]);
    clearInterruption(setup);
    const status = await setup.migrate('status');
    expect(status.out).toMatch(/\n1-both +unfinished \(up\) /);
    expect(status.err).toMatch(/^1-both stopped while running up: Interrupted\. The job stopped after /);
    expect(status.err.endsWith(next)).toBe(true);
    expect(await setup.migrate('up', '--yes')).toMatchObject({ exitCode: 0 });
    expect(await createJobCalls(setup.world.server).listWithoutImports()).toHaveLength(2);
    expect((await setup.parts()).filter((part) => 'amount' in part && 'length' in part)).toHaveLength(COUNT);
    expect((await migrationsOf(setup)).attempts).toMatchObject([{ outcome: 'done', message: null }]);
  });

  it('[R-MIG-06] between two jobs starts no further job', async () => {
    const setup = await createMigrationWorld();
    setup.write('1-both.json', TWO_STEPS);
    interruptAt(setup, 'POST', '/admin/plans', 4);
    const { exitCode, err } = await setup.migrate('up', '--yes');
    expect(exitCode).toBe(130);
    expect(err).toContain(
      'nankeen: Interrupted. It stopped before step 2 of 2; earlier writes are kept.\nResume',
    );
    expect((await migrationsOf(setup)).lock).toBeNull();
    clearInterruption(setup);
    expect(await setup.parts()).toMatchObject([{ amount: 1, size: 's' }, {}]);
    expect(await setup.migrate('up', '--yes')).toMatchObject({ exitCode: 0 });
    expect(await setup.parts()).toMatchObject([{ amount: 1, length: 's' }, {}]);
  });

  it('[R-MIG-06] before its first job says that nothing was written', async () => {
    const setup = await createMigrationWorld();
    setup.write('1-both.json', TWO_STEPS);
    // The first two plans are for the preview; the third is for the first step.
    interruptAt(setup, 'POST', '/admin/plans', 3);
    const { exitCode, err } = await setup.migrate('up', '--yes');
    expect(exitCode).toBe(130);
    expect(err).toContain(
      'Interrupted. It stopped before step 1 of 2; nothing was written by this migration.\nResume with',
    );
    clearInterruption(setup);
    expect(statesIn((await setup.migrate('status', '--json')).out)).toEqual(['1-both pending']);
  });

  it('[R-MIG-06] while its steps are shown says that nothing was written', async () => {
    const setup = await createMigrationWorld();
    setup.write('1-both.json', TWO_STEPS);
    interruptAt(setup, 'POST', '/admin/plans');
    const { exitCode, err } = await setup.migrate('up', '--yes');
    expect([exitCode, err]).toEqual([130, '1-both: Both\nnankeen: Interrupted. Nothing was written.\n']);
    clearInterruption(setup);
    expect((await migrationsOf(setup)).attempts).toEqual([]);
  });

  it('[R-MIG-06] between two migrations records nothing about the second', async () => {
    const setup = await createMigrationWorld();
    setup.write('1-price.json', { name: 'One', up: [toRename('price', 'amount')] });
    setup.write('2-size.json', { name: 'Two', up: [toRename('size', 'length')] });
    const { world } = setup;
    world.intercept = (_path, init) => {
      if (String(init?.body).includes('"outcome":"done"')) interrupt(setup);
      return undefined;
    };
    const { exitCode, err } = await setup.migrate('up', '--yes', '--to', 'size');
    expect(exitCode).toBe(130);
    expect(err).toContain('Interrupted. It stopped before 2-size; earlier writes are kept.\n');
    expect(err).toContain(`Resume with: nankeen migrate up --dir ${setup.at()} --to size\n`);
    clearInterruption(setup);
    expect((await migrationsOf(setup)).attempts).toMatchObject([{ name: '1-price', outcome: 'done' }]);
    const { err: notes } = await setup.migrate('status');
    expect(notes).toBe('');
  });
});

describe('a migration whose job was undone', () => {
  it('[R-MIG-06] in part runs that step again instead of resuming the job', async () => {
    const many = Array.from({ length: 4000 }, (_, n) => ({ FBUID: `p${n}`, price: n }));
    const setup = await createMigrationWorld(many);
    setup.write('1-price.json', { name: 'One', up: [toRename('price', 'amount')] });
    const jobs = createJobCalls(setup.world.server);
    const stop = async (id: string) => {
      while ((await jobs.read(id)).position === 0) await new Promise(setImmediate);
      return jobs.cancel(id);
    };
    setup.world.intercept = (path, init) => {
      if (init?.method !== 'POST' || !path.endsWith('/admin/jobs')) return undefined;
      return (async () => {
        const response = await setup.world.server.app.request(path, init);
        await stop(((await response.clone().json()) as Job).id);
        return response;
      })();
    };
    expect(await setup.migrate('up', '--yes')).toMatchObject({ exitCode: 130 });
    clearInterruption(setup);
    const [job] = await jobs.listWithoutImports();
    await stop((await jobs.start({ kind: 'undo', job: job?.id })).id);
    expect(await jobs.read(job?.id ?? '')).toMatchObject({
      undoneBy: null,
      partlyUndoneBy: expect.any(String),
    });
    expect(await setup.migrate('up', '--yes')).toMatchObject({ exitCode: 0 });
    expect((await setup.parts()).filter((part) => 'amount' in part)).toHaveLength(many.length);
  });
});

describe('a partly rolled-back migration', () => {
  it.each([
    ['within a job', (setup: MigrationWorld) => interruptWithin(setup, 2)],
    ['between two jobs', (setup: MigrationWorld) => interruptAt(setup, 'POST', '/admin/plans', 4)],
  ])('[R-MIG-06] interrupted %s, says so, and resumes where it stopped', async (_name, prepare) => {
    const setup = await createMigrationWorld(manyParts);
    setup.write('1-both.json', TWO_STEPS);
    await setup.migrate('up', '--yes');
    prepare(setup);
    const next = `nankeen migrate down --dir ${setup.at()}\n`;
    const down = await setup.migrate('down', '--yes');
    expect([down.exitCode, down.err]).toEqual([130, expect.stringContaining(`Resume with: ${next}`)]);
    clearInterruption(setup);
    const status = await setup.migrate('status');
    expect(status.out).toMatch(/\n1-both +unfinished \(down\) /);
    expect(status.err).toMatch(
      /^1-both stopped while running down: Interrupted\. [^]*\nResume with: nankeen mig/,
    );
    for (const verb of ['up', 'plan']) {
      const { exitCode, err } = await setup.migrate(verb);
      expect([exitCode, err]).toEqual([5, expect.stringContaining(`Finish the rollback first: ${next}`)]);
    }
    expect(await setup.migrate('down', '--yes')).toMatchObject({ exitCode: 0 });
    expect((await setup.parts()).filter((part) => 'price' in part && 'size' in part)).toHaveLength(COUNT);
    expect(await createJobCalls(setup.world.server).listWithoutImports()).toHaveLength(4);
    expect(statesIn((await setup.migrate('status', '--json')).out)).toEqual(['1-both pending']);
    expect(await setup.migrate('up', '--yes')).toMatchObject({ exitCode: 0 });
  });

  it('[R-MIG-06] finishes the rollback with --continue when a document changed since', async () => {
    const setup = await createMigrationWorld();
    setup.write('1-both.json', {
      name: 'Both',
      up: [{ kind: 'copy', source: 'parts', target: 'copies' }, toRename('price', 'amount')],
    });
    await setup.migrate('up', '--yes');
    const json = { price: 'mine' };
    await setup.world.server.request(dataPath('copies/a'), { as: 'admin', method: 'PUT', json });
    const down = await setup.migrate('down', '--yes');
    expect(down.exitCode).toBe(5);
    expect(down.err).toContain(
      'Undo the later changes first, or skip these documents with --continue.\nResume with: nankeen',
    );
    const { exitCode, err } = await setup.migrate('down', '--yes', '--continue');
    expect(exitCode).toBe(0);
    expect(err).toMatch(/ {2}Job \w+ is done: 1 deleted, 1 skipped\.\n {4}a /);
    expect(await setup.parts()).toMatchObject([{ price: 1 }, { price: 2 }]);
  });

  it('[R-MIG-06] resumes when the rest was undone by hand, even if it was redone since', async () => {
    const setup = await createMigrationWorld(manyParts);
    setup.write('1-both.json', TWO_STEPS);
    await setup.migrate('up', '--yes');
    const jobs = createJobCalls(setup.world.server);
    const [size, price] = await jobs.listWithoutImports();
    interruptWithin(setup);
    expect(await setup.migrate('down', '--yes')).toMatchObject({ exitCode: 130 });
    clearInterruption(setup);
    const undone = await jobs.run({ kind: 'undo', job: size?.id });
    const other = await jobs.run({ kind: 'undo', job: price?.id });
    await jobs.run({ kind: 'undo', job: other.id });
    expect(await setup.migrate('down', '--yes')).toMatchObject({ exitCode: 0 });
    expect((await setup.parts()).filter((part) => 'price' in part && 'size' in part)).toHaveLength(COUNT);
    expect(await jobs.read(size?.id ?? '')).toMatchObject({ undoneBy: undone.id });
  });
});
