import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { ADMIN_TOKEN } from '../support/core-server.ts';
import { createCliWorld } from './support/cli-run.ts';
import { createTemporaryFolder } from './support/temporary-folder.ts';

const SHOP = 'https://shop.example';

/** A person with settings of their own and no token in the environment. */
function createPerson(environment: Readonly<Record<string, string>> = {}) {
  const path = createTemporaryFolder();
  return { path, world: createCliWorld({ XDG_CONFIG_HOME: path(), ...environment }) };
}

const rightsOf = (file: string) => statSync(file).mode & 0o777;

describe('nankeen login, logout and whoami', () => {
  it('[R-SHP-04] keeps the token of standard input for later commands, readable by its owner alone', async () => {
    const { path, world } = createPerson();
    mkdirSync(path('nankeen'), { mode: 0o755 });
    const { exitCode, err } = await world.run(['login'], `${ADMIN_TOKEN}\n`);
    expect(err).toBe('Signed in at http://localhost:8787 as admin, kept in the profile "default".\n');
    expect(exitCode).toBe(0);
    expect(rightsOf(path('nankeen'))).toBe(0o700);
    expect(rightsOf(path('nankeen/profiles.json'))).toBe(0o600);
    expect((await world.run(['collections'])).exitCode).toBe(0);
    expect((await world.run(['whoami'])).out).toBe(
      'server        http://localhost:8787\nsigned in as  admin\nby            profile default\n',
    );
  });

  it('[R-SHP-04] asks a person for the token, and takes it from a file', async () => {
    const { path, world } = createPerson();
    world.answers = [ADMIN_TOKEN];
    expect(await world.run(['login'])).toMatchObject({ exitCode: 0, out: '' });
    writeFileSync(path('token'), ADMIN_TOKEN);
    world.answers = [];
    expect(await world.run(['login', '--token-file', path('token')])).toMatchObject({ exitCode: 0 });
  });

  it.each([
    ['nobody is at the terminal and standard input is empty', undefined, []],
    ['a person must not be asked', [ADMIN_TOKEN], ['--no-input']],
  ])('[R-SHP-04] prompts hang under CI: ends with 2 when %s', async (_name, answers, flags) => {
    const { world } = createPerson();
    world.answers = answers;
    const { exitCode, err } = await world.run(['login', ...flags]);
    expect(exitCode).toBe(2);
    expect(err).toContain('The admin token is needed, and nobody can be asked here.');
    expect(world.calls).toEqual([]);
  });

  it('[R-SHP-04] keeps nothing when the server refuses the token', async () => {
    const { path, world } = createPerson();
    expect(await world.run(['login'], 'wrong')).toMatchObject({ exitCode: 6 });
    expect(() => readFileSync(path('nankeen/profiles.json'))).toThrow('ENOENT');
  });

  it('[R-SHP-04] says so when nothing is kept in the profile that is named', async () => {
    const { world } = createPerson();
    const { exitCode, err } = await world.run(['whoami', '--profile', 'other']);
    expect(exitCode).toBe(6);
    expect(err).toContain('Nothing is kept in the profile "other".');
  });

  it('[R-SHP-04] says whom the server doesn’t know with a password, and where that is reset', async () => {
    const { world } = createPerson();
    world.intercept = (path) =>
      path.includes('/auth/sign-in/')
        ? Response.json({ error: { code: 'unauthenticated', message: 'Invalid.' } }, { status: 401 })
        : undefined;
    const { exitCode, err } = await world.run(['login', '--email', 'kim@shop.example'], 'secret\n');
    expect(exitCode).toBe(6);
    expect(err).toContain(
      'The server at http://localhost:8787 doesn’t know kim@shop.example with this password.\nCheck both;',
    );
  });

  it('[R-SHP-04] sends a kept token to no other server than its own', async () => {
    const { world } = createPerson();
    await world.run(['login'], ADMIN_TOKEN);
    const calls = world.calls.length;
    const { exitCode, err } = await world.run(['collections', '--server', SHOP]);
    expect(exitCode).toBe(6);
    expect(err).toContain(
      'What is saved in the profile "default" is for http://localhost:8787 and goes nowhere else.',
    );
    expect(world.calls).toHaveLength(calls);
  });

  it('[R-SHP-04] keeps several servers apart, each under its name and with its address', async () => {
    const { world } = createPerson();
    await world.run(['login'], ADMIN_TOKEN);
    await world.run(['login', '--profile', 'shop', '--server', SHOP], ADMIN_TOKEN);
    const servers = [];
    for (const args of [[], ['--profile', 'shop']]) {
      const { out } = await world.run(['whoami', '--json', ...args]);
      servers.push((JSON.parse(out) as { server: string }).server);
    }
    expect(servers).toEqual(['http://localhost:8787', SHOP]);
  });

  it('[R-SHP-04] takes what a flag names before NANKEEN_TOKEN and says so, and that before what was kept', async () => {
    const { path, world } = createPerson();
    await world.run(['login'], ADMIN_TOKEN);
    writeFileSync(path('token'), ADMIN_TOKEN);
    const other = createCliWorld({ XDG_CONFIG_HOME: path(), NANKEEN_TOKEN: 'wrong' });
    const whoami = (...args: readonly string[]) => other.run(['whoami', ...args]);
    expect(await whoami('--token-file', path('token'))).toEqual({
      exitCode: 0,
      out: expect.stringContaining(`token file ${path('token')}`),
      err: 'Note: --token-file is used, not NANKEEN_TOKEN.\n',
    });
    expect(await whoami('--profile', 'default')).toEqual({
      exitCode: 0,
      out: expect.stringContaining('profile default'),
      err: 'Note: --profile is used, not NANKEEN_TOKEN.\n',
    });
    expect(await whoami()).toMatchObject({ exitCode: 6 });
    writeFileSync(path('wrong'), 'wrong');
    expect(await world.run(['collections', '--token-file', path('wrong')])).toMatchObject({ exitCode: 6 });
    expect((await other.run(['login'], ADMIN_TOKEN)).err).toMatch(/NANKEEN_TOKEN is set and used before it/);
  });

  it('[R-SHP-04] forgets what was kept', async () => {
    const { path, world } = createPerson();
    await world.run(['login'], ADMIN_TOKEN);
    expect((await world.run(['logout'])).err).toBe(
      'The profile "default" (http://localhost:8787) is forgotten.\n',
    );
    expect(readFileSync(path('nankeen/profiles.json'), 'utf8')).not.toContain(ADMIN_TOKEN);
    expect(await world.run(['whoami'])).toMatchObject({ exitCode: 6 });
    expect((await world.run(['logout'])).err).toBe('Nothing was kept in the profile "default".\n');
  });

  it('[R-SHP-04] names a settings file that is damaged', async () => {
    const { path, world } = createPerson();
    mkdirSync(path('nankeen'));
    writeFileSync(path('nankeen/profiles.json'), '{"profiles":');
    const { exitCode, err } = await world.run(['whoami']);
    expect(exitCode).toBe(11);
    expect(err).toContain(`${path('nankeen/profiles.json')} is damaged.`);
    // Where all is given, nothing is looked up there.
    writeFileSync(path('token'), ADMIN_TOKEN);
    const given = ['--server', 'http://localhost:8787', '--token-file', path('token')];
    expect(await world.run(['whoami', ...given])).toMatchObject({ exitCode: 0 });
  });

  it.each(['__proto__', '../x', '', '1'])('[R-SHP-04] refuses the profile name %j', async (name) => {
    const { world } = createPerson();
    expect(await world.run(['whoami', '--profile', name])).toMatchObject({ exitCode: 2 });
  });
});
