import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { toNames } from '#server/files/file-library.ts';
import type { FileRow } from '#server/files/file-store.ts';
import { toFileAddress } from '#shared/api/file-storage.ts';
import { toDocument } from '../support/file-world.ts';
import { drawPicture } from '../support/picture-corpus.ts';
import { toRequests } from '../support/upload-file.ts';
import { createFileSender, type SentFile } from './file-sender.ts';
import { createRandom, pickNumber } from './seeded-random.ts';
import { startSoakShop, type SoakShop } from './soak-shop.ts';
import { SEED, toCount } from './soak-setting.ts';

const cycles = toCount('FILE_KILLS', { suite: 4, soak: 400 });
const SENDERS = 3;
/** Acknowledged pieces between two kills. */
const MOST_PIECES = 12;
/** After the last of them: longer than the picture process takes to start and make a picture. */
const MOST_MS = 900;

let store: SoakShop;
beforeAll(async () => {
  store = await startSoakShop();
}, 120_000);
afterAll(() => store.stop());

/** @returns rows whose picture was not made yet */
async function checkFolder(acknowledged: ReadonlySet<string>): Promise<number> {
  const { integrity, files } = await store.readStored();
  expect(integrity).toBe('ok');
  const folder = join(store.dataDir, 'files');
  const isBroken = (row: FileRow) => {
    if (row.state === 'stored') {
      const sizes = toNames(row).map((name) => statSync(join(folder, name), { throwIfNoEntry: false })?.size);
      return sizes.reduce((sum = NaN, size = NaN) => sum + size, 0) !== row.bytes;
    }
    return ![`${row.id}.received`, `${row.id}.pdf`].some((name) => existsSync(join(folder, name)));
  };
  expect(files.filter(isBroken), 'rows without their files').toEqual([]);
  const rows = new Set(files.map(({ id }) => id));
  expect(
    [...acknowledged].filter((id) => !rows.has(id)),
    'acknowledged files without a row',
  ).toEqual([]);
  return files.filter(({ state }) => state === 'received').length;
}

test(`[F01] [F04] [FI6] after ${cycles} kills during uploads and processing every acknowledged file arrives, with its row and its files (seed ${SEED})`, async () => {
  const random = createRandom(SEED);
  const server = toRequests(store);
  const acknowledged = new Set<string>();
  const sent: SentFile[] = [];
  let pieces = 0;
  let killAt = Infinity;
  let onKill = () => {};
  let made = 0;
  const senders = Array.from({ length: SENDERS }, () =>
    createFileSender({
      server,
      origin: store.origin,
      random,
      async next() {
        made += 1;
        if (made % 4 === 0)
          return { bucket: 'product-documents', bytes: toDocument(`${made} `.repeat(4000)) };
        return {
          bucket: 'product-pictures',
          bytes: await drawPicture(300, 200 + made)
            .webp()
            .toBuffer(),
        };
      },
      onPiece() {
        pieces += 1;
        if (pieces >= killAt) onKill();
      },
      onAcknowledged: (id) => void acknowledged.add(id),
      onStored: (file) => void sent.push(file),
    }),
  );

  let due = 0;
  for (let cycle = 0; cycle < cycles; cycle++) {
    killAt = pieces + 1 + pickNumber(random, MOST_PIECES);
    let isKilled = false;
    const killed = new Promise<void>((resolve) => {
      onKill = () => {
        killAt = Infinity;
        setTimeout(
          () => {
            isKilled = true;
            resolve(store.kill());
          },
          pickNumber(random, MOST_MS),
        );
      };
    });
    await Promise.all([killed, ...senders.map((sender) => sender.run(() => isKilled))]);
    due += await checkFolder(acknowledged);
    await store.restart();
  }
  for (const sender of senders) await sender.finish();
  console.log(
    `${cycles} kills, ${sent.length} files, ${pieces} pieces, ${due} kills of pictures (seed ${SEED})`,
  );

  for (const { id, bucket } of sent) {
    const [, name = ''] = /([^/]+)$/.exec(toFileAddress(bucket, id)) ?? [];
    for (const one of toNames({ id, bucket })) {
      const below = toFileAddress(bucket, id).replace(name, one);
      const response = await fetch(store.origin + below);
      const bytes = Buffer.from(await response.arrayBuffer());
      expect(response.status).toBe(200);
      if (bucket === 'product-pictures') expect((await sharp(bytes).stats()).channels).toHaveLength(3);
      else expect(bytes.toString('latin1', 0, 5)).toBe('%PDF-');
    }
  }
  const check = await store.admin('/admin/files/verify');
  expect(await check.json()).toMatchObject({ rows: sent.length, problems: [] });
}, 7_200_000);
