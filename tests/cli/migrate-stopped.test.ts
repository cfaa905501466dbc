import { describe, expect, it } from 'vitest';
import { EXIT } from '#cli/exit-codes.ts';
import { Failure } from '#cli/failure.ts';
import type { Job } from '#shared/migration/job.ts';
import type { Migrations } from '#shared/migration/migration-run.ts';
import { dataPath } from '../support/core-calls.ts';
import { createJobCalls } from '../support/job-calls.ts';
import { createMigrationWorld, statesIn, toRename, type MigrationWorld } from './support/migration-world.ts';

const TWO_STEPS = { name: 'Both', up: [toRename('price', 'amount'), toRename('size', 'length')] };
/** Several batches: one that is stopped in its first turns has not come to its end. */
const COUNT = 400;
const manyParts = Array.from({ length: COUNT }, (_, n) => ({ FBUID: `p${n}`, price: n, size: 's' }));

function interrupt({ world }: MigrationWorld): void {
  world.interruption.abort(new Failure(EXIT.interrupted, 'Interrupted.'));
}

/** The commands that follow are interrupted at their n-th call of this kind, before it reaches the server. */
function interruptAt(tried: MigrationWorld, method: string, end: string, nth = 1): void {
  const { world } = tried;
  let calls = 0;
  world.intercept = (path, init) => {
    if (init?.method === method && path.endsWith(end) && ++calls === nth) interrupt(tried);
    return init?.signal?.aborted === true ? Promise.reject(init.signal.reason as Error) : undefined;
  };
}

/** The n-th job that the command that follows begins has stopped after its batch when the command hears of it. */
function interruptWithin(tried: MigrationWorld, nth = 1): void {
  const { world } = tried;
  let jobs = 0;
  world.intercept = (path, init) => {
    if (init?.method !== 'POST' || !path.endsWith('/admin/jobs') || ++jobs !== nth) return undefined;
    return (async () => {
      const answer = await world.server.app.request(path, init);
      const { id } = (await answer.clone().json()) as Job;
      await createJobCalls(world.server).cancel(id);
      interrupt(tried);
      return answer;
    })();
  };
}

function goOn({ world }: MigrationWorld): void {
  world.intercept = () => undefined;
  world.interruption = new AbortController();
}

async function migrationsOf({ world }: MigrationWorld): Promise<Migrations> {
  return (await world.server.request('/admin/migrations', { as: 'admin' })).json() as Promise<Migrations>;
}

describe('nankeen migrate that is interrupted', () => {
  it('[R-MIG-06] within a job ends with 130, frees the lock, notes how far it came, and goes on there', async () => {
    const tried = await createMigrationWorld(manyParts);
    tried.write('1-both.json', TWO_STEPS);
    interruptWithin(tried);
    const { exitCode, err } = await tried.migrate('up', '--yes');
    const next = `Go on with: nankeen migrate up --dir ${tried.at()}\n`;
    const stopped = /Interrupted\. The job stopped after [\d,]+ of 400 documents; what is written stays\.\n/;
    expect([exitCode, err]).toEqual([130, expect.stringMatching(stopped)]);
    expect(err.endsWith(`stays.\n${next}`)).toBe(true);
    const { lock, attempts } = await migrationsOf(tried);
    expect(lock).toBeNull();
    expect(attempts).toMatchObject([{ outcome: 'failed', jobs: [{ step: 0 }] }]);
    goOn(tried);
    const status = await tried.migrate('status');
    expect(status.out).toMatch(/\n1-both +half up /);
    expect(status.err).toMatch(/^1-both stopped on the way up: Interrupted\. The job stopped after /);
    expect(status.err.endsWith(next)).toBe(true);
    expect(await tried.migrate('up', '--yes')).toMatchObject({ exitCode: 0 });
    expect(await createJobCalls(tried.world.server).listWithoutImports()).toHaveLength(2);
    expect((await tried.parts()).filter((part) => 'amount' in part && 'length' in part)).toHaveLength(COUNT);
    expect((await migrationsOf(tried)).attempts).toMatchObject([{ outcome: 'done', message: null }]);
  });

  it('[R-MIG-06] between two jobs begins no more of them', async () => {
    const tried = await createMigrationWorld();
    tried.write('1-both.json', TWO_STEPS);
    interruptAt(tried, 'POST', '/admin/plans', 4);
    const { exitCode, err } = await tried.migrate('up', '--yes');
    expect(exitCode).toBe(130);
    expect(err).toContain(
      'nankeen: Interrupted. It stopped before step 2 of 2; what is written stays.\nGo on',
    );
    expect((await migrationsOf(tried)).lock).toBeNull();
    goOn(tried);
    expect(await tried.parts()).toMatchObject([{ amount: 1, size: 's' }, {}]);
    expect(await tried.migrate('up', '--yes')).toMatchObject({ exitCode: 0 });
    expect(await tried.parts()).toMatchObject([{ amount: 1, length: 's' }, {}]);
  });

  it('[R-MIG-06] before its first job says that nothing was written', async () => {
    const tried = await createMigrationWorld();
    tried.write('1-both.json', TWO_STEPS);
    // Both steps are planned to be shown before the first is planned to be run.
    interruptAt(tried, 'POST', '/admin/plans', 3);
    const { exitCode, err } = await tried.migrate('up', '--yes');
    expect(exitCode).toBe(130);
    expect(err).toContain(
      'Interrupted. It stopped before step 1 of 2; nothing of it was written.\nGo on with',
    );
    goOn(tried);
    expect(statesIn((await tried.migrate('status', '--json')).out)).toEqual(['1-both pending']);
  });

  it('[R-MIG-06] while its steps are shown says that nothing was written', async () => {
    const tried = await createMigrationWorld();
    tried.write('1-both.json', TWO_STEPS);
    interruptAt(tried, 'POST', '/admin/plans');
    const { exitCode, err } = await tried.migrate('up', '--yes');
    expect([exitCode, err]).toEqual([130, '1-both: Both\nnankeen: Interrupted. Nothing was written.\n']);
    goOn(tried);
    expect((await migrationsOf(tried)).attempts).toEqual([]);
  });

  it('[R-MIG-06] between two migrations leaves no trace of the second', async () => {
    const tried = await createMigrationWorld();
    tried.write('1-price.json', { name: 'One', up: [toRename('price', 'amount')] });
    tried.write('2-size.json', { name: 'Two', up: [toRename('size', 'length')] });
    const { world } = tried;
    world.intercept = (_path, init) => {
      if (String(init?.body).includes('"outcome":"done"')) interrupt(tried);
      return undefined;
    };
    const { exitCode, err } = await tried.migrate('up', '--yes', '--to', 'size');
    expect(exitCode).toBe(130);
    expect(err).toContain('Interrupted. It stopped before 2-size; what is written stays.\n');
    expect(err).toContain(`Go on with: nankeen migrate up --dir ${tried.at()} --to size\n`);
    goOn(tried);
    expect((await migrationsOf(tried)).attempts).toMatchObject([{ name: '1-price', outcome: 'done' }]);
    const { err: notes } = await tried.migrate('status');
    expect(notes).toBe('');
  });
});

