import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  closeFileWorlds,
  openFileWorld,
  sendFile,
  toDocument,
  toPicture,
  type FileWorld,
} from '../support/file-world.ts';
import { createCliWorld, type CliWorld } from './support/cli-run.ts';
import { sampleProduct, toNdjson } from './support/samples.ts';

const PICTURE = toPicture('in use');
const entry = (value: string) => ({ value, label: '', description: '' });

let files: FileWorld;
let world: CliWorld;
let used: string;
let unused: string;
beforeEach(async () => {
  files = openFileWorld();
  world = createCliWorld(undefined, files);
  used = await sendFile(files, PICTURE);
  unused = await sendFile(files, toDocument('in use by nothing'), { bucket: 'product-documents' });
  const product = { ...sampleProduct('a'), productImages: [entry(`/pictures/u/${used}.webp`)] };
  await world.run(
    ['import', 'products', '-'],
    toNdjson([product, { ...product, FBUID: 'b', STUPID: 'prod_b' }]),
  );
});
afterEach(closeFileWorlds);

describe('nankeen files', () => {
  it('[FI8] lists the stored files with what uses them, and those that nothing uses', async () => {
    const { out, err, exitCode } = await world.run(['files']);
    expect(exitCode).toBe(0);
    expect(out).toMatch(/^file +state +size +sent +used by\n/);
    expect(out).toMatch(new RegExp(`/pictures/u/${used}\\.webp +stored .* products/a and 1 other\n`));
    expect(out).toMatch(new RegExp(`/documents/${unused}\\.pdf +stored .* nothing\n`));
    expect(err).toMatch(/^All files take .* of 5\.4 GB\.\n$/);
    const only = JSON.parse((await world.run(['files', 'list', '--unused', '--json'])).out) as {
      files: { id: string }[];
    };
    expect(only.files.map(({ id }) => id)).toEqual([unused]);
  });

  it('[FI8] says until when history keeps a file', async () => {
    await world.run(['delete', 'products', '--all', '--yes']);
    await world.run(['delete', 'products', 'a', '--yes']);
    await world.run(['delete', 'products', 'b', '--yes']);
    expect((await world.run(['files'])).out).toMatch(new RegExp(`${used}.* history, until `));
  });

  it('[FI9] verify finds missing, changed and unknown files', async () => {
    const whole = await world.run(['files', 'verify']);
    expect(whole).toMatchObject({ exitCode: 0, out: '', err: 'All 2 stored files are on the disk.\n' });
    const folder = join(files.dataDir, 'files');
    const stray = 'f'.repeat(32);
    rmSync(join(folder, `${used}-960.avif`));
    writeFileSync(join(folder, `${unused}.pdf`), toDocument('in use by nobody'));
    writeFileSync(join(folder, `${stray}.webp`), '');
    const { exitCode, out, err } = await world.run(['files', 'verify']);
    expect(exitCode).toBe(9);
    expect(out.split('\n').sort()).toEqual(
      [
        '',
        `${stray}.webp is not known to the data`,
        `${unused}.pdf has another content`,
        `${used}-960.avif is missing`,
      ].sort(),
    );
    expect(err).toContain('3 differences found.');
  });
});
