import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readConfig } from '#server/config.ts';
import { createContext } from '#server/context.ts';
import { toFileId } from '../support/file-world.ts';
import { drawPicture } from '../support/picture-corpus.ts';
import { silentLog } from '../support/silent-log.ts';
import { createCliWorld } from './support/cli-run.ts';
import { sampleProduct, toNdjson } from './support/samples.ts';
import { createTemporaryFolder } from './support/temporary-folder.ts';

let host: Server;
let id: string;
beforeAll(async () => {
  const picture = await drawPicture(600, 400).jpeg().toBuffer();
  id = toFileId(picture);
  host = createServer((_request, response) => response.end(picture));
  await new Promise<void>((done) => host.listen(0, '127.0.0.1', done));
});
afterAll(() => void host.close());

const toNames = () => ['-1600.avif', '-480.avif', '-960.avif', '.webp'].map((end) => id + end);

it('[FI6] [FI9] [R-MIG-05] pictures of an import are made, verified, named by a backup, and missed by a restore', async () => {
  const folder = createTemporaryFolder()('data');
  const config = readConfig({ DATA_DIR: folder, PUBLIC_URL: 'http://localhost:9999' }, folder);
  await createContext(config, { log: silentLog }).close();
  const world = createCliWorld({});
  const run = (...args: string[]) => world.run([...args, '--db', folder]);
  const { port } = host.address() as AddressInfo;
  const image = { value: `http://127.0.0.1:${port}/1.jpg`, label: 'Front', description: '' };
  const products = toNdjson([{ ...sampleProduct('a'), productImages: [image] }]);
  const imported = await world.run(['import', 'products', '-', '--with-pictures', '--db', folder], products);
  expect(imported.err).toContain('Pictures: 1 picture of other hosts stored for 1 address.\n');
  expect((await run('get', 'products', 'a')).out).toContain(`"/pictures/u/${id}.webp"`);
  expect(await run('files', 'verify')).toMatchObject({ exitCode: 0 });
  const files = join(folder, 'files');
  expect(readdirSync(files)).toEqual(expect.arrayContaining(toNames()));

  expect(await run('backup', 'create')).toMatchObject({ exitCode: 0 });
  const [name = ''] = readdirSync(join(folder, 'backups'));
  expect((await run('backup', 'files', name)).out.trim().split('\n').sort()).toEqual(toNames());
  rmSync(join(files, `${id}-480.avif`));
  const restored = await run('backup', 'restore', name, '--yes');
  expect(restored.exitCode).toBe(0);
  expect(restored.err).toContain('1 stored file is missing. ');
  expect(restored.err).toContain(`\n  ${id}-480.avif\n`);
  const empty = createTemporaryFolder()();
  const elsewhere = ['backup', 'restore', join(folder, 'backups', name), '--db', empty, '--yes', '--json'];
  const { missingFiles } = JSON.parse((await world.run(elsewhere)).out) as { missingFiles: string[] };
  expect(missingFiles.toSorted()).toEqual(toNames());
}, 120_000);
