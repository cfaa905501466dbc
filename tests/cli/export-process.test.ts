import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { Hono } from 'hono';
import { afterEach, describe, expect, it } from 'vitest';
import { ADMIN_TOKEN, createCoreServer } from '../support/core-server.ts';
import { listenOnLoopback } from '../support/http-server.ts';
import { fillCollection } from '../support/job-calls.ts';
import { spawnCli, spawnPiped } from './support/cli-process.ts';
import { createTemporaryFolder } from './support/temporary-folder.ts';

const stops: (() => unknown)[] = [];

afterEach(async () => {
  await Promise.all(stops.splice(0).map((stop) => stop()));
});

/** A store whose collection `notes` is larger than every buffer in between. */
async function startFilledServer(): Promise<Readonly<Record<string, string>>> {
  const core = createCoreServer();
  const text = 'x'.repeat(400_000);
  await fillCollection(
    core,
    'notes',
    ['a', 'b', 'c', 'd'].map((FBUID) => ({ FBUID, text })),
  );
  const { origin, stop } = await listenOnLoopback(core);
  stops.push(stop);
  return { NANKEEN_SERVER: origin, NANKEEN_TOKEN: ADMIN_TOKEN };
}

const PART = 1_000;

/** Stores the beginning of the first piece of an upload and never responds. `asked` resolves when it has arrived. */
async function startStallingServer({ isUnresponsive = false } = {}) {
  const core = createCoreServer();
  let resolveAsked = () => {};
  let isAsked = false;
  const asked = new Promise<void>((resolve) => (resolveAsked = resolve));
  const app = new Hono();
  app.patch('/api/v1/admin/uploads/:id', async (c) => {
    if (isAsked) return core.app.fetch(c.req.raw);
    const body = new Uint8Array(await c.req.arrayBuffer()).subarray(0, PART);
    const headers = new Headers(c.req.raw.headers);
    headers.set('content-length', String(PART));
    await core.app.request(c.req.path, { method: 'PATCH', headers, body });
    isAsked = true;
    resolveAsked();
    return new Promise<Response>(() => {});
  });
  app.all('*', (c) =>
    isAsked && isUnresponsive ? new Promise<Response>(() => {}) : core.app.fetch(c.req.raw),
  );
  const { origin, stop } = await listenOnLoopback({ app: app as unknown as typeof core.app });
  stops.push(stop);
  const environment = { NANKEEN_SERVER: origin, NANKEEN_TOKEN: ADMIN_TOKEN };
  return { environment, asked };
}

function writeNotes(file: string): void {
  const line = (id: string) => `{"FBUID":"${id}","text":"${'x'.repeat(400_000)}"}\n`;
  writeFileSync(file, ['a', 'b', 'c', 'd'].map(line).join(''));
}

describe('nankeen and its operating system', { timeout: 60_000 }, () => {
  it('[R-MIG-04] exits with 0 and no message when the reader closes the pipe', async () => {
    const environment = await startFilledServer();
    const run = await spawnPiped(['export', 'notes', '--quiet'], 'head -c 5', environment).ended;
    expect(run).toMatchObject({ out: '{"FBUexit 0\n', err: '' });
  });

  it('[R-MIG-04] reports a full disk when its output can’t be written', async () => {
    const environment = await startFilledServer();
    const { out, err } = await spawnPiped(['export', 'notes', '--quiet'], 'cat', environment, '/dev/full')
      .ended;
    expect(out).toBe('exit 11\n');
    expect(err).toBe("nankeen: Standard output can't be read or written: the disk is full.\n");
  });

  it('[R-MIG-04] reports a full disk when only the last bytes don’t fit', async () => {
    const path = createTemporaryFolder();
    const environment = await startFilledServer();
    const args = ['export', 'notes', '--quiet'];
    const target = path('notes.ndjson');
    // `ulimit` counts in 1,024 bytes: slightly less than the whole output.
    const { out, err } = await spawnPiped(args, 'cat', environment, target, 'ulimit -f 1562').ended;
    expect(statSync(target).size).toBe(1562 * 1024);
    expect(out).toBe('exit 11\n');
    expect(err).toBe("nankeen: Standard output can't be read or written: file too large.\n");
  });

  it('[R-MIG-04] a file that can’t be written completely leaves the old one unchanged', async () => {
    const path = createTemporaryFolder();
    writeFileSync(path('notes.ndjson'), 'old\n');
    const environment = await startFilledServer();
    const args = ['export', 'notes', '-o', path('notes.ndjson')];
    const { out, err } = await spawnPiped(args, 'cat', environment, undefined, 'ulimit -f 800').ended;
    expect(out).toBe('exit 11\n');
    expect(err).toBe(
      `nankeen: ${path('notes.ndjson')} can't be read or written: file too large.\n` +
        'The previous file is unchanged.\n',
    );
    expect(readdirSync(path())).toEqual(['notes.ndjson']);
  });

  it.each([
    ['SIGINT', 130],
    ['SIGTERM', 143],
    ['SIGHUP', 143],
  ] as const)(
    '[R-MIG-05] %s ends an upload with %i, keeps what has arrived and says how to resume',
    async (signal, exitCode) => {
      const path = createTemporaryFolder();
      writeNotes(path('my notes.ndjson'));
      const { environment, asked } = await startStallingServer();
      const { child, ended } = spawnCli(['import', 'notes', path('my notes.ndjson')], environment);
      await asked;
      child.kill(signal);
      const run = await ended;
      expect(run).toMatchObject({ exitCode, out: '' });
      const [, job] = /--resume (\w+)\n$/.exec(run.err) ?? [];
      expect(run.err.replace(/^Uploaded .*\n/gm, '')).toBe(
        'nankeen: Interrupted. 1.0 kB of 1.6 MB of my notes.ndjson have arrived. Nothing was written.\n' +
          `Resume with: nankeen import notes '${path('my notes.ndjson')}' --resume ${job}\n`,
      );
    },
  );

  it('[R-MIG-05] after a command is killed during an upload, another one resumes it, to the same bytes', async () => {
    const path = createTemporaryFolder();
    writeNotes(path('n.ndjson'));
    const { environment, asked } = await startStallingServer();
    const { child, ended } = spawnCli(['import', 'notes', path('n.ndjson')], environment);
    await asked;
    child.kill('SIGKILL');
    await ended;
    const resumed = await spawnCli(['import', 'notes', path('n.ndjson'), '--resume'], environment).ended;
    expect(resumed).toMatchObject({ exitCode: 0, err: expect.stringContaining('4 created') as string });
    const { out } = await spawnCli(['export', 'notes', '--quiet'], environment).ended;
    expect(out === readFileSync(path('n.ndjson'), 'utf8'), 'equal bytes').toBe(true);
  });

  it('[R-MIG-05] a second SIGINT ends the command at once with one line', async () => {
    const path = createTemporaryFolder();
    writeNotes(path('n.ndjson'));
    const { environment, asked } = await startStallingServer({ isUnresponsive: true });
    const { child, ended } = spawnCli(['import', 'notes', path('n.ndjson')], environment);
    await asked;
    const again = setInterval(() => child.kill('SIGINT'), 100);
    const run = await ended.finally(() => clearInterval(again));
    expect(run).toMatchObject({ exitCode: 130, out: '' });
    expect(run.err.replace(/^Uploaded .*\n/gm, '')).toBe(
      'nankeen: Stopped immediately. `nankeen jobs` shows what is still running on the server.\n',
    );
  });
});
