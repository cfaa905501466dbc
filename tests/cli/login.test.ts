import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { signIn } from '../support/core-calls.ts';
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

  describe('to an account with a code app', () => {
    const CHALLENGE = 'nankeen.second_factor=of-the-password';
    const given: unknown[] = [];

    /** A terminal at which the password and a code are typed. */
    function createTypist(answers: readonly string[] | undefined) {
      given.length = 0;
      const { path, world } = createPerson();
      signIn(world.server, 'kim', true);
      world.answers = answers && [...answers];
      world.intercept = (address, init) => {
        const isFirst = address.includes('/auth/sign-in/');
        if (!isFirst && !address.includes('/account/second-factor')) return undefined;
        const body = JSON.parse(String(init?.body)) as { readonly code?: string };
        given.push([body, new Headers(init?.headers).get('cookie')]);
        const refuse = (status: number, error: object, cookie = '') =>
          Response.json({ error }, { status, headers: { 'set-cookie': cookie } });
        const needed = { code: 'unauthenticated', message: 'Code.', reason: 'second-factor-required' };
        if (isFirst) return refuse(401, needed, `${CHALLENGE}; Path=/; HttpOnly`);
        if (body.code === '123 456')
          return Response.json({}, { headers: { 'set-cookie': 'session=kim; Path=/; HttpOnly' } });
        const wrong = { code: 'permission-denied', message: 'This code is not right.', path: 'code' };
        return refuse(403, { ...wrong, reason: 'invalid-code' });
      };
      return { path, world };
    }
    const PASSWORD = { email: 'kim@shop.example', password: 'my password' };
    const login = ['login', '--email', 'kim@shop.example'];

    it('[AU5] [R-SHP-04] asks at the terminal for the password, then for a code, and saves the session', async () => {
      const { path, world } = createTypist(['my password', '123 456']);
      const { exitCode, err } = await world.run(login);
      expect(err).toContain(
        'Password of kim@shop.example: \nCode of your code app, or a recovery code: \nSigned in to',
      );
      expect(exitCode).toBe(0);
      expect(given).toEqual([
        [PASSWORD, null],
        [{ code: '123 456' }, CHALLENGE],
      ]);
      const saved = readFileSync(path('nankeen/profiles.json'), 'utf8');
      expect(saved).toContain('session=kim');
      expect(saved).not.toMatch(/my password|123 456|of-the-password/);
    });

    it('[AU5] [R-SHP-04] says that a code is wrong, and saves nothing', async () => {
      const { path, world } = createTypist(['my password', '000000']);
      const { exitCode, err } = await world.run(login);
      expect([exitCode, err]).toEqual([6, expect.stringContaining('This code is not right.')]);
      expect(() => readFileSync(path('nankeen/profiles.json'))).toThrow('ENOENT');
    });

    it('[AU5] [R-SHP-04] without a terminal it says where to sign in, and sends no code', async () => {
      const { world } = createTypist(undefined);
      const { exitCode, err } = await world.run(login, 'my password\n');
      expect(exitCode).toBe(2);
      expect(err).toContain('Sign in at a terminal, which asks for it.');
      expect(given).toEqual([[PASSWORD, null]]);
    });
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
