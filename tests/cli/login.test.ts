import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { ADMIN_TOKEN } from '../support/core-server.ts';
import { createCliWorld } from './support/cli-run.ts';
import { createTemporaryFolder } from './support/temporary-folder.ts';

const SHOP = 'https://shop.example';

/** A user with a settings folder and without a token in the environment. */
function createPerson(environment: Readonly<Record<string, string>> = {}) {
  const path = createTemporaryFolder();
  return { path, world: createCliWorld({ XDG_CONFIG_HOME: path(), ...environment }) };
}

const rightsOf = (file: string) => statSync(file).mode & 0o777;

describe('nankeen login, logout and whoami', () => {
  it('[R-SHP-04] saves the token from standard input for later commands, readable only by its owner', async () => {
    const { path, world } = createPerson();
    mkdirSync(path('nankeen'), { mode: 0o755 });
    const { exitCode, err } = await world.run(['login'], `${ADMIN_TOKEN}\n`);
    expect(err).toBe('Signed in to http://localhost:8787 as admin; saved in the profile "default".\n');
    expect(exitCode).toBe(0);
    expect(rightsOf(path('nankeen'))).toBe(0o700);
    expect(rightsOf(path('nankeen/profiles.json'))).toBe(0o600);
    expect((await world.run(['collections'])).exitCode).toBe(0);
    expect((await world.run(['whoami'])).out).toBe(
      'server        http://localhost:8787\nsigned in as  admin\nby            profile default\n',
    );
  });

  it('[R-SHP-04] prompts for the token, and reads it from a file', async () => {
    const { path, world } = createPerson();
    world.answers = [ADMIN_TOKEN];
    expect(await world.run(['login'])).toMatchObject({ exitCode: 0, out: '' });
    writeFileSync(path('token'), ADMIN_TOKEN);
    world.answers = [];
    expect(await world.run(['login', '--token-file', path('token')])).toMatchObject({ exitCode: 0 });
  });

  it.each([
    ['there is no terminal and standard input is empty', undefined, []],
    ['prompts are disabled', [ADMIN_TOKEN], ['--no-input']],
  ])('[R-SHP-04] prompts hang under CI: exits with 2 when %s', async (_name, answers, flags) => {
    const { world } = createPerson();
    world.answers = answers;
    const { exitCode, err } = await world.run(['login', ...flags]);
    expect(exitCode).toBe(2);
    expect(err).toContain('The admin token is required, and no prompt is possible here.');
    expect(world.calls).toEqual([]);
  });

  it('[R-SHP-04] saves nothing when the server refuses the token', async () => {
    const { path, world } = createPerson();
    expect(await world.run(['login'], 'wrong')).toMatchObject({ exitCode: 6 });
    expect(() => readFileSync(path('nankeen/profiles.json'))).toThrow('ENOENT');
  });

  it('[R-SHP-04] reports that the named profile does not exist', async () => {
    const { world } = createPerson();
    const { exitCode, err } = await world.run(['whoami', '--profile', 'other']);
    expect(exitCode).toBe(6);
    expect(err).toContain('There is no profile "other".');
  });

  it('[R-SHP-04] reports a wrong password, and where accounts are created', async () => {
    const { world } = createPerson();
    world.intercept = (path) =>
      path.includes('/auth/sign-in/')
        ? Response.json({ error: { code: 'unauthenticated', message: 'Invalid.' } }, { status: 401 })
        : undefined;
    const { exitCode, err } = await world.run(['login', '--email', 'kim@shop.example'], 'secret\n');
    expect(exitCode).toBe(6);
    expect(err).toContain(
      'The server at http://localhost:8787 does not accept kim@shop.example with this password.\nCheck both.',
    );
  });

  it('[R-SHP-04] sends a saved token only to its own server', async () => {
    const { world } = createPerson();
    await world.run(['login'], ADMIN_TOKEN);
    const calls = world.calls.length;
    const { exitCode, err } = await world.run(['collections', '--server', SHOP]);
    expect(exitCode).toBe(6);
    expect(err).toContain(
      'The profile "default" is for http://localhost:8787; its credentials are not sent to another server.',
    );
    expect(world.calls).toHaveLength(calls);
  });

  it('[R-SHP-04] saves several servers, each under its name and with its address', async () => {
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

  it('[R-SHP-04] prefers a flag to NANKEEN_TOKEN and says so, and NANKEEN_TOKEN to the default profile', async () => {
    const { path, world } = createPerson();
    await world.run(['login'], ADMIN_TOKEN);
    writeFileSync(path('token'), ADMIN_TOKEN);
    const other = createCliWorld({ XDG_CONFIG_HOME: path(), NANKEEN_TOKEN: 'wrong' });
    const whoami = (...args: readonly string[]) => other.run(['whoami', ...args]);
    expect(await whoami('--token-file', path('token'))).toEqual({
      exitCode: 0,
      out: expect.stringContaining(`token file ${path('token')}`),
      err: 'Note: --token-file overrides NANKEEN_TOKEN.\n',
    });
    expect(await whoami('--profile', 'default')).toEqual({
      exitCode: 0,
      out: expect.stringContaining('profile default'),
      err: 'Note: --profile overrides NANKEEN_TOKEN.\n',
    });
    expect(await whoami()).toMatchObject({ exitCode: 6 });
    writeFileSync(path('wrong'), 'wrong');
    expect(await world.run(['collections', '--token-file', path('wrong')])).toMatchObject({ exitCode: 6 });
    expect((await other.run(['login'], ADMIN_TOKEN)).err).toMatch(
      /NANKEEN_TOKEN is set and takes precedence/,
    );
  });

  it('[R-SHP-04] deletes the saved credentials', async () => {
    const { path, world } = createPerson();
    await world.run(['login'], ADMIN_TOKEN);
    expect((await world.run(['logout'])).err).toBe(
      'Deleted the profile "default" (http://localhost:8787).\n',
    );
    expect(readFileSync(path('nankeen/profiles.json'), 'utf8')).not.toContain(ADMIN_TOKEN);
    expect(await world.run(['whoami'])).toMatchObject({ exitCode: 6 });
    expect((await world.run(['logout'])).err).toBe('There is no profile "default".\n');
  });

  it('[R-SHP-04] names a damaged settings file', async () => {
    const { path, world } = createPerson();
    mkdirSync(path('nankeen'));
    writeFileSync(path('nankeen/profiles.json'), '{"profiles":');
    const { exitCode, err } = await world.run(['whoami']);
    expect(exitCode).toBe(11);
    expect(err).toContain(`${path('nankeen/profiles.json')} is damaged.`);
    // With server and token given, the file is not read.
    writeFileSync(path('token'), ADMIN_TOKEN);
    const given = ['--server', 'http://localhost:8787', '--token-file', path('token')];
    expect(await world.run(['whoami', ...given])).toMatchObject({ exitCode: 0 });
  });

  it.each(['__proto__', '../x', '', '1'])('[R-SHP-04] refuses the profile name %j', async (name) => {
    const { world } = createPerson();
    expect(await world.run(['whoami', '--profile', name])).toMatchObject({ exitCode: 2 });
  });
});
