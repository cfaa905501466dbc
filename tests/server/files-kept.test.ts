import { mkdtempSync, readdirSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { pushRow } from '../support/core-calls.ts';
import {
  beginUpload,
  callUpload,
  closeFileWorlds,
  createFakeMaker,
  CUSTOMER,
  MANAGER,
  openAfterKill,
  openFileWorld,
  OTHER,
  readFacts,
  refusalOf,
  sendFile,
  sendPiece,
  STAFF,
  toDocument,
  toFileId,
  toPicture,
  toUploadPath,
  type FileWorld,
} from '../support/file-world.ts';
import { onSmallDisk } from '../support/small-disk.ts';
import { sampleProduct } from '../support/sample-product.ts';

const DAY_MS = 24 * 3_600_000;
const MIB = 1_048_576;
const PICTURE = toPicture('a picture');
const ID = toFileId(PICTURE);
const FACTS = `product-pictures/${ID}.webp`;
const DOCUMENT = toDocument('a manual');
const MANUAL = toFileId(DOCUMENT);
const SIZES = ['-1600.avif', '-480.avif', '-960.avif', '.webp'].map((end) => ID + end);

let world: FileWorld;
beforeEach(() => {
  world = openFileWorld();
});
afterEach(closeFileWorlds);

const get = (path: string) => world.app.request(path);
const sendDocument = () => sendFile(world, DOCUMENT, { bucket: 'product-documents' });
const remove = (path: string, as = STAFF) => world.request(`/storage/${path}`, { as, method: 'DELETE' });
const readAdmin = async (path: string) =>
  (await (await world.request(path, { as: 'admin' })).json()) as Record<string, unknown>;

/** Sends a picture whose making waits. @returns lets it end */
async function sendSlowPicture(): Promise<() => void> {
  let end = () => {};
  const ended = new Promise<void>((resolve) => (end = resolve));
  const started = new Promise<void>((resolve) => {
    world.maker.act = async (_id, write) => {
      write();
      resolve();
      await ended;
      return { ok: true, width: 640, height: 480 };
    };
  });
  await sendPiece(world, toUploadPath(await beginUpload(world, PICTURE)), { bytes: PICTURE });
  await started;
  return end;
}

/** A product with these pictures, pushed by staff on the state it had. */
let state: Record<string, unknown> | undefined;
async function pushProduct(pictures: readonly string[]): Promise<void> {
  const content = sampleProduct({
    productImages: pictures.map((value) => ({ value, label: '', description: '' })),
  });
  const { writeId: _none, sync: _sync, ...fields } = content;
  const writeId = `w-${Math.random()}`;
  const newDocumentState = { ...fields, writeId };
  const verdict = await pushRow(world, STAFF, 'products', {
    ...(state ? { assumedMasterState: state } : {}),
    newDocumentState,
  });
  expect(verdict).toMatchObject({ verdict: 'accepted' });
  state = newDocumentState;
}
beforeEach(() => {
  state = undefined;
});

test('[FI6] a picture is not served before its row says stored, though its files are there', async () => {
  const end = await sendSlowPicture();
  expect(world.names()).toContain(`${ID}.webp`);
  expect(await readFacts(world, FACTS)).toMatchObject({ state: 'received', bytes: 100, width: null });
  expect((await get(`/pictures/u/${ID}.webp`)).status).toBe(404);
  end();
  await world.library.makeDue();
  expect(await readFacts(world, FACTS)).toMatchObject({ state: 'stored', width: 640, height: 480 });
  expect((await get(`/pictures/u/${ID}.webp`)).status).toBe(200);
});

test('[FI6] a picture is made at once by a server that had nothing to make before', async () => {
  await world.upkeep.run();
  await sendFile(world, PICTURE);
  expect(await readFacts(world, FACTS)).toMatchObject({ state: 'stored' });
});

test('[FI6] a row does not say stored while a size is missing', async () => {
  world.maker.act = async (id, write) => {
    write();
    rmSync(join(world.dataDir, 'files', `${id}-960.avif`));
    return { ok: true, width: 640, height: 480 };
  };
  await sendFile(world, PICTURE);
  expect(await readFacts(world, FACTS)).toMatchObject({ state: 'received' });
  world.maker.act = createFakeMaker().act;
  await world.upkeep.run();
  await world.library.makeDue();
  expect(await readFacts(world, FACTS)).toMatchObject({ state: 'stored' });
});

test('[FI6] the picture of a server killed after the last byte is made after the next start', async () => {
  await sendSlowPicture();
  world = openAfterKill(world);
  expect(await world.files.find(ID)).toMatchObject({ state: 'received' });
  await world.upkeep.run();
  await world.library.makeDue();
  expect(await world.files.find(ID)).toMatchObject({ state: 'stored', width: 800 });
  expect(world.names().toSorted()).toEqual(SIZES);
});

test('[FI6] a document of a server killed before its row said stored is stored after the next start', async () => {
  await sendDocument();
  const row = await world.files.find(MANUAL);
  if (row) await world.files.put({ ...row, state: 'received', storedAt: null });
  world = openAfterKill(world);
  await world.library.makeDue();
  expect(await world.files.find(MANUAL)).toMatchObject({ state: 'stored' });
});

test('[FI6] a received file whose bytes are gone is sent again', async () => {
  await sendSlowPicture();
  world = openAfterKill(world);
  rmSync(join(world.dataDir, 'files', `${ID}.received`));
  await world.library.makeDue();
  expect(await readFacts(world, FACTS)).toBe(404);
  expect(world.log).toContain('The bytes of a received file are gone. Its device has to send it again.');
  await sendFile(world, PICTURE);
  expect(await readFacts(world, FACTS)).toMatchObject({ state: 'stored' });
});

test('[FI6] [R-ERR-10] a refused picture names its reason, keeps no bytes and may be sent again', async () => {
  world.maker.act = async () => ({ ok: false, reason: 'animated' });
  await sendFile(world, PICTURE);
  expect(await readFacts(world, FACTS)).toMatchObject({ state: 'refused', reason: 'animated', bytes: 0 });
  expect([world.names(), (await get(`/pictures/u/${ID}.webp`)).status]).toEqual([[], 404]);
  world.maker.act = createFakeMaker().act;
  await sendFile(world, PICTURE);
  expect(await readFacts(world, FACTS)).toMatchObject({ state: 'stored', reason: null });
});

test('[FI6] a failure of the maker keeps the picture, and others are made', async () => {
  const other = toPicture('another');
  world.maker.act = async (id, write) => {
    if (id === ID) throw new Error('The process could not start.');
    write();
    return { ok: true, width: 1, height: 1 };
  };
  await sendFile(world, PICTURE);
  await sendFile(world, other);
  const states = (await world.files.list()).map(({ state }) => state);
  expect(states.toSorted()).toEqual(['received', 'stored']);
  expect(world.log).toContain('A file could not be made. It is tried again within a minute.');
});

test('[FI7] [T30] [T17] a picture is served with a policy of its own, and may be cached', async () => {
  await sendFile(world, PICTURE);
  for (const name of SIZES) {
    const response = await get(`/pictures/u/${name}`);
    expect([response.status, await response.text()]).toEqual([200, `made ${name}`]);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': name.endsWith('.webp') ? 'image/webp' : 'image/avif',
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
      'cross-origin-resource-policy': 'same-origin',
    });
  }
});

