import { utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { FileRow } from '#server/files/file-store.ts';
import type { Bucket } from '#shared/api/file-storage.ts';
import { signIn } from '../support/core-calls.ts';
import type { Caller } from '../support/core-server.ts';
import {
  beginUpload,
  callUpload,
  closeFileWorlds,
  CUSTOMER,
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

const MIB = 1_048_576;
const DAY_MS = 24 * 3_600_000;
const PICTURE = toPicture('a picture');
const ID = toFileId(PICTURE);

let world: FileWorld;
beforeEach(() => {
  world = openFileWorld();
});
afterEach(closeFileWorlds);

test('[FI1] [FI5] [R-CAL-19] a file is sent in pieces and stored under the hash of its bytes', async () => {
  const path = toUploadPath(await beginUpload(world, PICTURE));
  expect((await sendPiece(world, path, { bytes: PICTURE.subarray(0, 40) })).status).toBe(204);
  const head = await callUpload(world, 'HEAD', path);
  expect([head.headers.get('upload-offset'), head.headers.get('upload-length')]).toEqual(['40', '100']);
  expect(await readFacts(world, `product-pictures/${ID}.webp`)).toBe(404);
  expect((await sendPiece(world, path, { from: 40, bytes: PICTURE.subarray(40) })).status).toBe(204);
  await world.library.makeDue();
  const stored = {
    id: ID,
    bucket: 'product-pictures',
    state: 'stored',
    reason: null,
    width: 800,
    height: 600,
  };
  expect(await readFacts(world, `product-pictures/${ID}.webp`)).toMatchObject(stored);
});

test('[FI2] [R-ERR-10] a bucket that does not exist is named as such', async () => {
  for (const bucket of ['pictures', 'constructor', '__proto__']) {
    expect(await refusalOf(await beginUpload(world, PICTURE, { bucket }))).toEqual([404, 'bucket-not-found']);
    const facts = await world.request(`/storage/${bucket}/${ID}.webp`, { as: STAFF });
    expect(await refusalOf(facts)).toEqual([404, 'bucket-not-found']);
  }
});

test('[FI2] [R-ERR-10] products’ files are for staff, profile pictures for every account', async () => {
  const device = { device: 'phone-1' };
  for (const bucket of ['product-pictures', 'product-documents', 'profile-pictures']) {
    expect(await refusalOf(await beginUpload(world, PICTURE, { bucket, as: device }))).toEqual([
      401,
      'unauthenticated',
    ]);
  }
  for (const bucket of ['product-pictures', 'product-documents']) {
    expect(await refusalOf(await beginUpload(world, PICTURE, { bucket, as: CUSTOMER }))).toEqual([
      403,
      'unauthorized',
    ]);
  }
  await sendFile(world, PICTURE, { bucket: 'profile-pictures', as: CUSTOMER });
  expect(await world.files.find(ID)).toMatchObject({ bucket: 'profile-pictures', by: 'id-of-ada' });
  await sendFile(world, toPicture('the admin’s'), { as: 'admin' });
  expect((await world.files.list()).at(-1)).toMatchObject({ by: null });
});

test.each([
  ['without an id', { id: '' }, 400, 'invalid-argument'],
  ['with an id in capitals', { id: 'A'.repeat(32) }, 400, 'invalid-argument'],
  ['of nothing', { length: 0 }, 400, 'invalid-argument'],
  ['of another type', { type: 'image/gif' }, 415, 'type'],
  ['of a document', { type: 'application/pdf' }, 415, 'type'],
  ['above 8 MiB', { length: 8 * 1_048_576 + 1 }, 413, 'quota-exceeded'],
])('[FI5] [R-ERR-10] an upload %s is refused before it is sent', async (_what, announced, status, reason) => {
  expect(await refusalOf(await beginUpload(world, PICTURE, announced))).toEqual([status, reason]);
});

test('[FI5] documents may be larger than pictures, up to 20 MiB', async () => {
  const document = toDocument('a manual');
  const bucket = 'product-documents';
  const begun = await beginUpload(world, document, { bucket, length: 20 * 1_048_576 });
  expect(begun.status).toBe(201);
  const larger = await beginUpload(world, document, { bucket, length: 20 * 1_048_576 + 1 });
  expect(await refusalOf(larger)).toEqual([413, 'quota-exceeded']);
});

test('[FI6] [R-ERR-10] bytes that do not belong to the id are refused, and can be sent again', async () => {
  const damaged = Buffer.from(PICTURE);
  damaged[50] = 0;
  const path = toUploadPath(await beginUpload(world, damaged, { id: ID }));
  expect(await refusalOf(await sendPiece(world, path, { bytes: damaged }))).toEqual([
    460,
    'invalid-checksum',
  ]);
  expect((await callUpload(world, 'HEAD', path)).status).toBe(404);
  expect([await world.files.find(ID), world.names()]).toEqual([undefined, []]);
  await sendFile(world, PICTURE);
  expect(await world.files.find(ID)).toMatchObject({ state: 'stored' });
});

test.each([
  ['a page', Buffer.from('<html><script>alert(1)</script>'), 'product-pictures', 'image/webp'],
  ['a document', toDocument('one'), 'product-pictures', 'image/webp'],
  ['a picture', PICTURE, 'product-documents', 'application/pdf'],
])('[FI6] [T30] [R-ERR-10] the first bytes of %s give it away', async (_what, bytes, bucket, type) => {
  const path = toUploadPath(await beginUpload(world, bytes, { bucket, type }));
  expect(await refusalOf(await sendPiece(world, path, { bytes }))).toEqual([422, 'type']);
  expect([await world.files.list(), world.names()]).toEqual([[], []]);
});

test('[FI1] a file that is there already is not sent again', async () => {
  await sendFile(world, PICTURE);
  world.clock.advance(DAY_MS);
  const again = await beginUpload(world, PICTURE, { bucket: 'profile-pictures', as: CUSTOMER });
  expect([again.status, await again.json()]).toMatchObject([200, { id: ID, state: 'stored' }]);
  // It counts as sent now, so it is not removed before its document arrives.
  expect((await world.files.find(ID))?.at).toBe(world.clock.now());
  expect(world.maker.asked).toEqual([ID]);
});

test('[FI1] two devices that send the same file both succeed', async () => {
  const [one, two] = [await beginUpload(world, PICTURE), await beginUpload(world, PICTURE)].map(toUploadPath);
  expect((await sendPiece(world, one ?? '', { bytes: PICTURE })).status).toBe(204);
  expect((await sendPiece(world, two ?? '', { bytes: PICTURE })).status).toBe(204);
  await world.library.makeDue();
  expect(world.maker.asked).toEqual([ID]);
  expect(await world.files.find(ID)).toMatchObject({ state: 'stored' });
});

test('[FI5] only the account that began an upload sees it, continues it and ends it', async () => {
  const as = CUSTOMER;
  const path = toUploadPath(await beginUpload(world, PICTURE, { bucket: 'profile-pictures', as }));
  await sendPiece(world, path, { bytes: PICTURE.subarray(0, 10), as });
  const rest = { from: 10, bytes: PICTURE.subarray(10) };
  expect((await callUpload(world, 'HEAD', path, OTHER)).status).toBe(404);
  expect(await refusalOf(await sendPiece(world, path, { ...rest, as: OTHER }))).toEqual([
    404,
    'object-not-found',
  ]);
  expect((await callUpload(world, 'DELETE', path, OTHER)).status).toBe(404);
  expect((await world.request(path, { as })).status).toBe(404);
  const elsewhere = path.replace('profile-pictures', 'product-pictures');
  expect((await callUpload(world, 'HEAD', elsewhere, STAFF)).status).toBe(404);
  expect((await sendPiece(world, path, { ...rest, as })).status).toBe(204);
});

test('[FI5] an unfinished upload can be ended, a finished one cannot', async () => {
  const path = toUploadPath(await beginUpload(world, PICTURE));
  await sendPiece(world, path, { bytes: PICTURE.subarray(0, 10) });
  expect((await callUpload(world, 'DELETE', path)).status).toBe(204);
  expect((await callUpload(world, 'HEAD', path)).status).toBe(404);
  const other = toUploadPath(await beginUpload(world, PICTURE));
  await sendPiece(world, other, { bytes: PICTURE });
  expect((await callUpload(world, 'DELETE', other)).status).toBe(404);
  expect(await world.files.find(ID)).toBeDefined();
});

test('[FI5] a piece at another offset is a conflict, after which the sender asks for the offset', async () => {
  const path = toUploadPath(await beginUpload(world, PICTURE));
  await sendPiece(world, path, { bytes: PICTURE.subarray(0, 10) });
  expect((await sendPiece(world, path, { from: 5, bytes: PICTURE.subarray(5) })).status).toBe(409);
  expect((await callUpload(world, 'HEAD', path)).headers.get('upload-offset')).toBe('10');
});

test('[FI5] what arrived of a cut piece is kept, and the rest completes the file', async () => {
  const path = toUploadPath(await beginUpload(world, PICTURE));
  const parts = [PICTURE.subarray(0, 40), PICTURE.subarray(40, 60)];
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      const part = parts.shift();
      if (part) controller.enqueue(new Uint8Array(part));
      else controller.error(new Error('The connection was cut.'));
    },
  });
  const headers = {
    'tus-resumable': '1.0.0',
    'upload-offset': '0',
    'content-type': 'application/offset+octet-stream',
    'content-length': String(PICTURE.length),
  };
  await world.request(path, { as: STAFF, method: 'PATCH', headers, body, duplex: 'half' } as RequestInit);
  expect((await callUpload(world, 'HEAD', path)).headers.get('upload-offset')).toBe('60');
  expect((await sendPiece(world, path, { from: 60, bytes: PICTURE.subarray(60) })).status).toBe(204);
  await world.library.makeDue();
  expect(await world.files.find(ID)).toMatchObject({ state: 'stored' });
});

