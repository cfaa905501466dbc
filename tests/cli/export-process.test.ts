import { once } from 'node:events';
import { readdirSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { APP_VERSION } from '#shared/kernel/product-facts.ts';
import { ADMIN_TOKEN, createCoreServer } from '../support/core-server.ts';
import { listenOnLoopback } from '../support/http-server.ts';
import { spawnCli, spawnPiped } from './support/cli-process.ts';
import { createTemporaryFolder } from './support/temporary-folder.ts';

const stops: (() => unknown)[] = [];

afterEach(async () => {
  await Promise.all(stops.splice(0).map((stop) => stop()));
});

/** A store whose collection `notes` is larger than every buffer on the way. */
async function startFilledStore(): Promise<Readonly<Record<string, string>>> {
  const core = createCoreServer();
  for (const id of ['a', 'b', 'c', 'd']) {
    const body = `{"FBUID":"${id}","text":"${'x'.repeat(400_000)}"}\n`;
    await core.request('/admin/import/notes', { as: 'admin', method: 'POST', body });
  }
  const { origin, stop } = await listenOnLoopback(core);
  stops.push(stop);
  return { NANKEEN_SERVER: origin, NANKEEN_TOKEN: ADMIN_TOKEN };
}

/** Takes the first batch of an import and answers the two behind it when it is told to; tells when both have come. */
async function startSlowStore() {
  let tellAsked: () => void;
  const asked = new Promise<void>((resolve) => (tellAsked = resolve));
  const held: (() => void)[] = [];
  let written = 0;
  const job = {
    id: 'job1',
    spec: { kind: 'import', collection: 'notes', mode: 'upsert', onConflict: 'overwrite' },
    state: 'receiving',
    position: 0,
    total: null,
    counts: { create: 0, replace: 0, merge: 0, delete: 0, skip: 0, reject: 0, unchanged: 0 },
    problems: [],
    problemCount: 0,
    startedAt: '2026-03-02T09:00:00.000Z',
    endedAt: null,
    startedBy: 'admin',
    message: null,
    undoneBy: null,
  };
  const server = createServer((request, response) => {
    const answer = (body: object) => {
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify(body));
    };
    request.resume().on('end', () => {
      const { url = '' } = request;
      if (url.endsWith('/health'))
        return answer({ status: 'ok', version: APP_VERSION, sequence: 0, epoch: 'e' });
      if (url.endsWith('/admin/migrations')) return answer({ attempts: [], lock: null });
      if (!url.includes('/admin/import/')) return answer({ ...job, position: written });
      const position = Number(new URL(url, 'http://localhost').searchParams.get('from')) + 2;
      const counts = { created: 2, replaced: 0, merged: 0, skipped: 0, rejected: 0, unchanged: 0 };
      const take = () => {
        written = Math.max(written, position);
        answer({ ...counts, problems: [], position });
      };
      if (position === 2) return take();
      // The two that are under way behind it.
      if (held.push(take) === 2) tellAsked();
      return undefined;
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  stops.push(() => server.close().closeAllConnections());
  const { port } = server.address() as AddressInfo;
  const environment = { NANKEEN_SERVER: `http://127.0.0.1:${port}`, NANKEEN_TOKEN: ADMIN_TOKEN };
  return { environment, asked, answer: () => held.splice(0).forEach((take) => take()) };
}

describe('nankeen and the world outside', { timeout: 60_000 }, () => {
  it('[R-MIG-04] ends with 0 and without a word when the reader of its output has enough', async () => {
    const environment = await startFilledStore();
    const run = await spawnPiped(['export', 'notes', '--quiet'], 'head -c 5', environment).ended;
    expect(run).toMatchObject({ out: '{"FBUexit 0\n', err: '' });
  });

  it('[R-MIG-04] says that the disk is full when its output can’t be written', async () => {
    const environment = await startFilledStore();
    const { out, err } = await spawnPiped(['export', 'notes', '--quiet'], 'cat', environment, '/dev/full')
      .ended;
    expect(out).toBe('exit 11\n');
    expect(err).toBe("nankeen: Standard output can't be read or written: the disk is full.\n");
  });

  it('[R-MIG-04] says so too when only its last bytes don’t fit', async () => {
    const path = createTemporaryFolder();
    const environment = await startFilledStore();
    const args = ['export', 'notes', '--quiet'];
    const target = path('notes.ndjson');
    // In steps of 1,024 bytes, a little less than all.
    const { out, err } = await spawnPiped(args, 'cat', environment, target, 'ulimit -f 1562').ended;
    expect(statSync(target).size).toBe(1562 * 1024);
    expect(out).toBe('exit 11\n');
    expect(err).toBe("nankeen: Standard output can't be read or written: the file would be too large.\n");
  });

  it('[R-MIG-04] a file that can’t grow to its end leaves the old one as it was', async () => {
    const path = createTemporaryFolder();
    writeFileSync(path('notes.ndjson'), 'old\n');
    const environment = await startFilledStore();
    const args = ['export', 'notes', '-o', path('notes.ndjson')];
    const { out, err } = await spawnPiped(args, 'cat', environment, undefined, 'ulimit -f 800').ended;
    expect(out).toBe('exit 11\n');
    expect(err).toBe(
      `nankeen: ${path('notes.ndjson')} can't be read or written: the file would be too large.\n` +
        'What stood there before is unchanged.\n',
    );
    expect(readdirSync(path())).toEqual(['notes.ndjson']);
  });

  it.each([
    ['SIGINT', 130],
    ['SIGTERM', 143],
  ] as const)(
    '[R-MIG-05] %s ends an import after the batches under way with %i and says how to go on',
    async (signal, exitCode) => {
      const path = createTemporaryFolder();
      const line = (id: string) => `{"FBUID":"${id}","text":"${'x'.repeat(400_000)}"}\n`;
      writeFileSync(path('my notes.ndjson'), ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'].map(line).join(''));
      const { environment, asked, answer } = await startSlowStore();
      const { child, ended } = spawnCli(['import', 'notes', path('my notes.ndjson')], environment);
      await asked;
      child.kill(signal);
      // The signal comes before the answers: what is under way is waited for.
      await new Promise((resolve) => setTimeout(resolve, 300));
      answer();
      expect(await ended).toEqual({
        exitCode,
        out: '',
        err:
          'NDJSON: 8 documents, all in order.\n' +
          'nankeen: Interrupted. 6 of 8 documents were written before it.\n' +
          `Go on with:       nankeen import notes '${path('my notes.ndjson')}' --resume job1\n` +
          'Take it back with: nankeen undo job1\n',
      });
    },
  );

  it('[R-MIG-05] a second SIGINT doesn’t wait for the batch', async () => {
    const path = createTemporaryFolder();
    const line = (id: string) => `{"FBUID":"${id}","text":"${'x'.repeat(400_000)}"}\n`;
    writeFileSync(path('n.ndjson'), ['a', 'b', 'c', 'd', 'e', 'f'].map(line).join(''));
    const { environment, asked } = await startSlowStore();
    const { child, ended } = spawnCli(['import', 'notes', path('n.ndjson')], environment);
    await asked;
    const again = setInterval(() => child.kill('SIGINT'), 100);
    expect(await ended.finally(() => clearInterval(again))).toMatchObject({ exitCode: 130, out: '' });
  });
});