describe('a migration that is half taken back', () => {
  it.each([
    ['within a job', (tried: MigrationWorld) => interruptWithin(tried, 2)],
    ['between two jobs', (tried: MigrationWorld) => interruptAt(tried, 'POST', '/admin/plans', 4)],
  ])('[R-MIG-06] interrupted %s, says so, and goes on where it stopped', async (_name, prepare) => {
    const tried = await createMigrationWorld(manyParts);
    tried.write('1-both.json', TWO_STEPS);
    await tried.migrate('up', '--yes');
    prepare(tried);
    const next = `nankeen migrate down --dir ${tried.at()}\n`;
    const down = await tried.migrate('down', '--yes');
    expect([down.exitCode, down.err]).toEqual([130, expect.stringContaining(`Go on with: ${next}`)]);
    goOn(tried);
    const status = await tried.migrate('status');
    expect(status.out).toMatch(/\n1-both +half down /);
    expect(status.err).toMatch(
      /^1-both stopped on the way down: Interrupted\. [^]*\nGo on with: nankeen mig/,
    );
    for (const verb of ['up', 'plan']) {
      const { exitCode, err } = await tried.migrate(verb);
      expect([exitCode, err]).toEqual([5, expect.stringContaining(`Take it back to the end first: ${next}`)]);
    }
    expect(await tried.migrate('down', '--yes')).toMatchObject({ exitCode: 0 });
    expect((await tried.parts()).filter((part) => 'price' in part && 'size' in part)).toHaveLength(COUNT);
    expect(await createJobCalls(tried.world.server).listWithoutImports()).toHaveLength(4);
    expect(statesIn((await tried.migrate('status', '--json')).out)).toEqual(['1-both pending']);
    expect(await tried.migrate('up', '--yes')).toMatchObject({ exitCode: 0 });
  });

  it('[R-MIG-06] since a document was changed, goes down to the end when it may stay as it is', async () => {
    const tried = await createMigrationWorld();
    tried.write('1-both.json', {
      name: 'Both',
      up: [{ kind: 'copy', source: 'parts', target: 'copies' }, toRename('price', 'amount')],
    });
    await tried.migrate('up', '--yes');
    const json = { price: 'mine' };
    await tried.world.server.request(dataPath('copies/a'), { as: 'admin', method: 'PUT', json });
    const down = await tried.migrate('down', '--yes');
    expect(down.exitCode).toBe(5);
    expect(down.err).toContain(
      'Take back what changed them first, or leave them as they are with --continue.\nGo on with: nankeen',
    );
    const { exitCode, err } = await tried.migrate('down', '--yes', '--continue');
    expect(exitCode).toBe(0);
    expect(err).toMatch(/ {2}Job \w+ is done: 1 deleted, 1 left out\.\n {4}a /);
    expect(await tried.parts()).toMatchObject([{ price: 1 }, { price: 2 }]);
  });

  it('[R-MIG-06] goes on when the rest was undone by hand, also what was done again since', async () => {
    const tried = await createMigrationWorld(manyParts);
    tried.write('1-both.json', TWO_STEPS);
    await tried.migrate('up', '--yes');
    const jobs = createJobCalls(tried.world.server);
    const [size, price] = await jobs.listWithoutImports();
    interruptWithin(tried);
    expect(await tried.migrate('down', '--yes')).toMatchObject({ exitCode: 130 });
    goOn(tried);
    const undone = await jobs.run({ kind: 'undo', job: size?.id });
    const other = await jobs.run({ kind: 'undo', job: price?.id });
    await jobs.run({ kind: 'undo', job: other.id });
    expect(await tried.migrate('down', '--yes')).toMatchObject({ exitCode: 0 });
    expect((await tried.parts()).filter((part) => 'price' in part && 'size' in part)).toHaveLength(COUNT);
    expect(await jobs.read(size?.id ?? '')).toMatchObject({ undoneBy: undone.id });
  });
});