test('[FI5] a server killed after the last byte completes the file when its sender asks for the offset', async () => {
  const path = toUploadPath(await beginUpload(world, PICTURE));
  // The last piece is on disk, and nothing has looked at it.
  const id = path.split('/').at(-1) ?? '';
  writeFileSync(join(world.dataDir, 'files/uploads', id), PICTURE);
  const head = await callUpload(world, 'HEAD', path);
  expect([head.status, head.headers.get('upload-offset')]).toEqual([200, '100']);
  await world.library.makeDue();
  expect(await world.files.find(ID)).toMatchObject({ state: 'stored' });
});

test('[FI5] an upload that is not finished within seven days is removed', async () => {
  const path = toUploadPath(await beginUpload(world, PICTURE));
  await sendPiece(world, path, { bytes: PICTURE.subarray(0, 10) });
  await world.upkeep.run();
  expect((await callUpload(world, 'HEAD', path)).status).toBe(200);
  const id = path.split('/').at(-1) ?? '';
  const then = world.clock.now() / 1000;
  for (const name of [id, `${id}.json`]) utimesSync(join(world.dataDir, 'files/uploads', name), then, then);
  world.clock.advance(7 * DAY_MS + 1);
  await world.upkeep.run();
  expect((await callUpload(world, 'HEAD', path)).status).toBe(404);
});

