import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { createCliWorld } from './support/cli-run.ts';
import { sampleProduct, toNdjson } from './support/samples.ts';
import { createTemporaryFolder } from './support/temporary-folder.ts';

describe('nankeen backup', () => {
  it('[F66] creates a backup, lists it, and downloads it to a file that only its owner can read', async () => {
    const world = createCliWorld();
    const path = createTemporaryFolder();
    await world.run(['import', 'products', '-'], toNdjson([sampleProduct('a'), sampleProduct('b')]));
    const created = await world.run(['backup', 'create', '-o', path('copy')]);
    expect(created).toMatchObject({ exitCode: 0, out: '' });
    expect(created.err).toMatch(
      /^nankeen-.*Z\.sqlite: .* everything up to write 2, checked\.\nAlso saved to /,
    );
    expect(readFileSync(path('copy'), 'utf8')).toBe('Everything up to 2.\n');
    expect(statSync(path('copy')).mode & 0o777).toBe(0o600);
    expect((await world.run(['backup', 'create', '--json'])).out).toContain('"sequence":2');
    const { out } = await world.run(['backup', 'list']);
    expect(out).toMatch(
      /^backup +time +size +up to write\nnankeen-.*-2\.sqlite .* 2\nnankeen-.*Z\.sqlite .* 2\n$/,
    );
  });

  it('[F04] a backup that arrives incomplete is not written, and the old file stays', async () => {
    const world = createCliWorld();
    const path = createTemporaryFolder();
    writeFileSync(path('copy'), 'the backup of yesterday');
    world.intercept = (address) =>
      address.includes('/admin/backups/nankeen-') ? new Response('Everything up') : undefined;
    const { exitCode, err } = await world.run(['backup', 'create', '-o', path('copy')]);
    expect(exitCode).toBe(10);
    expect(err).toContain('did not arrive intact');
    expect(readFileSync(path('copy'), 'utf8')).toBe('the backup of yesterday');
  });

  it('[F66] a backup that can’t be saved locally stays on the server and can be downloaded again', async () => {
    const world = createCliWorld();
    const path = createTemporaryFolder();
    const failed = await world.run(['backup', 'create', '-o', path('none/copy')]);
    expect(failed.exitCode).toBe(11);
    const [, name = ''] = /The backup is on the server as (\S+\.sqlite)\./.exec(failed.err) ?? [];
    expect(failed.err).toContain(`Download it again with: nankeen backup get ${name} -o FILE\n`);
    expect(await world.run(['backup', 'get', name, '-o', path('copy')])).toMatchObject({ exitCode: 0 });
    expect(readFileSync(path('copy'), 'utf8')).toBe('Everything up to 0.\n');
    const other = await world.run(['backup', 'get', 'nankeen-none.sqlite', '-o', path('other')]);
    expect([other.exitCode, existsSync(path('other'))]).toEqual([3, false]);
  });

  it('[F66] deletes a backup after confirmation, and says how many are left', async () => {
    const world = createCliWorld();
    const { name } = JSON.parse((await world.run(['backup', 'create', '--json'])).out) as { name: string };
    expect(await world.run(['backup', 'delete', name])).toMatchObject({ exitCode: 2 });
    expect((await world.run(['backup', 'list'])).out).toContain(name);
    const { exitCode, err } = await world.run(['backup', 'delete', name, '--yes']);
    expect([exitCode, err]).toEqual([0, `Deleted ${name}. 0 backups left.\n`]);
    expect((await world.run(['backup', 'list'])).out).toBe('');
    expect(await world.run(['backup', 'delete', name, '--yes'])).toMatchObject({ exitCode: 3 });
  });

  it('[F66] reports that there are no backups, and that a file can’t be written', async () => {
    const world = createCliWorld();
    expect((await world.run(['backup', 'list'])).err).toContain('There are no backups yet');
    expect(await world.run(['backup', 'create', '-o', '/none/copy'])).toMatchObject({ exitCode: 11 });
  });
});

describe('nankeen backup restore', () => {
  it.each([
    ['no data folder is named', (_at: (name: string) => string) => [], 2, 'while no server is running on it'],
    ['there is no such folder', (at: (name: string) => string) => ['--db', at('none')], 3, 'does not exist'],
    [
      'there is no such backup',
      (at: (name: string) => string) => ['--db', at('')],
      3,
      'There is no backup x.sqlite',
    ],
  ])('[RT3] refuses when %s', async (_name, toArgs, exitCode, message) => {
    const path = createTemporaryFolder();
    const run = await createCliWorld().run(['backup', 'restore', 'x.sqlite', ...toArgs(path)]);
    expect([run.exitCode, run.err]).toEqual([exitCode, expect.stringContaining(message)]);
  });

  it('[RT3] [T49] confirms before it replaces the data, and exits with 2 without a terminal', async () => {
    const path = createTemporaryFolder();
    writeFileSync(path('x.sqlite'), '');
    const world = createCliWorld();
    const args = ['backup', 'restore', path('x.sqlite'), '--db', path('')];
    expect(await world.run(args)).toMatchObject({ exitCode: 2 });
    world.answers = ['n'];
    expect(await world.run(args)).toMatchObject({ exitCode: 130 });
    expect(existsSync(path('nankeen.lock'))).toBe(false);
  });
});
