import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  closeFileWorlds,
  openFileWorld,
  toFileId,
  toPicture,
  type FileWorld,
} from '../support/file-world.ts';
import { createCliWorld, type CliWorld } from './support/cli-run.ts';
import { sampleProduct, SHOPIFY_CSV, toNdjson } from './support/samples.ts';

const FRONT = toPicture('front');
const SIDE = toPicture('side');
const BROKEN = toPicture('broken');
const own = (picture: Uint8Array) => `/pictures/u/${toFileId(picture)}.webp`;

/** A host of pictures. `/again…` redirects to itself. */
const CONTENT: Readonly<Record<string, Uint8Array>> = {
  '/front.jpg': FRONT,
  '/copy-of-front.jpg?v=2': FRONT,
  '/side.jpg': SIDE,
  '/broken.jpg': BROKEN,
  '/page.jpg': Buffer.from('<!doctype html>'),
  '/large.jpg': Buffer.alloc(9_000_000, 'x'),
};

let host: Server;
let origin: string;
let files: FileWorld;
let world: CliWorld;
beforeEach(async () => {
  host = createServer(({ url = '' }, response) => {
    if (url.startsWith('/moved')) return response.writeHead(302, { location: '/side.jpg' }).end();
    if (url.startsWith('/again')) return response.writeHead(302, { location: url }).end();
    if (url === '/endless.jpg') {
      const timer = setInterval(() => response.write(Buffer.alloc(1_000_000, 'x')), 1);
      return void response.once('close', () => clearInterval(timer));
    }
    const content = CONTENT[url];
    return response.writeHead(content ? 200 : 404).end(content);
  });
  await new Promise<void>((done) => host.listen(0, '127.0.0.1', done));
  origin = `http://127.0.0.1:${(host.address() as AddressInfo).port}`;
  files = openFileWorld();
  files.maker.act = async (id, write) => {
    if (id === toFileId(BROKEN)) return { ok: false, reason: 'damaged' };
    write();
    return { ok: true, width: 800, height: 600 };
  };
  world = createCliWorld(undefined, files);
});
afterEach(async () => {
  await closeFileWorlds();
  host.close();
});

const toProduct = (id: string, addresses: readonly string[]) => ({
  ...sampleProduct(id),
  productImages: addresses.map((value) => ({ value, label: `Picture of ${id}`, description: '' })),
});

async function imagesOf(id: string): Promise<readonly string[]> {
  const { out } = await world.run(['get', 'products', id]);
  const { productImages } = JSON.parse(out) as { productImages: readonly { value: string }[] };
  return productImages.map(({ value }) => value);
}

describe('nankeen import --with-pictures', () => {
  it('[R-MIG-05] [FI1] stores each picture once and imports the shop’s own addresses', async () => {
    const documents = [
      toProduct('a', [`${origin}/front.jpg`, `${origin}/side.jpg`, '/pictures/a.webp']),
      toProduct('b', [`${origin}/copy-of-front.jpg?v=2`, `${origin}/moved.jpg`, `${origin}/front.jpg`]),
    ];
    const { exitCode, err } = await world.run(
      ['import', 'products', '-', '--with-pictures', '--verify'],
      toNdjson(documents),
    );
    expect(err).toContain('Pictures: 2 pictures of other hosts stored for 4 addresses.\n');
    expect(exitCode).toBe(0);
    expect(await imagesOf('a')).toEqual([own(FRONT), own(SIDE), '/pictures/a.webp']);
    expect(await imagesOf('b')).toEqual([own(FRONT), own(SIDE), own(FRONT)]);
    expect(files.maker.asked).toHaveLength(2);
    const uses = await files.files.uses(toFileId(SIDE));
    expect(uses.map(({ documentId }) => documentId).toSorted()).toEqual(['a', 'b']);
  });

  it('[R-MIG-05] leaves an address as it is when its picture can’t be had, and says why', async () => {
    const reasons = {
      '/none.jpg': 'its host responds with status 404',
      '/page.jpg': 'it is not a JPEG, PNG, WebP or AVIF picture',
      '/large.jpg': 'it is larger than 8.4 MB',
      '/endless.jpg': 'it is larger than 8.4 MB',
      '/again.jpg': 'it is redirected more than 5 times',
      '/broken.jpg': 'it is damaged',
    };
    const addresses = Object.keys(reasons).map((path) => origin + path);
    const input = toNdjson([toProduct('a', [...addresses, `${origin}/front.jpg`])]);
    const { out, exitCode } = await world.run(
      ['import', 'products', '-', '--with-pictures', '--json'],
      input,
    );
    expect(exitCode).toBe(0);
    const { pictures } = JSON.parse(out) as { pictures: { left: { address: string; reason: string }[] } };
    expect(pictures).toMatchObject({ addresses: 1, pictures: 1, due: 0 });
    expect(Object.fromEntries(pictures.left.map(({ address, reason }) => [address, reason]))).toEqual(
      Object.fromEntries(Object.entries(reasons).map(([path, reason]) => [origin + path, reason])),
    );
    expect(await imagesOf('a')).toEqual([...addresses, own(FRONT)]);
    const text = (await world.run(['import', 'products', '-', '--with-pictures'], input)).err;
    expect(text).toContain(`6 addresses stay as before:\n  ${origin}/`);
  });

  it('[R-MIG-05] reads the addresses of every format, such as a Shopify export', async () => {
    const csv = SHOPIFY_CSV.replace('https://cdn.example/2.jpg', `${origin}/side.jpg`).replace(
      'https://cdn.example/1.jpg',
      `${origin}/front.jpg`,
    );
    const args = ['import', 'products', '-', '--category', 'drones', '--with-pictures'];
    expect(await world.run(args, csv)).toMatchObject({ exitCode: 0 });
    expect(await imagesOf('recon-vtol')).toEqual([own(FRONT), own(SIDE)]);
  });

  it('[R-MIG-05] fetches nothing for a file that would be refused', async () => {
    const invalid = { ...toProduct('a', [`${origin}/front.jpg`]), productName: 7 };
    const { exitCode } = await world.run(['import', 'products', '-', '--with-pictures'], toNdjson([invalid]));
    expect(exitCode).toBe(4);
    expect(world.calls.filter((path) => path.includes('/storage/'))).toEqual([]);
  });

  it('[R-MIG-05] is refused for other collections, with --dry-run and with --resume', async () => {
    for (const args of [
      ['contacts', '-'],
      ['products', '-', '--dry-run'],
      ['products', '-', '--resume'],
    ])
      expect(await world.run(['import', ...args, '--with-pictures'], '')).toMatchObject({ exitCode: 2 });
  });
});