test('[FI7] [FI2] [T30] [T54] a document is a download, stored as it was sent', async () => {
  await sendDocument();
  const response = await get(`/documents/${MANUAL}.pdf`);
  expect(Buffer.from(await response.arrayBuffer())).toEqual(DOCUMENT);
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'content-type': 'application/pdf',
    'content-disposition': `attachment; filename="${MANUAL}.pdf"`,
    'content-security-policy': "default-src 'none'; sandbox",
  });
  expect(world.names()).toEqual([`${MANUAL}.pdf`]);
  const part = await world.app.request(`/documents/${MANUAL}.pdf`, { headers: { range: 'bytes=0-3' } });
  expect([part.status, await part.text()]).toEqual([206, '%PDF']);
});

test('[FI7] a missing file is a 404 that nothing keeps', async () => {
  await sendFile(world, PICTURE);
  await sendDocument();
  const paths = [
    `/pictures/u/${'0'.repeat(32)}.webp`,
    `/pictures/u/${ID}.avif`,
    `/pictures/u/${ID}-300.avif`,
    `/pictures/u/${ID}.received`,
    `/pictures/u/${MANUAL}.pdf`,
    `/pictures/u/${MANUAL}.webp`,
    `/documents/${ID}.pdf`,
    `/documents/uploads`,
  ];
  for (const path of paths) {
    const response = await get(path);
    expect([path, response.status, response.headers.get('cache-control')]).toEqual([path, 404, 'no-store']);
  }
  rmSync(join(world.dataDir, 'files', `${ID}.webp`));
  expect((await get(`/pictures/u/${ID}.webp`)).status).toBe(404);
});

