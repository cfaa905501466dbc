import { once } from 'node:events';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { APP_VERSION } from '#shared/kernel/product-facts.ts';
import { ADMIN_TOKEN, createCoreServer } from '../support/core-server.ts';
import { listenOnLoopback } from '../support/http-server.ts';
import { spawnCli, spawnPiped } from './support/cli-process.ts';
import { sampleProduct, toNdjson } from './support/samples.ts';
import { createTemporaryFolder } from './support/temporary-folder.ts';

const stops: (() => unknown)[] = [];

afterEach(async () => {
  await Promise.all(stops.splice(0).map((stop) => stop()));
});

async function startStore(): Promise<Readonly<Record<string, string>>> {
  const { origin, stop } = await listenOnLoopback(createCoreServer());
  stops.push(stop);
  return { NANKEEN_SERVER: origin, NANKEEN_TOKEN: ADMIN_TOKEN };
}

/** Sends only the beginning of an export. `asked` resolves at the request. */
async function startStallingServer() {
  let resolveAsked: () => void;
  const asked = new Promise<void>((resolve) => (resolveAsked = resolve));
  const server = createServer((request, response) => {
    response.setHeader('content-type', 'application/json');
    if (request.url === '/api/v1/health') {
      response.end(JSON.stringify({ status: 'ok', version: APP_VERSION, sequence: 0, epoch: 'e' }));
      return;
    }
    response.write(`${JSON.stringify(sampleProduct('a'))}\n`, () => resolveAsked());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  stops.push(() => server.close().closeAllConnections());
  const { port } = server.address() as AddressInfo;
  return { environment: { NANKEEN_SERVER: `http://127.0.0.1:${port}`, NANKEEN_TOKEN: ADMIN_TOKEN }, asked };
}

describe('nankeen as a process', { timeout: 60_000 }, () => {
  it('[R-SHP-04] [R-MIG-04] [R-MIG-05] imports a file over the network and exports the same bytes', async () => {
    const path = createTemporaryFolder();
    const text = toNdjson(Array.from({ length: 1_500 }, (_, index) => sampleProduct(`p${1000 + index}`)));
    writeFileSync(path('in.ndjson'), text);
    const environment = await startStore();
    const imported = await spawnCli(['import', 'products', path('in.ndjson')], environment).ended;
    expect(imported).toEqual({
      exitCode: 0,
      out: '',
      err: expect.stringMatching(
        /^NDJSON: 1,500 documents, all valid\.\n1,500 created, 0 replaced, 0 unchanged\nUndo with: nankeen undo \S+\n$/,
      ) as string,
    });
    const exported = await spawnCli(['export', 'products', '-o', path('out.ndjson')], environment).ended;
    expect(exported.exitCode).toBe(0);
    expect(readFileSync(path('out.ndjson'), 'utf8')).toBe(text);
    const piped = await spawnPiped(['export', 'products', '--quiet'], 'head -c 5', environment).ended;
    expect(piped).toMatchObject({ out: '{"FBUexit 0\n', err: '' });
  });

  it.each([
    ['SIGINT', 130],
    ['SIGTERM', 143],
  ] as const)(
    '[R-MIG-04] an export ended by %s exits with %i and leaves no file behind',
    async (signal, exitCode) => {
      const path = createTemporaryFolder();
      const { environment, asked } = await startStallingServer();
      const { child, ended } = spawnCli(['export', 'products', '-o', path('out.ndjson')], environment);
      await asked;
      child.kill(signal);
      expect(await ended).toEqual({ exitCode, out: '', err: 'nankeen: Interrupted.\n' });
      expect(readdirSync(path())).toEqual([]);
    },
  );

  it('[R-MIG-05] an import that waits for input exits with 130 on SIGINT', async () => {
    const { child, ended } = spawnCli(['import', 'products', '-'], await startStore());
    child.stdin?.on('error', () => undefined);
    child.stdin?.write('{"FBUID":"a"}\n');
    // Nothing is printed before the end of the input, so wait until the input has been read.
    await new Promise<void>((resolve) => child.stdin?.write('x'.repeat(1_000_000), () => resolve()));
    child.kill('SIGINT');
    expect(await ended).toEqual({
      exitCode: 130,
      out: '',
      err: 'nankeen: Interrupted. Nothing was written.\n',
    });
  });

  it('[R-SHP-04] reports in two lines that no server is responding', async () => {
    const environment = { NANKEEN_SERVER: 'http://127.0.0.1:9', NANKEEN_TOKEN: ADMIN_TOKEN };
    const { exitCode, out, err } = await spawnCli(['collections'], environment).ended;
    expect({ exitCode, out }).toEqual({ exitCode: 7, out: '' });
    expect(err.split('\n')).toHaveLength(3);
    expect(err).toMatch(/^nankeen: No server is responding at http:\/\/127\.0\.0\.1:9\.\nIs it running\?/);
  });
});
