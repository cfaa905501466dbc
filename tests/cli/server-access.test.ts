import { mkdirSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { APP_VERSION } from '#shared/kernel/product-facts.ts';
import { ADMIN_TOKEN } from '../support/core-server.ts';
import { createCliWorld } from './support/cli-run.ts';
import { sampleProduct, toNdjson } from './support/samples.ts';
import { createTemporaryFolder } from './support/temporary-folder.ts';

describe('nankeen and its server', () => {
  it('[R-SHP-04] lists the collections in aligned columns', async () => {
    const world = createCliWorld();
    await world.run(['import', 'products', '-'], toNdjson([sampleProduct('a'), sampleProduct('b')]));
    const { exitCode, out } = await world.run(['collections']);
    expect(exitCode).toBe(0);
    const [title = '', line = ''] = out.split('\n').filter((row) => /^(collection|products)/.test(row));
    expect(title).toMatch(/^collection +documents +deleted +history +size +last change$/);
    expect(line).toMatch(/^products +2 +0 +2 +[\d.]+ k?B +\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/);
  });

  it('[R-SHP-04] prints the same as one object with --json', async () => {
    const world = createCliWorld();
    await world.run(['import', 'products', '-'], toNdjson([sampleProduct('a')]));
    const { out } = await world.run(['collections', '--json']);
    const { collections } = JSON.parse(out) as { collections: { name: string; documents: number }[] };
    expect(collections.find(({ name }) => name === 'products')).toMatchObject({ documents: 1, history: 1 });
  });

  it('[R-SHP-04] explains where to find the token of a local server', async () => {
    const { exitCode, err } = await createCliWorld({}).run(['collections']);
    expect(exitCode).toBe(6);
    expect(err).toContain('You are not signed in to http://localhost:8787.');
    expect(err).toContain('The server prints its admin token at startup');
  });

  it('[R-SHP-04] refers to the operator of a remote server', async () => {
    const { err } = await createCliWorld({}).run(['collections', '--server', 'https://shop.example']);
    expect(err).toContain('Ask the operator of https://shop.example for the admin token');
  });

  it('[R-SHP-04] reads the token from a file', async () => {
    const file = createTemporaryFolder()('token');
    writeFileSync(file, `${ADMIN_TOKEN}\n`);
    expect(await createCliWorld({}).run(['collections', '--token-file', file])).toMatchObject({
      exitCode: 0,
    });
  });

  it('[R-SHP-04] exits with 6 when the server refuses the token', async () => {
    const { exitCode, err } = await createCliWorld({ NANKEEN_TOKEN: 'wrong' }).run(['collections']);
    expect(exitCode).toBe(6);
    expect(err).toContain('The server at http://localhost:8787 refused the token (NANKEEN_TOKEN):');
  });

  it.each([
    [['collections']],
    [['whoami']],
    [['login']],
    [['login', '--email', 'kim@shop.example']],
    [['backup', 'create', '-o', 'never']],
  ])('[R-SHP-04] [T50] %j sends no token or password unencrypted', async (command) => {
    for (const address of ['http://shop.example', 'http://192.0.2.7:8787', 'http://127.0.0.1.shop.example']) {
      const world = createCliWorld({
        NANKEEN_TOKEN: ADMIN_TOKEN,
        XDG_CONFIG_HOME: createTemporaryFolder()(),
      });
      const { exitCode, err } = await world.run([...command, '--server', address], `${ADMIN_TOKEN}\n`);
      expect(exitCode).toBe(2);
      expect(err).toContain(`${address} is not encrypted`);
      expect(err).toContain('Nothing was sent.\nUse its https address.');
      expect(world.calls).toEqual([]);
    }
  });

  it('[R-SHP-04] [T50] ends no session unencrypted that an earlier version saved', async () => {
    const path = createTemporaryFolder();
    const credential = { kind: 'session', cookie: 'secret', email: 'kim@shop.example' };
    mkdirSync(path('nankeen'));
    const profiles = [['default', { server: 'http://shop.example', credential }]];
    writeFileSync(path('nankeen/profiles.json'), JSON.stringify({ profiles }), { mode: 0o600 });
    const world = createCliWorld({ XDG_CONFIG_HOME: path() });
    expect((await world.run(['collections'])).err).toContain('http://shop.example is not encrypted');
    const { exitCode, err } = await world.run(['logout']);
    expect(exitCode).toBe(0);
    expect(err).toContain('The session was not ended on the server');
    expect(world.calls).toEqual([]);
  });

  it.each([
    [
      'there is no response',
      () => Promise.reject(new TypeError('fetch failed')),
      'No server is responding at',
    ],
    [
      'a sign-in page responds',
      () => Promise.resolve(new Response('<html>')),
      'is not that of a compatible Nankeen server',
    ],
    [
      'the server is unavailable',
      () =>
        Promise.resolve(
          Response.json({ error: { code: 'unavailable', message: 'The disk is full.' } }, { status: 503 }),
        ),
      'nankeen: The disk is full.',
    ],
    [
      'the server has another version',
      () => Promise.resolve(Response.json({ status: 'ok', version: '9.1.0', sequence: 0, epoch: 'e' })),
      `is version 9.1.0 and this command is ${APP_VERSION}`,
    ],
  ])('[R-SHP-04] exits with 7 when %s', async (_name, response, message) => {
    const world = createCliWorld();
    world.intercept = () => response();
    const { exitCode, err } = await world.run(['collections']);
    expect(exitCode).toBe(7);
    expect(err).toContain(message);
    expect(err).not.toMatch(/^ +at /m);
  });

  it('[R-SHP-04] repeats the message of a server that temporarily can’t write', async () => {
    const world = createCliWorld();
    const error = { code: 'unavailable', message: 'The server can’t store anything at the moment.' };
    world.intercept = (path) =>
      path.includes('/admin/') ? Response.json({ error }, { status: 503 }) : undefined;
    const { exitCode, err } = await world.run(['backup', 'create']);
    expect(exitCode).toBe(7);
    expect(err).toContain('nankeen: The server can’t store anything at the moment.');
  });

  it.each(['ftp://x', 'shop', 'http://me:secret@localhost:8787', 'http://localhost:8787/admin'])(
    '[R-SHP-04] refuses the server address %s',
    async (address) => {
      expect(await createCliWorld().run(['collections', '--server', address])).toMatchObject({ exitCode: 2 });
    },
  );
});

describe('nankeen and its command line', () => {
  it('[R-GEN-10] shows the version', async () => {
    expect(await createCliWorld().run(['--version'])).toMatchObject({ exitCode: 0, out: '0.2.75\n' });
  });

  it.each([['--help'], ['collections', '--help'], ['export', '--help'], ['import', '--help']])(
    '[R-SHP-04] %s %s shows examples on standard output',
    async (...args) => {
      const { exitCode, out } = await createCliWorld().run(args);
      expect(exitCode).toBe(0);
      expect(out).toContain('Examples:\n  nankeen ');
    },
  );

  it('[R-SHP-04] suggests a similar command', async () => {
    const { exitCode, err } = await createCliWorld().run(['impotr', 'products', '-']);
    expect(exitCode).toBe(2);
    expect(err).toContain('(Did you mean import?)');
  });

  it.each([
    ['no command', []],
    ['an unknown command', ['frob']],
    ['an unknown option', ['collections', '--frob']],
    ['a missing argument', ['import', 'products']],
    ['an unknown mode', ['import', 'products', '-', '--mode', 'frob']],
    ['an invalid collection name', ['export', 'a/b']],
    ['a category for a collection other than products', ['import', 'contacts', '-', '--category', 'drones']],
  ])('[R-SHP-04] exits with 2 for %s', async (_name, args) => {
    expect(await createCliWorld().run(args)).toMatchObject({ exitCode: 2, out: '' });
  });
});