test('[FI8] a file that a product names stays; 180 days after its last history entry and 30 more it goes', async () => {
  await sendFile(world, PICTURE);
  await sendDocument();
  const unused = await sendFile(world, toPicture('never used'));
  await pushProduct([`/pictures/u/${ID}.webp`, `/pictures/u/${ID}-480.avif`]);
  world.clock.advance(30 * DAY_MS);
  await world.upkeep.run();
  expect(world.names().toSorted()).toEqual(SIZES);
  expect(await world.files.find(unused)).toBeUndefined();
  await pushProduct([]);
  world.clock.advance(209 * DAY_MS);
  await world.upkeep.run();
  expect(world.names().toSorted()).toEqual(SIZES);
  world.clock.advance(DAY_MS + 1);
  await world.upkeep.run();
  expect([world.names(), await readFacts(world, FACTS)]).toEqual([[], 404]);
  expect((await get(`/pictures/u/${ID}.webp`)).status).toBe(404);
});

test('[FI8] files without a row are removed after 30 days, and never those of a row', async () => {
  await sendFile(world, PICTURE);
  await pushProduct([`/pictures/u/${ID}.webp`]);
  const folder = join(world.dataDir, 'files');
  const [recent, old] = ['1', '2'].map((digit) => `${digit.repeat(32)}.webp`) as [string, string];
  for (const name of [recent, old]) writeFileSync(join(folder, name), 'remains');
  const then = world.clock.now() / 1000 - 31 * 86_400;
  for (const name of [old, ...SIZES]) utimesSync(join(folder, name), then, then);
  utimesSync(join(folder, recent), world.clock.now() / 1000, world.clock.now() / 1000);
  await world.upkeep.run();
  expect(
    readdirSync(folder)
      .filter((name) => name !== 'uploads')
      .toSorted(),
  ).toEqual([recent, ...SIZES].toSorted());
});

test('[FI9] [R-ERR-10] above FILES_MAX_BYTES new files are refused until there is room', async () => {
  world = openFileWorld({ filesMaxBytes: 400 });
  await sendDocument();
  const half = toPicture('half', 200);
  const path = toUploadPath(await beginUpload(world, half));
  // What is announced counts before it arrives.
  const more = toPicture('more', 200);
  expect(await refusalOf(await beginUpload(world, more))).toEqual([507, 'quota-exceeded']);
  expect(
    (await world.request(path, { as: STAFF, method: 'DELETE', headers: { 'tus-resumable': '1.0.0' } }))
      .status,
  ).toBe(204);
  expect((await beginUpload(world, more)).status).toBe(201);
});

test('[FI9] [T37] customers’ pictures take at most half of the room, and two unfinished uploads each', async () => {
  world = openFileWorld({ filesMaxBytes: 400 });
  const toFace = (text: string, size: number) => toPicture(`face ${text}`, size);
  const begin = (text: string, size: number) =>
    beginUpload(world, toFace(text, size), { bucket: 'profile-pictures', as: CUSTOMER });
  expect(await refusalOf(await begin('large', 201))).toEqual([507, 'quota-exceeded']);
  const [oldest, ...others] = [await begin('a', 150), await begin('b', 150), await begin('c', 150)].map(
    toUploadPath,
  );
  expect((await callUpload(world, 'HEAD', oldest ?? '', CUSTOMER)).status).toBe(404);
  for (const path of others) expect((await callUpload(world, 'HEAD', path, CUSTOMER)).status).toBe(200);
});

test('[FI8] the bytes of a picture that was made are removed, though the server was killed before', async () => {
  await sendFile(world, PICTURE);
  writeFileSync(join(world.dataDir, 'files', `${ID}.received`), PICTURE);
  await world.upkeep.run();
  expect(world.names().toSorted()).toEqual(SIZES);
});

test('[FI9] [R-ERR-10] 500 MB of the disk stay free, also while a file is being sent', async () => {
  let free = 500 * MIB + 100;
  world = openFileWorld({ freeBytes: async () => free });
  const path = toUploadPath(await beginUpload(world, PICTURE));
  expect(await refusalOf(await beginUpload(world, toPicture('larger', 101)))).toEqual([
    507,
    'quota-exceeded',
  ]);
  expect((await sendPiece(world, path, { bytes: PICTURE.subarray(0, 50) })).status).toBe(204);
  free = 500 * MIB;
  const rest = { from: 50, bytes: PICTURE.subarray(50) };
  expect(await refusalOf(await sendPiece(world, path, rest))).toEqual([507, 'quota-exceeded']);
  free += MIB;
  expect((await sendPiece(world, path, rest)).status).toBe(204);
});

