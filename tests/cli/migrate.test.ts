import { readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { readMigrationFile } from '#cli/migration/migration-file.ts';
import { createJobCalls, fillCollection } from '../support/job-calls.ts';
import { createCliWorld } from './support/cli-run.ts';
import { createTemporaryFolder } from './support/temporary-folder.ts';
import { createMigrationWorld, statesIn, toRename } from './support/migration-world.ts';

describe('nankeen migrate', () => {
  it('[R-MIG-06] creates an empty migration, named after the time', async () => {
    const { migrate, at } = await createMigrationWorld();
    const { exitCode, out } = await migrate('create', 'Prices are amounts!');
    expect(exitCode).toBe(0);
    const [name = ''] = readdirSync(at());
    expect(name).toMatch(/^\d{8}T\d{6}-prices-are-amounts\.json$/);
    expect(out).toBe(`${at(name)}\n`);
    expect(JSON.parse(readFileSync(at(name), 'utf8'))).toEqual({
      name: 'Prices are amounts!',
      up: [],
      down: 'undo',
    });
    expect(await migrate('create', '!!')).toMatchObject({ exitCode: 2 });
    expect((await migrate('create', 'as code', '--module')).out).toMatch(/as-code\.mjs\n$/);
    expect((await migrate('plan')).out).toMatch(/: Prices are amounts!\n {2}no steps yet\n/);
    const { exitCode: upExit, err } = await migrate('up', '--yes');
    expect(upExit).toBe(0);
    expect(err).toContain('-prices-are-amounts has no steps yet and stays pending.\n');
    const states = statesIn((await migrate('status', '--json')).out);
    expect(states.map((state) => state.split(' ')[1])).toEqual(['pending', 'pending']);
  });

  it('[R-MIG-06] runs pending migrations in order, once, and shows which were run', async () => {
    const { migrate, write, parts } = await createMigrationWorld();
    write('2-size.json', { name: 'Sizes are lengths', up: [toRename('size', 'length')] });
    write('1-price.json', { name: 'Prices are amounts', up: [toRename('price', 'amount')] });
    const plan = await migrate('plan');
    expect(plan).toMatchObject({ exitCode: 0 });
    expect(plan.out).toMatch(/^1-price: Prices are amounts\n {2}rename fields of "parts": 2 replaced/);
    expect(await parts()).toMatchObject([{ price: 1 }, { price: 2 }]);
    const pending = await migrate('status', '--exit-code', '--json');
    expect(pending.exitCode).toBe(9);
    expect(statesIn(pending.out)).toEqual(['1-price pending', '2-size pending']);
    const up = await migrate('up', '--yes');
    expect(up).toMatchObject({ exitCode: 0, out: '' });
    expect(up.err).toMatch(/Running 1-price[^]*Running 2-size[^]*2 migrations run\.\n$/);
    expect(await parts()).toMatchObject([
      { FBUID: 'a', amount: 1, length: 's' },
      { FBUID: 'b', amount: 2, length: 'm' },
    ]);
    expect((await migrate('up', '--yes')).err).toBe('No migrations are pending.\n');
    const { exitCode, out } = await migrate('status', '--exit-code');
    expect(exitCode).toBe(0);
    expect(out).toMatch(
      /^migration +state +run +by +jobs\n1-price +applied +\d{4}-.* admin +\w{20}\n2-size +applied/,
    );
  });

  it('[R-MIG-06] runs two migrations of the same second in the order of their creation', async () => {
    const { migrate } = await createMigrationWorld();
    const files = [];
    for (const name of ['zebra', 'ant', 'moth']) files.push((await migrate('create', name)).out);
    expect(files.toSorted()).toEqual(files);
  });

  it('[R-MIG-06] [T49] up and down show what each step would change, and write nothing without confirmation', async () => {
    const { write, migrate, parts, world } = await createMigrationWorld();
    write('1-price.json', { name: 'Prices', up: [toRename('price', 'amount')] });
    const asked = await migrate('up');
    expect(asked.exitCode).toBe(2);
    expect(asked.err).toContain('1-price: Prices\n  rename fields of "parts": 2 replaced\n');
    expect(asked.err).toContain('1 migration will be run: 1-price. This needs confirmation');
    world.answers = ['n'];
    expect(await migrate('up')).toMatchObject({ exitCode: 130 });
    expect(await parts()).toMatchObject([{ price: 1 }, { price: 2 }]);
    world.answers = ['y'];
    expect(await migrate('up')).toMatchObject({ exitCode: 0 });
    world.answers = undefined;
    const down = await migrate('down');
    expect(down.exitCode).toBe(2);
    expect(down.err).toMatch(/1-price: Prices\n {2}undo .+: 2 replaced\n/);
    expect(await parts()).toMatchObject([{ amount: 1 }, { amount: 2 }]);
  });

  it('[R-MIG-06] runs up to a named migration, and down to one, which undoes each job', async () => {
    const { migrate, write, parts } = await createMigrationWorld();
    write('1-price.json', { name: 'One', up: [toRename('price', 'amount'), toRename('amount', 'cost')] });
    write('2-size.json', { name: 'Two', up: [toRename('size', 'length')] });
    write('3-size.json', { name: 'Three', up: [toRename('length', 'width')] });
    await migrate('up', '--yes', '--to', 'price');
    expect(await parts()).toMatchObject([{ cost: 1, size: 's' }, {}]);
    await migrate('up', '--yes');
    expect(await migrate('down')).toMatchObject({ exitCode: 2 });
    expect(await migrate('down', '--to', '1-price', '--yes')).toMatchObject({ exitCode: 0 });
    expect(await parts()).toMatchObject([{ cost: 1, size: 's' }, {}]);
    const { out } = await migrate('status', '--json');
    expect(statesIn(out)).toEqual(['1-price applied', '2-size pending', '3-size pending']);
    expect((await migrate('status')).out).toMatch(/2-size +rolled back .*\n3-size +rolled back /);
    expect(await migrate('down', '--yes')).toMatchObject({ exitCode: 0 });
    expect(await parts()).toMatchObject([{ price: 1, size: 's' }, {}]);
    expect((await migrate('down', '--yes')).err).toContain('There is nothing to roll back.');
    expect(await migrate('up', '--yes', '--to', 'none')).toMatchObject({ exitCode: 3 });
  });

  it('[R-MIG-06] runs the down steps of a file, and does not undo documents that changed since', async () => {
    const { migrate, write, parts } = await createMigrationWorld();
    write('1-price.json', { name: 'One', up: [toRename('price', 'amount')] });
    write('2-size.json', {
      name: 'Two',
      up: [toRename('size', 'length')],
      down: [toRename('length', 'width')],
    });
    await migrate('up', '--yes');
    expect(await migrate('down', '--yes')).toMatchObject({ exitCode: 0 });
    expect(await parts()).toMatchObject([{ amount: 1, width: 's' }, {}]);
    const { exitCode, err } = await migrate('down', '--yes');
    expect([exitCode, err]).toEqual([
      5,
      expect.stringContaining('2 documents changed since and would be skipped by the undo'),
    ]);
    expect(await parts()).toMatchObject([{ amount: 1, width: 's' }, {}]);
    const { out, err: notes } = await migrate('status', '--json');
    expect(statesIn(out)).toEqual(['1-price applied', '2-size pending']);
    expect(notes).toBe('');
    expect((await migrate('status')).err).toContain(
      '1-price stopped while running down: 2 documents changed since',
    );
  });

  it('[R-MIG-06] a file that is missing or has changed since it was run exits with 5 before anything is done', async () => {
    const { migrate, write, parts, at } = await createMigrationWorld();
    write('1-price.json', { name: 'One', up: [toRename('price', 'amount')] });
    await migrate('up', '--yes');
    write('1-price.json', { name: 'One', up: [toRename('price', 'cost')] });
    write('2-size.json', { name: 'Two', up: [toRename('size', 'length')] });
    for (const verb of ['up', 'down', 'plan']) {
      const { exitCode, err } = await migrate(verb, '--yes');
      expect([exitCode, err]).toEqual([5, expect.stringContaining('1-price: the file has changed since')]);
    }
    renameSync(at('1-price.json'), at('kept.txt'));
    expect((await migrate('up', '--yes')).err).toContain('1-price: the file is missing');
    expect(await parts()).toMatchObject([{ amount: 1, size: 's' }, {}]);
    // Line endings don't count as a change.
    writeFileSync(at('1-price.json'), `{ "name": "One",\r\n "up": [] }\r\n`);
    const first = await readMigrationFile(at('1-price.json'));
    writeFileSync(at('1-price.json'), `{ "name": "One",\n "up": [] }\n`);
    expect((await readMigrationFile(at('1-price.json'))).checksum).toBe(first.checksum);
  });

  it('[R-MIG-06] stops at a step that would be rejected, keeps earlier writes, and resumes after the correction', async () => {
    const { migrate, write, parts, world } = await createMigrationWorld();
    const up = [toRename('price', 'amount'), toRename('size', 'amount')];
    write('1-both.json', { name: 'Both', up });
    const { exitCode, err } = await migrate('up', '--yes');
    expect([exitCode, err]).toEqual([5, expect.stringContaining('2 documents would be rejected')]);
    expect(await parts()).toMatchObject([{ amount: 1, size: 's' }, {}]);
    const status = await migrate('status', '--json');
    expect(statesIn(status.out)).toEqual(['1-both unfinished']);
    await fillCollection(world.server, 'parts', [
      { FBUID: 'a', size: 's' },
      { FBUID: 'b', size: 'm' },
    ]);
    expect(await migrate('up', '--yes')).toMatchObject({ exitCode: 0 });
    expect(await parts()).toMatchObject([{ amount: 's' }, { amount: 'm' }]);
    expect(await createJobCalls(world.server).listWithoutImports()).toHaveLength(2);
  });

  it('[R-MIG-06] plan and up say which names of a step nothing has', async () => {
    const setup = await createMigrationWorld();
    const find = { kind: 'find', find: 'pryce', replace: 'cost' };
    setup.write('1-names.json', {
      name: 'Names',
      up: [
        toRename('sise', 'length'),
        { kind: 'rename', collection: 'parts', rename: { rules: [find] } },
        { ...toRename('price', 'amount'), collection: 'partz' },
      ],
    });
    const planned = await setup.migrate('plan');
    const run = await setup.migrate('up', '--yes');
    expect([planned.exitCode, run.exitCode]).toEqual([0, 0]);
    for (const text of [planned.out, run.err]) {
      expect(text).toContain('  No document has a field sise.\n');
      expect(text).toContain('  No field name matches "pryce".\n');
      expect(text).toContain('  There is no collection "partz".\n');
    }
  });

  it('[R-MIG-03] of two concurrent runs, one does the work; the other exits with 8 and names the lock’s owner', async () => {
    const { migrate, write, world, parts } = await createMigrationWorld();
    write('1-price.json', { name: 'One', up: [toRename('price', 'amount')] });
    const runs = await Promise.all([migrate('up', '--yes'), migrate('up', '--yes')]);
    expect(runs.map(({ exitCode }) => exitCode).toSorted()).toEqual([0, 8]);
    const refused = runs.find(({ exitCode }) => exitCode === 8);
    expect(refused?.err).toMatch(/Migrations are being run by .+@.+, process \d+ since /);
    expect(await createJobCalls(world.server).listWithoutImports()).toHaveLength(1);
    expect(await parts()).toMatchObject([{ amount: 1 }, { amount: 2 }]);
  });

  it('[R-MIG-03] a stale lock is released by hand; its former owner can’t continue', async () => {
    const { migrate, write, world } = await createMigrationWorld();
    write('1-price.json', { name: 'One', up: [toRename('price', 'amount')] });
    const lock = { token: 'x'.repeat(32), owner: 'kim@laptop, process 1' };
    await world.server.request('/admin/migrations/lock', { as: 'admin', method: 'POST', json: lock });
    expect((await migrate('status')).err).toContain('locked by kim@laptop, process 1');
    expect(await migrate('up', '--yes')).toMatchObject({ exitCode: 8 });
    expect(await migrate('unlock')).toMatchObject({ exitCode: 2 });
    expect(await migrate('unlock', '--yes')).toMatchObject({ exitCode: 0 });
    expect((await migrate('unlock', '--yes')).err).toContain('Migrations are not locked.');
    expect(await migrate('up', '--yes')).toMatchObject({ exitCode: 0 });
    const json = { token: lock.token, name: 'x', checksum: 'a'.repeat(64), direction: 'up' };
    const late = await world.server.request('/admin/migrations', { as: 'admin', method: 'POST', json });
    expect(late.status).toBe(412);
    expect(await late.json()).toMatchObject({ error: { reason: 'LOCKED' } });
  });

  it('[R-MIG-03] resumes a job that a killed command started, instead of starting another', async () => {
    const { migrate, write, world, at } = await createMigrationWorld();
    write('1-price.json', { name: 'One', up: [toRename('price', 'amount')] });
    const { checksum } = await readMigrationFile(at('1-price.json'));
    const token = 'x'.repeat(32);
    const post = (path: string, json: object) =>
      world.server.request(path, { as: 'admin', method: 'POST', json });
    await post('/admin/migrations/lock', { token, owner: 'gone' });
    await post('/admin/migrations', { token, name: '1-price', checksum, direction: 'up' });
    const jobs = createJobCalls(world.server);
    const { id } = await jobs.start(toRename('price', 'amount'));
    await post('/admin/migrations/unlock', { token });
    expect(await migrate('up', '--yes')).toMatchObject({ exitCode: 0 });
    expect((await jobs.listWithoutImports()).map((job) => job.id)).toEqual([id]);
    expect((await migrate('status')).out).toContain(id);
  });

  it('[R-MIG-06] does not undo again what was undone by hand', async () => {
    const { migrate, write, world, parts } = await createMigrationWorld();
    write('1-price.json', { name: 'One', up: [toRename('price', 'amount')] });
    await migrate('up', '--yes');
    expect(await world.run(['undo', 'last', '--yes'])).toMatchObject({ exitCode: 0 });
    expect(await migrate('down', '--yes')).toMatchObject({ exitCode: 0 });
    expect(await parts()).toMatchObject([{ price: 1 }, { price: 2 }]);
  });
});

describe('a migration file', () => {
  it.each([
    ['invalid JSON', '{', /is not JSON: /],
    ['a step of an unknown kind', '{"name":"x","up":[{"kind":"import","collection":"a"}]}', /at up\.0\.kind/],
    ['no name', '{"up":[]}', /at name/],
    ['an unknown field', '{"name":"x","up":[],"upp":[]}', /at upp/],
    ['a word other than undo', '{"name":"x","up":[],"down":"redo"}', /at down/],
  ])('[R-MIG-06] is refused with the position for %s', async (_name, text, message) => {
    const { migrate, at } = await createMigrationWorld();
    writeFileSync(at('1.json'), text);
    const { exitCode, err } = await migrate('up', '--yes');
    expect([exitCode, err]).toEqual([4, expect.stringMatching(message)]);
  });

  it('[R-MIG-06] may be a module, in JavaScript or TypeScript', async () => {
    const { migrate, at, parts } = await createMigrationWorld();
    const rename = JSON.stringify(toRename('price', 'amount'));
    writeFileSync(at('1.mjs'), `export default { name: 'One', up: [${rename}] };`);
    writeFileSync(
      at('2.ts'),
      `export const name: string = 'Two';\nexport const up = [${rename.replaceAll('price', 'size').replace('amount', 'length')}];`,
    );
    expect(await migrate('up', '--yes')).toMatchObject({ exitCode: 0 });
    expect(await parts()).toMatchObject([{ amount: 1, length: 's' }, {}]);
    writeFileSync(at('3.mjs'), 'export default {');
    expect(await migrate('up', '--yes')).toMatchObject({ exitCode: 4 });
    rmSync(at('3.mjs'));
    writeFileSync(at('1.json'), '{"name":"x","up":[]}');
    expect((await migrate('up', '--yes')).err).toContain(
      'are called 1; their names differ only in the extension',
    );
  });

  it('[R-MIG-06] in TypeScript explains what to do when Node can’t load it', async () => {
    const at = createTemporaryFolder();
    writeFileSync(at('1.ts'), 'export default {};');
    const loading = readMigrationFile(at('1.ts'), () =>
      Promise.reject(
        Object.assign(new TypeError('Unknown file extension'), { code: 'ERR_UNKNOWN_FILE_EXTENSION' }),
      ),
    );
    await expect(loading).rejects.toMatchObject({
      exitCode: 2,
      message: expect.stringMatching(/1\.ts is TypeScript, which this Node \(v\d+.*\) can't load\.$/),
      hint: expect.stringContaining('Node 22.18'),
    });
  });

  it('[R-MIG-06] a named folder must exist; the default folder may be missing', async () => {
    const world = createCliWorld();
    expect(await world.run(['migrate', 'up', '--dir', '/none'])).toMatchObject({ exitCode: 3 });
    expect((await world.run(['migrate', 'status'])).err).toContain(
      'There are no migrations in the folder migrations yet',
    );
  });
});