test('[FI5] an account begins 60 uploads an hour, and the admin as many as needed', async () => {
  const begin = (text: string, as = STAFF) => beginUpload(world, toPicture(text), { as });
  for (let count = 0; count < 60; count++) expect((await begin(`picture ${count}`)).status).toBe(201);
  const refused = await begin('one more');
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '60']);
  expect((await begin('one more', 'admin')).status).toBe(201);
  world.clock.advance(60_000);
  expect((await begin('one more')).status).toBe(201);
});

test('[FI5] [T37] the customers of one network begin 300 uploads an hour together', async () => {
  let address = '203.0.113.7';
  world = openFileWorld({ addressOf: () => address });
  const begin = (name: string, text: string) => {
    signIn(world, name);
    return beginUpload(world, toPicture(text), { bucket: 'profile-pictures', as: { session: name } });
  };
  for (let account = 0; account < 5; account++)
    for (let count = 0; count < 60; count++)
      expect((await begin(`customer${account}`, `face ${account} ${count}`)).status).toBe(201);
  const refused = await begin('sixth', 'one more');
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '12']);
  expect((await beginUpload(world, toPicture('of staff'))).status).toBe(201);
  address = '198.51.100.1';
  expect((await begin('sixth', 'one more')).status).toBe(201);
});

test('[FI9] [T37] [R-ERR-10] one customer’s pictures take at most 64 MiB, those of others and of products are not counted', async () => {
  const toRow = (id: string, bytes: number, by: string, bucket: Bucket = 'profile-pictures'): FileRow => ({
    id: id.repeat(32),
    bucket,
    state: 'stored',
    reason: null,
    bytes,
    width: 1,
    height: 1,
    by,
    at: world.clock.now(),
    storedAt: world.clock.now(),
  });
  await world.files.put(toRow('a', 64 * MIB - 100, 'id-of-ada'));
  await world.files.put(toRow('b', 64 * MIB, 'id-of-sam', 'product-pictures'));
  const begin = (text: string, size: number, as: Caller) =>
    beginUpload(world, toPicture(text, size), { bucket: 'profile-pictures', as });
  expect((await begin('fits', 100, CUSTOMER)).status).toBe(201);
  expect(await refusalOf(await begin('larger', 101, CUSTOMER))).toEqual([507, 'quota-exceeded']);
  expect((await begin('another customer', 101, OTHER)).status).toBe(201);
  expect((await begin('staff', 101, STAFF)).status).toBe(201);
});

test('[FI5] an account sends two files at the same time', async () => {
  const pictures = ['one', 'two', 'three'].map((text) => toPicture(text));
  const paths: string[] = [];
  for (const picture of pictures) paths.push(toUploadPath(await beginUpload(world, picture)));
  const statuses = await Promise.all(
    paths.map(
      async (path, index) => (await sendPiece(world, path, { bytes: pictures[index] ?? PICTURE })).status,
    ),
  );
  expect(statuses.toSorted()).toEqual([204, 204, 429]);
  const late = statuses.indexOf(429);
  expect((await sendPiece(world, paths[late] ?? '', { bytes: pictures[late] ?? PICTURE })).status).toBe(204);
});

test('[FI1] [R-ERR-10] an encoded slash is refused everywhere', async () => {
  for (const path of [
    `/api/v1/storage/product-pictures/a%2F${ID}.webp`,
    `/api/v1/storage/product-pictures%2fuploads`,
    `/pictures%2Fu/${ID}.webp`,
    `/documents/..%2F${ID}.pdf`,
  ]) {
    const response = await world.app.request(path);
    expect(await refusalOf(response)).toEqual([400, undefined]);
  }
});