onSmallDisk(
  '[FI9] [R-ERR-10] a disk that fills up while a file is received counts as no room, and what arrived stays',
  async (disk) => {
    const dataDir = mkdtempSync(join(tmpdir(), 'nankeen-files-'));
    symlinkSync(disk, join(dataDir, 'files'));
    // Another program fills the disk after each check.
    let checks = 0;
    world = openFileWorld({ dataDir, freeBytes: async () => (checks++ % 2 === 0 ? 1e12 : 0) });
    const large = toPicture('large', 3 * MIB);
    const path = toUploadPath(await beginUpload(world, large));
    checks = 0;
    expect(await refusalOf(await sendPiece(world, path, { bytes: large }))).toEqual([507, 'quota-exceeded']);
    const head = await callUpload(world, 'HEAD', path);
    expect(Number(head.headers.get('upload-offset'))).toBeLessThan(2 * MIB);
    await closeFileWorlds();
  },
);

test('[FI2] [R-ERR-10] managers delete a file that no document names, customers their own picture, staff no other', async () => {
  await sendFile(world, PICTURE);
  await pushProduct([`/pictures/u/${ID}.webp`]);
  expect(await refusalOf(await remove(FACTS, MANAGER))).toEqual([400, 'invalid-argument']);
  await pushProduct([]);
  expect(await refusalOf(await remove(FACTS))).toEqual([403, 'unauthorized']);
  expect((await remove(FACTS, MANAGER)).status).toBe(200);
  expect(world.names()).toEqual([]);
  const own = await sendFile(world, toPicture('a face'), { bucket: 'profile-pictures', as: CUSTOMER });
  const path = `profile-pictures/${own}.webp`;
  for (const other of [OTHER, STAFF])
    expect(await refusalOf(await remove(path, other))).toEqual([403, 'unauthorized']);
  expect((await remove(path, CUSTOMER)).status).toBe(200);
});

test('[FI1] [R-ERR-10] a file has one path in its bucket', async () => {
  await sendFile(world, PICTURE);
  await sendDocument();
  expect(await readFacts(world, `product-documents/${MANUAL}.pdf`)).toMatchObject({
    state: 'stored',
    width: null,
  });
  for (const path of [
    `product-pictures/${MANUAL}.webp`,
    `product-documents/${ID}.pdf`,
    `product-pictures/${ID}`,
    `product-pictures/${ID}.webp.webp`,
    `product-pictures/${ID}-480.avif`,
  ]) {
    expect([path, await readFacts(world, path)]).toEqual([path, 404]);
  }
});

test('[FI8] [FI9] an operator sees all files with their uses, or only the unused ones', async () => {
  await sendFile(world, PICTURE);
  world.clock.advance(1);
  await sendDocument();
  await pushProduct([`/pictures/u/${ID}.webp`]);
  const { files, bytes, maxBytes } = await readAdmin('/admin/files');
  expect(files).toMatchObject([
    { id: ID, by: 'id-of-sam', uses: [{ collection: 'products', documentId: 'recon-vtol', until: null }] },
    { id: MANUAL, uses: [] },
  ]);
  const sizes = (await world.files.list()).reduce((sum, row) => sum + row.bytes, 0);
  expect([bytes, maxBytes]).toEqual([sizes, 5 * 1024 * MIB]);
  expect(await readAdmin('/admin/files?unused=1')).toMatchObject({ files: [{ id: MANUAL }] });
});

test('[FI9] an operator learns of missing, foreign and changed files', async () => {
  await sendFile(world, PICTURE);
  await sendDocument();
  const other = await sendFile(world, toPicture('another'));
  expect(await readAdmin('/admin/files/verify')).toEqual({ rows: 3, files: 9, problems: [] });
  const at = (name: string) => join(world.dataDir, 'files', name);
  rmSync(at(`${ID}-480.avif`));
  writeFileSync(at(`${MANUAL}.pdf`), toDocument('x manual'));
  writeFileSync(at(`${other}.webp`), 'longer than what was made');
  writeFileSync(at(`${'9'.repeat(32)}.webp`), 'nobody’s');
  const { problems } = await readAdmin('/admin/files/verify');
  expect(problems).toEqual(
    expect.arrayContaining([
      { kind: 'missing-file', name: `${ID}-480.avif` },
      { kind: 'wrong-hash', name: `${MANUAL}.pdf` },
      { kind: 'wrong-size', name: `${other}.webp` },
      { kind: 'file-without-row', name: `${'9'.repeat(32)}.webp` },
    ]),
  );
  expect(problems).toHaveLength(4);
});
